/**
 * What a tool call would reach, read from its input.
 */
import {
  bashLike,
  commandFields,
  dialectFields,
  directoryFields,
  mcpServerFields,
  mcpToolFields,
  namedTools,
  pathFields,
  pathListFields,
  type PathTool,
  pathTools,
  unreadShells
} from "../knowledge/tools.ts"
import { isMcpName, type McpCall, mcpCall, mcpCallAnywhere, mcpCallNamed } from "./Mcp.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A path a tool would reach, or why it cannot be told. */
export type ToolPath =
  | { readonly _tag: "At"; readonly path: string; readonly reach: PathTool["reach"] }
  | { readonly _tag: "Unknown"; readonly text: string; readonly why: string }

/** A command line a tool would run, or why it cannot be read. */
export type ToolText =
  | { readonly _tag: "Read"; readonly text: string; readonly opaque: string | undefined }
  | { readonly _tag: "Unread"; readonly text: string; readonly why: string }

/** What a tool call would reach. */
export type ToolReading =
  | { readonly _tag: "Paths"; readonly surface: "read" | "write"; readonly paths: ReadonlyArray<ToolPath> }
  | {
      readonly _tag: "Shell"
      readonly texts: ReadonlyArray<ToolText>
      /** The directory it starts in, when the input names one; `null` when it names one that is no text. */
      readonly directory: string | null | undefined
    }
  | { readonly _tag: "Mcp"; readonly call: McpCall; readonly serverKnown: boolean }
  | { readonly _tag: "Names"; readonly surface: string; readonly values: ReadonlyArray<string> }
  /** A tool nobody knows, with the command lines its input seems to hold. */
  | { readonly _tag: "Other"; readonly surface: string; readonly texts: ReadonlyArray<ToolText> }

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fieldOf = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Lists longer than this are not looked at one by one. */
const maxItems = 512

/** What stands in a message for a value that is no text. */
const shownAs = (value: unknown): string => (Array.isArray(value) ? "a list" : `a value of type ${typeof value}`)

const unknownPath = (value: unknown): ToolPath => ({
  _tag: "Unknown",
  text: shownAs(value),
  why: `the path is ${shownAs(value)}, not a text`
})

const pathsIn = (fields: Fields, tool: PathTool): Array<ToolPath> => {
  const found: Array<ToolPath> = []
  const add = (value: unknown): void => {
    if (typeof value === "string") found.push({ _tag: "At", path: value, reach: tool.reach })
    else if (isGiven(value)) found.push(unknownPath(value))
  }
  for (const name of pathFields) add(fieldOf(fields, name))
  for (const name of pathListFields) {
    const list = fieldOf(fields, name)
    if (!isGiven(list)) continue
    const items = Array.isArray(list) ? list : [list]
    for (const item of items.slice(0, maxItems)) {
      if (isFields(item)) for (const field of pathFields) add(fieldOf(item, field))
      else if (!pathlessLists.has(name)) add(item)
    }
    if (items.length > maxItems) {
      found.push({ _tag: "Unknown", text: name, why: `${name} holds more than ${maxItems} paths` })
    }
  }
  return found
}

/** Lists whose items may be something else than paths: an edit of the one file given beside them. */
const pathlessLists: ReadonlySet<string> = new Set(["edits", "changes"])

