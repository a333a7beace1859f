/**
 * One argument of a command: what a word is known to become.
 */
import { unescapeGlob } from "../Globs.ts"
import { literalValues, type LiteralValue } from "./Expand.ts"
import type { Surroundings } from "./Reading.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** What is known of one argument. */
export interface Argument {
  /** As written, for people. */
  readonly shown: string
  /** The one string it is; `undefined` when an expansion or a glob decides it. */
  readonly value: string | undefined
  /** Every string or pattern it may be, or become together; `undefined` when the text does not tell. */
  readonly values: ReadonlyArray<LiteralValue> | undefined
  /** What it certainly begins with; the whole of `value` when that is known. */
  readonly prefix: string
  /** It may become several words, or none. */
  readonly many: boolean
  /** What its globs yield, when that can be told. */
  readonly names?: ReadonlyArray<string> | undefined
  /** No name that its globs yield, and nothing that its substitution writes, begins with a dash or holds a blank and one. */
  readonly undashed?: true | undefined
  /** It is one word whose every variable is the environment's: the text gives it no value. */
  readonly inherits?: true | undefined
  readonly word: ShellWord
}

/** Answers the part of an argument after its first `count` characters, which must lie within `prefix`. */
export const dropFirst = (argument: Argument, count: number): Argument =>
  argument.value === undefined
    ? {
        ...argument,
        values: argument.values?.map(({ path, glob }) => ({ path: path.slice(count), glob })),
        prefix: argument.prefix.slice(count)
      }
    : literalArgument(argument.value.slice(count), argument.word)

/** Answers an argument that is known to be `value`, standing where `word` stands. */
export const literalArgument = (value: string, word: ShellWord): Argument => ({
  shown: value,
  value,
  values: [{ path: value, glob: false }],
  prefix: value,
  many: false,
  word
})

/** Answers what a word becomes, as far as the text and the known variables tell. */
export const argumentOf = (word: ShellWord, surroundings: Surroundings): Argument => {
  if (word.value !== undefined) return literalArgument(word.value, word)
  // A process substitution is one word, the name of a pipe.
  const [only] = word.pieces
  if (word.pieces.length === 1 && only?._tag === "Unknown" && /^[<>]\(/.test(only.text)) {
    return { ...literalArgument("/dev/fd/63", word), shown: word.shown }
  }
  const expanded = literalValues(word, surroundings)
  if (!expanded.known) {
    const inherits = isInherited(word, surroundings)
    return {
      shown: word.shown,
      value: undefined,
      values: undefined,
      prefix: leading(word),
      many: word.pieces.some(mayBeMany),
      ...(inherits ? { inherits: true as const } : {}),
      ...(writesPlainly(word, surroundings) ? { undashed: true as const } : {}),
      word
    }
  }
  const { values } = expanded
  const [first] = values
  if (values.some(({ glob }) => glob)) return globArgument(word, values, surroundings)
  const many = values.length !== 1 && word.pieces.some(mayBeMany)
  const value = values.length === 1 && first !== undefined ? first.path : undefined
  return { shown: word.shown, value, values, prefix: value ?? commonPrefix(values), many, word }
}

/** A word with globs in it: what they yield is on the disk, and what matches nothing stands for itself. */
const globArgument = (
  word: ShellWord,
  values: ReadonlyArray<LiteralValue>,
  { cwds, globbed }: Surroundings
): Argument => {
  const named = values.map(({ glob, path }) => (glob ? globbed?.(path, cwds) : [path]))
  const [first] = values
  const [only] = named
  if (values.length === 1 && first !== undefined && only?.length === 0) {
    return { ...literalArgument(unescapeGlob(first.path), word), shown: word.shown }
  }
  const dashed = named.some((names) => names === undefined || names.some((name) => name.startsWith("-")))
  return {
    shown: word.shown,
    value: undefined,
    values,
    prefix: commonPrefix(values),
    many: values.length > 1 || only === undefined || only.length > 1,
    names: namesIn(named, values),
    undashed: dashed ? undefined : true,
    word
  }
}

/**
 * Whether all that a word expands are variables of the environment, in quotes. What they hold is the person's own, who means no
 * option by it: unlike what a file or a command says.
 */
const isInherited = ({ pieces }: ShellWord, { lost, variables }: Surroundings): boolean =>
  lost !== true && pieces.every((piece) => piece._tag === "Literal" || isAbsent(piece, variables))

const isAbsent = (piece: Piece, variables: Surroundings["variables"]): boolean =>
  piece._tag === "Variable" && piece.quoted && !variables.has(piece.name) && !ofBash.test(piece.name)

/** Variables to which bash gives values by itself. bash manual, section 5.2. */
const ofBash = /^(?:_|BASH\w*|COPROC\w*|DIRSTACK|FUNCNAME|MAPFILE|OLDPWD|OPTARG|PIPESTATUS|READLINE\w*|REPLY)$/

/** Substitutions that write a branch, which no dash begins, a commit or a number, or nothing. git-check-ref-format(1). */
const plainly =
  /^\$\((git(?= )|nproc(?=\)))(?: (?:branch --show-current|rev-parse (?:--short |--abbrev-ref )?HEAD))?\)$/

