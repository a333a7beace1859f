/**
 * Where the command stands among a wrapper's words, and what stands in front of it.
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import type { Wrapper } from "../../knowledge/wrappers.ts"
import { type Argument, mayBeOption } from "./Argument.ts"
import { prepare } from "./OptionSyntax.ts"
import { type GivenOption, isGiven, parseArguments, type ParsedArguments } from "./Options.ts"

/** A wrapper's words, parted. */
export interface Parted {
  readonly parsed: ParsedArguments
  /** The operands before the command. */
  readonly before: ReadonlyArray<Argument>
  /** Where the rest begins: assignments, then the command. */
  readonly at: number
  /** An expansion may hide where the command begins. */
  readonly hides: boolean
}

interface Grammars {
  /** Options end at the first operand. */
  readonly posix: Grammar
  /** They do not. */
  readonly mixed: Grammar
}

const grammars = new WeakMap<Wrapper, Grammars>()

const grammarsOf = (wrapper: Wrapper): Grammars => {
  const known = grammars.get(wrapper)
  if (known !== undefined) return known
  const mixed: Grammar = { reads: true, options: wrapper.options, operands: "text*" }
  const made = { posix: { ...mixed, posix: true as const }, mixed }
  grammars.set(wrapper, made)
  return made
}

/** Answers the kinds of the operands before a wrapper's command. */
export const placesBefore = ({ before }: Wrapper): ReadonlyArray<string> =>
  before === undefined ? [] : before.split(" ")

/** What a number begins with: any other word there may be the command. */
const startsAsNumber = ({ prefix, value }: Argument): boolean => value === undefined || /^[0-9.+]/.test(prefix)

const isUnknown = ({ many, value, values }: Argument): boolean => value === undefined && (values === undefined || many)

/** Answers the options in front of a wrapper's first operand. */
export const leadingOptions = (wrapper: Wrapper, args: ReadonlyArray<Argument>): ParsedArguments =>
  parseArguments(prepare(grammarsOf(wrapper).posix), args)

/** Parts a wrapper's words. */
export const part = (wrapper: Wrapper, args: ReadonlyArray<Argument>): Parted => {
  const mark = wrapper.marks === undefined ? -1 : args.findIndex(({ value }) => isMark(wrapper, value))
  if (mark >= 0 || wrapper.mixed === true) {
    const end = mark < 0 ? args.length : mark
    const front = args.slice(0, end)
    const parsed = parseArguments(prepare(grammarsOf(wrapper).mixed), front)
    return { parsed, before: parsed.operands, at: Math.min(end + 1, args.length), hides: front.some(isUnknown) }
  }
  return partInOrder(wrapper, args)
}

const isMark = ({ marks }: Wrapper, value: string | undefined): boolean =>
  value !== undefined && marks?.includes(value) === true

/** Options, the operands before the command, and where the wrapper takes them, options between those. */
const partInOrder = (wrapper: Wrapper, args: ReadonlyArray<Argument>): Parted => {
  const [leader] = args
  if (wrapper.leads === true && leader !== undefined) {
    const from = leader.prefix.startsWith("-") ? 0 : 1
    const parsed = parseArguments(prepare(grammarsOf(wrapper).posix), args, from)
    return { parsed, before: args.slice(0, from), at: parsed.rest, hides: args.slice(0, parsed.rest).some(isUnknown) }
  }
  let parsed = leadingOptions(wrapper, args)
  let at = parsed.rest
  let hides = args.slice(0, at).some(isUnknown)
  const before: Array<Argument> = []
  const further = (): void => {
    if (wrapper.between !== true || args[at - 1]?.value === "--") return
    const more = parseArguments(prepare(grammarsOf(wrapper).posix), args, at)
    hides = hides || args.slice(at, more.rest).some(isUnknown)
    parsed = joined(parsed, more)
    at = more.rest
  }
  const places = wrapper.drops !== undefined && isGiven(parsed, ...wrapper.drops) ? [] : placesBefore(wrapper)
  for (const place of places) {
    // A dash alone is an option of its own.
    if (wrapper.between === true && args[at]?.value === "-") {
      at++
      further()
    }
    const operand = args[at]
    if (operand === undefined) break
    hides = hides || isUnknown(operand) || mayBeOption(operand) || (place === "number" && !startsAsNumber(operand))
    before.push(operand)
    at++
    further()
  }
  return { parsed, before, at, hides }
}

const joined = (one: ParsedArguments, other: ParsedArguments): ParsedArguments => {
  const options: ReadonlyArray<GivenOption> = [...one.options, ...other.options]
  return {
    ...other,
    options,
    strange: [...one.strange, ...other.strange],
    doubt: one.doubt ?? other.doubt,
    hides: one.hides ?? other.hides
  }
}
