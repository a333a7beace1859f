/**
 * What builtins do to the shell that reads them, beyond what a program could.
 *
 * bash manual, chapter 4. Names given to builtins are evaluated: a subscript in one runs what it holds.
 */
import type { Floor } from "../Floor.ts"
import { readLiteralArithmetic } from "./Arithmetic.ts"
import { type Known, literalValues, yieldsInteger } from "./Expand.ts"
import type { SimpleCommand } from "./Flow.ts"
import { opaque, unread } from "./Guard.ts"
import { isInteger } from "./State.ts"
import type { Evaluation, Piece, ShellWord } from "./Word.ts"

/** What the shell itself does on reading a builtin's arguments. */
export interface BuiltinReading {
  readonly floors: ReadonlyArray<Floor>
  readonly evaluations: ReadonlyArray<Evaluation>
  /** Variables it gives a value that is not followed. */
  readonly forgets: ReadonlyArray<string>
  /** The one variable it gives a value that stands in the text. */
  readonly sets?: { readonly name: string; readonly value: string } | undefined
  /** A name it makes stand for another variable. */
  readonly refers?: { readonly name: string; readonly to: string } | undefined
  /** The names it sets are not all in the text. */
  readonly forgetsUnseen: boolean
}

const nothing: BuiltinReading = { floors: [], evaluations: [], forgets: [], forgetsUnseen: false }

const name = /^[A-Za-z_]\w*$/u
// A name, or an element of an array whose subscript evaluates nothing.
const plainName = /^(?:[A-Za-z_]\w*)?(?:\[(?:\d+|[@*])\])?$/u

/** Builtins whose every operand is a name, or a name and a value. */
const namers: ReadonlySet<string> = new Set(["read", "unset", "mapfile", "readarray", "getopts"])
const declarers: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"])

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
  if (namers.has(command)) return readNames(command, args)
  switch (command) {
    case "printf":
      return readPrintf(args)
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
      return readWait(args)
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

const evaluatesName = (word: ShellWord): Floor => opaque(`the name ${word.shown} is evaluated`, word.span)

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
  return open && (array || (known.variables.has(declared) && known.variables.get(declared) === undefined))
}

