/**
 * A word while it is being read: its pieces so far, and what of it is fixed.
 */
import type { Flow } from "./Flow.ts"
import { holdsBraces, holdsSubstitution, isStrange } from "./Guard.ts"
import { doubt, type Reader, spanOf } from "./Reader.ts"
import type { Evaluation, Piece, ShellWord } from "./Word.ts"

/** A stretch of the source. */
export interface Stretch {
  readonly pos: number
  readonly end: number
}

/** What was read of a word so far. */
export interface Draft {
  readonly reader: Reader
  readonly at: Stretch
  readonly pieces: Array<Piece>
  readonly nested: Array<Flow>
  readonly evaluations: Array<Evaluation>
}

/** Answers a word of which nothing was read yet. */
export const draftAt = (reader: Reader, at: Stretch): Draft => ({ reader, at, pieces: [], nested: [], evaluations: [] })

/** Nothing nested, nothing evaluated. */
export const none: ReadonlyArray<never> = []
/** Words longer than this are counted: their parts are read anew at each level of nesting. */
export const longWord = 64
/** Why a word with such braces is not believed. */
export const unreadBraces = "it may hold a brace expansion that was not read"

/** Answers the word that was read. */
export const finish = (draft: Draft, text: string): ShellWord => {
  const unquoted = unquotedText(draft.pieces)
  if (unquoted !== undefined && holdsBraces(unquoted)) {
    doubt(draft.reader, unreadBraces, draft.at)
  }
  const word = wordOf(text, draft.pieces, spanOf(draft.reader, draft.at))
  return draft.nested.length === 0 && draft.evaluations.length === 0
    ? word
    : { ...word, nested: draft.nested, evaluations: draft.evaluations }
}

/** The unquoted text of a word with a place held for each other piece; `undefined` when no brace opens in it. */
const unquotedText = (pieces: ReadonlyArray<Piece>): string | undefined => {
  let text = ""
  let opens = false
  for (const piece of pieces) {
    if (piece._tag === "Literal" && !piece.quoted) {
      text += piece.value
      opens = opens || piece.value.includes("{")
    } else if (piece._tag === "Glob") text += piece.text
    else text += "\0"
  }
  return opens ? text : undefined
}

/** Answers the word these pieces make, when it runs and evaluates nothing. */
export const wordOf = (text: string, pieces: ReadonlyArray<Piece>, span: ShellWord["span"]): ShellWord => {
  let shown = ""
  let fixed = true
  for (const piece of pieces) {
    if (piece._tag === "Literal") shown += piece.value
    else {
      shown += piece.text
      fixed = false
    }
  }
  const tilde = leadingTilde(text, pieces)
  return {
    text,
    pieces,
    value: fixed && tilde === undefined ? shown : undefined,
    shown,
    tilde,
    nested: none,
    evaluations: none,
    span
  }
}

/** What an unquoted tilde in front names: the value cannot tell `~/x` from `\~/x`, so the source does. */
const leadingTilde = (text: string, pieces: ReadonlyArray<Piece>): string | undefined => {
  if (!text.startsWith("~")) return undefined
  const first = pieces[0]
  if (first === undefined || first._tag !== "Literal" || first.quoted || !first.value.startsWith("~")) return undefined
  const slash = first.value.indexOf("/")
  // `~"x"`: a quote before the first slash, and the tilde is literal. `~$x` is too.
  if (slash < 0 && pieces.length > 1) return undefined
  return first.value.slice(1, slash < 0 ? undefined : slash)
}

/** `~/x` after `NAME=`: the home as the variable it is, another user's as unknown. */
export const homePieces = (value: string, tilde: string): ReadonlyArray<Piece> => {
  const rest = value.slice(1 + tilde.length)
  const home: Piece =
    tilde === ""
      ? { _tag: "Variable", name: "HOME", text: "~", quoted: true }
      : { _tag: "Unknown", text: `~${tilde}`, quoted: true }
  return rest === "" ? [home] : [home, { _tag: "Literal", value: rest, quoted: false }]
}

