/**
 * What builtins do to the shell that reads them, beyond what a program could.
 *
 * bash manual, chapter 4. Names given to builtins are evaluated: a subscript in one runs what it holds.
 */
import type { Floor } from "../Floor.ts"
import { readLiteralArithmetic } from "./Arithmetic.ts"
import {
  type BuiltinReading,
  evaluatesName,
  isName,
  isPlainName,
  nothing,
  readGetopts,
  readNames,
  readPrintf,
  readWait,
  variableIn
} from "./BuiltinNames.ts"
import { type Known, literalValues, yieldsInteger } from "./Expand.ts"
import type { SimpleCommand } from "./Flow.ts"
import { opaque, unread } from "./Guard.ts"
import { isInteger } from "./State.ts"
import type { Piece, ShellWord } from "./Word.ts"

const declarers: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"])

/** Builtins in front of which a POSIX shell leaves assignments for good. POSIX, Shell Command Language, 2.14. */
export const specialBuiltins: ReadonlySet<string> = new Set(
  ": . break continue eval exec exit export readonly return set shift source times trap unset".split(" ")
)

/** Declaration builtins that in a function make a variable of the function's own. */
const locals: ReadonlySet<string> = new Set(["declare", "typeset", "local"])

/** Answers the variables that a declaration in a function makes the function's own without giving them a value. */
export const namesEmptied = (declarer: string, words: ReadonlyArray<ShellWord>): ReadonlyArray<string> =>
  locals.has(declarer) ? words.flatMap(({ value }) => (value !== undefined && isName(value) ? [value] : [])) : []

/** Answers whether the command is a declaration builtin. */
export const isDeclaration = (command: string): boolean => declarers.has(command)

/** Answers the variables that a declaration makes readonly, so that whatever sets them later fails. */
export const namesMadeReadonly = (
  declarer: string,
  { declares = [], words }: Pick<SimpleCommand, "declares" | "words">
): ReadonlyArray<string> =>
  declarer === "readonly" || words.some(({ value }) => /^-\w*r/u.test(value ?? ""))
    ? [...declares.map(({ name }) => name), ...words.map(({ shown }) => /^\w*/u.exec(shown)?.[0] ?? "")]
    : []

/** Answers what the shell does on reading the arguments of a builtin; nothing for any other command. */
export const readBuiltin = (command: string, args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  if (declarers.has(command)) return readDeclaration(command, args, known)
  const names = readNames(command, args, known)
  if (names !== undefined) return names
  switch (command) {
    case "printf":
      return readPrintf(args, known)
    case "getopts":
      return readGetopts(args, known)
    case "test":
    case "[":
      return readTest(args, known)
    case "let":
      return { ...nothing, evaluations: args.map((word) => readLiteralArithmetic(word.pieces, word.span)) }
    case "alias":
      return readAlias(args)
    case "shopt":
      return readShopt(args)
    case "wait":
      return readWait(args, known)
    case "jobs":
      return readJobs(args)
    case "compgen":
      return readCompgen(args)
    case "set":
      return readSet(args)
    default:
      return nothing
  }
}

/** The name in `NAME`, `NAME=…` or `NAME+=…`, as far as it is fixed; `undefined` when an expansion decides it. */
const nameIn = (word: ShellWord): string | undefined => {
  const first = word.pieces[0]
  const text = word.value ?? (first?._tag === "Literal" ? first.value : undefined)
  if (text === undefined) return undefined
  const equals = text.indexOf("=")
  if (equals < 0) return word.value
  return text.slice(0, text.charAt(equals - 1) === "+" ? equals - 1 : equals)
}

/** Whether it is an array given to a name that stands in the text: what its words evaluate is told with them. */
const isArray = ({ pieces, text }: ShellWord): boolean => {
  const [only] = pieces
  return pieces.length === 1 && only?._tag === "Unknown" && only.text === text && /^[A-Za-z_]/u.test(text)
}

