/**
 * Looks among a program's words for what makes it run another program, or code.
 */
import { crossTools, idle, idleFiles, type Peril, perils, usualPrograms } from "../../knowledge/perils.ts"
import { type Argument, dropFirst, wordOf } from "./Argument.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { environmentFloor } from "./Environment.ts"
import { promoteAll, reach, useOf } from "./Operands.ts"
import { entryOf } from "./Tables.ts"

/** `gcc-12` is gcc, `python3.12` is python, `arm-none-eabi-gcc` is gcc. */
const perilOf = (name: string): Peril | undefined => {
  const known = entryOf(perils, name)
  if (known !== undefined) return known
  const plain = /\d$/.test(name) ? name.replace(/-?[\d.]+$/, "") : name
  return entryOf(perils, plain) ?? entryOf(perils, crossTools.exec(plain)?.[1] ?? "")
}

/** How many words are looked at together. */
const window = 4

const prefixOf = ({ prefix }: Argument): string => prefix

/** Raises a floor for each of a program's words that makes it run more than its name says. */
export const readPerils = (call: Call): void => {
  const peril = perilOf(call.name)
  if (peril === undefined) return
  const end = peril.ends === true ? call.args.findIndex(({ value }) => value === "--") : -1
  const args = end < 0 ? call.args : call.args.slice(0, end)
  const words = args.map(prefixOf)
  if (peril.opens?.test(call.args.map(prefixOf).join("\0")) === true) raiseCode(call)
  if (peril.glimpses !== undefined) glimpses(call, args, peril.glimpses.exec(words.join("\0"))?.[0])
  for (const [at, argument] of args.entries()) {
    // A word that an expansion decides ends what is known.
    const known = argument.value === undefined ? words.slice(at, at + 1) : words.slice(at, at + window)
    const text = known.join("\0")
    if (peril.code?.test(text) === true) raiseCode(call, argument)
    const match = peril.runs?.exec(text)
    if (match !== undefined && match !== null) runs(call, args.slice(at), match[0].length)
    if (peril.assigns !== undefined) assigns(call, argument, peril.assigns)
  }
}

/** Words, with a `\0` between, of which those behind a text may be a command. */
const glimpses = (call: Call, words: ReadonlyArray<Argument>, before: string | undefined): void => {
  if (before === undefined) return
  const parts = before.split("\0")
  const [first, ...rest] = words.slice(parts.length - 1)
  if (first === undefined) return
  const command = {
    assignments: [],
    words: [dropFirst(first, parts.at(-1)?.length ?? 0), ...rest].map(wordOf),
    redirects: [],
    piped: false,
    span: call.command.span
  }
  call.found.glimpse ??= "here"
  call.found.inner.push({ _tag: "Command", command })
}

const raiseCode = (call: Call, at?: Argument): void =>
  raise(call, "opaque", `${call.name}: what it runs is not read`, at?.word.span)

/** Words of which the first `length` characters are an option's name: what follows, attached or the next word, is run. */
const runs = (call: Call, words: ReadonlyArray<Argument>, length: number): void => {
  const [option] = words
  if (option === undefined) return
  let left = length
  let value: Argument | undefined
  for (const word of words) {
    if (left < word.prefix.length || word.value === undefined) {
      value = dropFirst(word, left)
      break
    }
    left = Math.max(0, left - word.prefix.length - 1)
  }
  if (usualPrograms.test(value?.value ?? "")) return
  raise(call, "executing-environment", `${call.name} ${option.shown} makes another program run`, option.word.span)
  if (value?.value === undefined) return
  call.found.glimpse ??= "here"
  call.found.inner.push({ _tag: "Text", text: value.value, dialect: "posix", span: value.word.span })
}

/** What a shell, or make itself, makes more of than words. */
const lively = /[$`;&|<>()\n]/

/** `NAME=VALUE`, of which make has a shell read the value where a recipe names it. GNU make manual, 9.5. */
const assigns = (call: Call, argument: Argument, programs: RegExp): void => {
  const [whole, name = "", operator = ""] = /^([\w.-]+)\s*([:?+!]*)=\s*/.exec(argument.prefix) ?? []
  if (whole === undefined) return
  const { value } = dropFirst(argument, whole.length)
  const { span } = argument.word
  const floor = environmentFloor(name, value, span)
  if (floor !== undefined) call.found.floors.push(floor)
  else if (operator.includes("!") || programs.test(name) || (value !== undefined && lively.test(value))) {
    raise(call, "executing-environment", `${call.name} ${argument.shown} makes another program run`, span)
  } else return
  unproven(call, `${call.name} is given ${name}`)
  if (value === undefined) return
  call.found.glimpse ??= "here"
  call.found.inner.push({ _tag: "Text", text: value, dialect: "posix", span })
}

/** Answers whether a program that can run anything is given words with which it does not, and reads them then. */
export const readIdle = (call: Call): boolean => {
  const pattern = entryOf(idle, call.name)
  if (pattern === undefined) return false
  if (call.args.some(({ value }) => value === undefined)) return false
  if (!pattern.test(call.args.map(prefixOf).join("\0"))) return false
  unproven(call, `${call.name} does more than read`)
  promoteAll(call, call.args)
  const file = call.args.find(({ prefix }) => !prefix.startsWith("-"))
  if (file !== undefined && idleFiles.has(call.name)) reach(call, file, useOf("any"))
  return true
}
