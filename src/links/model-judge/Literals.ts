/**
 * The string literals in a text of any language: what stands between quotes, in every reading of them.
 *
 * Nothing is known of the language, so more is found than is there; each too many costs a prompt.
 */

/** A text between quotes. */
export interface Literal {
  readonly text: string
  /** It stands between two literals, where a quote in a comment may have turned what is quoted inside out. */
  readonly gap: boolean
}

/** A literal on the outermost level. */
export interface Outermost {
  readonly readings: ReadonlyArray<string>
  readonly gap: boolean
  /** The word in front of its opening quote. */
  readonly before: string
  /** Where its opening quote stands; -1 in a command line within the text. */
  readonly open: number
}

/** What becomes of a literal: it and what stands within it are told, what stands within it alone, or nothing of it. */
export type Taken =
  | "whole"
  | "within"
  | "not"
  /** It is a command line in this reading, whose own literals are outermost too. */
  | { readonly line: string }

/** What was found. */
export interface Literals {
  readonly found: ReadonlyArray<Literal>
  /** Set when the text holds more than is looked at. */
  readonly more: boolean
}

/** Quotes within quotes are followed so deep. */
const deepest = 4

/** How many characters are looked at, all levels and readings together. */
const mostRead = 256 * 1024

/** How many literals are kept. */
const mostFound = 256

interface Work {
  readonly found: Map<string, Literal>
  left: number
  more: boolean
}

/**
 * Answers the literals of a text, those within them too.
 *
 * @param text a command line, or with `payload` what another language reads: the body of a here-document is a literal
 *   in it, where a command line's is read by who reads command lines
 * @param take what becomes of each on the outermost level; with it the text's own quotes are read as bash reads them
 */
export const literalsIn = (text: string, payload = false, take?: (literal: Outermost) => Taken): Literals => {
  const work: Work = { found: new Map(), left: mostRead, more: false }
  look(text, 0, take, work)
  if (payload) noteHere(text, work)
  return { found: Array.from(work.found.values()), more: work.more }
}

