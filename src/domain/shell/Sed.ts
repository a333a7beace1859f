/**
 * What a sed script does besides printing: a positive reading of its commands.
 *
 * POSIX sed, and GNU sed manual, chapters 3 to 5. Where GNU and BSD read a script differently, it is not understood.
 */

/** What a script does. */
export interface SedScript {
  /** It is fully read. Else anything might be in it. */
  readonly understood: boolean
  /** It runs a command. */
  readonly runs: boolean
  readonly reads: ReadonlyArray<string>
  readonly writes: ReadonlyArray<string>
}

interface Cursor {
  readonly text: string
  at: number
  readonly reads: Array<string>
  readonly writes: Array<string>
  runs: boolean
}

/** Reads a script. Linear in its length; total. */
export const readSed = (text: string): SedScript => {
  const cursor: Cursor = { text, at: 0, reads: [], writes: [], runs: false }
  let understood = true
  while (understood && cursor.at < text.length) understood = command(cursor)
  return { understood, runs: cursor.runs, reads: cursor.reads, writes: cursor.writes }
}

const peek = (cursor: Cursor): string => cursor.text.charAt(cursor.at)

const skip = (cursor: Cursor, set: RegExp): void => {
  while (cursor.at < cursor.text.length && set.test(peek(cursor))) cursor.at++
}

/** The rest of the line, without the line's end. */
const line = (cursor: Cursor): string => {
  const end = cursor.text.indexOf("\n", cursor.at)
  const stop = end < 0 ? cursor.text.length : end
  const found = cursor.text.slice(cursor.at, stop)
  cursor.at = stop
  return found
}

const command = (cursor: Cursor): boolean => {
  skip(cursor, /[\s;]/)
  if (cursor.at >= cursor.text.length) return true
  if (!addresses(cursor)) return false
  const name = peek(cursor)
  cursor.at++
  switch (name) {
    case "#":
      line(cursor)
      return true
    case "{":
      return true
    case "}":
    case "=":
    case "d":
    case "D":
    case "F":
    case "g":
    case "G":
    case "h":
    case "H":
    case "n":
    case "N":
    case "p":
    case "P":
    case "x":
    case "z":
      return ends(cursor)
    case "l":
    case "q":
    case "Q":
      skip(cursor, /[ \t]/)
      skip(cursor, /[0-9]/)
      return ends(cursor)
    case ":":
    case "b":
    case "t":
    case "T":
      skip(cursor, /[ \t]/)
      // GNU ends a label at a semicolon, BSD does not: read as GNU, more is seen as commands.
      skip(cursor, /[^\s;}]/)
      return ends(cursor)
    case "a":
    case "i":
    case "c":
      return appended(cursor)
    case "r":
    case "R":
      skip(cursor, /[ \t]/)
      cursor.reads.push(line(cursor))
      return true
    case "w":
    case "W":
      skip(cursor, /[ \t]/)
      cursor.writes.push(line(cursor))
      return true
    case "e":
      cursor.runs = true
      line(cursor)
      return true
    case "s":
      return substitution(cursor)
    case "y":
      return delimited(cursor, false) && delimited(cursor, false, true) && ends(cursor)
    default:
      return false
  }
}

/** After a command may come blanks, then its end. */
const ends = (cursor: Cursor): boolean => {
  skip(cursor, /[ \t]/)
  return cursor.at >= cursor.text.length || /[;\n}#]/.test(peek(cursor))
}

/** Text to the end of the line; a backslash before the end continues it. */
const appended = (cursor: Cursor): boolean => {
  for (;;) {
    const found = line(cursor)
    let end = found.length
    while (found.charAt(end - 1) === "\\") end--
    if ((found.length - end) % 2 === 0 || cursor.at >= cursor.text.length) return true
    cursor.at++
  }
}

const addresses = (cursor: Cursor): boolean => {
  if (!address(cursor)) return false
  skip(cursor, /[ \t]/)
  if (peek(cursor) === ",") {
    cursor.at++
    skip(cursor, /[ \t]/)
    if (/[+~]/.test(peek(cursor))) cursor.at++
    if (!address(cursor)) return false
    skip(cursor, /[ \t]/)
  }
  skip(cursor, /[! \t]/)
  return true
}

const address = (cursor: Cursor): boolean => {
  const first = peek(cursor)
  if (/[0-9]/.test(first)) {
    skip(cursor, /[0-9]/)
    if (peek(cursor) === "~") {
      cursor.at++
      skip(cursor, /[0-9]/)
    }
    return true
  }
  if (first === "$") {
    cursor.at++
    return true
  }
  if (first !== "/" && first !== "\\") return true
  if (first === "\\") cursor.at++
  if (!delimited(cursor, true)) return false
  skip(cursor, /[IM]/)
  return true
}

/** Text between delimiters; `again`: the opening one was the last's closing one. */
const delimited = (cursor: Cursor, regex: boolean, again = false): boolean => {
  const { text } = cursor
  const delimiter = again ? text.charAt(cursor.at - 1) : peek(cursor)
  if (!again) cursor.at++
  if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return false
  let bracket = false
  for (; cursor.at < text.length; cursor.at++) {
    const character = peek(cursor)
    if (character === "\\") {
      // Within brackets BSD takes a backslash for itself.
      if (bracket && text.charAt(cursor.at + 1) === delimiter) return false
      cursor.at++
    } else if (character === delimiter) {
      cursor.at++
      // GNU ends here even within brackets, BSD does not.
      return !bracket
    } else if (character === "\n" && regex) return false
    else if (regex && !bracket && character === "[") {
      bracket = true
      // `[]…]` and `[^]…]` hold the bracket itself.
      if (text.charAt(cursor.at + 1) === "^") cursor.at++
      if (text.charAt(cursor.at + 1) === "]") cursor.at++
    } else if (bracket && character === "]") bracket = false
    else if (bracket && character === "[" && /[:.=]/.test(text.charAt(cursor.at + 1))) {
      const close = text.indexOf(`${text.charAt(cursor.at + 1)}]`, cursor.at + 2)
      if (close < 0 || close - cursor.at > 32) return false
      cursor.at = close + 1
    }
  }
  return false
}

const substitution = (cursor: Cursor): boolean => {
  if (!delimited(cursor, true) || !delimited(cursor, false, true)) return false
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const flag = peek(cursor)
    if (/[gpiIMm0-9]/.test(flag)) continue
    if (flag === "e") {
      cursor.runs = true
      continue
    }
    if (flag === "w") {
      cursor.at++
      skip(cursor, /[ \t]/)
      cursor.writes.push(line(cursor))
      return true
    }
    break
  }
  return ends(cursor)
}
