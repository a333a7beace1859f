/**
 * Reads `find`: where it looks, and what it does with what it finds.
 */
import { findPlain, findRuns, findWithArgument, findWrites } from "../../knowledge/find.ts"
import { type Argument, literalArgument, literalWord, unknownWord, wordOf } from "./Argument.ts"
import { type Call, raise, unproven } from "./Call.ts"
import type { SimpleCommand } from "./Flow.ts"
import { promote, reach, reachKind, type Use, useOf } from "./Operands.ts"
import type { CommandReading, Surroundings } from "./Reading.ts"
import type { ShellWord } from "./Word.ts"

/** Reads a command; handed in, so that the reader of all commands may call this one. */
type Read = (command: SimpleCommand, surroundings: Surroundings) => CommandReading

/** Where it looks. */
interface Roots {
  readonly from: ReadonlyArray<Argument>
  readonly follows: boolean
}

/** Reads `find`. */
export const readFind = (call: Call, read: Read): void => {
  const { args } = call
  let at = 0
  let follows = args.some(({ value }) => value === "-follow")
  for (; at < args.length; at++) {
    const value = args[at]?.value
    // The last of the three holds; any -L is taken to.
    if (value === "-L") follows = true
    if (value === "-H" || value === "-L" || value === "-P" || value === "-E" || value === "-X" || value === "-s")
      continue
    if (value === "-O1" || value === "-O2" || value === "-O3") continue
    break
  }
  const roots: Array<Argument> = []
  for (; at < args.length; at++) {
    const argument = args[at]
    if (argument === undefined || opensExpression(argument)) break
    if (argument.value === undefined && (argument.values === undefined || argument.prefix === "")) {
      unproven(call, `${argument.shown} may expand to an action`)
    }
    roots.push(argument)
  }
  const from = roots.length === 0 ? [literalArgument(".", call.word)] : roots
  for (const root of from) reach(call, root, { ...useOf("names"), follows })
  while (at < args.length) at = readWord(call, at, { from, follows }, read)
}

const opensExpression = ({ prefix, value }: Argument): boolean =>
  (prefix.startsWith("-") && prefix !== "-") || value === "(" || value === ")" || value === "!" || value === ","

/** Reads one word of the expression; answers the place of the next. */
const readWord = (call: Call, at: number, roots: Roots, read: Read): number => {
  const argument = call.args[at]
  const name = argument?.value
  if (argument === undefined) return at + 1
  if (name === undefined) {
    unproven(call, `${argument.shown} may expand to an action`)
    promote(call, argument)
    return at + 1
  }
  if (findPlain.has(name)) return at + 1
  const kind = Object.hasOwn(findWithArgument, name) ? findWithArgument[name] : undefined
  const timed = /^-newer[aBcm][aBcmt]$/.test(name)
  if (kind !== undefined || timed) {
    const value = call.args[at + 1]
    if (value?.many === true && value.values === undefined) unproven(call, `${value.shown} may expand to an action`)
    else if (
      value?.many === true &&
      value.values !== undefined &&
      value.values.length > 0 &&
      value.value === undefined
    ) {
      // A glob that matches becomes several words, of which any may be an action.
      unproven(call, `${value.shown} may expand to several words`)
    }
    if (value !== undefined) reachKind(call, value, kind ?? (name.endsWith("t") ? "text" : "names"))
    return at + 2
  }
  const files = Object.hasOwn(findWrites, name) ? findWrites[name] : undefined
  if (files !== undefined) {
    unproven(call, `find ${name} writes a file`)
    const file = call.args[at + 1]
    if (file !== undefined) reach(call, file, useOf("write"))
    return at + 1 + files
  }
  if (name === "-delete") {
    unproven(call, "find -delete deletes what it finds")
    for (const root of roots.from) reach(call, root, useOf("delete"))
    return at + 1
  }
  if (findRuns.has(name)) return readAction(call, name, at + 1, roots, read)
  unproven(call, `find ${name} is not known`)
  promote(call, argument)
  return at + 1
}

/** `-exec COMMAND ;` and `-exec COMMAND {} +`. */
const readAction = (call: Call, name: string, from: number, roots: Roots, read: Read): number => {
  let end = from
  for (; end < call.args.length; end++) {
    const value = call.args[end]?.value
    if (value === ";" || (value === "+" && call.args[end - 1]?.value === "{}")) break
  }
  const args = call.args.slice(from, end)
  const runs = `find ${name} runs a command on what it finds`
  if (args.length === 0) {
    unproven(call, runs)
    return end + 1
  }
  const known = !name.endsWith("dir")
  const words = args.map((argument): ShellWord => {
    if (argument.value === "{}") return known ? rootWord(roots.from, argument) : unknownWord("{}", argument.word)
    return argument.value?.includes("{}") === false ? wordOf(argument) : unknownWord(argument.shown, argument.word)
  })
  if (args[0]?.value?.includes("{}") === true) raise(call, "opaque", "find runs what it finds")
  const command: SimpleCommand = { assignments: [], words, redirects: [], piped: false, span: call.command.span }
  call.found.inner.push({ _tag: "Command", command })
  // A find that runs a find that runs a find would be read over and over: each is read once, where it is run.
  const reading = isFind(args[0]) ? undefined : read(command, call.surroundings)
  if (name !== "-exec" || reading === undefined || !showsOperand(args) || !isPlainRead(reading)) unproven(call, runs)
  // What it finds is anything below its roots, and a reading command reads it.
  if (known && args.some(({ value }) => value?.includes("{}") === true)) {
    for (const root of roots.from) {
      reach(call, root, { ...useOfFound(reading), follows: roots.follows })
    }
  }
  return end + 1
}

const isFind = (argument: Argument | undefined): boolean => /(?:^|\/)find$/.test(argument?.value ?? "")

/** What git does hangs on the directory it is given, which is not the one that is looked at. */
const leaning: ReadonlySet<string> = new Set(["git"])

/** Whether what is found stands in the command as words of its own, and never says what runs. */
const showsOperand = ([first, ...rest]: ReadonlyArray<Argument>): boolean =>
  first?.value !== undefined &&
  !first.value.includes("{}") &&
  !leaning.has(first.value) &&
  rest.every(({ value }) => value === "{}" || value?.includes("{}") === false)

/** How a command uses all below the roots: as it uses the roots themselves. */
const useOfFound = (reading: CommandReading | undefined): Use => {
  if (reading?.proof.read !== true) return useOf("any", true)
  const { paths } = reading
  return paths.length > 0 && paths.every(({ reach }) => reach === "names") ? useOf("names") : useOf("tree")
}

/** Whether a command only reads, and runs no other. */
const isPlainRead = ({ floors, inner, proof }: CommandReading): boolean =>
  proof.read && floors.length === 0 && inner.length === 0

/** A word that stands for what is found: its roots, shown as the placeholder. */
const rootWord = (roots: ReadonlyArray<Argument>, argument: Argument): ShellWord => {
  const values = roots.map(({ value }) => value)
  const [first] = values
  if (values.length === 1 && first !== undefined) return { ...literalWord(first, argument.word), shown: "{}" }
  if (values.every((value) => value !== undefined && !/[$`'"\\{},]/.test(value))) {
    return {
      ...unknownWord("{}", argument.word),
      pieces: [{ _tag: "Brace", text: `{${values.join(",")}}` }]
    }
  }
  return unknownWord("{}", argument.word)
}
