/**
 * The texts in a word that may be paths, whatever the command means by them.
 */
import { literalValues } from "../shell/Expand.ts"
import { parseText } from "../shell/Parse.ts"
import type { VariableValue } from "../shell/Reading.ts"
import type { Piece, ShellWord } from "../shell/Word.ts"
import type { Candidate } from "./Confinement.ts"

/** A stretch of a word's source text, and what it may become. */
export interface Part {
  readonly token: string
  readonly texts: ReadonlyArray<Candidate>
}

const noVariables: ReadonlyMap<string, VariableValue> = new Map()

const shownPiece = (piece: Piece): string => {
  switch (piece._tag) {
    case "Literal":
      return piece.value
    case "Glob":
    case "Brace":
    case "Variable":
      return piece.text
    case "Unknown":
      // What it runs is read as a command of its own.
      return "$"
  }
}

/** Answers a word's text, in which what it runs stands as `$`. */
export const shownText = (word: ShellWord): string => word.value ?? word.pieces.map(shownPiece).join("")

const textsOf = (word: ShellWord, variables: ReadonlyMap<string, VariableValue>): ReadonlyArray<Candidate> => {
  const expanded = literalValues(word, { variables })
  if (expanded.known) return expanded.values.map(({ glob, path }) => ({ path, glob, partial: false }))
  const text = shownText(word)
  // Braces that were not followed may make a word of any stretch between them.
  const stretches = word.pieces.some((piece) => piece._tag === "Brace") ? text.split(/[{},]/u) : []
  return [text, ...stretches].map((path) => ({ path, glob: false, partial: true }))
}

const cut = (text: string): ReadonlyArray<string> => {
  const equals = text.indexOf("=")
  return equals < 0 ? [text] : [text.slice(0, equals), text.slice(equals + 1)]
}

/** `${NAME:-text}` and its like. */
const alternative = /^\$\{[A-Za-z_]\w*:?[-=+]/u

/** Answers the texts that the expansions of a word fall back to. */
export const fallbacksOf = (word: ShellWord): ReadonlyArray<string> =>
  word.pieces.flatMap((piece) => {
    const [opening] = piece._tag === "Unknown" ? (alternative.exec(piece.text) ?? []) : []
    return opening === undefined || piece._tag !== "Unknown" ? [] : [piece.text.slice(opening.length, -1)]
  })

/** Answers the parts of a word that may each be a path: the word, or what stands before and after its first `=`. */
export const partsOf = (word: ShellWord, variables: ReadonlyMap<string, VariableValue>): ReadonlyArray<Part> => {
  const texts = textsOf(word, variables)
  const tokens = cut(word.text)
  const first = tokens[0] ?? word.text
  const second = tokens[1] ?? word.text
  const parts: Array<Part> = [
    {
      token: first === "" ? word.text : first,
      texts: texts.map((text) => ({ ...text, path: cut(text.path)[0] ?? "" }))
    }
  ]
  const after = texts.flatMap((text) => {
    const path = cut(text.path)[1]
    return path === undefined ? [] : [{ ...text, path }]
  })
  if (after.length > 0) parts.push({ token: second, texts: after })
  const fallbacks = fallbacksOf(word)
  if (fallbacks.length > 0) {
    parts.push({ token: word.text, texts: fallbacks.map((path) => ({ path, glob: false, partial: true })) })
  }
  return parts
}

/** Answers the part of a word that names the home by an expansion, `undefined` when none does. */
export const homeToken = (word: ShellWord): string | undefined => {
  const names = word.pieces.some(
    (piece) =>
      (piece._tag === "Variable" && piece.name === "HOME") ||
      (piece._tag === "Unknown" && /^\$\{HOME\b/u.test(piece.text))
  )
  if (names) return cut(word.text).find((part) => /\$\{?HOME\b/u.test(part)) ?? word.text
  // `~+` is the working directory, which is looked at as such.
  return word.tilde === undefined || word.tilde === "+" ? undefined : word.text
}

/** What parts a path from what stands around it in code, prose and lists. */
const piece = /[^\s;&|<>()[\],'"`=\0]+/gu

/** Answers every piece of a text that may be a path in it, wherever it stands, and where that is. */
export const piecesOf = (text: string): IterableIterator<RegExpExecArray> => text.matchAll(piece)

/** Answers the text that stands right behind a short option, when that looks like a path. */
export const gluedToOption = (text: string): string | undefined =>
  /^-[A-Za-z](?:\/|~|\.\.(?:\/|$)|\$HOME|\$\{HOME\})/u.test(text) ? text.slice(2) : undefined

/** No path is longer: PATH_MAX in bytes, path_resolution(7). */
const maxToken = 4096

/** Answers what the words of a token become once its quotes are gone, where the token tells. */
export const tokenTexts = (token: string): ReadonlyArray<string> => {
  if (token.length > maxToken) return []
  const { flow } = parseText(token)
  if (flow._tag !== "Command") return []
  return flow.command.words.flatMap((word) => textsOf(word, noVariables).map(({ path }) => path))
}
