/**
 * What `${NAME…}` makes of values, by the text behind the name.
 *
 * bash manual, section 3.5.3 (Shell Parameter Expansion).
 */
import { matcherOf, unescapeGlob } from "../Globs.ts"
import type { Fields } from "./Guess.ts"

/** The values a parameter may have. */
export interface Values {
  readonly lists: ReadonlyArray<Fields>
  /** It yields all elements of a list, `${a[@]}` or `$@`, which begin at this place; otherwise `undefined`. */
  readonly several: 0 | 1 | undefined
  /** The values are known, not guessed. */
  readonly certain: boolean
}

/** The longest value that is cut; the longest value and pattern whose every stretch is tried. */
const maxCut = 128
const maxTried = 24

/** Answers what an operation makes of the values; what it cannot tell leaves them as they are. */
export const transform = (
  { certain, lists, several }: Values,
  operation: string,
  operand: (source: string) => ReadonlyArray<Fields>
): ReadonlyArray<Fields> => {
  const each = (change: (value: string) => string): ReadonlyArray<Fields> => lists.map((fields) => fields.map(change))
  const [, instead, source = ""] = /^(:?[-=+])(.*)$/su.exec(operation) ?? []
  if (instead?.endsWith("+") === true) return operand(source)
  if (instead !== undefined) {
    const holds = certain && lists.every(([first = ""]) => first !== "")
    return holds ? lists : [...lists, ...operand(source)]
  }
  const [, offset, length] = /^:\s*\(?(-?\d+)\)?(?::\s*(-?\d+))?$/u.exec(operation) ?? []
  if (offset !== undefined) {
    const from = Number(offset)
    const to = length === undefined ? undefined : Number(length)
    if (several !== undefined) return lists.map((fields) => slice(fields, from > 0 ? from - several : from, to))
    return each((value) => slice([...value], from, to).join(""))
  }
  const [, ends, pattern] = /^(##?|%%?)(.*)$/su.exec(operation) ?? []
  if (ends !== undefined && pattern !== undefined) return each((value) => withoutEnd(value, ends, unquoted(pattern)))
  const [, where, rest] = /^\/([/#%]?)(.*)$/su.exec(operation) ?? []
  if (where !== undefined && rest !== undefined) {
    const slash = rest.search(/(?<!\\)\//u)
    const what = unquoted(slash < 0 ? rest : rest.slice(0, slash))
    const by = slash < 0 ? "" : (operand(rest.slice(slash + 1))[0] ?? []).join(" ")
    return each((value) => replaced(value, where, what, by))
  }
  switch (/^(,,?|\^\^?|~~?|@[LUu])/u.exec(operation)?.[0]) {
    case ",,":
    case "@L":
      return each((value) => value.toLowerCase())
    case "^^":
    case "@U":
      return each((value) => value.toUpperCase())
    case ",":
      return each((value) => value.charAt(0).toLowerCase() + value.slice(1))
    case "^":
    case "@u":
      return each((value) => value.charAt(0).toUpperCase() + value.slice(1))
    case "~~":
      return each((value) => [...value].map(swapped).join(""))
    case "~":
      return each((value) => swapped(value.charAt(0)) + value.slice(1))
    default:
      return lists
  }
}

const swapped = (one: string): string => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())

const slice = (all: ReadonlyArray<string>, from: number, length: number | undefined): ReadonlyArray<string> => {
  const start = from < 0 ? Math.max(all.length + from, 0) : from
  return all.slice(start, length === undefined || length < 0 ? length : start + length)
}

/** A pattern with its quotes taken away. */
const unquoted = (pattern: string): string => pattern.replace(/["']/gu, "")

const isPlain = (pattern: string): boolean => !/[*?[]/u.test(pattern.replace(/\\./gsu, ""))

const withoutEnd = (value: string, ends: string, pattern: string): string => {
  if (value.length > maxCut || pattern.length > maxCut) return value
  const front = ends.startsWith("#")
  const matches = matcherOf(pattern)
  const cuts = Array.from({ length: value.length + 1 }, (_, at) => at)
  // The shortest end first, or the longest.
  for (const cut of ends.length === 1 ? cuts : cuts.toReversed()) {
    const [end, rest] = front
      ? [value.slice(0, cut), value.slice(cut)]
      : [value.slice(value.length - cut), value.slice(0, value.length - cut)]
    if (matches(end)) return rest
  }
  return value
}

const replaced = (value: string, where: string, pattern: string, by: string): string => {
  if (pattern === "" || value.length > maxCut) return value
  if (isPlain(pattern)) {
    const plain = unescapeGlob(pattern)
    if (where === "/") return value.replaceAll(plain, () => by)
    if (where === "#") return value.startsWith(plain) ? by + value.slice(plain.length) : value
    if (where === "%") return value.endsWith(plain) ? value.slice(0, value.length - plain.length) + by : value
    return value.replace(plain, () => by)
  }
  if (value.length > maxTried || pattern.length > maxTried) return value
  const matches = matcherOf(pattern)
  let text = ""
  let at = 0
  while (at < value.length) {
    const end = longest(value, at, matches)
    const met = end > at && (where !== "#" || at === 0) && (where !== "%" || end === value.length)
    if (met) text += by
    else text += value.charAt(at)
    at = met ? end : at + 1
    if (met && where === "") return text + value.slice(at)
  }
  return text
}

const longest = (value: string, from: number, matches: (text: string) => boolean): number => {
  for (let end = value.length; end > from; end--) if (matches(value.slice(from, end))) return end
  return from
}
