/**
 * Shells, interpreters and the builtins that run text: what they would run, where the text tells it.
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import {
  type Interpreter,
  shellDoubts,
  shellLongNames,
  shellModes,
  shellOptions,
  shells
} from "../../knowledge/wrappers.ts"
import { type Argument, dropFirst } from "./Argument.ts"
import { readOptions } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { promote, promoteAll, reach, reachKind, useOf } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { type GivenOption, isGiven, parseArguments, type ParsedArguments } from "./Options.ts"
import { inputOf, isStream, readsInput } from "./StandardInput.ts"
import { entryOf } from "./Tables.ts"

/** Reads a shell: `bash -c TEXT`, `bash FILE`, or what its standard input tells. */
export const readShell = (call: Call): void => {
  let language = shells[call.name] ?? "opaque"
  const { args } = call
  if (args.length === 1 && (args[0]?.value === "--version" || args[0]?.value === "--help")) return
  unproven(call, `${call.name} runs a script`)
  if (language === "opaque") {
    readForeign(call)
    return
  }
  const { command, operand, parses, rest } = readShellOptions(call)
  // As `--posix` or behind `-o`; some words are no keywords then.
  if (args.slice(0, rest).some(({ value }) => value !== undefined && /^-{0,2}posix$/.test(value))) language = "posix"
  // With -n it reads its text and runs nothing of it.
  if (parses) {
    if (!command && operand !== undefined && !readsInput(operand)) reach(call, operand, useOf("read"))
    return
  }
  if (command) {
    if (operand?.value === undefined) {
      raise(call, "opaque", operand === undefined ? `${call.name} -c lacks its text` : decidedBy(operand))
      promoteAll(call, args.slice(rest))
      return
    }
    if (call.found.floors.length === 0) {
      call.found.transparent = true
      call.found.why = undefined
    }
    call.found.inner.push({ _tag: "Text", text: operand.value, dialect: language, span: operand.word.span })
    // What follows is the text's own $0, $1, …
    promoteAll(call, args.slice(rest + 1))
    return
  }
  if (operand !== undefined && !readsInput(operand)) {
    if (isStream(operand)) raise(call, "opaque", `${call.name} runs what ${operand.shown} says`)
    reach(call, operand, useOf("read"))
    promoteAll(call, args.slice(rest + 1))
    return
  }
  readInput(call, language)
}

interface ShellOptions {
  /** -c is given. */
  readonly command: boolean
  /** It only parses. */
  readonly parses: boolean
  /** The text after -c, or the script; `undefined` where its input is read. */
  readonly operand: Argument | undefined
  /** The operand's place among the arguments. */
  readonly rest: number
}

/** Reads a shell's options, of which some begin with a plus; every doubt is a floor. */
const readShellOptions = (call: Call): ShellOptions => {
  const { args } = call
  const prepared = prepare(shellOptions)
  const given: Array<GivenOption> = []
  let rest = 0
  let odd = false
  for (;;) {
    const from = skipPlusOptions(args, rest)
    const parsed = parseArguments(prepared, args, from)
    const doubt = from > rest ? "an option is switched off" : parsed.doubt
    if (doubt !== undefined) {
      odd = true
      raise(call, "opaque", `${call.name}: ${doubt}`)
      promoteAll(call, args)
    }
    given.push(...parsed.options)
    rest = parsed.rest
    const next = args[rest]
    if (next === undefined || !next.prefix.startsWith("+") || args[rest - 1]?.value === "--") break
  }
  // What a lone dash is behind ends the options as two do.
  if (args[rest]?.value === "-" && args[rest - 1]?.value !== "--") rest++
  for (const { spec, value } of given) {
    const doubtful = spec.name === "-o" && !shellModes.has(value?.value ?? "")
    const why = entryOf(shellDoubts, spec.name) ?? (doubtful ? "may change how it reads its text" : undefined)
    if (why !== undefined) raise(call, "opaque", `${call.name} ${spec.name} ${why}`)
    if (value !== undefined) reachKind(call, value, spec.kind)
  }
  // Each `o` takes a word behind the cluster, whatever stands behind it within.
  const split = args.slice(0, rest).find(({ value }) => value !== undefined && /^-[A-Za-z]*[oO][A-Za-z]/.test(value))
  if (split !== undefined && !shellLongNames.has(split.value?.slice(1) ?? "")) {
    raise(call, "opaque", `${call.name}: ${split.shown} takes the words behind it`)
    promoteAll(call, args)
  }
  const has = (name: string): boolean => given.some(({ spec }) => spec.name === name)
  // bash takes its long names with one dash too: `-norc` is no cluster then.
  const long = args.slice(0, rest).find(({ value }) => value !== undefined && shellLongNames.has(value.slice(1)))
  if (long !== undefined) raise(call, "opaque", `${call.name}: ${long.shown} is a name or a cluster`)
  const input = has("-s") && !has("-c")
  return {
    command: has("-c"),
    parses: has("-n") && !has("-i") && !odd && long === undefined,
    operand: input ? undefined : args[rest],
    rest
  }
}

