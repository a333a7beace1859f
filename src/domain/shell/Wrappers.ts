/**
 * Looks through programs that run other programs, by the table of wrappers.
 */
import type { Wrapper } from "../../knowledge/wrappers.ts"
import { type Argument, dropFirst, literalArgument, unknownWord, wordOf } from "./Argument.ts"
import { readOptions } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import type { ShellAssignment } from "./Flow.ts"
import { promote, promoteAll, reach, useOf } from "./Operands.ts"
import { isGiven, type ParsedArguments } from "./Options.ts"
import { isPlainly } from "./Plainly.ts"
import { leadingOptions, part, placesBefore } from "./WrapperArguments.ts"
import { addCommand, addFed, addInput, addJoined, addText, guess } from "./WrapperInner.ts"

/** Reads a wrapper: the command it runs is its inner command, and what it cannot see is a floor. */
export const readWrapper = (call: Call, wrapper: Wrapper): void => {
  begin(call, wrapper)
  look(call, wrapper, call.args, [])
}

/** Reads a program some of whose subcommands are wrappers; answers whether its words name one of those. */
export const readRunner = (call: Call, runner: Wrapper): boolean => {
  const { separator } = runner
  if (separator === undefined) return readSub(call, runner, call.args)
  let found = false
  for (const args of split(call.args, separator)) found = readSub(call, runner, args) || found
  return found
}

const split = (args: ReadonlyArray<Argument>, separator: string): ReadonlyArray<ReadonlyArray<Argument>> => {
  const parts: Array<Array<Argument>> = [[]]
  for (const argument of args) {
    if (argument.value === separator) parts.push([])
    else parts.at(-1)?.push(argument)
  }
  return parts
}

const subOf = ({ sub, shortened }: Wrapper, name: string | undefined): Wrapper | undefined => {
  if (sub === undefined || name === undefined) return undefined
  if (Object.hasOwn(sub, name)) return sub[name]
  const whole = shortened === true && name.length > 2 ? Object.keys(sub).find((key) => key.startsWith(name)) : undefined
  return whole === undefined ? undefined : sub[whole]
}

/** Whether a subcommand's name begins so. */
const mayBegin = ({ sub }: Wrapper, prefix: string): boolean =>
  sub !== undefined && Object.keys(sub).some((name) => name.startsWith(prefix))

const readSub = (call: Call, runner: Wrapper, args: ReadonlyArray<Argument>): boolean => {
  const parsed = leadingOptions(runner, args)
  const operand = args[parsed.rest]
  const sub = subOf(runner, operand?.value)
  if (parsed.strange.length > 0) {
    if (!args.some(({ value }) => subOf(runner, value) !== undefined)) {
      if (runner.other !== undefined) guessOther(call, runner.other.except, args)
      return false
    }
    raise(call, "opaque", `${call.name}: ${parsed.doubt ?? "what runs is not in the text"}`)
    promoteAll(call, args)
    guess(call, args.slice(args.findIndex(({ value }) => subOf(runner, value) !== undefined) + 1))
    return true
  }
  for (const { spec, value } of parsed.options) {
    if (value !== undefined && runner.text?.includes(spec.name) === true) addText(call, [value])
  }
  if (sub === undefined) {
    const name = operand?.value
    if (runner.other !== undefined && name !== undefined && name !== "" && !runner.other.except.has(name)) {
      readOptions(call, parsed)
      begin(call, runner.other.is)
      look(call, runner.other.is, args.slice(parsed.rest), [])
      return true
    }
    // What may be one of those is not in the text.
    const known = operand?.names ?? (operand?.values?.some(({ glob }) => glob) === true ? undefined : operand?.values)
    const unseen = known?.every((one) => subOf(runner, typeof one === "string" ? one : one.path) === undefined) !== true
    if (operand !== undefined && operand.value === undefined && unseen && mayBegin(runner, operand.prefix)) {
      raise(call, "opaque", `what ${call.name} does is decided by ${operand.shown}`, operand.word.span)
    }
    return false
  }
  const rest = args.slice(parsed.rest + 1)
  if (sub.sub !== undefined && !readSub(call, sub, rest)) return false
  readOptions(call, parsed)
  if (sub.sub !== undefined) return true
  begin(call, sub)
  look(call, sub, rest, [])
  return true
}

/** Behind an option that is not known stands one of the program's own words, or what may be a command. */
const guessOther = (call: Call, except: ReadonlySet<string>, args: ReadonlyArray<Argument>): void => {
  const at = args.findIndex(({ prefix }) => !prefix.startsWith("-"))
  if (at >= 0 && !except.has(args[at]?.value ?? "")) guess(call, args.slice(at))
}

