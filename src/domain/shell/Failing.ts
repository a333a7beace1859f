/**
 * Which words bash may fail to expand, so that it drops the rest of the line and goes on with the next.
 */
import type { Piece, ShellWord } from "./Word.ts"

/** Answers whether expanding a word may fail; what it reads of variables apart. */
export const mayFail = ({ evaluations, pieces }: ShellWord): boolean =>
  pieces.some(mayPieceFail) || evaluations.some((one) => one._tag === "Assigns" && !/^[A-Za-z_]/u.test(one.name))

const mayPieceFail = (piece: Piece): boolean => {
  switch (piece._tag) {
    case "Literal":
    case "Variable":
      return false
    case "Glob":
    case "Brace":
      return /\$[[({]/u.test(piece.text)
    case "Unknown":
      return !isSure(piece.text)
  }
}

// Sums and products of names and decimal numbers, which nothing can be wrong with; `08` is no number.
const sum = /^\s*(?:[A-Za-z_]\w*|0|[1-9]\d*)(?:\s*[-+*]\s*(?:[A-Za-z_]\w*|0|[1-9]\d*))*\s*$/u
const plain = /^\$(?:[\w#?$!@*-]|\{[#!]?(?:\w+|[#?$!@*-])(?:\[[@*]\])?\})$/u
// `${x:-text}` and its like, as long as they hold no further expansion but plain variables.
const simple = /^\$\{[A-Za-z_]\w*(?:\[[@*]\])?(?::?[-+=]|[#%/^,])(?:[^$`\\{}]|\$[A-Za-z_])*\}$/u

/** Answers whether an arithmetic expression never fails as long as all it reads are whole numbers. */
export const isSureSum = (text: string): boolean => sum.test(text)

const isSure = (text: string): boolean => {
  if (text.startsWith("$((")) return isSureSum(text.slice(3, -2))
  // What a substitution runs fails in a shell of its own, and `(( ))` and `[[ ]]` only tell that they failed.
  return /^(?:\$\(|[<>`])/u.test(text) || !text.includes("$") || plain.test(text) || simple.test(text)
}
