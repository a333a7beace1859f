/**
 * Looks through programs that run other programs, by the table of wrappers.
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import type { Wrapper } from "../../knowledge/wrappers.ts"
import { type Argument, dropFirst, inertWord, literalArgument, mayBeOption, unknownWord, wordOf } from "./Argument.ts"
import { readOptions } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import type { ShellAssignment, ShellRedirect, SimpleCommand } from "./Flow.ts"
import { promote, promoteAll, reach, useOf } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { isGiven, parseArguments, type ParsedArguments } from "./Options.ts"
import type { ShellWord } from "./Word.ts"

const grammars = new WeakMap<Wrapper, Grammar>()

const grammarOf = (wrapper: Wrapper): Grammar => {
  const known = grammars.get(wrapper)
  if (known !== undefined) return known
  const grammar: Grammar = { reads: true, posix: true, options: wrapper.options, operands: "text*" }
  grammars.set(wrapper, grammar)
  return grammar
}

/** Reads a wrapper: the command it runs is its inner command, and what it cannot see is a floor. */
export const readWrapper = (call: Call, wrapper: Wrapper): void => {
  if (wrapper.privilege !== undefined) raise(call, "privilege", wrapper.privilege)
  if (wrapper.opaque !== undefined) raise(call, "opaque", wrapper.opaque)
  call.found.transparent = wrapper.transparent === true
  look(call, wrapper, call.args, [])
}

const look = (
  call: Call,
  wrapper: Wrapper,
  args: ReadonlyArray<Argument>,
  assigned: ReadonlyArray<ShellAssignment>
): void => {
  const parsed = parseArguments(prepare(grammarOf(wrapper)), args)
  if (parsed.strange.length > 0 || hides(wrapper, parsed, args)) {
    call.found.transparent = false
    raise(call, "opaque", `${call.name}: ${parsed.doubt ?? "what runs is not in the text"}`)
    promoteAll(call, args)
    return
  }
  readOptions(call, parsed)
  if (wrapper.tells !== undefined && isGiven(parsed, ...wrapper.tells)) {
    call.found.transparent = false
    return
  }
  const split = parsed.options.findLast(({ spec }) => wrapper.split?.includes(spec.name))
  if (split?.value !== undefined) {
    readSplit(call, wrapper, split.value, args.slice(parsed.rest), assigned)
    return
  }
  for (const { spec, value } of parsed.options) {
    if (value === undefined) continue
    if (wrapper.cwd?.includes(spec.name)) setInnerCwd(call, value)
    if (wrapper.text?.includes(spec.name)) addText(call, [value])
  }
  const { at, assignments } = skipAssignments(call, wrapper, args, parsed.rest, assigned)
  const before = placesBefore(wrapper)
  for (const [index, kind] of before.entries()) {
    const operand = args[at + index]
    if (operand !== undefined && kind !== "text") reach(call, operand, useOf("any"))
  }
  const words = args.slice(at + before.length)
  if (words.length === 0) readAlone(call, wrapper)
  else if (wrapper.joins === true) addText(call, words)
  else addCommand(call, wrapper, parsed, words, assignments)
}

/** Whether an expansion in front of the command may hide where it begins. */
const hides = (wrapper: Wrapper, parsed: ParsedArguments, args: ReadonlyArray<Argument>): boolean => {
  const between = args.slice(parsed.rest, parsed.rest + placesBefore(wrapper).length)
  return args.slice(0, parsed.rest).some(isUnknown) || between.some((one) => isUnknown(one) || mayBeOption(one))
}

const isUnknown = ({ many, value, values }: Argument): boolean => value === undefined && (values === undefined || many)

const placesBefore = ({ before }: Wrapper): ReadonlyArray<string> => (before === undefined ? [] : before.split(" "))

const setInnerCwd = (call: Call, value: Argument): void => {
  if (value.value === undefined) raise(call, "opaque", `where it runs is decided by ${value.shown}`, value.word.span)
  else call.found.innerCwd = value.value
}

const readAlone = (call: Call, wrapper: Wrapper): void => {
  call.found.transparent = false
  if (wrapper.alone === undefined) return
  unproven(call, `${call.name} alone ${wrapper.alone}`)
  if (wrapper.privilege !== undefined) raise(call, "opaque", `${call.name} alone ${wrapper.alone}`)
}

/** Shell text that another shell reads: looked at for denies, whatever that shell is. */
const addText = (call: Call, words: ReadonlyArray<Argument>): void => {
  const [first] = words
  if (first === undefined) return
  if (words.every(({ value }) => value !== undefined)) {
    const text = words.map(({ value }) => value ?? "").join(" ")
    call.found.inner.push({ _tag: "Text", text, dialect: "posix", span: first.word.span })
  } else raise(call, "opaque", "what runs is decided by an expansion", first.word.span)
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
    while (args[at]?.value === "-") at++
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

const addCommand = (
  call: Call,
  wrapper: Wrapper,
  parsed: ParsedArguments,
  args: ReadonlyArray<Argument>,
  assignments: ReadonlyArray<ShellAssignment>
): void => {
  const words = wrapper.feeds === undefined ? args.map(wordOf) : feed(call, wrapper.feeds.replaces, parsed, args)
  const keepsInput = wrapper.closesInput !== true
  // The redirects are the wrapper's own; its command has their files, of which only text in the text is of interest.
  const given = keepsInput ? call.command.redirects.filter(({ operator }) => operator.startsWith("<<")) : []
  const command: SimpleCommand = {
    assignments,
    words,
    redirects: given.map(inert),
    piped:
      keepsInput && (call.command.piped || call.command.redirects.some(({ operator }) => operator.startsWith("<"))),
    span: call.command.span
  }
  call.found.inner.push({ _tag: "Command", command })
}

/** What a here-document's expansion runs, it has run. */
const inert = (redirect: ShellRedirect): ShellRedirect => ({
  ...redirect,
  target: redirect.target === undefined ? undefined : inertWord(redirect.target),
  body: redirect.body === undefined ? undefined : { text: redirect.body.text, expands: redirect.body.expands }
})

/** The words of a command that gets further arguments: a placeholder's, or at the end. */
const feed = (
  call: Call,
  replaces: ReadonlyArray<string>,
  parsed: ParsedArguments,
  args: ReadonlyArray<Argument>
): ReadonlyArray<ShellWord> => {
  const option = parsed.options.findLast(({ spec }) => replaces.includes(spec.name))
  const last = args[args.length - 1]
  if (option === undefined || last === undefined) {
    return [...args.map(wordOf), ...(last === undefined ? [] : [unknownWord("…", last.word)])]
  }
  const given = option.value === undefined ? "{}" : option.value.value
  const placeholder = given === "" || given === undefined ? undefined : given
  if (placeholder === undefined) raise(call, "opaque", "the placeholder is decided by an expansion")
  return args.map((argument) =>
    placeholder !== undefined && argument.value !== undefined && !argument.value.includes(placeholder)
      ? wordOf(argument)
      : unknownWord(argument.shown, argument.word)
  )
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
