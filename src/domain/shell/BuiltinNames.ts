/**
 * Which variables builtins give values, and which of the names they are given they evaluate.
 *
 * bash manual, chapter 4.
 */
import type { Floor } from "../Floor.ts"
import { type BuiltinArguments, divide, isOneWord, leadingText } from "./BuiltinOptions.ts"
import { type Known, literalValues } from "./Expand.ts"
import { opaque } from "./Guard.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

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

/** The reading of what does nothing to the shell. */
export const nothing: BuiltinReading = { floors: [], evaluations: [], forgets: [], forgetsUnseen: false }

const name = /^[A-Za-z_]\w*$/u
// A name, or an element of an array whose subscript evaluates nothing.
const plainName = /^(?:[A-Za-z_]\w*)?(?:\[(?:\d+|[@*])\])?$/u

/** Answers whether a text is a variable's name. */
export const isName = (text: string): boolean => name.test(text)

/** Answers whether a text evaluates nothing where it is taken for a name. */
export const isPlainName = (text: string): boolean => plainName.test(text)

/** Answers the variable that a name means: of `x[0]`, the element that `$x` is, that is `x`. */
export const variableIn = (named: string): string => {
  const open = named.indexOf("[")
  return open < 0 ? named : named.slice(0, open)
}

/** Answers the floor of a name that bash evaluates. */
export const evaluatesName = (word: ShellWord): Floor => opaque(`the name ${word.shown} is evaluated`, word.span)

/** The longest word of options in which a name is looked for. */
const longestOptions = 64

/** Answers every name that may stand glued to an option, as `x` does in `read -rax` and `printf -vx`. */
export const namesBehindOption = (word: string): ReadonlyArray<string> =>
  /^-[^-]/u.test(word) && word.length <= longestOptions
    ? Array.from({ length: word.length - 2 }, (_, at) => word.slice(at + 2)).filter(isName)
    : []

/** Builtins whose every operand is a name: their options that take a value, that whose value is a name, and what they set unasked. */
const namers: Readonly<Record<string, { readonly valued: string; readonly naming: string; readonly sets?: string }>> = {
  read: { valued: "adinNptu", naming: "a", sets: "REPLY" },
  unset: { valued: "", naming: "" },
  mapfile: { valued: "dnOsuCc", naming: "", sets: "MAPFILE" },
  readarray: { valued: "dnOsuCc", naming: "", sets: "MAPFILE" }
}

/** Answers what a builtin does whose operands are names; `undefined` for any other. */
export const readNames = (
  command: string,
  args: ReadonlyArray<ShellWord>,
  known: Known
): BuiltinReading | undefined => {
  const namer = Object.hasOwn(namers, command) ? namers[command] : undefined
  if (namer === undefined) return undefined
  const { options, operands, unseen } = divide(args, namer.valued, known)
  const floors: Array<Floor> = unseen === undefined || operands.includes(unseen) ? [] : [evaluatesName(unseen)]
  const forgets: Array<string> = []
  let forgetsUnseen = floors.length > 0
  const note = (word: ShellWord, value: string | undefined): void => {
    forgetsUnseen ||= value === undefined
    if (value === undefined || (value.includes("[") && !isPlainName(value))) floors.push(evaluatesName(word))
    if (value !== undefined) forgets.push(...[variableIn(value)].filter(isName), ...namesBehindOption(value))
  }
  for (const { letter, value, word } of options) if (namer.naming === letter) note(word, value)
  for (const word of operands) note(word, word.value)
  if (namer.sets !== undefined) forgets.push(namer.sets)
  return { floors, evaluations: [], forgets, forgetsUnseen }
}

/** `getopts` sets the variable its second word names, whose subscript it does not take. */
export const readGetopts = (args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const [first] = args
  if (first === undefined) return nothing
  // An expansion in front may become `--`.
  const named = first.value === undefined ? args.slice(1, 3) : args.slice(first.value === "--" ? 2 : 1).slice(0, 1)
  const unseen = isOneWord(first, known) ? named.find(({ value }) => value === undefined) : first
  return {
    floors: unseen === undefined ? [] : [evaluatesName(unseen)],
    evaluations: [],
    forgets: [...named.flatMap(({ value }) => (value !== undefined && isName(value) ? [value] : [])), "OPTARG"],
    forgetsUnseen: unseen !== undefined
  }
}

