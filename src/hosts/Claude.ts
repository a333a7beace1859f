/**
 * Claude Code's hooks: its JSON, and that of the hosts that run the hooks of its settings files too.
 *
 * Source: Claude Code's hooks reference and the types of its agent SDK, measured against 2.1.332.
 */
import { claudeSilentTools } from "../knowledge/hosts/claude.ts"
import { claudeTool } from "./ClaudeTool.ts"
import { readForeign } from "./Foreign.ts"
import type { HostReading, Reply } from "./Host.ts"
import { absoluteOf, type Fields, fieldOf, isFields, textOf, unknownTool } from "./HostFields.ts"

/** The events of Claude Code that ask whether something may run. */
export type ClaudeEvent = "PreToolUse" | "PreSkillShellCommand"

const askingEvents: ReadonlySet<string> = new Set<ClaudeEvent>(["PreToolUse", "PreSkillShellCommand"])

/** Longest event name that is said back, in UTF-16 code units. */
const maximumEvent = 64

/** Answers how an event is answered, said back by its own name: an answer to another event is not heard. */
const replyTo = (event: string | undefined, fallback: string): Reply => ({
  shape: "nested",
  event: event !== undefined && event.length <= maximumEvent ? event : fallback
})

/**
 * Answers what a hook's input asks; it never throws, whatever the text is.
 *
 * @param event the event the hook was installed for, said back where the text names none.
 */
export const readClaude = (text: string, event: string = "PreToolUse"): HostReading => {
  const parsed = parse(text)
  if (parsed._tag === "Bad") return { _tag: "Failure", why: parsed.why, reply: replyTo(undefined, event) }
  const { fields } = parsed
  return readForeign(fields) ?? readOwn(fields, event)
}

type Parsed = { readonly _tag: "Good"; readonly fields: Fields } | { readonly _tag: "Bad"; readonly why: string }

const parse = (text: string): Parsed => {
  if (text.trim() === "") return { _tag: "Bad", why: "the host sent nothing" }
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? { _tag: "Good", fields: value } : { _tag: "Bad", why: "the host sent no JSON object" }
  } catch {
    return { _tag: "Bad", why: "the host sent something that is not JSON" }
  }
}

const readOwn = (fields: Fields, installedFor: string): HostReading => {
  const event = textOf(fields, "hook_event_name")
  const reply = replyTo(event, installedFor)
  const session = textOf(fields, "session_id")
  if (event === "PermissionRequest") {
    // An allow here would skip a prompt that an ask asked for; the user answers it.
    return { _tag: "Silence", why: "the host asks its user", session, reply }
  }
  if (event !== undefined && !askingEvents.has(event)) {
    return { _tag: "Failure", why: `Portcullis does not know the event ${event}`, reply }
  }
  const hostTool = textOf(fields, "tool_name")
  if (hostTool === undefined) return { _tag: "Failure", why: "the host named no tool", reply }
  const silent = event === "PreSkillShellCommand" ? undefined : claudeSilentTools.get(hostTool)
  if (silent !== undefined) return { _tag: "Silence", why: `${hostTool} ${silent}`, session, reply }
  const cwd = absoluteOf(fields, "cwd")
  if (cwd === undefined) return { _tag: "Failure", why: "the host named no absolute working directory", reply }
  const input = fieldOf(fields, "tool_input")
  const { calls, notes } = claudeTool(fields, hostTool, input) ?? unknownTool(hostTool, input)
  return {
    _tag: "Call",
    calls,
    hostTool,
    notes: [...notes, ...(isUnsandboxed(input) ? ["it asks to run outside the host's sandbox"] : [])],
    cwd,
    root: undefined,
    session,
    agent: textOf(fields, "agent_type"),
    reply
  }
}

const isUnsandboxed = (input: unknown): boolean =>
  isFields(input) && fieldOf(input, "dangerouslyDisableSandbox") === true
