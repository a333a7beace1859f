/**
 * What stands in a host's JSON, which may hold anything.
 */
import type { HostTool, HostTools } from "../knowledge/hosts/hostTool.ts"
import type { HostCall } from "./Host.ts"

/** A JSON object. */
export interface Fields {
  readonly [name: string]: unknown
}

/** Answers whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Answers a field of its own that an object has. */
export const fieldOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Answers a field that is a text and not empty. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fieldOf(fields, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** Answers a field that is an absolute path. */
export const absoluteOf = (fields: Fields, name: string): string | undefined => {
  const value = textOf(fields, name)
  return value !== undefined && isAbsolute(value) ? value : undefined
}

/** Answers whether a text is an absolute path the kernel would take. */
export const isAbsolute = (text: string): boolean => text.startsWith("/") && !text.includes("\0")

/** Answers a value whose JSON may have been wrapped into a text. */
export const unwrapped = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const at = (input: Fields, path: string): unknown => {
  let value: unknown = input
  for (const name of path.split(".")) value = isFields(value) ? fieldOf(value, name) : undefined
  return value
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const callOf = ({ fields, fixed, tool }: HostTool, input: unknown): HostCall => {
  if (fields === undefined) return { tool, input }
  // What is no object is handed on as it is: it names nothing, and so it asks.
  if (!isFields(input)) return { tool, input: isGiven(input) ? input : { ...fixed } }
  const taken: Record<string, unknown> = {}
  for (const [name, places] of Object.entries(fields)) {
    const value = places.map((place) => at(input, place)).find(isGiven)
    if (value !== undefined) taken[name] = value
  }
  return { tool, input: { ...taken, ...fixed } }
}

/** What a host's table says of a tool. */
export interface Translated {
  readonly calls: readonly [HostCall, ...Array<HostCall>]
  readonly notes: ReadonlyArray<string>
}

/** Answers what a host's tool is of ours, by the host's table; undefined where the table does not have it. */
export const translate = (table: HostTools, name: string, input: unknown): Translated | undefined => {
  const entries = table.get(name)
  const last = entries?.at(-1)
  if (entries === undefined || last === undefined) return undefined
  const given = entries.filter(
    (entry) => entry.given !== undefined && isFields(input) && isGiven(at(input, entry.given))
  )
  const [first = last, ...rest] = given
  return {
    calls: [callOf(first, input), ...rest.map((entry) => callOf(entry, input))],
    notes: [first, ...rest].flatMap(({ note }) => (note === undefined ? [] : [note]))
  }
}

/** Answers a tool that no table has, as a surface of its own. */
export const unknownTool = (name: string, input: unknown): Translated => ({
  // These two surfaces are about any tool's paths; a tool of such a name must not meet their rules.
  calls: [{ tool: name === "path" || name === "external_directory" ? `tool:${name}` : name, input }],
  notes: [`the tool ${name} is not known, and counts as one that changes things`]
})
