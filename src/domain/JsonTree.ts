/**
 * JSON with comments and trailing commas, as the tree it was written as.
 *
 * Nothing passes through a JavaScript object, so keys keep their order and their duplicates, and `__proto__` is a key
 * like any other.
 */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser"

/** A stretch of the text a node was read from, in UTF-16 code units. */
interface Placed {
  readonly offset: number
  readonly length: number
}

/** A value as it was written. */
export type JsonNode =
  | (Placed & { readonly _tag: "Object"; readonly properties: ReadonlyArray<JsonProperty> })
  | (Placed & { readonly _tag: "Array"; readonly items: ReadonlyArray<JsonNode> })
  | (Placed & { readonly _tag: "String"; readonly value: string })
  | (Placed & { readonly _tag: "Number"; readonly value: number })
  | (Placed & { readonly _tag: "Boolean"; readonly value: boolean })
  | (Placed & { readonly _tag: "Null" })

/** A key and its value, which is absent where the text broke off. */
export interface JsonProperty extends Placed {
  readonly key: string
  readonly value: JsonNode | undefined
}

/** Where the text is not JSON, and why. */
export interface JsonFault extends Placed {
  readonly message: string
}

/** As much of a text as could be read. */
export interface JsonTree {
  readonly root: JsonNode | undefined
  readonly faults: ReadonlyArray<JsonFault>
}

const maximumLength = 1024 * 1024

/** Nothing Portcullis reads is deeper than eight; the parser calls itself once a level. */
const maximumDepth = 32

/** By the parser's error codes, which are a `const enum` that cannot be imported. */
const faultMessages: ReadonlyMap<number, string> = new Map([
  [1, "is not a word JSON knows"],
  [2, "is not a number"],
  [3, "a key in double quotes is expected here"],
  [4, "a value is expected here"],
  [5, "a colon is expected here"],
  [6, "a comma is expected here"],
  [7, "a closing brace is expected here"],
  [8, "a closing bracket is expected here"],
  [9, "is more than the one value that is expected"],
  [10, "is not a comment that can stand here"],
  [11, "is not a closed comment"],
  [12, "is not a closed string"],
  [13, "is not a whole number"],
  [14, "is not a \\u escape with four digits"],
  [15, "is not an escape JSON knows"],
  [16, "is a control character, and has to be written as an escape"]
])

/**
 * Reads a text of any kind; it never throws, and takes time linear in the text.
 *
 * A text over 1 MiB or nested deeper than 32 levels is read up to there.
 */
export const readJsonTree = (text: string): JsonTree => {
  const stop = firstUnreadable(text)
  if (stop === undefined) return parse(text)
  const { faults, root } = parse(text.slice(0, stop.offset))
  // What the parser misses at the end is missing because it was not given it.
  return { root, faults: [...faults.filter(({ offset, length }) => offset + length < stop.offset), stop] }
}

const parse = (text: string): JsonTree => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  return { root: root === undefined ? undefined : toNode(root), faults: errors.map(toFault) }
}

const firstUnreadable = (text: string): JsonFault | undefined => {
  const offset = firstTooDeep(text.slice(0, maximumLength))
  if (offset !== undefined) {
    const message = `values are nested deeper than ${maximumDepth} levels; what follows was not read`
    return { offset, length: 0, message }
  }
  if (text.length <= maximumLength) return undefined
  return { offset: maximumLength, length: 0, message: "the text is longer than 1 MiB; what follows was not read" }
}

/** The scanner does not call itself, so it may look at any text before the parser does. */
const firstTooDeep = (text: string): number | undefined => {
  const scanner = createScanner(text, true)
  let depth = 0
  for (;;) {
    const token: number = scanner.scan()
    switch (token) {
      // `{` and `[`, by the scanner's token kinds, which are a `const enum` that cannot be imported.
      case 1:
      case 3:
        depth += 1
        if (depth > maximumDepth) return scanner.getTokenOffset()
        break
      case 2:
      case 4:
        depth = Math.max(0, depth - 1)
        break
      // The end of the text.
      case 17:
        return undefined
      default:
        break
    }
  }
}

const toFault = ({ error, length, offset }: ParseError): JsonFault => ({
  offset,
  length,
  message: faultMessages.get(error) ?? "is not JSON"
})

const toNode = (node: Node): JsonNode => {
  const { children = [], length, offset, type } = node
  // The parser's `value` is untyped; what it holds is checked here.
  const value: unknown = node.value
  switch (type) {
    case "object":
      return { _tag: "Object", offset, length, properties: children.flatMap(toProperty) }
    case "array":
      return { _tag: "Array", offset, length, items: children.map(toNode) }
    case "string":
      return { _tag: "String", offset, length, value: typeof value === "string" ? value : "" }
    case "number":
      return { _tag: "Number", offset, length, value: typeof value === "number" ? value : NaN }
    case "boolean":
      return { _tag: "Boolean", offset, length, value: value === true }
    case "null":
    // A property stands only among an object's children, which `toProperty` takes.
    case "property":
      return { _tag: "Null", offset, length }
  }
}

const toProperty = (node: Node): Array<JsonProperty> => {
  const [key, value] = node.children ?? []
  const name: unknown = key?.value
  if (key === undefined || typeof name !== "string") return []
  return [{ key: name, offset: key.offset, length: key.length, value: value === undefined ? undefined : toNode(value) }]
}

/** Answers a function from offsets to 1-based lines and columns, a line ending at LF, CR LF or CR. */
export const locator = (text: string): ((offset: number) => { readonly line: number; readonly column: number }) => {
  const starts = [0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) starts.push(index + 1)
  }
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