/** Whether bash may read a value as the words of an array, which expand again: `declare -a x='($(rm f))'` runs `rm`. */
const mayHoldWords = (word: ShellWord, declared: string, array: boolean, known: Known): boolean => {
  if (word.value !== undefined) return /^\+?=\(.*[$`[]/su.test(word.value.slice(declared.length))
  const [front, next] = word.pieces
  // The value begins with what an expansion yields.
  const begins = front?._tag === "Literal" ? front.value.slice(declared.length).replace(/^\+?=/u, "") : ""
  const open = begins === "" ? next?._tag !== "Literal" || next.value.startsWith("(") : begins.startsWith("(")
  const held = known.variables.has(declared) || known.lost === true
  return open && (array || (held && known.variables.get(declared) === undefined))
}

/** Options with which a value is the variable's as it stands; with others bash sets another, or none, or fails. */
const keepingOptions = (command: string): RegExp => (locals.has(command) ? /^[-+][xr]+$/u : /^$/u)

const readDeclaration = (command: string, args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const floors: Array<Floor> = []
  const forgets: Array<string> = []
  let forgetsUnseen = false
  let changes = false
  let prints = false
  let options = true
  let reference = false
  let array = false
  let refers: BuiltinReading["refers"]
  for (const word of args) {
    if (word.value === "--") options = false
    else if (options && word.value !== undefined && /^[-+]./u.test(word.value)) {
      // `export -n` only takes a variable out of the environment.
      if (/[cilnu]/u.test(word.value) && command !== "export") {
        const cause = `${word.value} makes later assignments evaluate, set another value or another variable`
        floors.push(opaque(cause, word.span))
      }
      array = array || /^-\w*[aA]/u.test(word.value)
      reference = reference || /^-\w*n/u.test(word.value)
      changes = changes || !keepingOptions(command).test(word.value)
      prints = prints || /[pfF]/u.test(word.value)
    } else {
      const declared = nameIn(word)
      const to = word.value?.slice((declared?.length ?? 0) + 1)
      if (reference && declared !== undefined && to !== undefined && isName(to)) refers = { name: declared, to }
      if (declared === undefined && !isArray(word)) {
        forgetsUnseen = true
        floors.push({
          class: "executing-environment",
          cause: `${word.shown} decides which variables are set`,
          span: word.span
        })
      } else if (declared !== undefined && !isPlainName(declared)) floors.push(evaluatesName(word))
      else if (declared !== undefined && declared !== word.value && !isArray(word) && command !== "export") {
        const again = array || command === "declare" || command === "typeset" || known.arrays?.has(declared) === true
        if (again && mayHoldWords(word, declared, array, known)) {
          floors.push(opaque(`${word.shown} may be read as the words of an array`, word.span))
        }
      }
      // An element of an array given a text: that too may be read as words.
      if (array && isArray(word) && /^\w+\[/u.test(word.text) && /[$`]/u.test(word.text))
        floors.push(evaluatesName(word))
      if (declared === undefined) continue
      const variable = variableIn(declared)
      // What an element holds is not followed, nor what stands in parentheses, of which bash may make an array.
      const parts = variable !== declared || /^\+?=\(/u.test(word.value?.slice(declared.length) ?? "")
      const sets = parts || (changes && (declared !== word.value || !prints))
      if (sets && isName(variable)) forgets.push(variable)
    }
  }
  return { floors, evaluations: [], forgets, forgetsUnseen, refers }
}

const isQuoted = (piece: Piece): boolean => (piece._tag === "Variable" || piece._tag === "Unknown") && piece.quoted

const binary = /^(?:==?|!=|<|>|=~|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef|a|o)|\]|\))$/u

const readTest = (args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const floors: Array<Floor> = []
  for (const [index, word] of args.entries()) {
    const operand = args[index + 1]
    if (word.value === "-v" || word.value === "-R") {
      if (operand !== undefined && (operand.value === undefined || !isPlainName(operand.value))) {
        floors.push(evaluatesName(operand))
      }
    } else if (word.value === undefined && mayBecomeOperator(word, operand, known)) {
      floors.push(opaque(`${word.shown} may become an operator that evaluates a name`, word.span))
    }
  }
  return { ...nothing, floors }
}