/** Answers the place after the options that begin with a plus, and their values. */
const skipPlusOptions = (args: ReadonlyArray<Argument>, from: number): number => {
  let at = from
  for (let prefix = args[at]?.prefix; prefix?.startsWith("+") === true; prefix = args[at]?.prefix) {
    at += 1 + (prefix.match(/[oO]/g)?.length ?? 0)
  }
  return Math.min(at, args.length)
}

const decidedBy = (argument: Argument): string => `what runs is decided by ${argument.shown}`

/** A shell of another language: of the text it is given, what stands there as commands everywhere is looked at. */
const readForeign = (call: Call): void => {
  const { args, found, name } = call
  raise(call, "opaque", `what ${name} runs is another language than bash's`)
  promoteAll(call, args)
  const at = args.findIndex(({ prefix }) => /^-[A-Za-z]*c$|^--command(?:=|$)|^-[Cc]ommand$|^\/[CcKk]$/.test(prefix))
  const option = args[at]
  const attached = option?.value?.startsWith("--command=") === true ? dropFirst(option, 10) : undefined
  const texts = option === undefined ? [] : attached === undefined ? args.slice(at + 1) : [attached]
  const input = option === undefined ? inputOf(call.command) : undefined
  found.glimpse = "here"
  for (const { value, word } of texts.slice(0, 1)) {
    if (value !== undefined) found.inner.push({ _tag: "Text", text: value, dialect: "posix", span: word.span })
  }
  if (input !== undefined) found.inner.push({ _tag: "Text", text: input.text, dialect: "posix", span: input.span })
}

/** A shell that reads commands: what of them stands in the text is looked at, and it stays opaque. */
const readInput = (call: Call, language: "bash" | "posix"): void => {
  raise(call, "opaque", `${call.name} runs what its input says`)
  const input = inputOf(call.command)
  if (input === undefined) return
  if (!input.certain) call.found.glimpse = "here"
  call.found.inner.push({ _tag: "Text", text: input.text, dialect: language, span: input.span })
}

const grammars = new WeakMap<Interpreter, Grammar>()

/** The interpreter's options as a grammar, the same each time, so that it is made ready once. */
const grammarOf = (interpreter: Interpreter): Grammar => {
  const known = grammars.get(interpreter)
  if (known !== undefined) return known
  const { oneDash, options } = interpreter
  const made: Grammar = { options, posix: true, operands: "text*", ...(oneDash === true ? { oneDash } : {}) }
  grammars.set(interpreter, made)
  return made
}

/** Its options, which one that names what runs may end: behind `-m MODULE` all words are the module's own. */
const parseInterpreter = (interpreter: Interpreter, args: ReadonlyArray<Argument>): ParsedArguments => {
  const prepared = prepare(grammarOf(interpreter))
  const { ends } = interpreter
  const at = ends === undefined ? -1 : args.findIndex(({ value }) => value !== undefined && ends.test(value))
  if (ends === undefined || at < 0) return parseArguments(prepared, args)
  const attached = args[at]?.value?.replace(ends, "") !== ""
  const front = args.slice(0, at + (attached ? 1 : 2))
  const parsed = parseArguments(prepared, front)
  return parsed.rest === front.length ? parsed : parseArguments(prepared, args)
}

