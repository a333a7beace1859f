/**
 * The string literals in a text of any language: what stands between quotes, in every reading of them.
 *
 * Nothing is known of the language, so more is found than is there; each too many costs a prompt.
 */

/** A text between quotes. */
export interface Literal {
  readonly text: string
  /** The word in front of the opening quote, on the outermost level; `undefined` on any other. */
  readonly before: string | undefined
  /** It stands between two literals, where a quote in a comment may have turned what is quoted inside out. */
  readonly gap: boolean
}

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

/** Answers the literals of a text, those within them too. */
export const literalsIn = (text: string): Literals => {
  const work: Work = { found: new Map(), left: mostRead, more: false }
  look(text, 0, undefined, work)
  return { found: Array.from(work.found.values()), more: work.more }
}

/** @param above the word before the outermost literal the text stands in; `undefined` outside of any */
const look = (text: string, depth: number, above: string | undefined, work: Work): void => {
  if (depth > deepest) {
    work.more = work.more || /["'`]/.test(text)
    return
  }
  for (const escapes of text.includes("\\") ? [true, false] : [false]) {
    work.left -= text.length
    if (work.left < 0) {
      work.more = true
      return
    }
    for (const span of spansIn(text, escapes)) {
      const content = text.slice(span.start, span.end)
      const before = depth === 0 ? wordBefore(text, span.open) : above
      for (const reading of readingsOf(content)) {
        if (!note({ text: reading.trim(), before: depth === 0 ? before : undefined, gap: span.gap }, work)) return
        // What is nested stands in what the outermost level calls it.
        if (!span.gap) look(reading, depth + 1, before, work)
      }
    }
  }
}

const note = (literal: Literal, work: Work): boolean => {
  if (literal.text === "") return true
  const key = `${literal.before ?? "\0"}\0${literal.gap ? "g" : ""}\0${literal.text}`
  if (work.found.has(key)) return true
  if (work.found.size >= mostFound) {
    work.more = true
    return false
  }
  work.found.set(key, literal)
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
const spansIn = (text: string, escapes: boolean): ReadonlyArray<Quoted> => {
  const spans: Array<Quoted> = []
  const dead = new Set<string>()
  const doubtful = mayBeInsideOut(text)
  let after = 0
  for (let at = 0; at < text.length;) {
    if (escapes && text[at] === "\\") {
      at += 2
      continue
    }
    const quoted = quotedAt(text, at, escapes, dead)
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
const mayBeInsideOut = (text: string): boolean => /#|\/\/|\/\*|\/[^\s/]{0,64}["'`]/.test(text)

/** Where a literal's content begins and ends, and where what follows it begins. */
interface Extent {
  readonly start: number
  readonly end: number
  readonly close: number
}

/** @param dead closing quotes that do not come any more, so that no one looks for them twice */
const quotedAt = (text: string, at: number, escapes: boolean, dead: Set<string>): Extent | undefined => {
  const quote = text[at]
  if (quote === '"' || quote === "'" || quote === "`") {
    const triple = quote.repeat(3)
    const long = text.startsWith(triple, at) ? extentOf(text, at + 3, triple, escapes, dead) : undefined
    return long ?? extentOf(text, at + 1, quote, escapes, dead)
  }
  return escapes || !text.includes("\\") ? namedAt(text, at, dead) : undefined
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

const closings: ReadonlyMap<string, string> = new Map([
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
