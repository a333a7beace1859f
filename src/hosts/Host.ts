/**
 * What every host's codec reads and writes.
 */
import type { PermissionState } from "../domain/PermissionState.ts"
import type { ToolCall } from "../domain/ToolCall.ts"

/**
 * The shape a host's answer has.
 *
 * `nested`: Claude Code's. `top`: Copilot's. `both`: where either may be read. `cursor`: Cursor's, which cannot ask.
 */
export type Shape = "nested" | "top" | "both" | "cursor"

/** How the one who asked is to be answered. */
export interface Reply {
  readonly shape: Shape
  /** The host's name of the event. */
  readonly event: string
}

/** One of our tools, with its input. */
export interface HostCall {
  readonly tool: string
  readonly input: unknown
}

/** A tool call as a host's JSON tells it, but for the workspace, which JSON does not say. */
export interface HostAsk {
  readonly _tag: "Call"
  /** All that the call would do; the strictest answer holds. Most have one. */
  readonly calls: readonly [HostCall, ...Array<HostCall>]
  /** The tool's name as the host has it. */
  readonly hostTool: string
  /** What a person should know of the call, each a clause without a full stop. */
  readonly notes: ReadonlyArray<string>
  /** Absolute. */
  readonly cwd: string
  /** What the host itself calls the workspace, absolute, where its JSON says it. */
  readonly root: string | undefined
  readonly session: string | undefined
  readonly agent: string | undefined
  readonly reply: Reply
}

/** What a host's JSON asks. */
export type HostReading =
  | HostAsk
  /** Deliberately no opinion: the host goes on as if Portcullis were not there. */
  | { readonly _tag: "Silence"; readonly why: string; readonly session: string | undefined; readonly reply: Reply }
  /** It cannot be read, and is denied. */
  | { readonly _tag: "Failure"; readonly why: string; readonly reply: Reply }

/** Answers the tool calls of an ask in a workspace (an absolute path). */
export const toolCallsOf = (
  { agent, calls, cwd, session }: HostAsk,
  workspace: string
): readonly [ToolCall, ...Array<ToolCall>] => {
  const inPlace = ({ input, tool }: HostCall): ToolCall => ({ tool, input, cwd, workspace, agent, session })
  const [first, ...rest] = calls
  return [inPlace(first), ...rest.map(inPlace)]
}

/** Whether a host that gets an ask for this event cannot put it to its user; there an ask is a deny. */
const cannotAsk = ({ event, shape }: Reply): boolean => shape === "cursor" || event === "PreSkillShellCommand"

/** Answers what an answer comes to with the one who asked. */
export const heldBy = (reply: Reply, state: PermissionState): PermissionState =>
  state === "ask" && cannotAsk(reply) ? "deny" : state

/** Answers the one JSON object that tells a host the answer; `reason` is not empty. */
export const answerText = (reply: Reply, state: PermissionState, reason: string): string => {
  const permissionDecision = heldBy(reply, state)
  const flat = { permissionDecision, permissionDecisionReason: reason }
  const hookSpecificOutput = { hookEventName: reply.event, ...flat }
  switch (reply.shape) {
    case "nested":
      return JSON.stringify({ hookSpecificOutput })
    case "top":
      return JSON.stringify(flat)
    case "both":
      return JSON.stringify({ ...flat, hookSpecificOutput })
    case "cursor":
      return JSON.stringify(cursorAnswer(reply, permissionDecision, reason))
  }
}

const cursorAnswer = ({ event }: Reply, permission: PermissionState, reason: string) => {
  if (permission === "allow") return { permission }
  const told = { permission, user_message: reason }
  return event === "beforeReadFile" ? told : { ...told, agent_message: reason }
}

/** Answers what tells a host that there is no opinion; for most that is nothing. */
export const silenceText = (reply: Reply): string => (reply.shape === "cursor" ? '{"permission":"allow"}' : "")