const look = (text: string, depth: number, take: ((literal: Outermost) => Taken) | undefined, work: Work): void => {
  if (depth > deepest) {
    work.more = work.more || /["'`]/.test(text)
    return
  }
  for (const mode of modesOf(text, take !== undefined)) {
    work.left -= text.length
    if (work.left < 0) {
      work.more = true
      return
    }
    for (const { end, gap, open, start } of spansIn(text, mode)) {
      const content = text.slice(start, end)
      const readings = mode === "shell" ? [unquoted(content, text, open)] : readingsOf(content)
      const before = wordBefore(text, open)
      const taken = take?.({ readings, gap, before, open: depth === 0 ? open : -1 }) ?? "whole"
      if (taken === "not") continue
      if (typeof taken === "object") {
        look(taken.line, depth + 1, take, work)
        continue
      }
      for (const reading of readings) {
        if (taken === "whole" && !note({ text: reading.trim(), gap }, work)) return
        if (gap) continue
        look(reading, depth + 1, undefined, work)
        noteHere(reading, work)
      }
    }
  }
}

/** How quotes are read: with escapes in them, without, or as bash does (manual, section 3.1.2). */
type Mode = "escapes" | "plain" | "shell"

/** The body of a here-document in a command line may be of any language. */
const modesOf = (text: string, line: boolean): ReadonlyArray<Mode> =>
  line && !text.includes("<<") ? ["shell"] : text.includes("\\") ? ["escapes", "plain"] : ["plain"]

/** A word of a command line without its quotes. */
const unquoted = (content: string, text: string, open: number): string => {
  if (text[open] !== "'") return content.replace(/\\([$`"\\])|\\\n/g, "$1")
  return text[open - 1] === "$" ? (readingsOf(content).at(-1) ?? content) : content
}

/** More here-documents in one text are not told apart. */
const mostHere = 32

const hereDocument = /<<<?[~-]?(?:[ \t]{0,16}(["'`])([^"'`\n]{0,64})\1|(?:(?<=<<<)[ \t]{1,16})?([A-Za-z_]\w{0,63}))/g

/** Notes the bodies of the here-documents of a text, as Perl, Ruby, PHP and shells have them. */
const noteHere = (text: string, work: Work): void => {
  let seen = 0
  for (const { 2: quoted, 3: name = quoted ?? "", index } of text.matchAll(hereDocument)) {
    seen += 1
    work.left -= text.length - index
    if (seen > mostHere || work.left < 0) {
      work.more = true
      return
    }
    const start = text.indexOf("\n", index) + 1
    // A body may be indented, and so may its end.
    const end = start === 0 ? -1 : endOfHere(text, start, name)
    if (end >= 0) note({ text: text.slice(start, end).trim(), gap: false }, work)
  }
}

const endOfHere = (text: string, start: number, name: string): number => {
  for (let at = start; at < text.length;) {
    const next = text.indexOf("\n", at)
    const line = text.slice(at, next < 0 ? text.length : next).trim()
    if (line === name || line === `${name};`) return at
    if (next < 0) break
    at = next + 1
  }
  return -1
}

/** A text is told as it stands, and without what joins it to another that it may be put behind. */
const note = (literal: Literal, work: Work): boolean => {
  const alone = literal.text.replace(joints, "")
  return keep(literal, work) && (alone === literal.text || keep({ ...literal, text: alone }, work))
}

const joints = /^[\s;&|)}]+/

const keep = (literal: Literal, work: Work): boolean => {
  if (literal.text === "") return true
  const so = work.found.get(literal.text)
  if (so !== undefined) {
    if (so.gap && !literal.gap) work.found.set(literal.text, literal)
    return true
  }
  if (work.found.size >= mostFound) {
    work.more = true
    return false
  }
  work.found.set(literal.text, literal)
  return true
}

const wordBefore = (text: string, open: number): string =>
  /\S+$/u.exec(text.slice(Math.max(0, open - 32), open).trimEnd())?.[0] ?? ""

/** A literal's content, and where its opening quote begins. */
interface Quoted {
  readonly open: number
  readonly start: number
  readonly end: number
  readonly gap: boolean
}

/** The literals of one level, in one reading, in their order. */
const spansIn = (text: string, mode: Mode): ReadonlyArray<Quoted> => {
  const spans: Array<Quoted> = []
  const dead = new Set<string>()
  const doubtful = mayBeInsideOut(text)
  let after = 0
  for (let at = 0; at < text.length;) {
    if (mode !== "plain" && text[at] === "\\") {
      at += 2
      continue
    }
    const quoted =
      mode === "shell" ? wordAt(text, at, dead) : (quotedAt(text, at, mode, dead) ?? namedAt(text, at, dead))
    if (quoted === undefined) {
      at += 1
      continue
    }
    const { close, start, end } = quoted
    if (doubtful && after > 0 && /[A-Za-z0-9]/.test(text.slice(after, at))) {
      spans.push({ open: after, start: after, end: at, gap: true })
    }
    spans.push({ open: at, start, end, gap: false })
    at = close
    after = close
  }
  return spans
}

/** Whether a comment or a pattern may hold a quote that is none. */
const mayBeInsideOut = (text: string): boolean =>
  /#|\/\/|\/\*|\/[^\s/]{0,64}["'`]/.test(text) || (text.includes("--") && /\blua/.test(text))

/** Where a literal's content begins and ends, and where what follows it begins. */
interface Extent {
  readonly start: number
  readonly end: number
  readonly close: number
}

/** A quote of a command line's. */
const wordAt = (text: string, at: number, dead: Set<string>): Extent | undefined => {
  const quote = text[at]
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined
  return extentOf(text, at + 1, quote, quote !== "'" || text[at - 1] === "$", dead)
}

/** @param dead closing quotes that do not come any more, so that no one looks for them twice */
const quotedAt = (text: string, at: number, mode: Mode, dead: Set<string>): Extent | undefined => {
  const quote = text[at]
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined
  const triple = quote.repeat(3)
  const escapes = mode === "escapes"
  const long = text.startsWith(triple, at) ? extentOf(text, at + 3, triple, escapes, dead) : undefined
  return long ?? extentOf(text, at + 1, quote, escapes, dead)
}

const extentOf = (
  text: string,
  start: number,
  closing: string,
  escapes: boolean,
  dead: Set<string>
): Extent | undefined => {
  if (dead.has(closing)) return undefined
  for (let at = start; at < text.length; at++) {
    if (escapes && text[at] === "\\") at += 1
    else if (text.startsWith(closing, at)) return { start, end: at, close: at + closing.length }
  }
  dead.add(closing)
  return undefined
}

/** What ends a literal that a bracket begins; of any other character it is the same one. */
export const closings: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"]
])

/** `q(…)`, `qq{…}`, `qx/…/` of Perl, `%q(…)` and `%x[…]` of Ruby. */
const namedAt = (text: string, at: number, dead: Set<string>): Extent | undefined => {
  const code = text[at]
  if (code !== "q" && code !== "%") return undefined
  if (at > 0 && /[\w$@%&]/.test(text[at - 1] ?? "")) return undefined
  const name = (code === "q" ? /^q[qwxr]?/ : /^%[qQwWxirI]?/).exec(text.slice(at, at + 2))?.[0] ?? code
  const rest = text.slice(at + name.length, at + name.length + 8)
  const blanks = /^\s*/.exec(rest)?.[0].length ?? 0
  const opening = rest[blanks]
  if (opening === undefined || !/[([{<|!/#^~]/.test(opening) || (opening === "#" && blanks > 0)) return undefined
  return extentOf(text, at + name.length + blanks + 1, closings.get(opening) ?? opening, false, dead)
}

const escape = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|([0-7]{1,3})|([\s\S]))/g

const named: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\n", ""]
])

/** A literal as it stands, and with its escapes read as most languages do. */
const readingsOf = (content: string): ReadonlyArray<string> => {
  if (!content.includes("\\")) return [content]
  const decoded = content.replace(escape, (_, x?: string, u?: string, long?: string, octal?: string, one?: string) => {
    const hex = x ?? u ?? long
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8))
    return one === undefined ? "" : (named.get(one) ?? one)
  })
  return decoded === content ? [content] : [content, decoded]
}

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "")
