/**
 * Whether the tree the parser makes of a text can be believed: what is checked before it, and beside it.
 *
 * Each check answers a way in which the parser is known to read a text other than bash does.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"

/** The longest text that is read, in UTF-16 code units. */
export const maxLength = 65_536
/** The most here-documents that are read: parsing many is quadratic. */
export const maxHereDocuments = 100
/** The most operators (`;`, `&`, `|`) that are read, wherever they stand: parsing many costs more than a prompt. */
export const maxOperators = 4_000
/** The same for what may begin a substitution: a backtick, or `(` after `$`, `<` or `>`. */
export const maxSubstitutions = 2_000
/** The most simple commands that are read. */
export const maxUnits = 1_200
/** The most words, assignments and redirects of simple commands that are read. */
export const maxWords = 2_000
/**
 * How many characters inside words are read, counted anew at each level of nesting: the parser reads what a word holds
 * only when asked, and a nest of thousands costs the square of its length.
 */
export const maxInside = 4 * maxLength
/** The same for a text that does not parse: there a nest has no end, and is read to the end of the text each time. */
export const maxInsideBroken = maxLength / 4
/** The most parts (globs, quotes, expansions) that the words of a text are read of. */
export const maxParts = 4_000
/**
 * How much is read while a text is followed: what stands in a wrapper is read again, and what a variable holds as often
 * as it is used. In characters, each word, value and text within the text counting for some more.
 */
export const maxRead = 4 * maxLength
/** How deep texts within texts (`bash -c`, `eval`) are followed. */
export const maxTextDepth = 12

/** Answers a floor for a text that could not be read whole. */
export const unread = (cause: string, span?: Span): Floor => ({ class: "unread", cause, span })

/** Answers a floor for a text that was read, but does not tell what runs. */
export const opaque = (cause: string, span?: Span): Floor => ({ class: "opaque", cause, span })

/** What is known of a text before it is parsed. */
export interface Checked {
  readonly floors: ReadonlyArray<Floor>
  /** Whether it is worth parsing. */
  readonly readable: boolean
}

