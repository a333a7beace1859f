/**
 * What a value on a surface would do, as the gate would take it apart in a call.
 */
import { directoryFields, dialectFields, namedTools, pathTools, unreadShells } from "../knowledge/tools.ts"
import type { Access, NameAccess, PathAccess } from "./Access.ts"
import { type AccessOptions, accessesOf } from "./Accesses.ts"
import { isMcpName, mcpCall, mcpCallAnywhere, mcpCallNamed } from "./Mcp.ts"
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
  const of = (tool: "read" | "write") => accessesOf({ tool, input: { path: value } }, places, options)
  // Leaving the workspace does not hang on which way a path is used; what else is said of it does, and both are meant.
  const all = surface === "path" ? [...of("read"), ...of("write")] : of("read")
  const found = all.filter((access) => access.surface === "external_directory" || access.surface === surface)
  return found.length > 0 ? found : [within(surface, String(value), all[0]?.forms)]
}

/** A path that leaves nothing, or a device whose use reaches nothing. */
const within = (surface: PathAccess["surface"], value: string, forms: PathAccess["forms"] = star): PathAccess => ({
  _tag: "Path",
  surface,
  value,
  forms,
  floors: [],
  direction: "read",
  inside: true,
  deniedAlsoBy: []
})

const star: PathAccess["forms"] = [{ spellings: ["*"], tighter: [] }]

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
  const forms = star
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