/** Adds unquoted source text, in which a backslash quotes the next character. */
export const addLiteral = (draft: Draft, text: string, at: Stretch): void => {
  guardLiteral(draft.reader, text, text, at)
  if (!text.includes("\\")) {
    draft.pieces.push({ _tag: "Literal", value: text, quoted: false })
    return
  }
  let plain = ""
  for (let from = 0; from < text.length;) {
    const backslash = text.indexOf("\\", from)
    plain += text.slice(from, backslash < 0 ? undefined : backslash)
    if (backslash < 0) break
    const next = String.fromCodePoint(text.codePointAt(backslash + 1) ?? 0x5c)
    if (next !== "\n") {
      if (plain !== "") draft.pieces.push({ _tag: "Literal", value: plain, quoted: false })
      plain = ""
      draft.pieces.push({ _tag: "Literal", value: next, quoted: true })
    }
    from = backslash + 1 + next.length
  }
  if (plain !== "" || draft.pieces.length === 0) draft.pieces.push({ _tag: "Literal", value: plain, quoted: false })
}

/** Adds a brace expansion, which comes before every other: `$x{1,2}` is `$x1 $x2`, and `~{,/b}` is `~ ~/b`. */
export const addBraces = (draft: Draft, text: string, at: Stretch): void => {
  const { pieces } = draft
  if (/(?<!\\)\$(?:\\\n)*[,}]/u.test(text)) doubt(draft.reader, "a brace expansion may make another expansion", at)
  const last = pieces.at(-1)
  if (last?._tag === "Variable" && !last.quoted && !last.text.endsWith("}")) {
    pieces[pieces.length - 1] = { _tag: "Unknown", text: last.text, quoted: false }
  } else if (last?._tag === "Literal" && !last.quoted && pieces.length === 1 && /^~[^/]*$/u.test(last.value)) {
    pieces[0] = { _tag: "Unknown", text: last.value, quoted: false }
  }
  pieces.push({ _tag: "Brace", text })
}

/** Answers an argument in which the tildes of what looks like an assignment are no text: `if=~/x`, `of=a:~/x`. */
export const withAssignedTildes = (word: ShellWord): ShellWord => {
  if (!/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/u.test(word.text.replaceAll("\\\n", ""))) return word
  // Where braces expand it looks like none any more.
  const braces = word.pieces.some(({ _tag }) => _tag === "Brace")
  const pieces = word.pieces.flatMap((piece, index): ReadonlyArray<Piece> => {
    const at = piece._tag === "Literal" && !piece.quoted ? piece.value.search(/[=:]~/u) + 1 : 0
    if (piece._tag !== "Literal" || at === 0) return [piece]
    const front = piece.value.slice(0, at)
    const value = piece.value.slice(at)
    const slash = value.indexOf("/")
    // A quote before the first slash, and the tilde is literal.
    const whole = slash >= 0 || word.pieces.length === 1
    const known = whole && index === 0 && !braces && /^\w+\+?=$/u.test(front) && !value.includes(":~")
    return [
      { _tag: "Literal", value: front, quoted: false },
      ...(known
        ? homePieces(value, value.slice(1, slash < 0 ? undefined : slash))
        : [{ _tag: "Unknown", text: value, quoted: true } as const])
    ]
  })
  return { ...wordOf(word.text, pieces, word.span), nested: word.nested, evaluations: word.evaluations }
}

/** Raises a doubt where unquoted text is not what it seems. */
export const guardLiteral = (reader: Reader, text: string, visible: string, at: Stretch): void => {
  if (holdsSubstitution(text, false)) doubt(reader, "it holds a substitution that was not read", at)
  if (reader.strange && isStrange(visible)) doubt(reader, "a letter of it looks like a blank, or cannot be seen", at)
}
