/**
 * What a word becomes when bash expands it, as far as the text tells.
 *
 * bash manual, section 3.5: braces, then tilde, then variables, then splitting, then globs.
 */
import { escapeGlob, unescapeGlob } from "../Globs.ts"
import type { VariableValue, Work } from "./Reading.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** One string a word may become; with `glob` it still holds an unquoted glob, and a backslash quotes what follows it. */
export interface LiteralValue {
  readonly path: string
  readonly glob: boolean
}

/** Every string a word may become, or that the text does not tell. */
export type LiteralValues =
  | { readonly known: true; readonly values: ReadonlyArray<LiteralValue> }
  | { readonly known: false }

/** What is known of variables. */
export interface Known {
  readonly variables: ReadonlyMap<string, VariableValue>
  /** One that is absent may have been given a value all the same. */
  readonly lost?: boolean | undefined
  /** Variables that may be arrays. */
  readonly arrays?: ReadonlySet<string> | undefined
  /** When it is spent, no word that expands is known. */
  readonly work?: Work | undefined
}

/** What a value costs besides its length. */
const valueCost = 32

/** Counts what values cost; answers whether there was that much left. */
const spend = (work: Work | undefined, values: ReadonlyArray<string>): boolean => {
  if (work === undefined) return true
  for (const { length } of values) work.left -= length + valueCost
  return work.left >= 0
}

/** The most strings one word is followed into. */
const maxValues = 64

const unknown: LiteralValues = { known: false }
const splits = /[\s*?[\]\\]/u

/** Answers every string a word may become: as arguments, so that braces and known variables may make several. */
export const literalValues = (word: ShellWord, known: Known): LiteralValues => {
  if (word.value !== undefined) return { known: true, values: [{ path: word.value, glob: false }] }
  const { work } = known
  if (work !== undefined && work.left < 0) return unknown
  const [only] = word.pieces
  if (word.pieces.length === 1 && only?._tag === "Variable" && !only.quoted) return splitVariable(only.name, known)
  let values: ReadonlyArray<LiteralValue> = [{ path: "", glob: false }]
  const globs = word.pieces.some(mayGlob)
  for (const [index, piece] of word.pieces.entries()) {
    const found = index === 0 && word.tilde !== undefined ? home(word.tilde, piece, known) : alternatives(piece, known)
    // Beside a glob, what stands for itself must not look like one.
    const next = globs ? found?.map(quoted) : found
    if (next === undefined || values.length * next.length > maxValues) return unknown
    if (work !== undefined) work.left -= values.length * next.length * valueCost
    const [single] = next
    values =
      next.length === 1 && single !== undefined
        ? values.map((value) => append(value, single))
        : values.flatMap((value) => next.map((one) => append(value, one)))
  }
  // A brace expansion comes first, so that a tilde it yields in front still expands.
  if (only?._tag === "Brace" && values.some(({ path }) => path.startsWith("~"))) {
    const [where] = known.variables.get("HOME") ?? []
    const [, next] = word.pieces
    // Beside anything but a slash it may be no tilde of a home, or none that expands.
    const ends = next === undefined || (next._tag === "Literal" && !next.quoted && next.value.startsWith("/"))
    if (!ends || where === undefined || values.some(({ path }) => /^~[^/]/u.test(path))) return unknown
    values = values.map((value) =>
      value.path.startsWith("~") ? { ...value, path: where + value.path.slice(1) } : value
    )
  }
  // Of alternatives some may hold no glob.
  if (globs) values = values.map((value) => (value.glob ? value : { path: unescapeGlob(value.path), glob: false }))
  return { known: true, values }
}