/** Whether a word is one of those, and it is a program and no function. */
const writesPlainly = ({ pieces }: ShellWord, { defines }: Surroundings): boolean => {
  const [only] = pieces
  if (pieces.length !== 1 || only?._tag !== "Unknown") return false
  const name = plainly.exec(only.text)?.[1]
  return name !== undefined && defines?.(name) === false
}

const namesIn = (
  named: ReadonlyArray<ReadonlyArray<string> | undefined>,
  values: ReadonlyArray<LiteralValue>
): ReadonlyArray<string> | undefined => {
  const all: Array<string> = []
  for (const [at, names] of named.entries()) {
    if (names === undefined) return undefined
    if (names.length === 0) all.push(unescapeGlob(values[at]?.path ?? ""))
    else all.push(...names)
  }
  return all
}

const mayBeMany = (piece: ShellWord["pieces"][number]): boolean => {
  switch (piece._tag) {
    case "Literal":
      return false
    case "Glob":
    case "Brace":
      return true
    case "Variable":
      return !piece.quoted
    case "Unknown":
      // "$@" and "${a[@]}" are several words even when quoted.
      return !piece.quoted || piece.text.includes("@")
  }
}

/** The literal text in front of the first expansion. */
const leading = (word: ShellWord): string => {
  let text = ""
  for (const piece of word.pieces) {
    if (piece._tag !== "Literal") return text
    text += piece.value
  }
  return text
}

/** What all of the values begin with, up to the first character of a glob. */
const commonPrefix = (values: ReadonlyArray<LiteralValue>): string => {
  let prefix: string | undefined
  for (const { path, glob } of values) {
    const end = glob ? path.search(/[*?[\\]/) : path.length
    const text = path.slice(0, end)
    if (prefix === undefined) prefix = text
    let same = 0
    while (same < prefix.length && same < text.length && prefix.charAt(same) === text.charAt(same)) same++
    prefix = prefix.slice(0, same)
  }
  return prefix ?? ""
}

/** Answers whether the argument, or a word it becomes, may be an option though its text does not show one. */
export const mayBeOption = (argument: Argument): boolean => {
  if (argument.value !== undefined) return false
  if (argument.values === undefined) return argument.undashed !== true && (argument.many || argument.prefix === "")
  return argument.values.some(
    ({ path, glob }) => path.startsWith("-") || (glob && argument.undashed !== true && /^[*?[]/.test(path))
  )
}

/** Answers the argument as a word again, as an inner command has it: what its expansion runs, it has run. */
export const wordOf = (argument: Argument): ShellWord => {
  const { word, value } = argument
  if (value === undefined || value === word.value || argument.shown === word.shown) return inertWord(word)
  return literalWord(value, word)
}

/** Answers the word as it is after its expansion ran what it runs. */
export const inertWord = (word: ShellWord): ShellWord =>
  word.nested.length === 0 && word.evaluations.length === 0 ? word : { ...word, nested: [], evaluations: [] }

/** Answers a word that is `value` and stands where `at` stands. */
export const literalWord = (value: string, at: Pick<ShellWord, "span">): ShellWord => ({
  text: value,
  pieces: [{ _tag: "Literal", value, quoted: true }],
  value,
  shown: value,
  tilde: undefined,
  nested: [],
  evaluations: [],
  span: at.span
})

/** Answers a word that the text does not tell, and that may be any number of words. */
export const unknownWord = (shown: string, at: ShellWord): ShellWord => ({
  text: shown,
  pieces: [{ _tag: "Unknown", text: shown, quoted: false }],
  value: undefined,
  shown,
  tilde: undefined,
  nested: [],
  evaluations: [],
  span: at.span
})