const begin = (call: Call, wrapper: Wrapper): void => {
  if (wrapper.privilege !== undefined) raise(call, "privilege", wrapper.privilege)
  if (wrapper.plainly !== undefined && isPlainly(wrapper, call.args)) raise(call, "privilege", wrapper.plainly.rights)
  else if (wrapper.opaque !== undefined) raise(call, "opaque", wrapper.opaque)
  call.found.transparent = wrapper.transparent === true
  if (wrapper.transparent !== true) unproven(call, `what ${call.name} does beside is not known to only read`)
  call.found.glimpse = wrapper.glimpse
}

const look = (
  call: Call,
  wrapper: Wrapper,
  args: ReadonlyArray<Argument>,
  assigned: ReadonlyArray<ShellAssignment>
): void => {
  const parted = part(wrapper, args)
  const { parsed } = parted
  if (wrapper.unless !== undefined && !isGiven(parsed, ...wrapper.unless.options)) {
    look(call, wrapper.unless.is, args, assigned)
    return
  }
  if (parsed.strange.length > 0 || parted.hides) {
    call.found.transparent = false
    raise(call, "opaque", `${call.name}: ${parsed.doubt ?? "what runs is not in the text"}`)
    promoteAll(call, args)
    guess(call, args)
    return
  }
  readOptions(call, parsed)
  if (wrapper.tells !== undefined && isGiven(parsed, ...wrapper.tells)) {
    call.found.transparent = false
    return
  }
  const splits = parsed.options.find(({ spec }) => wrapper.split?.includes(spec.name))
  if (splits?.value !== undefined) {
    // What stands behind the text is not looked at for options before the text is split.
    const { word } = splits.value
    readSplit(call, wrapper, splits.value, args.slice(args.findIndex((one) => one.word === word) + 1), assigned)
    return
  }
  const program = readValues(call, wrapper, parsed)
  const { at, assignments } = skipAssignments(call, wrapper, args, parted.at, assigned)
  for (const [index, kind] of placesBefore(wrapper).entries()) {
    const operand = parted.before[index]
    if (operand !== undefined && kind !== "text" && kind !== "number") reach(call, operand, useOf("any"))
  }
  if (wrapper.input === true) {
    addInput(call)
    return
  }
  const words = program === undefined ? args.slice(at) : [program, ...args.slice(at)]
  if (wrapper.permutes === true && args[at - 1]?.value !== "--" && words.some(({ prefix }) => prefix.startsWith("-"))) {
    raise(call, "opaque", `${call.name} takes what looks like an option for its own`)
  }
  addWords(call, wrapper, parsed, words, assignments)
}

/** The words that it runs, in whatever way it does. */
const addWords = (
  call: Call,
  wrapper: Wrapper,
  parsed: ParsedArguments,
  words: ReadonlyArray<Argument>,
  assignments: ReadonlyArray<ShellAssignment>
): void => {
  const [first] = words
  if (wrapper.late !== undefined) addLate(call, wrapper.late, words)
  if (first === undefined) readAlone(call, wrapper)
  else if (wrapper.fed === true) addFed(call, words, isGiven(parsed, "-I"))
  else if (wrapper.each === true) for (const word of words) addText(call, [word])
  else if (wrapper.joins === true || (wrapper.joinsWith !== undefined && isGiven(parsed, ...wrapper.joinsWith))) {
    addJoined(call, wrapper, parsed, words)
  } else if (wrapper.shell === true) {
    addCommand(call, wrapper, parsed, [literalArgument("sh", first.word), ...words], [])
  } else addCommand(call, wrapper, parsed, words, assignments)
}

/** Shell text behind an option that counts wherever it stands among the words. */
const addLate = (call: Call, names: ReadonlyArray<string>, words: ReadonlyArray<Argument>): void => {
  for (const [index, word] of words.entries()) {
    for (const name of names) {
      if (word.value === name) addText(call, words.slice(index + 1, index + 2))
      else if (word.prefix.startsWith(`${name}=`)) addText(call, [dropFirst(word, name.length + 1)])
    }
  }
}