/** `wait` sets the variable that `-p` names, or unsets it; what stands else among its words is no name. */
export const readWait = (args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
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
    if (named !== undefined && isName(named)) forgets.push(named)
    if (word.value !== undefined && isUnknown(previous) && isName(word.value)) forgets.push(word.value)
    forgets.push(...fieldsOf(word, known))
  }
  return { floors, evaluations: [], forgets, forgetsUnseen }
}

/** Answers the names among what an expansion is known to yield. */
const fieldsOf = (word: ShellWord, known: Known): ReadonlyArray<string> => {
  if (word.value !== undefined) return []
  const result = literalValues(word, known)
  return result.known ? result.values.flatMap(({ path }) => (isName(path) ? [path] : namesBehindOption(path))) : []
}

const isUnknown = (word: ShellWord | undefined): boolean => word !== undefined && word.value === undefined

/** `printf` sets the variable that `-v` names, and those that `%n` names. */
export const readPrintf = (args: ReadonlyArray<ShellWord>, known: Known): BuiltinReading => {
  const divided = divide(args, "v", known, true)
  const floors: Array<Floor> = []
  const targets: Array<string> = []
  for (const { value, word } of divided.options) {
    if (value === undefined || !isPlainName(value)) floors.push(evaluatesName(word))
    if (value !== undefined) targets.push(variableIn(value))
  }
  if (divided.unseen !== undefined && mayNameTarget(divided.unseen, divided, known))
    floors.push(evaluatesName(divided.unseen))
  const [format, ...values] = divided.operands
  const counted = format === undefined ? [] : countedNames(format, values, known)
  const unseen = counted?.find(({ value }) => value === undefined)
  if (unseen !== undefined && mayCount(format?.value)) floors.push(evaluatesName(unseen))
  const [target] = targets
  const [given] = divided.options
  const value = targets.length === 1 && target === given?.value ? printed(format, values) : undefined
  const forgetsUnseen = unseen !== undefined || divided.options.some(({ value }) => value === undefined)
  const forgets = counted.flatMap((word) => (word.value !== undefined && isName(word.value) ? [word.value] : []))
  return target === undefined || value === undefined
    ? { floors, evaluations: [], forgets: [...targets.filter(isName), ...forgets], forgetsUnseen }
    : { floors, evaluations: [], forgets, sets: { name: target, value }, forgetsUnseen }
}

/** Whether an expansion may yield `-vNAME`, unless there is nothing left to print. */
const mayNameTarget = (word: ShellWord, { operands }: BuiltinArguments, known: Known): boolean => {
  const [front] = word.pieces
  if (front?._tag === "Literal" && !mayBegin("-v", front.value)) return false
  return operands.length > 1 || !isOneWord(word, known)
}

/** Whether what begins with the one text may begin with the other. */
const mayBegin = (option: string, front: string): boolean => option.startsWith(front) || front.startsWith(option)

/** Whether a format gives a variable the number of characters printed so far; one that is not known may. */
const mayCount = (format: string | undefined): boolean =>
  format !== undefined && /%[-+ #0-9.*']*[hjlLtz]*n/u.test(format.replaceAll("%%", ""))

/** Answers whether some of the words that `printf` is given may be names it sets. */
export const mayPrintInto = (args: ReadonlyArray<ShellWord>): boolean =>
  args.some(({ shown }) => shown.startsWith("-v") || mayCount(shown))

/** Answers the words of which each may be a name for `%n`. */
const countedNames = (format: ShellWord, values: ReadonlyArray<ShellWord>, known: Known): ReadonlyArray<ShellWord> => {
  if (values.length === 0) return values
  const formats = literalValues(format, known)
  return formats.known && !formats.values.some(({ path }) => mayCount(path)) ? [] : values
}

/** What `printf` makes of a format without directives, or of `%s` alone. */
const printed = (format: ShellWord | undefined, values: ReadonlyArray<ShellWord>): string | undefined => {
  const [value] = values
  if (format?.value === "%s" && values.length === 1) return value?.value
  return format?.value !== undefined && values.length === 0 && !/[%\\]/u.test(format.value) ? format.value : undefined
}