/** The directory part of a pattern that no wildcard touches, or why the pattern may reach anywhere. */
const patternBase = (pattern: string): string | undefined => {
  const wild = pattern.search(/[*?[{(!]/)
  if (wild < 0) return pattern
  const rest = pattern.slice(wild)
  // A brace can hold another root, and `..` after a wildcard can climb out of whatever it matched.
  if (rest.includes("..") || rest.includes("{/") || rest.includes(",/") || rest.includes("|/")) return undefined
  const slash = pattern.lastIndexOf("/", wild)
  if (slash < 0) return ""
  return slash === 0 ? "/" : pattern.slice(0, slash)
}

const patternsIn = (fields: Fields, tool: PathTool, base: string | undefined): Array<ToolPath> => {
  const found: Array<ToolPath> = []
  const reach = tool.reach === "content" ? "tree" : tool.reach
  for (const name of tool.patterns) {
    const value = fieldOf(fields, name)
    if (!isGiven(value)) continue
    for (const pattern of Array.isArray(value) ? value.slice(0, maxItems) : [value]) {
      if (typeof pattern !== "string") {
        found.push(unknownPath(pattern))
        continue
      }
      const directory = patternBase(pattern)
      if (directory === undefined) {
        found.push({ _tag: "Unknown", text: pattern, why: "its wildcards may reach anywhere" })
      } else if (directory !== "") {
        const isRooted = base === undefined || /^[/~$]/.test(directory)
        found.push({ _tag: "At", path: isRooted ? directory : `${base}/${directory}`, reach })
      } else if (base === undefined) found.push({ _tag: "At", path: ".", reach })
    }
  }
  return found
}

const readPaths = (tool: PathTool, input: unknown): ToolReading => {
  const { surface } = tool
  const fields = isGiven(input) ? input : {}
  if (!isFields(fields)) return { _tag: "Paths", surface, paths: [unknownPath(input)] }
  const paths = pathsIn(fields, tool)
  const [first] = paths
  paths.push(...patternsIn(fields, tool, first?._tag === "At" ? first.path : undefined))
  if (paths.length === 0) {
    paths.push(
      tool.anywhere
        ? { _tag: "At", path: ".", reach: tool.reach }
        : { _tag: "Unknown", text: "(no path)", why: "the input names no path" }
    )
  }
  return { _tag: "Paths", surface, paths }
}

/** Text that every shell splits into the same words and the same commands: plain words on one line. */
const isPlain = (text: string): boolean => /^[\w ./:,+-]*$/.test(text)

const dialectOf = (input: Fields): { readonly name: string } | { readonly notText: true } | undefined => {
  for (const field of dialectFields) {
    const value = fieldOf(input, field)
    if (typeof value === "string") {
      const base = value.slice(Math.max(value.lastIndexOf("/"), value.lastIndexOf("\\")) + 1).toLowerCase()
      return { name: base.endsWith(".exe") ? base.slice(0, -4) : base }
    }
    // `shell: true` only says that a shell reads it.
    if (isGiven(value) && typeof value !== "boolean") return { notText: true }
  }
  return undefined
}

const textIn = (value: unknown, shell: string | undefined): ToolText => {
  if (typeof value !== "string") {
    const words = Array.isArray(value) ? value.filter((word) => typeof word === "string").join(" ") : ""
    const why = isGiven(value) ? `the command is ${shownAs(value)}, not a text` : "the input names no command"
    return { _tag: "Unread", text: words, why }
  }
  if (shell === undefined || bashLike.has(shell)) return { _tag: "Read", text: value, opaque: undefined }
  const unread = unreadShells.get(shell)
  if (unread !== undefined) return { _tag: "Unread", text: value, why: unread }
  return { _tag: "Read", text: value, opaque: isPlain(value) ? undefined : `${shell} reads it, not bash` }
}

const readShell = (tool: string, input: unknown): ToolReading => {
  if (!isFields(input)) return { _tag: "Shell", texts: [textIn(input ?? undefined, undefined)], directory: undefined }
  const dialect = dialectOf(input)
  const shell = tool === "bash" ? (dialect !== undefined && "name" in dialect ? dialect.name : undefined) : tool
  const values = commandFields.map((name) => fieldOf(input, name)).filter(isGiven)
  const texts = (values.length === 0 ? [undefined] : values).map((value) => textIn(value, shell))
  if (dialect !== undefined && "notText" in dialect) {
    texts.push({ _tag: "Unread", text: "", why: "the shell that reads it is not named by a text" })
  }
  const directory = directoryFields.map((name) => fieldOf(input, name)).find(isGiven)
  return {
    _tag: "Shell",
    texts,
    directory: directory === undefined ? undefined : typeof directory === "string" ? directory : null
  }
}

const firstText = (input: Fields, names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const value = fieldOf(input, name)
    if (typeof value === "string" && value !== "") return value
  }
  return undefined
}

const readMcp = (name: string, input: unknown): ToolReading => {
  if (name !== "mcp") return { _tag: "Mcp", call: mcpCallNamed(name), serverKnown: true }
  const fields = isFields(input) ? input : {}
  const server = firstText(fields, mcpServerFields)
  const tool = firstText(fields, mcpToolFields)
  if (server === undefined) return { _tag: "Mcp", call: mcpCallAnywhere(tool ?? "*"), serverKnown: false }
  return { _tag: "Mcp", call: mcpCall(server, tool ?? "*"), serverKnown: true }
}

/** Web addresses in a prompt, for hosts whose fetching tool takes nothing else. */
const addressesIn = (text: string): ReadonlyArray<string> =>
  text.split(/[\s<>"'`()[\]{}]+/, maxItems * 8).filter((word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word))

const readNames = (surface: string, names: ReadonlyArray<string>, input: unknown): ToolReading => {
  const values: Array<string> = []
  let unknown = false
  const add = (value: unknown): void => {
    if (typeof value === "string") {
      if (!values.includes(value)) values.push(value)
    } else if (isGiven(value)) unknown = true
  }
  if (typeof input === "string") add(input)
  if (isFields(input)) {
    for (const name of names) {
      const value = fieldOf(input, name)
      if (Array.isArray(value)) {
        for (const item of value.slice(0, maxItems)) add(item)
        if (value.length > maxItems) unknown = true
      } else add(value)
    }
    const prompt = fieldOf(input, "prompt")
    if (surface === "webfetch" && values.length === 0 && typeof prompt === "string") {
      for (const address of addressesIn(prompt).slice(0, maxItems)) add(address)
    }
  }
  if (unknown || values.length === 0) values.push("*")
  return { _tag: "Names", surface, values }
}

const readOther = (tool: string, input: unknown): ToolReading => {
  const texts: Array<ToolText> = []
  if (isFields(input)) {
    for (const name of commandFields) {
      const value = fieldOf(input, name)
      if (typeof value === "string" || Array.isArray(value)) texts.push(textIn(value, undefined))
    }
  }
  return { _tag: "Other", surface: tool, texts }
}

/** Answers what a tool call would reach, for input of any shape. */
export const readTool = ({ tool, input }: Pick<ToolCall, "tool" | "input">): ToolReading => {
  const pathTool = pathTools.get(tool)
  if (pathTool !== undefined) return readPaths(pathTool, input)
  if (tool === "bash" || unreadShells.has(tool)) return readShell(tool, input)
  if (tool === "mcp" || isMcpName(tool)) return readMcp(tool, input)
  const named = namedTools.get(tool)
  return named === undefined ? readOther(tool, input) : readNames(tool, named, input)
}
