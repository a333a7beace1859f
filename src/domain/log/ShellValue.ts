/**
 * Where the value behind a secret's name begins and ends, as a shell, a configuration file or JSON would read it.
 */
import type { Span } from "../Span.ts"

/** Letters, digits, `_`, `-` and `.`: what names are made of. */
export const isNameCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e

/** A space or a tab. */
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

const quotes = "\"'`"

/** Whether a program runs here, whose text is no secret but what is asked. */
const isSubstitution = (text: string, at: number): boolean =>
  text[at] === "`" || (text[at] === "$" && text[at + 1] === "(")

/** Values that hide nothing. */
const isPlain = (text: string): boolean => /^(?:true|false|null|none|undefined|\$\{\w{1,80}\}|\$\w{1,80})$/i.test(text)

/**
 * Adds to `spans` the value at `at`, and answers where it ends. Substituted commands stay to be seen, and so does a
 * value that only names a variable.
 *
 * @param wholeLine the value is a header's and ends with the line or the quote it stands in, not at a blank
 */
export const valueOf = (text: string, at: number, wholeLine: boolean, spans: Array<Span>): number => {
  let place = at
  while (place < text.length) {
    // `$'…'` and `$"…"` are quotes too.
    if (text[place] === "$" && (text[place + 1] === "'" || text[place + 1] === '"')) place += 1
    const char = text[place] ?? ""
    if (char === "\\" && (text[place + 1] === '"' || text[place + 1] === "'")) {
      place = escapedQuote(text, place, spans)
    } else if (char !== "" && quotes.includes(char) && char !== "`") {
      // A quote that ends what the name stands in ends the value with it.
      if (wholeLine && place > at) return place
      place = quoted(text, place, char, spans)
    } else {
      const end = wholeLine ? lineEnd(text, place) : bareEnd(text, place)
      if (end === place) return place
      add(text, place, end, spans)
      place = end
    }
    if (isSubstitution(text, place)) return place
  }
  return place
}

const add = (text: string, start: number, end: number, spans: Array<Span>): void => {
  if (end > start && !isPlain(text.slice(start, Math.min(end, start + 90)))) spans.push({ start, end })
}

/** Answers where a value in escaped quotes ends, as a program's text within quotes has them. */
const escapedQuote = (text: string, at: number, spans: Array<Span>): number => {
  const close = text.indexOf(text.slice(at, at + 2), at + 2)
  const end = close < 0 ? text.length : close
  add(text, at + 2, end, spans)
  return close < 0 ? end : close + 2
}

const quoted = (text: string, at: number, quote: string, spans: Array<Span>): number => {
  const start = at + 1
  let end = start
  while (end < text.length && text[end] !== quote) {
    if (quote === '"' && isSubstitution(text, end)) {
      add(text, start, end, spans)
      return end
    }
    end += quote === '"' && text[end] === "\\" ? 2 : 1
  }
  end = Math.min(end, text.length)
  add(text, start, end, spans)
  return Math.min(end + 1, text.length)
}

const bareEnd = (text: string, at: number): number => {
  let end = at
  while (end < text.length) {
    const char = text[end] ?? ""
    if (char === "\\") end += 2
    else if (isSpace(text.charCodeAt(end)) || ";&|<>()".includes(char) || quotes.includes(char)) break
    else if (isSubstitution(text, end)) break
    else end += 1
  }
  return Math.min(end, text.length)
}

const lineEnd = (text: string, at: number): number => {
  let end = at
  while (end < text.length) {
    const char = text[end] ?? ""
    if (char === "\n" || char === "\r" || quotes.includes(char) || isSubstitution(text, end)) break
    end += 1
  }
  return end
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** Answers where the shell word at `at` ends, its quotes included. */
export const wordEnd = (text: string, at: number): number => valueOf(text, at, false, [])
