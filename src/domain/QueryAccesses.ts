/**
 * What a value on a surface would do, as the gate would take it apart in a call.
 */
import { directoryFields, dialectFields, namedTools, pathTools, unreadShells } from "../knowledge/tools.ts"
import type { Access, NameAccess, PathAccess } from "./Access.ts"
import { type AccessOptions, accessesOf } from "./Accesses.ts"
import { newBudget } from "./Budget.ts"
import { isMcpName, mcpCall, mcpCallAnywhere, mcpCallNamed } from "./Mcp.ts"
import { pathAccesses, unknownPathAccess } from "./PathAccesses.ts"
import { groundOf, readingsOf } from "./Paths.ts"
import type { Places } from "./Places.ts"
import type { ToolCall } from "./ToolCall.ts"

/**
 * Answers the accesses of a value on a surface; never none, for values of any shape.
 *
 * @param value absent, the surface's answer for `*`
 * @param asked the call that is asked about, whose shell and directory a command line is read for
 */
export const queryAccesses = (
  surface: string,
  value: unknown,
  asked: Pick<ToolCall, "tool" | "input">,
  places: Places,
  options: AccessOptions
): ReadonlyArray<Access> => {
  if (value === undefined) return [starAccess(surface)]
  const of = (input: unknown) => accessesOf({ tool: surface, input }, places, options)
  if (surface === "bash") return of({ ...shellFields(asked), command: value })
  if (unreadShells.has(surface)) return of({ command: value })
  if (surface === "path" || surface === "external_directory") return ofPath(surface, value, places, options)
  if (pathTools.has(surface)) return of({ path: value })
  if (surface === "mcp") return typeof value === "string" ? [mcpAccess(value)] : of({})
  const [field] = namedTools.get(surface) ?? []
  return of(field === undefined ? {} : { [field]: value })
}

/** Where the asked call's shell starts and which shell it is, so that its pieces are read as the whole is. */
const shellFields = ({ input, tool }: Pick<ToolCall, "tool" | "input">): Readonly<Record<string, unknown>> => {
  if (tool !== "bash" || typeof input !== "object" || input === null) return {}
  const kept = [...directoryFields, ...dialectFields].filter((name) => Object.hasOwn(input, name))
  return Object.fromEntries(kept.map((name) => [name, Reflect.get(input, name)]))
}

const ofPath = (
  surface: "path" | "external_directory",
  value: unknown,
  places: Places,
  options: AccessOptions
): ReadonlyArray<Access> => {
  // Which way it is used is not said: on `path` both are meant. Leaving the workspace does not hang on it.
  const direction = surface === "path" ? "unknown" : "read"
  const unknown = (why: string) => unknownPathAccess(String(value), why, direction, undefined, surface)
  if (typeof value !== "string") {
    return [unknownPathAccess("", `the path is a value of type ${typeof value}`, direction, undefined, surface)]
  }
  const ground = groundOf(places)
  const readings = readingsOf(value, places.home)
  const found = pathAccesses(
    {
      readings,
      cwds: [places.cwd],
      glob: false,
      direction,
      reach: "content",
      whole: false,
      skipsHidden: false,
      own: undefined,
      span: undefined
    },
    ground,
    newBudget(),
    options
  )
  const all: ReadonlyArray<PathAccess> =
    value.startsWith("~") && readings.length < 2 ? [...found, unknown("it may be another user's home")] : found
  if (surface === "path") return all.length > 0 ? all : [within("path", value, direction)]
  const leaving = all.filter((access) => access.surface === "external_directory")
  return leaving.length > 0 ? leaving : [within("external_directory", value, direction, all[0]?.forms)]
}

/** A path that leaves nothing, or a device whose use reaches nothing. */
const within = (
  surface: PathAccess["surface"],
  value: string,
  direction: PathAccess["direction"],
  forms: PathAccess["forms"] = [{ spellings: [value], tighter: [] }]
): PathAccess => ({ _tag: "Path", surface, value, forms, floors: [], direction, inside: true, deniedAlsoBy: [] })

const nameAccess = (surface: string, value: string, forms: NameAccess["forms"]): NameAccess => ({
  _tag: "Name",
  surface,
  value,
  forms,
  floors: [],
  proof: { read: false, why: "what it does is not known" }
})

const maxSplits = 16

/** `server:tool`, `server_tool`, `server` or `mcp__server__tool`: where it could mean several, the strictest holds. */
const mcpAccess = (value: string): NameAccess => {
  if (isMcpName(value)) {
    const call = mcpCallNamed(value)
    return nameAccess("mcp", call.value, call.forms)
  }
  const colon = value.includes(":")
  const forms: Array<NameAccess["forms"][number]> = []
  const separator = colon ? ":" : "_"
  for (let at = value.indexOf(separator, 1); at > 0; at = value.indexOf(separator, at + 1)) {
    if (at + 1 === value.length) break
    if (forms.length === maxSplits) {
      forms.push(...mcpCallAnywhere(value).forms)
      break
    }
    forms.push(...mcpCall(value.slice(0, at), value.slice(at + 1)).forms)
  }
  if (forms.length === 0) return nameAccess("mcp", value, mcpCall(value, "*").forms)
  // A server's name may itself hold the separator: what restricts that server holds too.
  const [whole] = mcpCall(value, "*").forms
  const tighter = colon ? [] : [...(whole?.spellings ?? []), ...(whole?.tighter ?? [])]
  return nameAccess(
    "mcp",
    value,
    forms.map((form) => ({ spellings: form.spellings, tighter: [...form.tighter, ...tighter] }))
  )
}

/** Something on a surface of which nothing is known: rules for everything speak of it, and the default. */
const starAccess = (surface: string): Access => {
  const forms = [{ spellings: ["*"], tighter: [] }]
  switch (surface) {
    case "bash":
      return {
        _tag: "Unit",
        surface,
        value: "*",
        forms,
        floors: [],
        proof: { read: false, why: "any command may be meant" },
        wholeText: true
      }
    case "path":
    case "external_directory":
    case "read":
    case "write":
      return {
        _tag: "Path",
        surface,
        value: "*",
        forms,
        floors: [],
        direction: surface === "read" || surface === "write" ? surface : "unknown",
        inside: false,
        deniedAlsoBy: []
      }
    default: {
      const canonical = pathTools.get(surface)?.surface
      if (canonical !== undefined) return starAccess(canonical)
      if (isMcpName(surface)) return mcpAccess(surface)
      return unreadShells.has(surface) ? starAccess("bash") : nameAccess(surface, "*", forms)
    }
  }
}
