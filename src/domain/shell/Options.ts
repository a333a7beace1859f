/**
 * The one interpreter of option tables: arguments in, options and operands out, and every doubt said.
 */
import { type Argument, dropFirst, mayBeOption } from "./Argument.ts"
import type { OptionSpec, Prepared } from "./OptionSyntax.ts"

/** One option as given. */
export interface GivenOption {
  readonly spec: OptionSpec
  readonly value: Argument | undefined
}

/** What the arguments are, by the command's table. */
export interface ParsedArguments {
  readonly options: ReadonlyArray<GivenOption>
  readonly operands: ReadonlyArray<Argument>
  /** Arguments that are options the table lacks. */
  readonly strange: ReadonlyArray<Argument>
  /** Why the arguments are not fully understood. */
  readonly doubt: string | undefined
  /** One that may become an option that names a program to run, though its text shows none. */
  readonly hides: Argument | undefined
  /** The place in the arguments of the first operand, for grammars whose options end there. */
  readonly rest: number
}

/** Answers whether the option of that name is given. */
export const isGiven = (parsed: ParsedArguments, ...names: ReadonlyArray<string>): boolean =>
  parsed.options.some(({ spec }) => names.includes(spec.name))

const number = /^-[0-9]+$/

interface State {
  readonly options: Array<GivenOption>
  readonly strange: Array<Argument>
  doubt: string | undefined
  hides: Argument | undefined
}

const doubted = (state: State, argument: Argument, why: string): void => {
  state.strange.push(argument)
  state.doubt ??= why
}

/** Notes that the argument, or a word it becomes, may be an option that names a program to run. */
const mayName = (state: State, { runs }: Prepared, argument: Argument, begins = "-"): void => {
  if (argument.inherits === true) return
  if (runs.some(({ name, takes }) => takes !== "nothing" && name.startsWith(begins))) state.hides ??= argument
}

/** Notes that what stands for one word may be several, of which any but the first may be an option. */
const maySplit = (state: State, prepared: Prepared, argument: Argument): void => {
  state.doubt ??= `${argument.shown} may expand to several words`
  // A value that is not known at all is taken for one word: `make -C $dir` and `tar -xf x-$v.tar` are too common.
  if (argument.values !== undefined ? argument.undashed !== true : showsOption(prepared, argument)) {
    mayName(state, prepared, argument)
  }
}

/** Whether an option that names a program stands in the word behind what may end in a blank: `x$IFS--pre=y`. */
const showsOption = ({ runs }: Prepared, { word }: Argument): boolean =>
  word.pieces.some((piece, at) => {
    const next = word.pieces[at + 1]
    if (piece._tag === "Literal" || next?._tag !== "Literal" || !next.value.startsWith("-")) return false
    return runs.some(({ name }) => next.value.startsWith(name.slice(0, 3)))
  })

/** Those of the options that make another program run of whose long name this is the beginning, as getopt_long(3) reads. */
const begun = ({ runs }: Prepared, text: string): OptionSpec | undefined =>
  runs.find(({ name }) => name.startsWith(text) && name.startsWith("--"))

/** Reads a long option; answers how many further arguments it takes. */
const long = (state: State, prepared: Prepared, argument: Argument, next: ReadonlyArray<Argument>): number => {
  const equals = argument.prefix.indexOf("=")
  const name = equals < 0 ? argument.value : argument.prefix.slice(0, equals)
  const known = name === undefined ? undefined : prepared.options.get(name)
  const spec = known ?? (name === undefined ? undefined : begun(prepared, name))
  if (known === undefined) doubted(state, argument, `the option ${argument.shown} is not known`)
  if (spec === undefined) {
    if (name === undefined) mayName(state, prepared, argument, argument.prefix)
    return 0
  }
  // Whatever a glob or a brace behind `--name=` yields is that option again.
  if (argument.many && (equals < 0 || argument.values === undefined)) maySplit(state, prepared, argument)
  if (equals >= 0) {
    if (spec.takes === "nothing") doubted(state, argument, `the option ${spec.name} takes no value`)
    else state.options.push({ spec, value: dropFirst(argument, equals + 1) })
    return 0
  }
  return take(state, prepared, spec, argument, next)
}

/** Records an option whose value, if it needs one, is the next argument. */
const take = (
  state: State,
  prepared: Prepared,
  spec: OptionSpec,
  argument: Argument,
  next: ReadonlyArray<Argument>
): number => {
  if (spec.takes !== "required") {
    state.options.push({ spec, value: undefined })
    return 0
  }
  const kinds = [spec.kind, ...spec.more]
  for (const [index, kind] of kinds.entries()) {
    const value = next[index]
    if (value === undefined) {
      doubted(state, argument, `the option ${spec.name} lacks its value`)
      return index
    }
    if (value.many) maySplit(state, prepared, value)
    state.options.push({ spec: index === 0 ? spec : { ...spec, kind }, value })
  }
  return kinds.length
}

