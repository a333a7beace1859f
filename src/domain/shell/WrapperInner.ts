/**
 * What a wrapper runs, as inner commands and texts: exactly, or guessed where its words are not understood.
 */
import { commands } from "../../knowledge/commands.ts"
import { interpreters, runners, shells, type Wrapper, wrappers } from "../../knowledge/wrappers.ts"
import { type Argument, inertWord, unknownWord, wordOf } from "./Argument.ts"
import { type Call, raise } from "./Call.ts"
import type { ShellAssignment, ShellRedirect, SimpleCommand } from "./Flow.ts"
import { promoteAll } from "./Operands.ts"
import type { ParsedArguments } from "./Options.ts"
import { inputOf } from "./StandardInput.ts"
import type { ShellWord } from "./Word.ts"

/** Stands in a joined text for a word that an expansion decides. */
const unknownInText = '"$_"'

/** Adds shell text that another shell reads: looked at for denies, whatever that shell is. */
export const addText = (call: Call, words: ReadonlyArray<Argument>): void => {
  const [first] = words
  if (first === undefined) return
  const known = words.every(({ value }) => value !== undefined)
  if (!known) raise(call, "opaque", "what runs is decided by an expansion", first.word.span)
  if (first.value === undefined) return
  const text = words.map(({ value }) => value ?? unknownInText).join(" ")
  call.found.inner.push({ _tag: "Text", text, dialect: "posix", span: first.word.span })
}

const plainWord = /^[\w./:@%+=,-]*$/

/** Adds words that are joined for a shell, which some such programs run as they are instead. */
export const addJoined = (
  call: Call,
  wrapper: Wrapper,
  parsed: ParsedArguments,
  words: ReadonlyArray<Argument>
): void => {
  addText(call, words)
  if (words.length > 1 && words.some(({ value }) => value === undefined || !plainWord.test(value))) {
    addCommand(call, wrapper, parsed, words, [])
  }
}

/** Adds its standard input, which is shell text. */
export const addInput = (call: Call): void => {
  const input = inputOf(call.command)
  if (input === undefined) return
  call.found.glimpse = input.certain ? call.found.glimpse : "here"
  call.found.inner.push({ _tag: "Text", text: input.text, dialect: "posix", span: input.span })
}

/** Adds the command that its words are. */
export const addCommand = (
  call: Call,
  wrapper: Wrapper,
  parsed: ParsedArguments,
  args: ReadonlyArray<Argument>,
  assignments: ReadonlyArray<ShellAssignment>
): void => {
  const [first] = args
  if (first?.prefix.startsWith("-") === true) {
    raise(call, "opaque", `${call.name}: what runs is not in the text`, first.word.span)
    promoteAll(call, args)
    guess(call, args)
    return
  }
  const words = wrapper.feeds === undefined ? args.map(wordOf) : feed(call, wrapper.feeds.replaces, parsed, args)
  const keepsInput = wrapper.closesInput !== true
  // The redirects are the wrapper's own; its command has their files, of which only text in the text is of interest.
  const given = keepsInput ? call.command.redirects.filter(({ operator }) => operator.startsWith("<<")) : []
  const command: SimpleCommand = {
    assignments,
    words,
    redirects: given.map(inert),
    ...(keepsInput && call.command.fed !== undefined ? { fed: call.command.fed } : {}),
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

/** The most places where a command is guessed to begin, and the most words that are guessed among. */
const maxGuesses = 6
const maxGuessed = 64

const isKnown = (name: string): boolean =>
  commands.has(name) || [wrappers, runners, shells, interpreters].some((table) => Object.hasOwn(table, name))

/**
 * Adds what words may run that are not understood whole: the command may begin at any that is no option, up to the
 * first that names a known program. Each is only glimpsed, for what forbids it.
 */
export const guess = (call: Call, words: ReadonlyArray<Argument>): void => {
  call.found.glimpse ??= "here"
  if (words.length > maxGuessed) return
  let guesses = 0
  for (const [index, { value }] of words.entries()) {
    if (value === undefined || value === "" || value.startsWith("-")) continue
    if (guesses++ === maxGuesses) return
    if (/\s/.test(value)) addText(call, words.slice(index, index + 1))
    const command: SimpleCommand = {
      assignments: [],
      words: words.slice(index).map(wordOf),
      redirects: [],
      piped: false,
      span: call.command.span
    }
    call.found.inner.push({ _tag: "Command", command })
    if (isKnown(value.slice(value.lastIndexOf("/") + 1))) return
  }
}

/** The marks behind which `parallel` lists what is fed to its command; behind some, files that hold it. */
const feedMark = /^:::(?::?\+?|\+)$/

/** What it puts one value in for, quoted for the shell. */
const placeholder = /\{(?:[0-9]*(?:\.|\/|\/\/|\/\.)?|#|%)\}/g

/** The most values that are tried, each as what the command is fed, and the most characters that all make of it. */
const maxFed = 32
const maxFilled = 1 << 16

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Whether all that it puts into a text stays one word each: no other kind of placeholder, and none within quotes. */
const staysWords = (text: string): boolean =>
  !text.replace(placeholder, "").includes("{") && !(text.search(placeholder) >= 0 && /['"\\$`]/.test(text))

/**
 * Adds what `parallel` has a shell run: its words with each of the values put in, or with what is not in the text; and
 * each value alone, where there are no words. GNU parallel(1).
 */
export const addFed = (call: Call, words: ReadonlyArray<Argument>, replaces: boolean): void => {
  const end = words.findIndex(({ value }) => value !== undefined && feedMark.test(value))
  const template = end < 0 ? words : words.slice(0, end)
  const fed = end < 0 ? [] : words.slice(end + 1)
  const [first] = template
  const text = template.map(({ value }) => value ?? unknownInText).join(" ")
  const known = fed.every(({ value }) => value !== undefined && !feedMark.test(value))
  const places = 1 + (text.match(placeholder)?.length ?? 0)
  let room = maxFilled
  const fits = fed.filter(({ value = "" }, at) => {
    room -= text.length + places * (4 * value.length + 2)
    return at < maxFed && room >= 0
  })
  // All that is fed is in the text.
  const whole = words[end]?.value === ":::" && known && fed.length > 0 && fits.length === fed.length
  const runsInput = first === undefined && !whole
  if (runsInput || replaces || !template.every(({ value }) => value !== undefined) || !staysWords(text)) {
    raise(call, "opaque", `${call.name} has a shell run what its input says`)
  }
  if (first === undefined) {
    for (const word of fits) addText(call, [word])
    return
  }
  const filled = (value: string): string => {
    const put = text.replace(placeholder, () => value)
    return put === text ? `${text} ${value}` : put
  }
  const values = fits.flatMap(({ value }) => (value === undefined ? [] : [quoted(value)]))
  for (const value of whole ? values : [unknownInText, ...values]) {
    call.found.inner.push({ _tag: "Text", text: filled(value), dialect: "posix", span: first.word.span })
  }
  for (const word of template) {
    if (/\s/.test(word.value ?? "")) addText(call, [word])
  }
}
