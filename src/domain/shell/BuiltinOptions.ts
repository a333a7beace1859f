/**
 * The words of a builtin, divided into options and operands as bash divides them: what is known of one stands in a
 * letter, not in how a word looks.
 */
import { type Known, literalValues, yieldsInteger } from "./Expand.ts"
import { isInteger } from "./State.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** An option that takes a value. */
export interface GivenOption {
  readonly letter: string
  /** The value, when the text fixes it. */
  readonly value: string | undefined
  /** Where it stands: the next word, or glued to the letter. */
  readonly word: ShellWord
}

/** A builtin's words, divided. */
export interface BuiltinArguments {
  readonly options: ReadonlyArray<GivenOption>
  readonly operands: ReadonlyArray<ShellWord>
  /** The first word that may become any options: what stands behind it may as well be values of theirs. */
  readonly unseen: ShellWord | undefined
}

/**
 * Divides a builtin's words (bash's `internal_getopt`: options end at `--` and at the first operand).
 *
 * @param valued The letters of the options that take a value.
 * @param sole It has no other options, in whichever version of bash.
 */
export const divide = (
  args: ReadonlyArray<ShellWord>,
  valued: string,
  known: Known,
  sole = false
): BuiltinArguments => {
  const options: Array<GivenOption> = []
  const ends = (from: number, unseen?: ShellWord): BuiltinArguments => ({ options, operands: args.slice(from), unseen })
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (word === undefined) break
    if (word.value === "--") return ends(at + 1)
    const front = word.value ?? leadingText(word)
    if (front === "" && word.value === undefined) return ends(at, word)
    if (!front.startsWith("-") || word.value === "-") return ends(at)
    const place = Array.from(front).findIndex((letter, index) => index > 0 && valued.includes(letter))
    // What it does not know, it refuses before it does anything.
    if (sole && front.length > 1 && place !== 1) return ends(args.length)
    if (place < 0) {
      if (word.value === undefined) return ends(at, word)
      continue
    }
    const letter = front.charAt(place)
    if (word.value === undefined) {
      // What is glued to the letter may be empty, and then the next word is the value.
      options.push({ letter, value: undefined, word })
      return ends(at + 1, isOneWord(word, known) ? undefined : word)
    }
    if (place < front.length - 1) options.push({ letter, value: front.slice(place + 1), word })
    else {
      const next = args[(at += 1)]
      if (next === undefined) break
      options.push({ letter, value: next.value, word: next })
      if (!isOneWord(next, known)) return ends(at + 1, next)
    }
  }
  return ends(args.length)
}

/** What a word certainly begins with. */
export const leadingText = ({ pieces: [first] }: ShellWord): string => (first?._tag === "Literal" ? first.value : "")

/** Answers whether a word certainly becomes one word. */
export const isOneWord = (word: ShellWord, known: Known): boolean => {
  if (word.pieces.every((piece) => staysOne(piece, known))) return true
  const result = literalValues(word, known)
  return result.known && result.values.length === 1 && result.values[0]?.glob === false
}

const staysOne = (piece: Piece, { variables }: Known): boolean => {
  switch (piece._tag) {
    case "Literal":
      return true
    case "Variable":
      return piece.quoted || (isInteger(variables.get(piece.name)) && !variables.has("IFS"))
    case "Unknown":
      // "$@" and "${a[@]}" are several words even when quoted.
      return piece.quoted ? !piece.text.includes("@") : yieldsInteger(piece.text)
    default:
      return false
  }
}
