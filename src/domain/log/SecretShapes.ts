/**
 * Secrets that are told by their own shape, wherever they stand.
 */
import { type TokenAlphabet, type TokenShape, tokenShapes } from "../../knowledge/secretTexts.ts"
import type { Span } from "../Span.ts"

/** Answers the stretches of `text` that have a secret's shape, in no order. */
export const shapedSpans = (text: string): Array<Span> => {
  const spans: Array<Span> = []
  tokens(text, spans)
  if (text.includes("eyJ")) webTokens(text, spans)
  if (text.includes("-----BEGIN ")) pemBlocks(text, spans)
  if (text.includes("://")) userInfos(text, spans)
  randomRuns(text, spans)
  return spans
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isAlnum = (code: number): boolean => isDigit(code) || isUpper(code) || isLower(code)
const isWord = (code: number): boolean => isAlnum(code) || code === 0x5f
const isDashed = (code: number): boolean => isWord(code) || code === 0x2d

const alphabets: Readonly<Record<TokenAlphabet, (code: number) => boolean>> = {
  word: isWord,
  dashed: isDashed,
  dotted: (code) => isDashed(code) || code === 0x2e,
  path: (code) => isDashed(code) || code === 0x2e || code === 0x2f,
  upper: (code) => isDigit(code) || isUpper(code),
  hex: (code) => isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46)
}

const endOf = (text: string, at: number, holds: (code: number) => boolean): number => {
  let end = at
  while (end < text.length && holds(text.charCodeAt(end))) end += 1
  return end
}

interface Prefixes {
  readonly search: RegExp
  readonly shapes: ReadonlyMap<string, TokenShape>
}

let known: Prefixes | undefined

/** The longest prefix first, so that one that begins another does not hide it. */
const prefixes = (): Prefixes => {
  if (known !== undefined) return known
  const shapes = new Map(tokenShapes.map((shape) => [shape.prefix, shape]))
  const words = [...shapes.keys()].toSorted((a, b) => b.length - a.length)
  known = { search: new RegExp(words.map((word) => word.replaceAll(".", "\\.")).join("|"), "g"), shapes }
  return known
}

const tokens = (text: string, spans: Array<Span>): void => {
  const { search, shapes } = prefixes()
  search.lastIndex = 0
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const shape = shapes.get(found[0])
    const start = found.index
    if (shape === undefined || (shape.alone === true && start > 0 && isWord(text.charCodeAt(start - 1)))) continue
    const body = start + shape.prefix.length
    const end = endOf(text, body, alphabets[shape.alphabet])
    if (end - body < shape.least) {
      search.lastIndex = start + 1
      continue
    }
    spans.push({ start, end })
    search.lastIndex = end
  }
}

/** JSON Web Tokens (RFC 7519): three runs of base64url, joined by dots, of which the first is an object. */
const webTokens = (text: string, spans: Array<Span>): void => {
  let at = 0
  while (at < text.length) {
    const start = text.indexOf("eyJ", at)
    if (start < 0) return
    // Every start within one run would end where this one does.
    const head = endOf(text, start, isDashed)
    at = head
    if (text[head] !== ".") continue
    const body = endOf(text, head + 1, isDashed)
    if (body - head < 8) continue
    const end = text[body] === "." ? endOf(text, body + 1, isDashed) : body
    spans.push({ start, end })
    at = end
  }
}

const pemBegin = "-----BEGIN "
const pemEnd = "-----END "

/** Blocks of RFC 7468 that hold a private key; one that is not closed reaches to the end. */
const pemBlocks = (text: string, spans: Array<Span>): void => {
  let at = 0
  while (at < text.length) {
    const begin = text.indexOf(pemBegin, at)
    if (begin < 0) return
    const label = text.slice(begin + pemBegin.length, begin + pemBegin.length + 48)
    const start = begin + pemBegin.length
    at = start
    if (!/^[A-Z0-9 ]*PRIVATE KEY/.test(label)) continue
    const close = text.indexOf(pemEnd, start)
    const end = close < 0 ? text.length : close
    const key = start + label.indexOf("KEY") + 3
    spans.push({ start: text.startsWith("-----", key) ? key + 5 : key, end })
    at = end
  }
}

const outsideAuthority = new Set(["/", "?", "#", '"', "'", "`", "<", ">", "\\", "(", ")", "|"])

/** Longer user names are tokens: `https://TOKEN@host`. */
const longestUser = 19

/** The secret in `scheme://user:secret@host` (RFC 3986, section 3.2.1). */
const userInfos = (text: string, spans: Array<Span>): void => {
  let at = 0
  while (at < text.length) {
    const sign = text.indexOf("://", at)
    if (sign < 0) return
    const start = sign + 3
    let colon = -1
    let mark = -1
    let end = start
    for (; end < text.length; end++) {
      const char = text[end] ?? ""
      if (text.charCodeAt(end) <= 0x20 || outsideAuthority.has(char)) break
      if (char === ":" && colon < 0) colon = end
      if (char === "@") mark = end
    }
    at = end
    if (mark < 0) continue
    const user = colon >= 0 && colon < mark ? colon : mark
    if (user - start > longestUser) spans.push({ start, end: user })
    if (user < mark && mark > user + 1) spans.push({ start: user + 1, end: mark })
  }
}

/** Shorter runs are names and hashes as often as secrets. */
const leastRandom = 40
/** In bits a character; words stay below, random base64 of forty characters seldom does. */
const leastEntropy = 4.4

/** Long runs of letters, digits and the signs of base64 in which nothing repeats as words do. Hashes in hex are none. */
const randomRuns = (text: string, spans: Array<Span>): void => {
  const holds = (code: number): boolean => isDashed(code) || code === 0x2b || code === 0x3d
  let at = 0
  while (at < text.length) {
    if (!holds(text.charCodeAt(at))) {
      at += 1
      continue
    }
    const end = endOf(text, at, holds)
    if (end - at >= leastRandom && isRandom(text, at, end)) spans.push({ start: at, end })
    at = end
  }
}

const isRandom = (text: string, start: number, end: number): boolean => {
  const counts = new Map<number, number>()
  let upper = false
  let lower = false
  let digit = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    upper ||= isUpper(code)
    lower ||= isLower(code)
    digit ||= isDigit(code)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  if (!upper || !lower || !digit) return false
  let entropy = 0
  for (const count of counts.values()) {
    const share = count / (end - start)
    entropy -= share * Math.log2(share)
  }
  return entropy >= leastEntropy
}