/** Whether an expansion in a test may yield `-v`, and the name it evaluates. */
const mayBecomeOperator = (word: ShellWord, next: ShellWord | undefined, known: Known): boolean => {
  if (word.tilde !== undefined) return false
  const result = literalValues(word, known)
  if (result.known) {
    const evaluates = result.values.some(({ path }) => path === "-v" || path === "-R")
    return evaluates && (result.values.length > 1 || next?.value === undefined || !isPlainName(next.value))
  }
  if (word.pieces.some((piece) => maySplit(piece, known))) return true
  // Quoted it stays one word, and is an operator only in front of an operand.
  const [front] = word.pieces
  const literal = front?._tag === "Literal"
  if (literal && front.value !== "" && front.value !== "-") return false
  if (next === undefined || (next.value !== undefined && binary.test(next.value))) return false
  return front !== undefined && (literal || (isQuoted(front) && !isNumber(front, known)))
}

/** Whether what a piece yields may be several words: so `"$@"` is, and `"${a[@]}"`, unlike `"${a@Q}"`. */
const maySplit = (piece: Piece, known: Known): boolean => {
  switch (piece._tag) {
    case "Variable":
      return !piece.quoted && !isInteger(known.variables.get(piece.name))
    case "Unknown":
      if (yieldsInteger(piece.text)) return false
      return !piece.quoted || (piece.text.includes("@") && !/^\$\{\w+@[A-Za-z]\}$/u.test(piece.text))
    case "Brace":
      return true
    default:
      return false
  }
}

const isNumber = (piece: Piece, known: Known): boolean =>
  piece._tag === "Variable"
    ? known.variables.get(piece.name) !== undefined
    : piece._tag === "Unknown" && yieldsInteger(piece.text)

const readAlias = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const defined = args.find((word) => word.value === undefined || word.value.includes("="))
  return defined === undefined
    ? nothing
    : { ...nothing, floors: [opaque(`${defined.shown} may change what a later command word runs`, defined.span)] }
}

const readJobs = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const option = args.find(({ value }) => value === undefined || /^-\w*x/u.test(value))
  return option === undefined ? nothing : { ...nothing, floors: [opaque("jobs -x runs a command", option.span)] }
}

/** Beside the options that only name kinds of words, some run a command or expand their value. */
const readCompgen = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const other = args.find(
    ({ value }) => value === undefined || (value.startsWith("-") && !/^-[a-gjksuv]+$/u.test(value))
  )
  if (other === undefined) return nothing
  return { ...nothing, floors: [opaque(`compgen may run what ${other.shown} brings`, other.span)] }
}

/** Options of `shopt` that change neither how text is read, nor which files a glob names, nor where a command runs. */
const harmlessOptions: ReadonlySet<string> = new Set([
  "checkwinsize",
  "cmdhist",
  "histappend",
  "huponexit",
  "inherit_errexit",
  "lithist",
  "nocasematch",
  "nullglob"
])

const readShopt = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  // Without `-s` or `-u` it only asks or prints, whatever else it is given.
  if (!args.some(({ value }) => value === undefined || /^-\w*[su]/u.test(value))) return nothing
  const changed = args.find(
    ({ value }) => value === undefined || !(/^-[pqsu]+$/u.test(value) || harmlessOptions.has(value))
  )
  return changed === undefined
    ? nothing
    : { ...nothing, floors: [unread(`${changed.shown} changes how the shell reads what follows`, changed.span)] }
}

/** Names of options that change how the shell reads, as they are switched on or off: `-o posix`, `+o braceexpand`. */
const readingMode = /^(?:-hist(?:expand|ory)|\+braceexpand|[-+](?:keyword|noexec|physical|posix))$/u
/** The same by letter. */
const readingLetters = /^(?:[-+]\w*[knP]|-\w*H|\+\w*B)/u

const readSet = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  // Each `o` takes a name from behind its word, unless an option stands there.
  let names = 0
  let sign = ""
  for (const word of args) {
    const { value } = word
    const isOption = value === undefined || value === "" || /^[-+]/u.test(value)
    if (!isOption && names === 0) break
    if (value === "--" || value === "-") break
    if (value === undefined || (isOption ? readingLetters : readingMode).test(isOption ? value : sign + value)) {
      return { ...nothing, floors: [opaque(`${word.shown} changes how the shell reads what follows`, word.span)] }
    }
    if (isOption) {
      sign = value.charAt(0)
      names = value.match(/o/gu)?.length ?? 0
    } else names -= 1
  }
  return nothing
}
