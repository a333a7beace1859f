/**
 * What words may become by what was guessed of variables.
 *
 * bash manual, section 3.5 (Shell Expansions), as far as constants take it.
 */
import { expandBraces, type Known } from "./Expand.ts"
import type { SimpleCommand } from "./Flow.ts"
import { type Fields, givenTo, type Guesses, lengthOf, maxGuesses, maxLength } from "./Guess.ts"
import { transform } from "./GuessTransform.ts"
import { parseText } from "./Parse.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** The most pieces of one word, and the most words, that are followed. */
const maxPieces = 64
const maxWords = 256

/** Answers the lists of words a word may become, each list one way it may go. */
export const guessWord = (word: ShellWord, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  if (word.value !== undefined) return [[word.value]]
  if (word.pieces.length > maxPieces) return []
  let ways: ReadonlyArray<Fields> = [[""]]
  for (const piece of word.pieces) {
    const next = guessPiece(piece, known, guesses)
    // A variable that nothing gives a value most likely has none.
    ways = crossed(ways, next.length === 0 ? [[""]] : next, glue)
  }
  const quoted = word.pieces.every((piece) => piece._tag === "Literal" || ("quoted" in piece && piece.quoted))
  // An expansion that yields nothing is no word unless it is quoted.
  return quoted ? ways : ways.map((way) => way.filter((field) => field !== ""))
}

/** Answers the strings a word may become where it does not split, as the value of an assignment. */
export const guessValue = (word: ShellWord, known: Known, guesses: Guesses): ReadonlyArray<string> => {
  if (word.value !== undefined) return [word.value]
  const pieces = word.pieces.map((piece): Piece => {
    if (piece._tag === "Variable" || piece._tag === "Unknown") return { ...piece, quoted: true }
    return piece._tag === "Glob" ? { _tag: "Literal", value: piece.text, quoted: true } : piece
  })
  return guessWord({ ...word, pieces }, known, guesses).map((fields) => fields.join(" "))
}

/** Answers the lists of words several words may become together. */
export const guessWords = (words: ReadonlyArray<ShellWord>, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  if (words.length > maxWords) return []
  let ways: ReadonlyArray<Fields> = [[]]
  for (const word of words) {
    const next = guessWord(word, known, guesses)
    ways = crossed(ways, next, (way, fields) => [...way, ...fields])
  }
  return ways
}

/** Every way so far with every way to go on, as many as are followed. */
const crossed = (
  ways: ReadonlyArray<Fields>,
  next: ReadonlyArray<Fields>,
  joined: (way: Fields, fields: Fields) => Fields
): ReadonlyArray<Fields> => {
  const all: Array<Fields> = []
  for (const way of ways) {
    for (const fields of next) {
      if (all.length >= maxGuesses) return all
      if (way.length + fields.length <= maxWords && lengthOf(way) + lengthOf(fields) <= maxLength) {
        all.push(joined(way, fields))
      }
    }
  }
  return all
}

/** The last of the words so far and the first of the next are one. */
const glue = (way: Fields, next: Fields): Fields => {
  const [first, ...rest] = next
  if (first === undefined) return way
  return [...way.slice(0, -1), `${way.at(-1) ?? ""}${first}`, ...rest]
}