// Bidirectional controls: what a person reads is not the order in which bash does.
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
// An operator that a line continuation may join with what follows: bash joins them, the parser does not.
const splitOperator = /[&|;<>(]\\\n(?:\\\n)*[&|;<>()-]/u
const loneSurrogate = /\p{Surrogate}/u
// Blanks and invisible characters that bash takes for letters and a person does not; control characters too.
const strange =
  /[\u0001-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200d\u2028\u2029\u202f\u205f-\u2064\u2800\u3000\u3164\ufeff\uffa0]|\u034f/u

/**
 * Answers whether a person may take some character of the text for a blank, or not see it at all, where bash takes it
 * for a letter.
 */
export const isStrange = (text: string): boolean => strange.test(text)

/** Why a text whose last backslash quotes nothing is not believed: bash reads it now as itself, now as nothing. */
export const lastBackslash = "it ends in a backslash"

const endsInBackslash = (text: string): boolean => /(?<!\\)(?:\\\\)*\\$/u.test(text)

/** Answers whether a text ends in a backslash behind a word, and is one more word where it is itself. */
export const endsInLoneBackslash = (text: string): boolean => {
  if (!text.endsWith("\\")) return false
  let at = text.length - 2
  while (text.charAt(at) === " " || text.charAt(at) === "\t") at--
  return at < text.length - 2 && /[^\\\s;&|(){}<>`!#]/u.test(text.charAt(at))
}

/** `a\⏎>(b)`, one word to bash, which the parser takes for two. */
const gluedPipe = /[^\s\\;&|(){}](?:\\\n)+[<>]\(/u

/** Answers what is wrong with a text before it is parsed; never throws. */
export const checkText = (text: string): Checked => {
  if (text.length > maxLength) {
    return { floors: [unread(`the text is longer than ${maxLength} characters`)], readable: false }
  }
  if (countHereDocuments(text) > maxHereDocuments) {
    return { floors: [unread(`the text has more than ${maxHereDocuments} here-documents`)], readable: false }
  }
  const many = text.length > maxSubstitutions ? tooMany(text) : undefined
  if (many !== undefined) return { floors: [unread(many)], readable: false }
  const floors: Array<Floor> = []
  const flag = (at: number, cause: string): void => {
    if (at >= 0) floors.push(unread(cause, { start: at, end: at + 1 }))
  }
  flag(text.indexOf("\0"), "it holds a NUL character")
  flag(text.indexOf("\r"), "it holds a carriage return")
  flag(text.search(bidirectional), "it holds a character that changes the direction of text")
  flag(endsInBackslash(text) ? text.length - 1 : -1, lastBackslash)
  flag(text.search(splitOperator), "a line continuation splits an operator")
  flag(text.search(gluedPipe), "a line continuation glues a process substitution to a word")
  flag(text.search(loneSurrogate), "it is not well-formed Unicode")
  return { floors, readable: true }
}

/** Answers what the text has too much of to be parsed. */
const tooMany = (text: string): string | undefined => {
  let operators = 0
  let substitutions = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // ; & | and ` and, after $ < >, (
    if (code === 0x3b || code === 0x26 || code === 0x7c) operators++
    else if (code === 0x60 || (code === 0x28 && (before === 0x24 || before === 0x3c || before === 0x3e)))
      substitutions++
    before = code
  }
  if (operators > maxOperators) return `the text has more than ${maxOperators} operators`
  return substitutions > maxSubstitutions ? `the text has more than ${maxSubstitutions} substitutions` : undefined
}

/** Counts `<<` that could begin a here-document, wherever it stands. */
const countHereDocuments = (text: string): number => {
  let count = 0
  for (let at = text.indexOf("<<"); at >= 0 && count <= maxHereDocuments; at = text.indexOf("<<", at)) {
    const hereString = text.charAt(at + 2) === "<"
    if (!hereString) count++
    at += hereString ? 3 : 2
  }
  return count
}

/**
 * Answers whether literal text holds a substitution the parser did not make a part of: an unescaped backtick, `$(`,
 * `${` or, outside double quotes, `<(` or `>(`.
 */
export const holdsSubstitution = (text: string, quoted: boolean): boolean => {
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x5c: // \
        at++
        break
      case 0x60: // `
        return true
      case 0x24: {
        const next = text.charCodeAt(at + 1)
        if (next === 0x28 || next === 0x7b) return true
        // bash joins the lines first: `$\⏎{x}` expands.
        if (next === 0x5c && text.charCodeAt(at + 2) === 0x0a) return true
        break
      }
      case 0x3c:
      case 0x3e:
        if (!quoted && (text.charCodeAt(at + 1) === 0x28 || text.startsWith("\\\n", at + 1))) return true
        break
      default:
        break
    }
  }
  return false
}

/** Answers whether unquoted literal text could be a brace expansion: `{…,…}` or `{…..…}`. */
export const holdsBraces = (text: string): boolean => {
  const open = text.indexOf("{")
  if (open < 0) return false
  const close = text.lastIndexOf("}")
  if (close < open) return false
  const comma = text.indexOf(",", open)
  const dots = text.indexOf("..", open)
  return (comma > open && comma < close) || (dots > open && dots < close)
}

/** Answers whether text between two nodes of one simple command is nothing but blanks and line continuations. */
export const isBlankBetween = (source: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x20 || code === 0x09) continue
    if (code === 0x5c && source.charCodeAt(at + 1) === 0x0a) at++
    else return false
  }
  return true
}

/**
 * Answers whether a line continuation joins a redirect that begins at `start` with what stands before it, or stands in
 * the number or the `{NAME}` before it, which may be its file descriptor.
 */
export const isGluedByContinuation = (source: string, start: number): boolean => {
  const descriptor = source.charAt(start - 1) === "}" ? /[^\s;&|()<>]/u : /\d/u
  const joins = (at: number): boolean => at >= 2 && source.startsWith("\\\n", at - 2)
  let at = start
  while (at > 0 && !joins(at) && descriptor.test(source.charAt(at - 1))) at--
  if (!joins(at)) return false
  while (joins(at)) at -= 2
  return at > 0 && !" \t\n".includes(source.charAt(at - 1))
}
