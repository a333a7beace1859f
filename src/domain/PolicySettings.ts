/**
 * Takes the settings of live authority out of a policy.
 */
import { type DocumentReader, keyBelow } from "./DocumentReader.ts"
import type { JsonNode } from "./JsonTree.ts"
import { linkNameFault } from "./LinkName.ts"
import { expandHome } from "./Pattern.ts"
import { readSurface } from "./PolicyRules.ts"
import { quoted } from "./Problem.ts"
import type { AuthorizerSource, ChainEntry, ModelDelegation } from "./Scope.ts"

/** A timer cannot wait longer: one of more milliseconds than fit in 31 bits fires at once. */
const longestMs = 2 ** 31 - 1

/** Answers a deadline in milliseconds, more than 0. */
export const readDuration = (reader: DocumentReader, node: JsonNode, key: string): number | undefined => {
  if (node._tag === "Number" && node.value > 0 && node.value <= longestMs) return node.value
  const found = node._tag === "Number" ? `${node.value} is` : "this is"
  reader.tell(node, key, `${found} not a number of milliseconds above 0`, `write a number up to ${longestMs}`)
  return undefined
}

/** Answers an absolute path in its shortest spelling, from one that is absolute or begins with the home. */
export const readPath = (
  reader: DocumentReader,
  node: JsonNode,
  text: string,
  key: string,
  home: string
): string | undefined => {
  const path = expandHome(text, home)
  const segments = path.split("/").filter((segment) => segment !== "")
  if (!path.startsWith("/") || segments.includes("..") || segments.includes(".") || path.includes("\0")) {
    const advice = "write it from the root or from ~, without . and .."
    reader.tell(node, key, `${quoted(text)} is not an absolute path`, advice)
    return undefined
  }
  return `/${segments.join("/")}`
}

/** Answers whether a path is neither the root, nor the home, nor an ancestor of it. */
export const isOwnPath = (path: string, home: string): boolean =>
  path !== "/" && path !== home && !home.startsWith(`${path}/`)

/** Answers where each named link comes from. */
export const readAuthorizers = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  home: string
): ReadonlyMap<string, AuthorizerSource> => {
  const sources = new Map<string, AuthorizerSource>()
  for (const { key: name, value } of reader.properties(node, key)) {
    const below = keyBelow(key, name)
    let found: AuthorizerSource | undefined
    let count = 0
    for (const field of reader.fields(value, below, ["module", "command"])) {
      const at = keyBelow(below, field.name)
      const read = field.name === "module" ? readModule : readCommand
      found = read(reader, field.value, at, home)
      count += 1
    }
    if (value._tag === "Object" && count !== 1) {
      reader.tell(value, below, `a link comes from a "module" or from a "command"`, "write exactly one of the two")
    } else if (isLinkName(reader, value, name, below) && found !== undefined) {
      sources.set(name, found)
    }
  }
  return sources
}

/** Answers whether a name can be a link's, which it is registered and told of by in the log. */
const isLinkName = (reader: DocumentReader, node: JsonNode, name: string, key: string): boolean => {
  const why = linkNameFault(name)
  if (why !== undefined) reader.tell(node, key, `${quoted(name)} cannot be a link's name`, why)
  return why === undefined
}

const readModule = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  home: string
): AuthorizerSource | undefined => {
  const text = reader.text(node, key)
  const module = text === undefined ? undefined : readPath(reader, node, text, key, home)
  return module === undefined ? undefined : { _tag: "Module", module }
}

const readCommand = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  home: string
): AuthorizerSource | undefined => {
  const words = reader.texts(node, key)
  if (node._tag !== "Array" || words.length < node.items.length) return undefined
  const [program, ...rest] = words
  if (program === undefined) {
    reader.tell(node, key, "the command has no program", `write ["program", "argument"]`)
    return undefined
  }
  // By its bare name a program is one of the system's; a path from here or there would be another's in every project.
  const isPath = program.value.includes("/") || program.value.startsWith("~")
  const file = isPath ? readPath(reader, program.node, program.value, `${key}[0]`, home) : program.value
  return file === undefined ? undefined : { _tag: "Command", command: [file, ...rest.map(({ value }) => value)] }
}

/** Answers the chain in its written order; a link stands in it once. */
export const readChain = (reader: DocumentReader, node: JsonNode, key: string): ReadonlyArray<ChainEntry> => {
  if (node._tag !== "Array") {
    reader.tell(node, key, "the chain has to be a list of links", `write ["name"]`)
    return []
  }
  const chain: Array<ChainEntry> = []
  for (const [index, item] of node.items.entries()) {
    const below = `${key}[${index}]`
    const entry = readEntry(reader, item, below)
    if (entry === undefined) continue
    if (chain.some(({ link }) => link === entry.link)) {
      reader.tell(item, below, `the link ${quoted(entry.link)} stands in the chain twice`, "keep one of the two")
    } else {
      chain.push(entry)
    }
  }
  return chain
}

const readEntry = (reader: DocumentReader, node: JsonNode, key: string): ChainEntry | undefined => {
  if (node._tag !== "Object") {
    const link = readLink(reader, node, key)
    return link === undefined ? undefined : { link, required: false }
  }
  let link: string | undefined
  let named = false
  let required = false
  for (const { name, value } of reader.fields(node, key, ["link", "required"])) {
    if (name === "link") {
      named = true
      link = readLink(reader, value, keyBelow(key, name))
    } else {
      required = reader.flag(value, keyBelow(key, name)) ?? required
    }
  }
  if (!named) reader.tell(node, key, "the entry names no link", `add "link": "name"`)
  return link === undefined ? undefined : { link, required }
}

const readLink = (reader: DocumentReader, node: JsonNode, key: string): string | undefined => {
  const link = reader.text(node, key)
  return link !== undefined && isLinkName(reader, node, link, key) ? link : undefined
}

/** Answers the surfaces a link may and may not allow. */
export const readDelegation = (reader: DocumentReader, node: JsonNode, key: string): ModelDelegation => {
  let allowedSurfaces: ReadonlyArray<string> = []
  let excludedSurfaces: ReadonlyArray<string> = []
  for (const { name, value } of reader.fields(node, key, ["allowedSurfaces", "excludedSurfaces"])) {
    const surfaces = readSurfaces(reader, value, keyBelow(key, name))
    if (name === "allowedSurfaces") allowedSurfaces = surfaces
    else excludedSurfaces = surfaces
  }
  return { allowedSurfaces, excludedSurfaces }
}

const readSurfaces = (reader: DocumentReader, node: JsonNode, key: string): ReadonlyArray<string> =>
  reader.texts(node, key).flatMap(({ node: item, value }, index) => {
    const below = `${key}[${index}]`
    if (value === "*") {
      reader.tell(item, below, `"*" is not the name of a surface`, "name each surface")
      return []
    }
    const surface = readSurface(reader, item, value, below)
    return surface === undefined ? [] : [surface]
  })