const mayGlob = (piece: Piece): boolean =>
  piece._tag === "Glob" || (piece._tag === "Brace" && /[*?[]/u.test(piece.text))

const quoted = (value: LiteralValue): LiteralValue =>
  value.glob ? value : { path: escapeGlob(value.path), glob: false }

/** Answers every string that assigning a word may give a variable: nothing splits, and no glob expands. */
export const assignedValues = (word: ShellWord, known: Known): VariableValue => {
  if (word.value !== undefined) return [word.value]
  const [only] = word.pieces
  if (word.pieces.length === 1 && only !== undefined) {
    if (only._tag === "Variable") return known.variables.get(only.name)
    if (only._tag === "Unknown") return yieldsInteger(only.text) ? "integer" : undefined
  }
  const result = literalValues({ ...word, pieces: word.pieces.map(quote) }, known)
  return result.known ? result.values.map(({ path }) => path) : undefined
}

/** Answers whether an expansion yields a whole number whatever happens. */
export const yieldsInteger = (text: string): boolean =>
  isArithmetic(text) || text.startsWith("$[") || /^\$(?:[#?$!]|\{[#?$!]\}|\{#(?:\w+(?:\[[@*]\])?|[@*])\})$/u.test(text)

/** Whether it is arithmetic to bash, and no substitution that begins with a subshell: `$((k1); k2)`. */
const isArithmetic = (text: string): boolean => {
  if (!text.startsWith("$((") || !text.endsWith("))")) return false
  let depth = 0
  for (const character of text.slice(3, -2)) {
    if (character === "(") depth++
    else if (character === ")") depth--
    if (depth < 0 || "'\"\\`".includes(character)) return false
  }
  return depth === 0
}

const quote = (piece: Piece): Piece => {
  switch (piece._tag) {
    case "Variable":
      return { ...piece, quoted: true }
    case "Glob":
      return { _tag: "Literal", value: piece.text, quoted: true }
    default:
      return piece
  }
}

const append = (value: LiteralValue, next: LiteralValue): LiteralValue => ({
  path: value.path + next.path,
  glob: value.glob || next.glob
})

const alternatives = (piece: Piece, known: Known): ReadonlyArray<LiteralValue> | undefined => {
  switch (piece._tag) {
    case "Literal":
      return [{ path: piece.value, glob: false }]
    case "Glob":
      // A bracket expression with an expansion in it may be any.
      return piece.text.includes("$") || piece.text.includes("`") ? undefined : [{ path: piece.text, glob: true }]
    case "Variable": {
      const value = known.variables.get(piece.name)
      if (value === undefined || value === "integer" || !spend(known.work, value)) return undefined
      if (!piece.quoted && (known.variables.has("IFS") || value.some((one) => one === "" || splits.test(one)))) {
        return undefined
      }
      return value.map((path) => ({ path, glob: false }))
    }
    case "Brace":
      return expandBraces(piece.text)?.map((path) => ({ path, glob: /[*?[]/u.test(path) }))
    case "Unknown":
      return undefined
  }
}

/** A variable that is a word of its own: it splits, and when empty it is no word at all. */
const splitVariable = (name: string, known: Known): LiteralValues => {
  const value = known.variables.get(name)
  if (value === undefined || value === "integer" || known.variables.has("IFS")) return unknown
  if (!spend(known.work, value)) return unknown
  const values: Array<LiteralValue> = []
  for (const one of value) {
    if (one.includes("\\")) return unknown
    for (const field of one.split(/[ \t\n]+/u)) {
      if (field !== "") values.push({ path: field, glob: /[*?[]/u.test(field) })
    }
    if (values.length > maxValues) return unknown
  }
  return { known: true, values }
}

/** The piece an unquoted tilde opens. */
const home = (tilde: string, piece: Piece, known: Known): ReadonlyArray<LiteralValue> | undefined => {
  if (piece._tag !== "Literal") return undefined
  const name = tilde === "" ? "HOME" : tilde === "+" ? "PWD" : undefined
  const value = name === undefined ? undefined : known.variables.get(name)
  if (value === undefined || value === "integer") return undefined
  const rest = piece.value.slice(1 + tilde.length)
  return value.map((where) => ({ path: where + rest, glob: false }))
}

/**
 * Answers what a brace expansion yields; `undefined` when it holds quotes or expansions, or yields too many.
 *
 * @param text Source text that begins with `{` and ends with `}`.
 */
export const expandBraces = (text: string): ReadonlyArray<string> | undefined => {
  if (/[$`'"\\]|[<>]\(/u.test(text) || !text.startsWith("{") || !text.endsWith("}")) return undefined
  const items = splitItems(text.slice(1, -1))
  if (items === undefined) return undefined
  if (items.length === 1) return expandRange(items[0] ?? "")
  const values: Array<string> = []
  for (const item of items) {
    const expanded = expandItem(item)
    if (expanded === undefined || values.length + expanded.length > maxValues) return undefined
    values.push(...expanded)
  }
  return values
}

/** Splits at the commas outside inner braces. */
const splitItems = (text: string): ReadonlyArray<string> | undefined => {
  const items: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "{") depth++
    else if (character === "}") depth--
    else if (character === "," && depth === 0) {
      items.push(text.slice(from, at))
      from = at + 1
    }
    if (depth < 0 || depth > 8) return undefined
  }
  if (depth !== 0) return undefined
  items.push(text.slice(from))
  return items
}

const expandItem = (item: string): ReadonlyArray<string> | undefined => {
  const open = item.indexOf("{")
  if (open < 0) return [item]
  let depth = 0
  let close = open
  for (; close < item.length; close++) {
    if (item.charAt(close) === "{") depth++
    else if (item.charAt(close) === "}" && --depth === 0) break
  }
  const middle = expandBraces(item.slice(open, close + 1))
  const rest = expandItem(item.slice(close + 1))
  if (middle === undefined || rest === undefined || middle.length * rest.length > maxValues) return undefined
  const front = item.slice(0, open)
  return middle.flatMap((one) => rest.map((end) => front + one + end))
}

const expandRange = (text: string): ReadonlyArray<string> | undefined => {
  const found = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,6}))?$/u.exec(text)
  const [, first, last, by] = found ?? []
  if (first === undefined || last === undefined) return undefined
  const numbers = /\d/u.test(first) && /\d/u.test(last)
  const letters = first.length === 1 && last.length === 1 && /[A-Za-z]/u.test(first) && /[A-Za-z]/u.test(last)
  // Zeros in front pad every number, and between cases stand other characters: neither is worth following.
  if ((!numbers && !letters) || /^-?0\d|^-?0\d/u.test(first) || /^-?0\d/u.test(last)) return undefined
  if (letters && /[a-z]/u.test(first) !== /[a-z]/u.test(last)) return undefined
  const from = numbers ? Number(first) : first.charCodeAt(0)
  const to = numbers ? Number(last) : last.charCodeAt(0)
  const step = Math.max(1, Math.abs(Number(by ?? "1")))
  if (Math.abs(to - from) / step >= maxValues) return undefined
  const values: Array<string> = []
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? step : -step) {
    values.push(numbers ? String(at) : String.fromCharCode(at))
  }
  return values
}
