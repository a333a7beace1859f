/**
 * Whether what a program hands to others stands in the text and reads one way only.
 */
import { type Client, shellWords, type Wrapper } from "../../knowledge/wrappers.ts"
import type { Argument } from "./Argument.ts"
import { parseArguments } from "./Options.ts"
import { prepare } from "./OptionSyntax.ts"
import { part } from "./WrapperArguments.ts"

/** Words, and the operators between commands. */
const plainWords = /^[\w./:@%+,-]+(?:(?: +| *(?:&&|\|\||[;|]) *)[\w./:@%+,-]+)*$/

/** Answers whether all that a wrapper has another shell run stands in words that any shell reads alike. */
export const isPlainly = (wrapper: Wrapper, args: ReadonlyArray<Argument>): boolean => {
  const { plainly } = wrapper
  if (plainly === undefined) return false
  const { at, hides, parsed } = part(wrapper, args)
  if (hides || parsed.strange.length > 0 || !parsed.options.every(({ spec }) => plainly.options.includes(spec.name)))
    return false
  const words = args.slice(at)
  if (words.length === 0 || words.some(({ value }) => value === undefined)) return false
  const text = words.map(({ value }) => value ?? "").join(" ")
  if (!plainWords.test(text)) return false
  return text.split(/&&|\|\||[;|]/).every((command) => !shellWords.has(command.trim().split(" ", 1)[0] ?? ""))
}

/** Answers whether all that a client sends stands in the text, and makes it run nothing here. */
export const isStatement = (client: Client, args: ReadonlyArray<Argument>): boolean => {
  const { connects, operands, runs, statements, tells } = client
  const parsed = parseArguments(prepare({ options: client.options, operands: "text*" }), args)
  if (parsed.doubt !== undefined || parsed.strange.length > 0) return false
  const places = parsed.options.map(({ spec, value }) => (connects?.includes(spec.name) === true ? value : undefined))
  for (const place of [...parsed.operands, ...places]) {
    if (place !== undefined && (place.value === undefined || !operands.test(place.value))) return false
  }
  if (statements === undefined) return parsed.operands.length > 0
  const given = parsed.options.flatMap(({ spec, value }) => (statements.includes(spec.name) ? [value?.value] : []))
  const harmless = (text: string | undefined): boolean =>
    text !== undefined && (tells?.test(text) === true || !(text.includes("\\") || runs?.test(text) === true))
  return given.length > 0 && given.every(harmless)
}