/** Reads a cluster of letters; answers how many further arguments it takes. */
const cluster = (state: State, prepared: Prepared, argument: Argument, next: ReadonlyArray<Argument>): number => {
  const letters = argument.prefix
  if (argument.many && argument.values === undefined) maySplit(state, prepared, argument)
  for (let at = 1; at < letters.length; at++) {
    const spec = prepared.options.get(`-${letters.charAt(at)}`)
    if (spec === undefined) {
      doubted(state, argument, `the option -${letters.charAt(at)} is not known`)
      // Whether it takes the rest as its value is not known either.
      const rest = Array.from(letters.slice(at + 1), (letter) => prepared.options.get(`-${letter}`))
      const ran = rest.find((one) => one?.runs === true)
      if (ran !== undefined) state.options.push({ spec: ran, value: undefined })
      if (argument.value === undefined) mayName(state, prepared, argument)
      return 0
    }
    const last = at === letters.length - 1 && argument.value !== undefined
    if (spec.takes === "nothing") state.options.push({ spec, value: undefined })
    else if (last) return take(state, prepared, spec, argument, next)
    else {
      state.options.push({ spec, value: dropFirst(argument, at + 1) })
      return 0
    }
  }
  if (argument.value === undefined) {
    doubted(state, argument, `${argument.shown} may expand to further options`)
    mayName(state, prepared, argument)
  }
  return 0
}

/** Reads an option of a grammar whose long options have one dash. */
const single = (state: State, prepared: Prepared, argument: Argument, next: ReadonlyArray<Argument>): number => {
  const equals = argument.prefix.indexOf("=")
  const whole = argument.value === undefined ? undefined : prepared.options.get(argument.value)
  if (whole !== undefined) return take(state, prepared, whole, argument, next)
  const spec = equals < 0 ? undefined : prepared.options.get(argument.prefix.slice(0, equals))
  if (spec === undefined || spec.takes === "nothing") {
    doubted(state, argument, `the option ${argument.shown} is not known`)
    return 0
  }
  if (argument.many && argument.values === undefined) maySplit(state, prepared, argument)
  state.options.push({ spec, value: dropFirst(argument, equals + 1) })
  return 0
}

/** Reads arguments by a table. Total: whatever the table lacks is a doubt, and every argument is somewhere. */
export const parseArguments = (prepared: Prepared, args: ReadonlyArray<Argument>, from = 0): ParsedArguments => {
  const { grammar } = prepared
  const state: State = { options: [], strange: [], doubt: undefined, hides: undefined }
  const operands: Array<Argument> = []
  let index = from
  let rest = args.length
  let only = false
  for (; index < args.length; index++) {
    const argument = args[index]
    if (argument === undefined) break
    const { prefix, value } = argument
    if (only || prefix.charAt(0) !== "-" || value === "-") {
      if (!only && grammar.anyOption !== true && mayBeOption(argument)) {
        state.doubt ??= `${argument.shown} may expand to an option`
        if (argument.values !== undefined || argument.prefix === "" || showsOption(prepared, argument)) {
          mayName(state, prepared, argument)
        }
      }
      operands.push(argument)
      rest = Math.min(rest, index)
      if (grammar.posix === true) only = true
      continue
    }
    if (value === "--" && grammar.lenient !== true) {
      only = true
      rest = Math.min(rest, index + 1)
      continue
    }
    if (prepared.numbers && value !== undefined && number.test(value)) continue
    const next = args.slice(index + 1, index + 3)
    if (grammar.lenient === true && !understood(prepared, argument)) {
      operands.push(argument)
      rest = Math.min(rest, index)
      only = true
    } else if (grammar.oneDash === true && !prefix.startsWith("--")) index += single(state, prepared, argument, next)
    else if (prefix.startsWith("--")) index += long(state, prepared, argument, next)
    else index += cluster(state, prepared, argument, next)
  }
  return { ...state, operands, rest }
}

/** Whether every letter of a lenient command's argument is an option of it: `echo -x` prints `-x`. */
const understood = (prepared: Prepared, argument: Argument): boolean => {
  if (argument.value === undefined || argument.value.startsWith("--")) return false
  for (const letter of argument.value.slice(1)) if (!prepared.options.has(`-${letter}`)) return false
  return true
}
