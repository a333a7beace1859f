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

/** How a value is written: as a shell's word, as the value of a key, or as a header's, which ends with its line. */
export type ValueForm = "word" | "member" | "header"

/**
 * Adds to `spans` the value at `at`, and answers where it ends. Substituted commands stay to be seen, and so does a
 * value that only names a variable.
 */
export const valueOf = (text: string, at: number, form: ValueForm, spans: Array<Span>): number => {
  let place = at
  while (place < text.length) {
    const start = place
    // `$'…'` and `$"…"` are quotes too.
    const open = text[place] === "$" && isQuote(text[place + 1]) ? place + 1 : place
    const bare = escapesEnd(text, open)
    if (isQuote(text[bare])) {
      // A quote that ends what the name stands in ends the value with it.
      if (place > at && (form !== "word" || isDelimiter(text, bare + 1))) return place
      place = bare > open ? escapedQuote(text, open, bare + 1, spans) : quoted(text, open, text[open] ?? "", spans)
      if (form !== "word" || !continues(text, place)) return place
    } else {
      place = form === "header" ? lineEnd(text, place) : bareEnd(text, place)
      add(text, start, place, spans)
      if (!isQuote(text[escapesEnd(text, place)])) return place
    }
    if (place === start) return place
  }
  return Math.min(place, text.length)
}

const isQuote = (char: string | undefined): boolean => char === '"' || char === "'"

/** Answers where the backslashes at `at` end. */
const escapesEnd = (text: string, at: number): number => {
  let end = at
  while (text[end] === "\\") end += 1
  return end
}

/** Whether a word ends here. */
const isDelimiter = (text: string, at: number): boolean =>
  at >= text.length || isSpace(text.charCodeAt(at)) || ";&|<>(),}]\"'\\".includes(text[at] ?? "")

/** Whether a shell's word goes on behind a quoted piece. */
const continues = (text: string, at: number): boolean =>
  at < text.length &&
  (isNameCode(text.charCodeAt(at)) || "\"'\\$+/=:@%".includes(text[at] ?? " ")) &&
  !isSubstitution(text, at)

const add = (text: string, start: number, end: number, spans: Array<Span>): void => {
  if (end > start && !isPlain(text.slice(start, Math.min(end, start + 90)))) spans.push({ start, end })
}

/** Answers where a value in escaped quotes ends, which a program's text within quotes has: the same escape closes it. */
const escapedQuote = (text: string, at: number, start: number, spans: Array<Span>): number => {
  const close = text.indexOf(text.slice(at, start), start)
  const end = close < 0 ? text.length : close
  add(text, start, end, spans)
  return close < 0 ? end : end + start - at
}

const quoted = (text: string, at: number, quote: string, spans: Array<Span>): number => {
  const start = at + 1
  // In `$'…'` a backslash escapes too.
  const escapes = quote === '"' || text[at - 1] === "$"
  let end = start
  while (end < text.length && text[end] !== quote) {
    if (quote === '"' && isSubstitution(text, end)) {
      add(text, start, end, spans)
      return end
    }
    end += escapes && text[end] === "\\" ? 2 : 1
  }
  end = Math.min(end, text.length)
  add(text, start, end, spans)
  return Math.min(end + 1, text.length)
}

const bareEnd = (text: string, at: number): number => {
  let end = at
  while (end < text.length) {
    const char = text[end] ?? ""
    if (char === "\\") {
      const behind = escapesEnd(text, end)
      if (isQuote(text[behind])) break
      end = (behind - end) % 2 === 0 ? behind : behind + 1
    } else if (isSpace(text.charCodeAt(end)) || ";&|<>()".includes(char) || quotes.includes(char)) break
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
export const wordEnd = (text: string, at: number): number => valueOf(text, at, "word", [])
