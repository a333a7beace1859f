/**
 * The words that are more than words: assignments, arrays, here-documents.
 */
import type { ArrayValue, Assignment, Word, WordPart } from "unbash"
import { draftAt, finish, homePieces, none, type Stretch, wordOf } from "./Draft.ts"
import type { ShellAssignment } from "./Flow.ts"
import { holdsSubstitution, opaque } from "./Guard.ts"
import { doubt, type Reader, spanOf } from "./Reader.ts"
import { addQuoted, readArithmeticWord, readValue, readWord } from "./Words.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** Reads an assignment in front of a command, or alone: no brace expands there, as one does in an argument. */
export const readPlainAssignment = (assignment: Assignment, reader: Reader): ShellAssignment => {
  const read = readAssignment(assignment, reader)
  return read.value === undefined ? read : { ...read, value: withoutBraces(read.value) }
}

const withoutBraces = (word: ShellWord): ShellWord => {
  if (!word.pieces.some(({ _tag }) => _tag === "Brace")) return word
  const { evaluations, nested } = word
  return { ...wordOf(word.text, word.pieces.map(withoutBrace), word.span), nested, evaluations }
}

const withoutBrace = (piece: Piece): Piece => {
  if (piece._tag !== "Brace") return piece
  const { text } = piece
  return /[$`'"\\]/u.test(text)
    ? { _tag: "Unknown", text, quoted: true }
    : { _tag: "Literal", value: text, quoted: true }
}

/** Reads the value of an argument that is an assignment. */
export const readAssignment = (assignment: Assignment, reader: Reader): ShellAssignment => {
  const words: Array<ShellWord> = []
  let value: ShellWord | undefined
  let elements: ReadonlyArray<ShellWord> | undefined
  if (assignment.index !== undefined) words.push(readArithmeticWord(assignment.index, reader))
  if (assignment.value.type === "ArrayValue") {
    elements = readElements(assignment.value, reader)
    words.push(...elements)
  } else {
    const read = readValue(assignment.value, reader)
    words.push(read)
    // After a colon a tilde expands too, beside braces it may not, and what stands in an array is the array's.
    const braces = read.pieces.some(({ _tag }) => _tag === "Brace")
    const fixed = assignment.index === undefined && !(braces ? /~/u : /:(?:\\\n)*~/u).test(read.text)
    value = fixed ? read : undefined
    if (!fixed) elements = [read]
  }
  return {
    name: assignment.name,
    value,
    append: assignment.append === true,
    words,
    ...(elements === undefined ? {} : { elements }),
    span: spanOf(reader, assignment)
  }
}

/** Reads an assignment among the arguments of a declaration builtin as the word it also is. */
export const assignmentAsWord = (assignment: Assignment, read: ShellAssignment, reader: Reader): ShellWord => {
  const { text } = assignment
  const pieces: Array<Piece> = []
  if (read.value === undefined) pieces.push({ _tag: "Unknown", text, quoted: false })
  else {
    const name = `${read.name}${read.append ? "+=" : "="}`
    pieces.push({ _tag: "Literal", value: name, quoted: false })
    const { tilde } = read.value
    for (const [index, piece] of read.value.pieces.entries()) {
      if (index === 0 && tilde !== undefined && piece._tag === "Literal") pieces.push(...homePieces(piece.value, tilde))
      else pieces.push(piece)
    }
  }
  // What its words run is in the assignment.
  return { ...wordOf(text, pieces, spanOf(reader, assignment)), nested: none, evaluations: none }
}

const readElements = (array: ArrayValue, reader: Reader): ReadonlyArray<ShellWord> =>
  array.elements.map((element) => {
    const word = readWord(element, reader)
    if (holdsPattern(element)) doubt(reader, "an extended pattern in an array is no word to bash", element)
    // `[EXPRESSION]=value`: the subscript is evaluated.
    if (!element.text.startsWith("[") || !element.text.includes("]=") || /^\[\d+\]\+?=/u.test(element.text)) return word
    const floor = opaque("an array's subscript is evaluated", word.span)
    return { ...word, evaluations: [...word.evaluations, { _tag: "Raises", floor }] }
  })

/** Where extended patterns are off, as they are unless a text switches them on, what follows in the array is a line. */
const holdsPattern = ({ parts, text }: Word): boolean =>
  parts === undefined ? hasOpen(text) : parts.some((part) => bare.has(part.type) && hasOpen(part.text))

const bare: ReadonlySet<WordPart["type"]> = new Set(["Literal", "Glob", "ExtendedGlob", "BraceExpansion"])
const hasOpen = (text: string): boolean => /(?<!\\)\(/u.test(text)

/** Reads a here-document's body that expands. */
export const readBody = (
  body: { readonly text: string; readonly parts: ReadonlyArray<WordPart> | undefined } & Stretch,
  reader: Reader
): ShellWord => {
  const draft = draftAt(reader, body)
  if (body.parts === undefined) {
    if (holdsSubstitution(body.text, true))
      doubt(reader, "a here-document holds a substitution that was not read", body)
    draft.pieces.push({ _tag: "Literal", value: body.text, quoted: true })
  } else {
    for (const part of body.parts) {
      // bash joins the lines of a body before it reads what stands in it, single quotes too; the parser does not.
      if (part.type !== "Literal" && part.text.includes("\\\n") && part.text.includes("'"))
        doubt(reader, "a line continuation of a here-document may stand in quotes", body)
      addQuoted(draft, part)
    }
  }
  return finish(draft, body.text)
}