/** What the values of its options say; answers the program one of them names. */
const readValues = (call: Call, wrapper: Wrapper, { options }: ParsedArguments): Argument | undefined => {
  let program: Argument | undefined
  for (const { spec, value } of options) {
    const why = wrapper.doubts?.[spec.name]
    if (why !== undefined) {
      call.found.transparent = false
      raise(call, "opaque", `${call.name} ${spec.name}: ${why}`)
    }
    if (value === undefined) continue
    // strace(1): a program gets what would be written.
    if (spec.kind === "write" && /^[|!]/.test(value.prefix)) {
      raise(call, "opaque", `${call.name} ${spec.name} runs what its value says`)
      addText(call, [dropFirst(value, 1)])
    }
    if (wrapper.cwd?.includes(spec.name) === true) setInnerCwd(call, value)
    if (wrapper.text?.includes(spec.name) === true) addText(call, [value])
    if (wrapper.program?.includes(spec.name) === true) program = value
    if (wrapper.settings?.options.includes(spec.name) === true) readSetting(call, wrapper.settings.keys, value)
  }
  return program
}

/** `-o KEY=VALUE` whose value is a command for this very machine. */
const readSetting = (call: Call, keys: ReadonlyArray<string>, setting: Argument): void => {
  const end = setting.prefix.search(/[=\s]/)
  const key = (end < 0 ? setting.prefix : setting.prefix.slice(0, end)).toLowerCase()
  if (setting.value !== undefined && !keys.includes(key)) return
  raise(call, "executing-environment", `${call.name} -o ${setting.shown} may make another program run`)
  if (setting.value !== undefined && end >= 0) addText(call, [dropFirst(setting, end + 1)])
}

const setInnerCwd = (call: Call, value: Argument): void => {
  if (value.value === undefined) raise(call, "opaque", `where it runs is decided by ${value.shown}`, value.word.span)
  else call.found.innerCwd = value.value
}

const readAlone = (call: Call, wrapper: Wrapper): void => {
  call.found.transparent = false
  if (wrapper.starts !== undefined && call.found.inner.length === 0) raise(call, "opaque", wrapper.starts)
  if (wrapper.alone === undefined) return
  unproven(call, `${call.name} alone ${wrapper.alone}`)
  if (wrapper.privilege !== undefined) raise(call, "opaque", `${call.name} alone ${wrapper.alone}`)
}

/** `NAME=VALUE` words in front of the command. */
const skipAssignments = (
  call: Call,
  wrapper: Wrapper,
  args: ReadonlyArray<Argument>,
  from: number,
  assigned: ReadonlyArray<ShellAssignment>
): { readonly at: number; readonly assignments: ReadonlyArray<ShellAssignment> } => {
  const assignments = [...assigned]
  let at = from
  if (wrapper.assignments === true) {
    // A dash alone is env's oldest spelling of -i.
    if (args[at]?.value === "-") at++
    for (; at < args.length; at++) {
      const argument = args[at]
      const equals = argument?.prefix.indexOf("=") ?? -1
      if (argument === undefined || equals <= 0) break
      // Unquoted, the value may bring the command with it.
      if (argument.many && argument.values === undefined) {
        raise(call, "opaque", `${argument.shown} may expand to several words`, argument.word.span)
      }
      assignments.push(assignmentOf(argument, equals))
    }
  }
  return { at, assignments }
}

const assignmentOf = (argument: Argument, equals: number): ShellAssignment => {
  const rest = dropFirst(argument, equals + 1)
  const value = rest.value === undefined ? unknownWord(argument.shown.slice(equals + 1), argument.word) : wordOf(rest)
  return {
    name: argument.prefix.slice(0, equals),
    value,
    append: false,
    words: [value],
    span: argument.word.span
  }
}

/** `env -S TEXT`: the text becomes words in front of the rest. What its quotes and escapes would do is not followed. */
const readSplit = (
  call: Call,
  wrapper: Wrapper,
  text: Argument,
  rest: ReadonlyArray<Argument>,
  assigned: ReadonlyArray<ShellAssignment>
): void => {
  if (text.value === undefined || /[\\'"$#]/.test(text.value)) {
    call.found.transparent = false
    raise(call, "opaque", `${call.name} splits a text that is not plain words`, text.word.span)
    promote(call, text)
    promoteAll(call, rest)
    return
  }
  const words = text.value.split(/[ \t\n\v\f\r]+/).filter((word) => word !== "")
  const args = [...words.map((word) => literalArgument(word, text.word)), ...rest]
  // Splitting again can only shorten the text: an option of the same kind inside it is not followed.
  if (words.some((word) => /^-[a-zA-Z0-9]*S|^--s/.test(word))) {
    raise(call, "opaque", `${call.name} splits a text within a text`, text.word.span)
    promoteAll(call, args)
    return
  }
  look(call, wrapper, args, assigned)
}
