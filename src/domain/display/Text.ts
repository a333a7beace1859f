/**
 * Text laid out for a terminal: widths in columns, wrapping, indentation.
 */

/** First and last code point of the characters a terminal draws two columns wide (Unicode East Asian Width W and F). */
const wide: ReadonlyArray<readonly [number, number]> = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26aa, 0x26ab],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd]
]

const combining = /^\p{M}$/u

const columnsOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (combining.test(character)) return 0
  return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}

/** Answers how many columns displayed text takes. */
export const width = (text: string): number => {
  let columns = 0
  for (const character of text) columns += columnsOf(character)
  return columns
}

/** Answers the longest head of `text` that fits in `columns`, and the rest. */
const cut = (text: string, columns: number): readonly [string, string] => {
  let used = 0
  let end = 0
  for (const character of text) {
    used += columnsOf(character)
    if (used > columns && end > 0) break
    end += character.length
  }
  return [text.slice(0, end), text.slice(end)]
}

/** Answers `text` cut to `columns` with an ellipsis where something is missing. */
export const clip = (text: string, columns: number): string =>
  width(text) <= columns ? text : `${cut(text, Math.max(1, columns - 1))[0]}…`

/** Answers `text` as lines of at most `columns`, broken at blanks, and within a word only where it alone is longer. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const limit = Math.max(8, columns)
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`
    if (width(joined) <= limit) {
      line = joined
      continue
    }
    if (line !== "") lines.push(line)
    line = word
    while (width(line) > limit) {
      const [head, rest] = cut(line, limit)
      lines.push(head)
      line = rest
    }
  }
  return [...lines, line]
}

/** Answers `text` wrapped behind `first` and, on the lines that follow, under it. */
export const hang = (first: string, text: string, columns: number): ReadonlyArray<string> => {
  const indent = width(first)
  return wrap(text, columns - indent).map((line, place) => (place === 0 ? first : " ".repeat(indent)) + line)
}