const guessPiece = (piece: Piece, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  switch (piece._tag) {
    case "Literal":
      return [[piece.value]]
    case "Glob":
      return [[piece.text]]
    case "Brace":
      return [expandBraces(piece.text) ?? [piece.text]]
    case "Variable":
      return fieldsOf(
        valuesOf(piece.name, known, guesses).map(([first = ""]) => [first]),
        piece.quoted,
        known,
        guesses
      )
    case "Unknown":
      // What another program fills in has its place held by what is written there.
      if (!/^[$`<>]/u.test(piece.text)) return piece.text === "…" ? [] : [[piece.text]]
      return fieldsOf(guessExpansion(piece.text, known, guesses), piece.quoted, known, guesses)
  }
}

/** Splits what is not quoted. */
const fieldsOf = (
  ways: ReadonlyArray<Fields>,
  quoted: boolean,
  known: Known,
  guesses: Guesses
): ReadonlyArray<Fields> => {
  if (quoted) return ways
  const separators = known.variables.has("IFS") ? guessesOf("IFS", known, guesses).join("") : ""
  return ways.map((way) => way.flatMap((field) => split(field, ` \t\n${separators}`)))
}

/** Splits at any of some characters. */
export const split = (text: string, separators: string): Fields => {
  const fields: Array<string> = []
  let field = ""
  for (const character of text) {
    if (separators.includes(character)) {
      if (field !== "") fields.push(field)
      field = ""
    } else field += character
  }
  if (field !== "") fields.push(field)
  return fields
}

/** Answers the plain values a variable may hold. */
export const guessesOf = (name: string, known: Known, guesses: Guesses): ReadonlyArray<string> =>
  valuesOf(name, known, guesses).map(([first = ""]) => first)

const valuesOf = (name: string, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  if (name === "@" || name === "*") return guesses.positional
  if (/^\d+$/u.test(name)) {
    return guesses.positional.flatMap((fields) => {
      const field = fields[Number(name) - 1]
      return field === undefined ? [] : [[field]]
    })
  }
  const value = known.variables.get(name)
  if (value === "integer") return []
  const given = value === undefined || guesses.cased.has(name) ? givenTo(guesses, name) : []
  return value === undefined ? given : [...value.map((one) => [one]), ...given]
}

const parameter = /^(!?)([A-Za-z_]\w*|\d+|[@*])(?:\[([^\]]*)\])?(.*)$/su

/** What an expansion yields, by its text: the lists of words it may be. */
const guessExpansion = (text: string, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  if (text.startsWith("`")) return outputs(text.slice(1, -1).replace(/\\([`\\$])/gu, "$1"), known, guesses)
  if (text.startsWith("$((") || text.startsWith("$[")) return []
  if (text.startsWith("$(")) return outputs(text.slice(2, -1), known, guesses)
  const inside = text.startsWith("${") ? text.slice(2, -1) : text.slice(1)
  const [, indirect, name, subscript, operation] = parameter.exec(inside) ?? []
  if (name === undefined || operation === undefined) return []
  let lists = elements(valuesOf(name, known, guesses), name, subscript)
  if (indirect === "!") {
    lists = lists.flatMap(([named = ""]) => {
      const [, , to, at] = parameter.exec(named) ?? []
      return to === undefined ? [] : elements(valuesOf(to, known, guesses), to, at)
    })
  }
  // What costs more than a look is done so many times.
  if (operation !== "" && guesses.texts-- <= 0) return []
  const several = name === "@" || name === "*" ? 1 : subscript === "@" || subscript === "*" ? 0 : undefined
  const certain = typeof known.variables.get(name) === "object"
  const operand = (source: string): ReadonlyArray<Fields> => wordsIn(source, known, guesses)
  return transform({ lists, several, certain }, operation, operand).slice(0, maxGuesses)
}

/** What a subscript picks; any other than a number may pick any. */
const elements = (lists: ReadonlyArray<Fields>, name: string, subscript: string | undefined): ReadonlyArray<Fields> => {
  if (name === "@" || name === "*" || subscript === "@" || subscript === "*") return lists
  if (subscript === undefined) return lists.map(([first = ""]) => [first])
  const at = /^-?\d+$/u.test(subscript) ? Number(subscript) : undefined
  return lists.flatMap((fields) => {
    const picked = at === undefined ? undefined : fields.at(at)
    return picked === undefined ? fields.map((field) => [field]) : [[picked]]
  })
}

/** The words of source text, such as the operand of `${x:-…}`, joined as they would be. */
const wordsIn = (source: string, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  if (/^[\w./ -]*$/u.test(source)) return [[source]]
  const command = commandIn(`: ${source}`, guesses)
  return command === undefined
    ? []
    : guessWords(command.words.slice(1), known, guesses).map((fields) => [fields.join(" ")])
}

const commandIn = (source: string, guesses: Guesses): SimpleCommand | undefined => {
  if (guesses.texts <= 0 || source.length > 1024) return undefined
  guesses.texts--
  const { flow } = parseText(source)
  return flow._tag === "Command" ? flow.command : undefined
}

/** What a script would print, when it is one command whose output stands in the text. */
export const outputs = (source: string, known: Known, guesses: Guesses): ReadonlyArray<Fields> => {
  const command = commandIn(source, guesses)
  if (command === undefined) return []
  return printed(command, known, guesses).map((text) => [text.replace(/\n+$/u, "")])
}

/** Answers what `echo`, `printf` and their like would print. */
export const printed = (command: SimpleCommand, known: Known, guesses: Guesses): ReadonlyArray<string> => {
  const [name] = command.words
  if (name === undefined || name.value === "cat") return inputsOf(command, known, guesses)
  return guessWords(command.words, known, guesses).flatMap(([program, ...args]) => {
    switch (program) {
      case "echo": {
        const from = args.findIndex((one) => !/^-[neE]+$/u.test(one))
        const text = from < 0 ? "" : args.slice(from).join(" ")
        return [args[0]?.includes("e") === true ? unescaped(text) : text]
      }
      case "printf":
        return [formatted(args[0] === "--" ? args.slice(1) : args)]
      // Where a program is: its name is what counts.
      case "which":
      case "command":
      case "type":
      case "basename":
        return args.slice(-1).map((one) => one.slice(one.lastIndexOf("/") + 1))
      default:
        return []
    }
  })
}

/** Answers the texts a command may read, where they stand in the text. */
export const inputsOf = ({ fed, redirects }: SimpleCommand, known: Known, guesses: Guesses): ReadonlyArray<string> => {
  const input = redirects.findLast(({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0)
  if (input === undefined) return fed === undefined ? guesses.input : [fed.text, ...guesses.input]
  if (input.body !== undefined) {
    return input.body.word === undefined ? [input.body.text] : guessValue(input.body.word, known, guesses)
  }
  if (input.target === undefined) return []
  if (input.operator === "<<<") return guessValue(input.target, known, guesses)
  const { text } = input.target
  return text.startsWith("<(") ? outputs(text.slice(2, -1), known, guesses).map(([line = ""]) => line) : []
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"', "'": "'" }

const unescaped = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3})|(.))/gsu,
    (whole, hex?: string, octal?: string, one?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return one === undefined ? whole : (escapes[one] ?? whole)
    }
  )

/** Answers what `printf` makes of a format and values, those of `%s` and `%b` in full. */
export const formatted = ([format = "", ...values]: Fields): string => {
  let text = ""
  let at = 0
  do {
    const from = at
    text += format.replace(
      /%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))|\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}|.)/gsu,
      (found, verb?: string) => {
        if (found.startsWith("\\")) return unescaped(found)
        if (verb === undefined) return "%"
        const value = values[at++] ?? ""
        return verb === "b" ? unescaped(value) : value
      }
    )
    if (at === from) break
  } while (at < values.length && text.length < 4096)
  return text
}
