/**
 * The words of a text, whatever quotes and operators stand around them.
 */

const between = /[\s'"`\\()[\]{},;&|<>]+/u

/** Answers the words of a text in their order. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.split(between).filter((word) => word !== "")

/** Texts in which words are looked for. */
export type Haystack = ReadonlyArray<string>

const joined = (words: ReadonlyArray<string>): string => `\0${words.join("\0")}\0`

/** Prepares texts for {@link holdsWords}. */
export const haystackOf = (texts: ReadonlyArray<string>): Haystack =>
  texts.map((text) => joined(wordsOf(text.replaceAll("\0", " "))))

/** Answers whether the words of a value stand in one of the texts, in their order and next to each other. */
export const holdsWords = (haystack: Haystack, value: string): boolean => {
  const words = wordsOf(value)
  if (words.length === 0 || value.includes("\0")) return false
  const needle = joined(words)
  return haystack.some((text) => text.includes(needle))
}