const readDeclaration = (command: string, args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const floors: Array<Floor> = []
  const forgets: Array<string> = []
  let forgetsUnseen = false
  let changes = false
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
      changes = changes || /[^-+xrgpfF]/u.test(word.value)
    } else {
      const declared = nameIn(word)
      const to = word.value?.slice((declared?.length ?? 0) + 1)
      if (reference && declared !== undefined && to !== undefined && name.test(to)) refers = { name: declared, to }
      if (declared === undefined && !isArray(word)) {
        forgetsUnseen = true
        floors.push({
          class: "executing-environment",
          cause: `${word.shown} decides which variables are set`,
          span: word.span
        })
      } else if (declared !== undefined && !plainName.test(declared)) floors.push(evaluatesName(word))
      else if (declared !== undefined && declared !== word.value && !isArray(word) && command !== "export") {
        const again = array || command === "declare" || command === "typeset"
        if (again && mayHoldWords(word, declared, array, known)) {
          floors.push(opaque(`${word.shown} may be read as the words of an array`, word.span))
        }
      }
      // An element of an array given a text: that too may be read as words.
      if (array && isArray(word) && /^\w+\[/u.test(word.text) && /[$`]/u.test(word.text))
        floors.push(evaluatesName(word))
      // Some options change what the value becomes.
      if (changes && declared !== undefined && name.test(declared)) forgets.push(declared)
    }
  }
  return { floors, evaluations: [], forgets, forgetsUnseen, refers }
}

/** `wait` sets the variable that `-p` names, or unsets it; what stands else among its words is no name. */
const readWait = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const floors: Array<Floor> = []
  const forgets: Array<string> = []
  let forgetsUnseen = false
  for (const [index, word] of args.entries()) {
    const [, glued] = /^-[fn]*p(.*)$/su.exec(word.value ?? leadingText(word)) ?? []
    const previous = args[index - 1]
    // What cannot be seen may be the option; of what stands behind it, only what evaluates something matters then.
    const behind =
      /^-[fn]*p$/u.test(previous?.value ?? "") || (word.value?.includes("[") === true && isUnknown(previous))
    const isUnseen = word.value === undefined && (behind || leadingText(word).startsWith("-"))
    const named = behind ? word.value : glued
    if (isUnseen || named?.includes("[") === true) floors.push(evaluatesName(word))
    forgetsUnseen ||= isUnseen
    if (named !== undefined && name.test(named)) forgets.push(named)
  }
  return { floors, evaluations: [], forgets, forgetsUnseen }
}

const isUnknown = (word: ShellWord | undefined): boolean => word !== undefined && word.value === undefined

/** What a word certainly begins with. */
const leadingText = ({ pieces: [first] }: ShellWord): string => (first?._tag === "Literal" ? first.value : "")

/** The longest word of options in which a name is looked for. */
const longestOptions = 64

/** Answers every name that may stand glued to an option, as `x` does in `read -rax` and `printf -vx`. */
export const namesBehindOption = (word: string): ReadonlyArray<string> =>
  /^-[^-]/u.test(word) && word.length <= longestOptions
    ? Array.from({ length: word.length - 2 }, (_, at) => word.slice(at + 2)).filter((text) => name.test(text))
    : []

const readNames = (command: string, args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const floors: Array<Floor> = []
  const forgets: Array<string> = []
  let forgetsUnseen = false
  for (const [index, word] of args.entries()) {
    const { value } = word
    const previous = args[index - 1]?.value
    if (command === "getopts" && index !== 1) continue
    if (value === undefined) {
      const isOptionValue = previous !== undefined && /^-\w*[dinNptuCcOsP]$/u.test(previous)
      if (isOptionValue || word.tilde !== undefined) continue
      forgetsUnseen = true
      floors.push(evaluatesName(word))
    } else if (value.includes("[") && !plainName.test(value) && !isPrompt(previous)) {
      floors.push(evaluatesName(word))
    } else forgets.push(...(name.test(value) ? [value] : namesBehindOption(value)))
  }
  if (command === "read") forgets.push("REPLY")
  if (command === "mapfile" || command === "readarray") forgets.push("MAPFILE")
  if (command === "getopts") forgets.push("OPTARG")
  return { floors, evaluations: [], forgets, forgetsUnseen }
}

const isPrompt = (word: string | undefined): boolean => word !== undefined && /^-\w*[dpi]$/u.test(word)

const readPrintf = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  const [first, second] = args
  if (first === undefined) return nothing
  // An expansion in front may yield `-vNAME`, unless there is nothing left to print.
  const [front] = first.pieces
  const literal = front?._tag === "Literal" && !mayBegin("-v", front.value)
  const several = args.length > 1 || first.pieces.some((piece) => piece._tag !== "Literal" && !isQuoted(piece))
  if (first.value === undefined && !literal && several) return { ...nothing, floors: [evaluatesName(first)] }
  if (first.value === undefined || !first.value.startsWith("-v")) return nothing
  const target = first.value === "-v" ? second?.value : first.value.slice(2)
  const at = first.value === "-v" && second !== undefined ? second : first
  if (target === undefined) return { ...nothing, floors: [evaluatesName(at)], forgetsUnseen: true }
  if (!plainName.test(target)) return { ...nothing, floors: [evaluatesName(at)] }
  const [format, ...values] = args.slice(first === at ? 1 : 2)
  const value = name.test(target) ? printed(format, values) : undefined
  return value === undefined ? { ...nothing, forgets: [target] } : { ...nothing, sets: { name: target, value } }
}

/** Whether what begins with the one text may begin with the other. */
const mayBegin = (option: string, front: string): boolean => option.startsWith(front) || front.startsWith(option)

/** What `printf` makes of a format without directives, or of `%s` alone. */
const printed = (format: ShellWord | undefined, values: ReadonlyArray<ShellWord>): string | undefined => {
  const [value] = values
  if (format?.value === "%s" && values.length === 1) return value?.value
  return format?.value !== undefined && values.length === 0 && !/[%\\]/u.test(format.value) ? format.value : undefined
}

const isQuoted = (piece: Piece): boolean => (piece._tag === "Variable" || piece._tag === "Unknown") && piece.quoted

const binary = /^(?:==?|!=|<|>|=~|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef|a|o)|\]|\))$/u

const readTest = (args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const floors: Array<Floor> = []
  for (const [index, word] of args.entries()) {
    const operand = args[index + 1]
    if (word.value === "-v" || word.value === "-R") {
      if (operand !== undefined && (operand.value === undefined || !plainName.test(operand.value))) {
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
  const splits = word.pieces.some((piece) => {
    if (piece._tag === "Variable") return !piece.quoted && !isInteger(known.variables.get(piece.name))
    return piece._tag === "Unknown" && !piece.quoted && !yieldsInteger(piece.text)
  })
  if (splits) return !literalValues(word, known).known
  // Quoted it stays one word, and is an operator only in front of an operand.
  const [front] = word.pieces
  const literal = front?._tag === "Literal"
  if (literal && front.value !== "" && front.value !== "-") return false
  if (next === undefined || (next.value !== undefined && binary.test(next.value))) return false
  return front !== undefined && (literal || (isQuoted(front) && !isNumber(front, known)))
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
  "failglob",
  "histappend",
  "huponexit",
  "inherit_errexit",
  "lithist",
  "nocasematch",
  "nullglob"
])

const readShopt = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  if (args.some((word) => word.value === "-q" || word.value === "-p")) return nothing
  const changed = args.find(
    ({ value }) => value === undefined || !(/^-[su]+$/u.test(value) || harmlessOptions.has(value))
  )
  return changed === undefined
    ? nothing
    : { ...nothing, floors: [unread(`${changed.shown} changes how the shell reads what follows`, changed.span)] }
}

const readingModes: ReadonlySet<string> = new Set(["keyword", "noexec", "physical", "posix"])

const readSet = (args: ReadonlyArray<ShellWord>): BuiltinReading => {
  for (const word of args) {
    if (word.value === "--" || (word.value !== undefined && !/^[-+]/u.test(word.value))) break
    if (word.value === undefined || /^[-+]\w*[knP]/u.test(word.value)) {
      return { ...nothing, floors: [opaque(`${word.shown} changes how the shell reads what follows`, word.span)] }
    }
  }
  const option = args.find(({ value }) => value !== undefined && readingModes.has(value))
  return option === undefined
    ? nothing
    : { ...nothing, floors: [opaque(`${option.shown} changes how the shell reads what follows`, option.span)] }
}
