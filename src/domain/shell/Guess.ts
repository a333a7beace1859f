/**
 * What variables may hold by anything a text gives them anywhere, where what they do hold is not known.
 *
 * A guess is only ever looked at for what forbids it: what it is made for is opaque, and stays so. So a guess may be
 * wrong, and may be lacking.
 */
import type { Flow } from "./Flow.ts"

/** Words, or the elements of an array; a plain value is one. */
export type Fields = ReadonlyArray<string>

/** What was gathered of a text so far. */
export interface Guesses {
  /** What each variable was given anywhere. */
  readonly given: Map<string, Array<Fields>>
  /** Names that stand for other variables. */
  readonly aliases: Map<string, string>
  /** Names whose letters change case as they are assigned. */
  readonly cased: Set<string>
  /** The arguments each function was called with. */
  readonly calls: Map<string, Array<Fields>>
  /** Text that is followed again when all of it was seen: bodies of functions by their name, and of traps. */
  readonly bodies: Map<string, Flow>
  /** What `$@` may be here. */
  positional: ReadonlyArray<Fields>
  /** What a compound command around reads. */
  input: ReadonlyArray<string>
  /** How many more commands are made up. */
  left: number
  /** How many more texts inside words are read, and values transformed. */
  texts: number
}

/** The most values a variable, a word or a command is guessed to have. */
export const maxGuesses = 16
/** The longest value that is followed. */
export const maxLength = 4096
/** The most names that are kept. */
const maxNames = 128

/** Answers guesses of a text of which nothing was seen. */
export const noGuesses = (): Guesses => ({
  given: new Map(),
  aliases: new Map(),
  cased: new Set(),
  calls: new Map(),
  bodies: new Map(),
  positional: [],
  input: [],
  left: 128,
  texts: 128
})

/** Answers how many characters some words have. */
export const lengthOf = (fields: Fields): number => fields.reduce((length, field) => length + field.length, 0)

/** Adds one list to those kept under a name, unless it is there or there are many. */
export const keep = (lists: Map<string, Array<Fields>>, name: string, fields: Fields): void => {
  let kept = lists.get(name)
  if (kept === undefined) {
    if (lists.size >= maxNames) return
    lists.set(name, (kept = []))
  }
  if (kept.length >= maxGuesses || fields.length > maxLength) return
  if (lengthOf(fields) > maxLength) return
  if (kept.some((one) => one.length === fields.length && one.every((field, at) => field === fields[at]))) return
  kept.push(fields)
}

/** Records what a variable is given. */
export const give = (guesses: Guesses, name: string, fields: Fields): void => {
  keep(guesses.given, name, fields)
  if (guesses.cased.has(name)) {
    keep(
      guesses.given,
      name,
      fields.map((field) => field.toLowerCase())
    )
    keep(
      guesses.given,
      name,
      fields.map((field) => field.toUpperCase())
    )
  }
  const alias = guesses.aliases.get(name)
  if (alias !== undefined && alias !== name) keep(guesses.given, alias, fields)
}

/** Answers what a variable was given anywhere. */
export const givenTo = (guesses: Guesses, name: string): ReadonlyArray<Fields> => {
  const own = guesses.given.get(name) ?? []
  const alias = guesses.aliases.get(name)
  return alias === undefined ? own : [...own, ...(guesses.given.get(alias) ?? [])]
}
