/**
 * The literals that only one language has: looked for where a text may be of that language, beside all others.
 */
import { closings, type Literal, type Literals } from "./Literals.ts"

/** Answers the literals of a text that no other language has. */
export const languageLiteralsIn = (text: string): Literals => {
  const all = [
    ...(/\blua/.test(text) ? [longBrackets(text)] : []),
    ...(/\b(?:perl|ruby)/.test(text) ? [delimited(text), dataOf(text)] : [])
  ]
  return { found: all.flatMap(({ found }) => found), more: all.some(({ more }) => more) }
}

/** More of one kind are not told apart. */
const most = 64

const literalOf = (text: string): Literal => ({ text: text.trim(), gap: false })

/** Lua's `[[…]]` and `[=[…]=]` (manual, section 3.1). */
const longBrackets = (text: string): Literals => {
  const found: Array<Literal> = []
  for (const { 0: opening, 1: equals = "", index } of text.matchAll(/\[(=*)\[/g)) {
    if (found.length === most) return { found, more: true }
    const start = index + opening.length
    const end = text.indexOf(`]${equals}]`, start)
    found.push(literalOf(text.slice(start, end < 0 ? undefined : end)))
  }
  return { found, more: false }
}

/**
 * Perl's `q,…,` and `qq z…z` (perlop, "Quote-Like Operators"), Ruby's `%-…-`: nearly every character quotes. Where one
 * ends cannot be told without reading all that stands before it, so that each is looked at by itself.
 */
const delimited = (text: string): Literals => {
  const found: Array<Literal> = []
  for (const { 0: opening, 1: quote = "", index } of text.matchAll(quoteLike)) {
    if (found.length >= most) return { found, more: true }
    const start = index + opening.length
    const ends = endsOf(text, start, quote)
    for (const end of ends) found.push(literalOf(text.slice(start, end)))
  }
  return { found, more: false }
}

const quoteLike =
  /(?<![\w$@%&])(?:q[qwxr]?(?:(?!=>)(?=[^\w\s])|\s+(?:#[^\n]{0,256}\n\s*)?(?!=>|#))|%(?:[qQwWxirI]?(?=[^\w\s]|_)|s(?=[([{<])))(\S)/gu

/** Where a text ends that a character opened: at the first that closes it and, of brackets, at the one that matches. */
const endsOf = (text: string, start: number, quote: string): ReadonlyArray<number> => {
  const closing = closings.get(quote) ?? quote
  const first = text.indexOf(closing, start)
  if (first < 0) return []
  if (closing === quote) return [first]
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === quote) depth += 1
    else if (text[at] === closing && --depth === 0) return at === first ? [first] : [first, at]
  }
  return [first]
}

/** What stands behind a program, which it may read as a file (perldata, "Special Literals"). */
const dataOf = (text: string): Literals => {
  const mark = /^__(?:END|DATA)__[ \t\r]*\n|[\x04\x1a]/mu.exec(text)
  return { found: mark === null ? [] : [literalOf(text.slice(mark.index + mark[0].length))], more: false }
}
