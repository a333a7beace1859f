/**
 * Grammars made ready: the tables' one-line notation read into look-ups, once per grammar.
 */
import type { Grammar, Kind, When } from "../../knowledge/grammar.ts"

/** One option. */
export interface OptionSpec {
  /** `-x` or `--name`, as written. */
  readonly name: string
  /** `required`: attached or the next word. `attached`: only attached. */
  readonly takes: "nothing" | "required" | "attached"
  readonly kind: Kind
  /** The kinds of further values, each the next word (`jq --arg NAME VALUE`). */
  readonly more: ReadonlyArray<Kind>
  /** With it the command is no proven read. */
  readonly acts: boolean
  /** It makes another program run. */
  readonly runs: boolean
}

/** One place for an operand. */
export interface OperandSpec {
  readonly kind: Kind
  readonly count: "one" | "optional" | "many"
  /** Given at all, the command is no proven read. */
  readonly acts: boolean
}

/** A grammar, ready to be used. */
export interface Prepared {
  readonly grammar: Grammar
  readonly options: ReadonlyMap<string, OptionSpec>
  /** Those that make another program run. */
  readonly runs: ReadonlyArray<OptionSpec>
  readonly numbers: boolean
  readonly operands: ReadonlyArray<OperandSpec>
  readonly when: ReadonlyArray<readonly [names: ReadonlySet<string>, When]>
}

const optionShape = /^(!{0,2})(--?[^=[]*)(?:(\[?)=([a-z,-]*)\]?)?$/

const kinds: Readonly<Record<Kind, true>> = {
  text: true,
  read: true,
  write: true,
  names: true,
  tree: true,
  into: true,
  delete: true,
  move: true,
  any: true,
  at: true,
  form: true,
  url: true,
  volume: true,
  mount: true,
  remote: true,
  "remote-write": true,
  rev: true,
  ref: true,
  range: true,
  script: true,
  shell: true
}

/** Answers whether the text is one of the kinds. */
export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text)

const words = (list: string): ReadonlyArray<string> => list.split(" ").filter((word) => word !== "")

/** No kind is text; a kind that does not exist is a path of unknown direction, so a slip in a table cannot hide one. */
const kindOf = (text: string | undefined): Kind =>
  text === undefined || text === "" ? "text" : isKind(text) ? text : "any"

const addOption = (into: Map<string, OptionSpec>, text: string, oneDash: boolean): void => {
  const shape = optionShape.exec(text)
  if (shape === null) return
  const [, marks = "", name = "", bracket, kind] = shape
  const [first, ...more] = (kind ?? "").split(",")
  const takes = kind === undefined ? "nothing" : bracket === "[" ? "attached" : "required"
  const letters = oneDash || name.startsWith("--") ? [name] : Array.from(name.slice(1), (letter) => `-${letter}`)
  for (const letter of letters) {
    into.set(letter, {
      name: letter,
      takes,
      kind: kindOf(first),
      more: more.map(kindOf),
      acts: marks !== "",
      runs: marks === "!!"
    })
  }
}

/** Reads a list of operands in the tables' notation. */
export const readOperands = (list: string): ReadonlyArray<OperandSpec> =>
  words(list).map((word) => {
    const acts = word.startsWith("!")
    const count = word.endsWith("*") ? "many" : word.endsWith("?") ? "optional" : "one"
    return { kind: kindOf(word.slice(acts ? 1 : 0, count === "one" ? undefined : -1)), count, acts }
  })

const prepared = new WeakMap<Grammar, Prepared>()

/** Answers the grammar made ready. */
export const prepare = (grammar: Grammar): Prepared => {
  const known = prepared.get(grammar)
  if (known !== undefined) return known
  const options = new Map<string, OptionSpec>()
  for (const text of words(grammar.options ?? "")) addOption(options, text, grammar.oneDash === true)
  const result: Prepared = {
    grammar,
    options,
    runs: [...options.values()].filter(({ runs }) => runs),
    numbers: options.has("-#"),
    operands: readOperands(grammar.operands ?? ""),
    when: Object.entries(grammar.when ?? {}).map(([names, change]) => [new Set(words(names)), change])
  }
  prepared.set(grammar, result)
  return result
}