/** Reads an interpreter: a script file is a program and a path, all else is opaque. */
export const readInterpreter = (call: Call, interpreter: Interpreter): void => {
  const { name } = call
  const { limits } = interpreter
  const args =
    limits === undefined ? call.args : call.args.filter(({ value }) => value === undefined || !limits.test(value))
  const [only] = args
  if (args.length === 1 && only?.value !== undefined && interpreter.tells.includes(only.value)) return
  unproven(call, `${name} runs a program`)
  const parsed = parseInterpreter(interpreter, args)
  if (parsed.doubt !== undefined) {
    raise(call, "opaque", `${name}: what it runs is not read`)
    promoteAll(call, args)
    return
  }
  readOptions(call, parsed)
  const instead = interpreter.instead !== undefined && isGiven(parsed, ...interpreter.instead)
  const script = args[parsed.rest]
  if (!instead && (script === undefined || readsInput(script))) {
    raise(call, "opaque", `${name} runs what its input says`)
  } else if (script !== undefined && !instead) {
    if (isStream(script)) raise(call, "opaque", `${name} runs what ${script.shown} says`)
    reach(call, script, useOf("read"))
  }
  promoteAll(call, args.slice(instead ? parsed.rest : parsed.rest + 1))
}

/** Reads `eval`: its words, joined, are text for this very shell. */
export const readEval = (call: Call): void => {
  const { args } = call
  const words = args[0]?.value === "--" ? args.slice(1) : args
  const [first] = words
  if (first === undefined) return
  if (first.prefix.startsWith("-") || words.some(({ value }) => value === undefined)) {
    raise(call, "opaque", "what eval runs is decided by an expansion")
    promoteAll(call, args)
    call.found.glimpse = "here"
    for (const text of choices(words)) {
      call.found.inner.push({ _tag: "Text", text, dialect: "bash", span: first.word.span })
    }
    return
  }
  call.found.transparent = true
  const text = words.map(({ value }) => value ?? "").join(" ")
  call.found.inner.push({ _tag: "Text", text, dialect: "bash", span: first.word.span })
}

const maxChoices = 16

/** The texts that words may make together, where all of them stand in the text; none where they do not. */
const choices = (words: ReadonlyArray<Argument>): ReadonlyArray<string> => {
  let texts: ReadonlyArray<string> = [""]
  for (const { values } of words) {
    if (values === undefined || values.some(({ glob }) => glob)) return []
    texts = texts.flatMap((text) => values.map(({ path }) => `${text}${text === "" ? "" : " "}${path}`))
    if (texts.length > maxChoices) return []
  }
  return texts
}

/** Reads `trap`: its text runs when a signal comes. */
export const readTrap = (call: Call): void => {
  const args = call.args[0]?.value === "--" ? call.args.slice(1) : call.args
  const [action] = args
  if (action === undefined || action.value === "-p" || action.value === "-l" || action.value === "-P") return
  // One word, or a number, resets signals; so do a dash and nothing.
  if (args.length === 1 || action.value === "-" || action.value === "") return
  if (action.value === undefined) {
    raise(call, "opaque", decidedBy(action), action.word.span)
    return
  }
  call.found.transparent = true
  call.found.inner.push({ _tag: "Text", text: action.value, dialect: "bash", span: action.word.span })
}

/** Reads `source` and `.`: a file that runs in this very shell. */
export const readSource = (call: Call): void => {
  const args = call.args[0]?.value === "--" ? call.args.slice(1) : call.args
  const [file] = args
  unproven(call, `${call.name} runs a file in this shell`)
  raise(call, "opaque", `${call.name} runs a file that is not read`)
  if (file !== undefined && readsInput(file)) readInput(call, "bash")
  else if (file !== undefined) reach(call, file, useOf("read"))
  for (const argument of args.slice(1)) promote(call, argument)
}
