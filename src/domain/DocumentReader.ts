/**
 * Takes values of known shape out of a JSON tree, and tells of every one that has another.
 */
import { type JsonNode, type JsonProperty, locator, readJsonTree } from "./JsonTree.ts"
import { type Problem, problemOfFile, quoted } from "./Problem.ts"
import { advise } from "./Suggest.ts"

/** Past this many a person is helped by none. */
const maximumProblems = 100

/** A place in the text. */
interface At {
  readonly offset: number
}

/** Reads one document; each function that fails to find its shape tells the problem and answers `undefined`. */
export interface DocumentReader {
  readonly root: JsonNode | undefined
  /** Everything told so far, in the order of the text. */
  readonly problems: () => ReadonlyArray<Problem>
  readonly position: (at: At) => { readonly line: number; readonly column: number }
  readonly tell: (at: At, key: string, message: string, suggestion?: string) => void
  readonly text: (node: JsonNode, key: string) => string | undefined
  readonly flag: (node: JsonNode, key: string) => boolean | undefined
  readonly word: <const W extends string>(node: JsonNode, key: string, words: ReadonlyArray<W>) => W | undefined
  /** A list of non-empty strings; an item of another shape is told and left out. */
  readonly texts: (node: JsonNode, key: string) => ReadonlyArray<{ readonly value: string; readonly node: JsonNode }>
  /** The properties that have a value, in written order; a key written twice is told and kept. */
  readonly properties: (node: JsonNode, key: string) => ReadonlyArray<JsonProperty & { readonly value: JsonNode }>
  /** The same, without keys that are not `known`, which are told. */
  readonly fields: <const K extends string>(
    node: JsonNode,
    key: string,
    known: ReadonlyArray<K>
  ) => ReadonlyArray<{ readonly name: K; readonly property: JsonProperty; readonly value: JsonNode }>
}

/** Answers a key's path below another: `permission.bash`, with a key that is no plain word in quotes. */
export const keyBelow = (parent: string, key: string): string => {
  const shown = /^[\w$-]{1,60}$/.test(key) ? key : quoted(key)
  return parent === "" ? shown : `${parent}.${shown}`
}

/** Answers what a node is, in words that read after "is": `the number 3`. */
export const describeNode = (node: JsonNode): string => {
  switch (node._tag) {
    case "Object":
      return "an object"
    case "Array":
      return "a list"
    case "String":
      return quoted(node.value)
    case "Number":
      return `the number ${node.value}`
    case "Boolean":
      return `${node.value}`
    case "Null":
      return "null"
  }
}

/** Opens a document of any kind; it never throws. */
export const openDocument = (text: string, file: string): DocumentReader => {
  const tree = readJsonTree(text)
  const locate = locator(text)
  const position: DocumentReader["position"] = ({ offset }) => locate(offset)
  const problems: Array<Problem> = []
  let untold = 0

  const tell: DocumentReader["tell"] = (at, key, message, suggestion) => {
    if (problems.length < maximumProblems) problems.push({ file, ...position(at), key, message, suggestion })
    else untold += 1
  }

  /** The same of a key below another; a hundred thousand of these must not each cost a sentence. */
  const tellLater = (at: At, parent: string, name: string, say: () => readonly [message: string, advice: string]) => {
    if (problems.length < maximumProblems) tell(at, keyBelow(parent, name), ...say())
    else untold += 1
  }

  for (const { length, message, offset } of tree.faults) {
    const found = text.slice(offset, offset + Math.min(length, 80))
    const shown = message.startsWith("is ") ? `${quoted(found)} ${message}` : `${message}, not ${quoted(found)}`
    tell({ offset }, "", found.trim() === "" ? message : shown)
  }

  /** Tells that `node` is not what it should be. */
  const mismatch = (node: JsonNode, key: string, wanted: string): undefined =>
    void tell(node, key, `is ${describeNode(node)}, and has to be ${wanted}`)

  const properties: DocumentReader["properties"] = (node, key) => {
    if (node._tag !== "Object") return mismatch(node, key, "an object") ?? []
    const seen = new Set<string>()
    return node.properties.flatMap((property) => {
      const { key: name, value } = property
      if (seen.has(name)) {
        tellLater(property, key, name, () => [`the key ${quoted(name)} is written twice`, "keep one of the two"])
      }
      seen.add(name)
      // Where the text broke off there is a key without a value, and the fault has been told.
      return value === undefined ? [] : [{ ...property, value }]
    })
  }

  return {
    root: tree.root,
    problems: () => {
      const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
      return untold === 0 ? sorted : [...sorted, problemOfFile(file, `there are ${untold} more problems`)]
    },
    position,
    tell,
    properties,
    text: (node, key) => {
      if (node._tag !== "String") return mismatch(node, key, "a string")
      if (node.value === "") return mismatch(node, key, "a string that is not empty")
      return node.value
    },
    flag: (node, key) => (node._tag === "Boolean" ? node.value : mismatch(node, key, "true or false")),
    word: (node, key, words) => {
      const found = node._tag === "String" ? words.find((word) => word === node.value) : undefined
      if (found === undefined) {
        const advice = advise(node._tag === "String" ? node.value : "", words)
        tell(node, key, `is ${describeNode(node)}, which is none of the words it can be`, advice)
      }
      return found
    },
    texts: (node, key) => {
      if (node._tag !== "Array") return mismatch(node, key, "a list of strings") ?? []
      return node.items.flatMap((item, index) => {
        if (item._tag === "String" && item.value !== "") return [{ value: item.value, node: item }]
        return mismatch(item, `${key}[${index}]`, "a string that is not empty") ?? []
      })
    },
    fields: (node, key, known) =>
      properties(node, key).flatMap((property) => {
        const name = known.find((word) => word === property.key)
        if (name !== undefined) return [{ name, property, value: property.value }]
        tellLater(property, key, property.key, () => [
          `there is no key ${quoted(property.key)} here`,
          advise(property.key, known)
        ])
        return []
      })
  }
}
