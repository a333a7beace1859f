/**
 * What reading a tree carries along: the text, where the reader stands in it, and what was found so far.
 */
import type { ParsedScript } from "unbash"
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { Flow } from "./Flow.ts"
import { maxInside, maxParts, maxUnits, maxWords, unread } from "./Guard.ts"

/** What is found while reading, shared by all readers of one text. */
interface Findings {
  readonly floors: Array<Floor>
  units: number
  words: number
  /** Parts of words that were read. */
  parts: number
  /** Characters inside words that were read. */
  inside: number
  full: boolean
  readonly functions: Array<{ readonly name: string; readonly body: Flow }>
  /** No command word was met yet. */
  empty: boolean
}

/** What was met inside a substitution, without the substitutions within it. */
interface Substituted {
  /** Whether it stands in double quotes, or in a substitution that does. */
  readonly quoted: boolean
  hereDocument: boolean
}

/** A reader of one source: the text itself, or what an escaped backtick decodes to. */
export interface Reader {
  readonly source: string
  /** Where everything stands when positions in `source` mean nothing outside it. */
  readonly within: Span | undefined
  /** Whether the text holds characters that a person takes for blanks, or does not see. */
  readonly strange: boolean
  /** What was met in the substitution around, if there is one: bash reads some things otherwise there. */
  readonly substituted: Substituted | undefined
  /** Whether double quotes or a here-document stand around, where other quotes may be plain characters. */
  readonly quoted: boolean
  /** Whether standard input may be a pipe or a redirect. */
  readonly piped: boolean
  readonly found: Findings
  /** Reads a script inside a word, as what runs in a shell of its own. */
  readonly script: (script: ParsedScript, reader: Reader) => Flow
}

/** Answers where a node of `reader.source` stands in the text. */
export const spanOf = ({ source, within }: Reader, node: { readonly pos: number; readonly end: number }): Span =>
  // Behind what the text does not close the parser may put an end past the text's.
  within ?? { start: Math.min(node.pos, source.length), end: Math.min(node.end, source.length) }

/** Records that the tree is not to be believed whole. */
export const doubt = (reader: Reader, cause: string, node: { readonly pos: number; readonly end: number }): void => {
  // One is enough to ask; many would only cost.
  if (reader.found.floors.length < 16) reader.found.floors.push(unread(cause, spanOf(reader, node)))
}

const overflow = (found: Findings, cause: string): false => {
  if (!found.full) found.floors.push(unread(cause))
  found.full = true
  return false
}

/** Counts a stretch inside a word that is about to be read; answers whether it may be. */
export const enter = (reader: Reader, node: { readonly pos: number; readonly end: number }): boolean => {
  const { found } = reader
  found.inside += node.end - node.pos
  return found.inside <= maxInside || overflow(found, "the text nests too much")
}

/** Counts a simple command or a definition; answers whether it may be read. */
export const admit = ({ found }: Reader): boolean =>
  ++found.units <= maxUnits || overflow(found, `the text holds more than ${maxUnits} commands`)

/** Counts the parts of a word; answers whether they may be read. */
export const admitParts = ({ found }: Reader, count: number): boolean => {
  found.parts += count
  return found.parts <= maxParts || overflow(found, `its words have more than ${maxParts} parts`)
}

/** Counts a word of a simple command; answers whether it may be read. */
export const admitWord = ({ found }: Reader): boolean =>
  ++found.words <= maxWords || overflow(found, `the text holds more than ${maxWords} words`)
