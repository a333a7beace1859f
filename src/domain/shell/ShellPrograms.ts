/**
 * Shells, interpreters and the builtins that run text: what they would run, where the text tells it.
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import { type Interpreter, shellOptions, shells } from "../../knowledge/wrappers.ts"
import type { Argument } from "./Argument.ts"
import { readOptions } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { promote, promoteAll, reach, useOf } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { isGiven, parseArguments } from "./Options.ts"

/** Reads a shell: `bash -c TEXT`, `bash FILE`, or what its standard input tells. */
export const readShell = (call: Call): void => {
  const language = shells[call.name] ?? "opaque"
  const { args } = call
  if (args.length === 1 && (args[0]?.value === "--version" || args[0]?.value === "--help")) return
  unproven(call, `${call.name} runs a script`)
  if (language === "opaque") {
    raise(call, "opaque", `what ${call.name} runs is another language than bash's`)
    promoteAll(call, args)
    return
  }
  const at = skipPlusOptions(args)
  const parsed = parseArguments(prepare(shellOptions), args, at)
  if (at > 0 || parsed.doubt !== undefined) {
    raise(call, "opaque", `${call.name}: ${parsed.doubt ?? "an option is switched off"}`)
    promoteAll(call, args)
  }
  const operand = args[parsed.rest]
  if (isGiven(parsed, "-c")) {
    if (operand?.value === undefined) {
      raise(call, "opaque", operand === undefined ? `${call.name} -c lacks its text` : decidedBy(operand))
      promoteAll(call, args.slice(parsed.rest))
      return
    }
    if (call.found.floors.length === 0) {
      call.found.transparent = true
      call.found.why = undefined
    }
    call.found.inner.push({ _tag: "Text", text: operand.value, dialect: language, span: operand.word.span })
    // What follows is the text's own $0, $1, …
    promoteAll(call, args.slice(parsed.rest + 1))
    return
  }
  if (operand !== undefined && !readsInput(operand)) {
    reach(call, operand, useOf("read"))
    promoteAll(call, args.slice(parsed.rest + 1))
    return
  }
  readInput(call, language)
}

const readsInput = ({ value }: Argument): boolean => value === "-" || value === "/dev/stdin" || value === "/dev/fd/0"

const skipPlusOptions = (args: ReadonlyArray<Argument>): number => {
  let at = 0
  while (args[at]?.prefix.startsWith("+")) at++
  return at
}

const decidedBy = (argument: Argument): string => `what runs is decided by ${argument.shown}`

/** A shell that reads commands: a here-string or here-document in the text is looked at, and it stays opaque. */
const readInput = (call: Call, language: "bash" | "posix"): void => {
  raise(call, "opaque", `${call.name} runs what its input says`)
  const input = call.command.redirects.findLast(
    ({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0
  )
  if (input === undefined) return
  const text =
    input.operator === "<<<" ? input.target?.value : input.body?.expands === false ? input.body.text : undefined
  if (text !== undefined) call.found.inner.push({ _tag: "Text", text, dialect: language, span: input.span })
}

/** Reads an interpreter: a script file is a program and a path, all else is opaque. */
export const readInterpreter = (call: Call, interpreter: Interpreter): void => {
  const { args, name } = call
  const [only] = args
  if (args.length === 1 && only?.value !== undefined && interpreter.tells.includes(only.value)) return
  unproven(call, `${name} runs a program`)
  const grammar: Grammar = {
    options: interpreter.options,
    posix: true,
    operands: "text*",
    ...(interpreter.oneDash === true ? { oneDash: true } : {})
  }
  const parsed = parseArguments(prepare(grammar), args)
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
  } else if (script !== undefined && !instead) reach(call, script, useOf("read"))
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
    return
  }
  call.found.transparent = true
  const text = words.map(({ value }) => value ?? "").join(" ")
  call.found.inner.push({ _tag: "Text", text, dialect: "bash", span: first.word.span })
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
  if (file !== undefined) reach(call, file, useOf("read"))
  for (const argument of args.slice(1)) promote(call, argument)
}
