/**
 * Hides the secrets in a text: those with a shape of their own, and those that go by a secret's name.
 *
 * Every step walks the text once, whatever stands in it.
 */
import { schemes, type SecretOptions, secretOptions } from "../../knowledge/secretTexts.ts"
import { isSecretName } from "./SecretName.ts"
import { shapedSpans } from "./SecretShapes.ts"
import type { Span } from "../Span.ts"
import { isBlank, isNameCode, valueOf, wordEnd } from "./ShellValue.ts"

/** What stands where a secret stood. */
export const masked = "[masked]"

/** Answers `text` with its secrets replaced by `[masked]`; a text that was masked before stays as it is. */
export const maskText = (text: string): string => {
  if (text.length < 4) return text
  const spans = [...shapedSpans(text), ...namedSpans(text)]
  return spans.length === 0 ? text : replaced(text, spans)
}

const replaced = (text: string, spans: Array<Span>): string => {
  spans.sort((a, b) => a.start - b.start || b.end - a.end)
  let result = ""
  let at = 0
  let open = false
  for (const { end, start } of spans) {
    if (end <= at) continue
    // Spans that meet hide one secret.
    if (start > at || !open) result += text.slice(at, start) + masked
    open = true
    at = end
  }
  return result + text.slice(at)
}

/** Answers the stretches that go by a secret's name: `NAME=value`, `--name value`, `"name": "value"`, `Name: value`. */
const namedSpans = (text: string): Array<Span> => {
  const spans: Array<Span> = []
  let options: SecretOptions | undefined
  let setting = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (!isNameCode(code)) {
      // A new command begins: the options of the one before mean nothing to it.
      if (code === 0x0a || code === 0x3b || code === 0x7c || code === 0x26 || code === 0x28) {
        options = undefined
        setting = false
      }
      at += 1
      continue
    }
    const start = at
    while (at < text.length && isNameCode(text.charCodeAt(at))) at += 1
    const name = text.slice(Math.max(start, at - 100), at)
    const known = secretOptions.get(name)
    if (known !== undefined) {
      options = known
      continue
    }
    if (name === "set") {
      setting = true
      continue
    }
    const isOption = name.startsWith("-") && (start === 0 || !isNameCode(text.charCodeAt(start - 1)))
    const end = isSecretName(name)
      ? secretAfter(text, name, at, isOption || setting, spans)
      : isOption
        ? optionAfter(text, start, at, options, spans)
        : schemes.has(name.toLowerCase())
          ? credentialAfter(text, at, spans)
          : at
    at = Math.max(at, end)
  }
  return spans
}

/** Adds the value that stands behind a secret's name, and answers where it ends. */
const secretAfter = (text: string, name: string, nameEnd: number, mayBeBlank: boolean, spans: Array<Span>): number => {
  let at = nameEnd
  // The name itself may stand in quotes, which may be escaped.
  while (text[at] === "\\") at += 1
  if (text[at] === '"' || text[at] === "'") at += 1
  else at = nameEnd
  const quoteEnd = at
  while (isBlank(text.charCodeAt(at))) at += 1
  const sign = text[at]
  if (sign === "=" || sign === ":") {
    const next = text[at + 1]
    if (sign === ":" && (next === ":" || (next === "/" && text[at + 2] === "/"))) return nameEnd
    at += next === "=" || (sign === "=" && next === ">") ? 2 : 1
    while (isBlank(text.charCodeAt(at))) at += 1
    return valueOf(text, at, sign === "=" ? "word" : isHeader(name) ? "header" : "member", spans)
  }
  if (mayBeBlank && at > quoteEnd && text[at] !== "-") return valueOf(text, at, "word", spans)
  return nameEnd
}

const isHeader = (name: string): boolean => /^(?:proxy-)?authorization$|cookie$/i.test(name)

/** Adds the value of an option whose name does not say that it is a secret, and answers where it ends. */
const optionAfter = (
  text: string,
  start: number,
  end: number,
  options: SecretOptions | undefined,
  spans: Array<Span>
): number => {
  const name = text.slice(start, end)
  const short = name.slice(0, 2)
  const isGlued = name.length > 2 && !name.startsWith("--")
  let at = isGlued ? start + 2 : end
  if (!isGlued) {
    if (text[at] === "=") at += 1
    else while (isBlank(text.charCodeAt(at))) at += 1
    if (at === end && text[at] !== "'" && text[at] !== '"') return end
  }
  const login = isGlued ? options?.login?.includes(short) === true : isLogin(name) || options?.login?.includes(name)
  if (login === true) return loginAt(text, at, spans, end)
  const glued = options?.glued?.includes(short) === true && (isGlued || at === end)
  if (glued || options?.value?.includes(isGlued ? short : name) === true) {
    if (!isGlued && at > end && text[at] === "-") return end
    return valueOf(text, at, "word", spans)
  }
  return end
}

const isLogin = (name: string): boolean => name === "-u" || name === "--user" || name === "--proxy-user"

/** Longer names of users are not looked for, in UTF-16 code units. */
const longestUser = 256

/** Adds what stands behind the colon of `user:secret`; two numbers are a user's and a group's. */
const loginAt = (text: string, at: number, spans: Array<Span>, otherwise: number): number => {
  const sign = text.slice(at, at + longestUser).search(/[:%\s]/)
  if (sign < 0 || isBlank(text.charCodeAt(at + sign)) || text[at + sign] === "\n") return otherwise
  const end = wordEnd(text, at)
  const start = at + sign + 1
  const open = text[at]
  const last = (open === '"' || open === "'") && text[end - 1] === open ? end - 1 : end
  const numbers = /^["']?\d+$/.test(text.slice(at, start - 1)) && /^\d*$/.test(text.slice(start, last))
  if (last > start && !numbers && !isReference(text.slice(start, last))) spans.push({ start, end: last })
  return Math.max(end, otherwise)
}

const isReference = (text: string): boolean => /^\$(?:\{\w{1,80}\}|\w{1,80})$/.test(text)

/** Adds the credential behind `Bearer` or `Basic`; a plain word behind it is prose. */
const credentialAfter = (text: string, nameEnd: number, spans: Array<Span>): number => {
  let start = nameEnd
  while (isBlank(text.charCodeAt(start))) start += 1
  if (start === nameEnd) return nameEnd
  let end = start
  while (end < text.length && isCredentialCode(text.charCodeAt(end))) end += 1
  if (end - start < 8 || /^[A-Za-z]?[a-z]{0,19}$/.test(text.slice(start, Math.min(end, start + 64)))) return nameEnd
  spans.push({ start, end })
  return end
}

/** `token68` of RFC 7235, section 2.1. */
const isCredentialCode = (code: number): boolean =>
  isNameCode(code) || code === 0x7e || code === 0x2b || code === 0x2f || code === 0x3d
