/**
 * Hosts that run the hooks of Claude Code's settings files: their JSON is told by its fields, and answered as they read.
 */
import { claudeSilentTools, claudeTools } from "../knowledge/hosts/claude.ts"
import { copilotTools, cursorEvents, cursorTools, vscodeTools } from "../knowledge/hosts/foreign.ts"
import type { HostTools } from "../knowledge/hosts/hostTool.ts"
import { claudeTool } from "./ClaudeTool.ts"
import type { HostReading, Reply } from "./Host.ts"
import {
  absoluteOf,
  type Fields,
  fieldOf,
  isAbsolute,
  textOf,
  translate,
  type Translated,
  unknownTool,
  unwrapped
} from "./HostFields.ts"

/** Answers what another host's JSON asks; undefined where it is Claude Code's own. */
export const readForeign = (fields: Fields): HostReading | undefined => {
  const has = (name: string): boolean => fieldOf(fields, name) !== undefined
  if (has("cursor_version") && has("conversation_id")) return readCursor(fields)
  if (has("toolName") && !has("tool_name")) return readCopilot(fields)
  const event = fieldOf(fields, "hook_event_name") ?? fieldOf(fields, "hookEventName")
  // Claude Code sends no time, and says in which mode it is.
  const isTheirs =
    (has("timestamp") && !has("permission_mode")) || has("hookEventName") || namesTool(fields, vscodeTools)
  return isTheirs ? readLikeClaude(fields, typeof event === "string" ? event : "PreToolUse") : undefined
}

const namesTool = (fields: Fields, table: HostTools): boolean => table.has(textOf(fields, "tool_name") ?? "")

/** What is the same of all of them. */
interface Place {
  readonly cwd: string | undefined
  readonly root: string | undefined
  readonly session: string | undefined
  readonly agent: string | undefined
}

const asked = (hostTool: string, { calls, notes }: Translated, place: Place, reply: Reply): HostReading => {
  const { agent, cwd, root, session } = place
  if (cwd === undefined) return { _tag: "Failure", why: "the host named no absolute working directory", reply }
  return { _tag: "Call", calls, hostTool, notes, cwd, root, session, agent, reply }
}

const lookUp = (tables: ReadonlyArray<HostTools>, name: string, input: unknown): Translated | undefined => {
  for (const table of tables) {
    const found = translate(table, name, input)
    if (found !== undefined) return found
  }
  return undefined
}

/** More dashes than this are not taken apart one by one. */
const maximumParts = 8

/** Answers an MCP tool of Copilot's, `server-tool`, in every way its name can be parted; the strictest holds. */
const dashed = (name: string, input: unknown): Translated | undefined => {
  const parts = name.split("-", maximumParts + 2)
  if (parts.length < 2 || parts.length > maximumParts || parts.includes("")) return undefined
  const callAt = (at: number) => ({
    tool: "mcp",
    input: { server: parts.slice(0, at).join("-"), tool: parts.slice(at).join("-"), arguments: input }
  })
  return { calls: [callAt(1), ...parts.slice(2).map((_, index) => callAt(index + 2))], notes: [] }
}

/** Copilot's own payload: `toolName` and `toolArgs`, the latter in older versions as a text. */
const readCopilot = (fields: Fields): HostReading => {
  const reply: Reply = { shape: "top", event: "preToolUse" }
  const session = textOf(fields, "sessionId")
  if (textOf(fields, "hookName") === "permissionRequest") {
    return { _tag: "Silence", why: "the host asks its user", session, reply }
  }
  const name = textOf(fields, "toolName")
  if (name === undefined) return { _tag: "Failure", why: "the host named no tool", reply }
  const input = unwrapped(fieldOf(fields, "toolArgs"))
  const tool = lookUp([copilotTools], name, input) ?? dashed(name, input) ?? unknownTool(name, input)
  return asked(name, tool, { cwd: absoluteOf(fields, "cwd"), root: undefined, session, agent: undefined }, reply)
}

/** Copilot's and VS Code's payload that looks like Claude Code's. */
const readLikeClaude = (fields: Fields, event: string): HostReading => {
  const reply: Reply = { shape: "both", event }
  const session = textOf(fields, "session_id") ?? textOf(fields, "sessionId")
  if (event === "PermissionRequest") return { _tag: "Silence", why: "the host asks its user", session, reply }
  if (event !== "PreToolUse") {
    return {
      _tag: "Failure",
      why: `Portcullis does not know the event ${event}`,
      reply: { ...reply, event: "PreToolUse" }
    }
  }
  const name = textOf(fields, "tool_name")
  if (name === undefined) return { _tag: "Failure", why: "the host named no tool", reply }
  const silent = claudeSilentTools.get(name)
  if (silent !== undefined) return { _tag: "Silence", why: `${name} ${silent}`, session, reply }
  const input = unwrapped(fieldOf(fields, "tool_input"))
  const known = claudeTool(fields, name, input) ?? lookUp([vscodeTools, copilotTools], name, input)
  const tool = known ?? dashed(name, input) ?? unknownTool(name, input)
  const place = { cwd: absoluteOf(fields, "cwd"), root: undefined, session, agent: textOf(fields, "agent_type") }
  return asked(name, tool, place, reply)
}

/** Cursor's payload: an event for each kind of tool, and one for all. */
const readCursor = (fields: Fields): HostReading => {
  const event = textOf(fields, "hook_event_name") ?? ""
  const reply: Reply = { shape: "cursor", event }
  const roots = fieldOf(fields, "workspace_roots")
  const [root] = Array.isArray(roots) ? roots.filter((item) => typeof item === "string" && isAbsolute(item)) : []
  const place = {
    // It sends an empty one where it means the workspace.
    cwd: absoluteOf(fields, "cwd") ?? root,
    root,
    session: textOf(fields, "session_id") ?? textOf(fields, "conversation_id"),
    agent: undefined
  }
  const ofEvent = lookUp([cursorEvents], event, fields)
  if (ofEvent !== undefined) return asked(event, ofEvent, place, reply)
  const name = textOf(fields, "tool_name")
  if (name === undefined) return { _tag: "Failure", why: `Portcullis does not know the event ${event}`, reply }
  const input = unwrapped(fieldOf(fields, "tool_input"))
  if (event === "beforeMCPExecution" || name.startsWith("MCP:")) {
    return asked(name, cursorMcp(fields, name, input), place, reply)
  }
  return asked(name, lookUp([cursorTools, claudeTools], name, input) ?? unknownTool(name, input), place, reply)
}

/** An MCP tool of Cursor's, whose server is known at most by how it is reached. */
const cursorMcp = (fields: Fields, name: string, input: unknown): Translated => {
  const command = textOf(fields, "command")
  const url = textOf(fields, "url")
  const server = command !== undefined ? `command:${command}` : url !== undefined ? `url:${url}` : undefined
  const tool = name.startsWith("MCP:") ? name.slice("MCP:".length) : name
  return { calls: [{ tool: "mcp", input: { server, tool, arguments: input } }], notes: [] }
}
