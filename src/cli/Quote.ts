/**
 * An argument vector, written as the command line that gives it back.
 */
import { reservedWords } from "../knowledge/reservedWords.ts"

// An assignment's `=` and a job's `%` mean something in front; quoted, they are letters anywhere.
const plain = /^[A-Za-z0-9_@+:,./-]+$/

/** Answers `word` quoted so that any POSIX shell reads it back as that one word and as nothing but a word. */
export const quoteWord = (word: string): string =>
  plain.test(word) && !reservedWords.has(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Answers the command line that runs exactly these words: `["echo", "a b"]` gives `echo 'a b'`. */
export const quoteVector = (words: ReadonlyArray<string>): string => words.map(quoteWord).join(" ")
