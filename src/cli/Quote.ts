/**
 * An argument vector, written as the command line that gives it back.
 */

// An assignment's `=` and a job's `%` mean something in front; quoted, they are letters anywhere.
const plain = /^[A-Za-z0-9_@+:,./-]+$/

/** Words that are grammar where a command may stand (bash manual, "Reserved Words"). */
const reserved: ReadonlySet<string> = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "time",
  "for",
  "in",
  "until",
  "while",
  "do",
  "done",
  "case",
  "esac",
  "coproc",
  "select",
  "function"
])

/** Answers `word` quoted so that any POSIX shell reads it back as that one word and as nothing but a word. */
export const quoteWord = (word: string): string =>
  plain.test(word) && !reserved.has(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Answers the command line that runs exactly these words: `["echo", "a b"]` gives `echo 'a b'`. */
export const quoteVector = (words: ReadonlyArray<string>): string => words.map(quoteWord).join(" ")
