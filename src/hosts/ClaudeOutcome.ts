/**
 * What Claude Code does with what a hook came to.
 *
 * Source: measured against 2.1.332, whose own binary ran one tool call for each of these.
 */

/** How a hook ended. */
export interface HookOutcome {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  /** It had not ended when the host's patience had. */
  readonly late: boolean
}

/** What becomes of the call: `runs` without a prompt, `asks` the host's user, `blocked`, or `ungated`: as without us. */
export interface HostEffect {
  readonly effect: "runs" | "asks" | "blocked" | "ungated"
  /** One clause for a person. */
  readonly why: string
}

/** What a hook's output says, as the host reads it. */
type Said =
  | { readonly _tag: "Decision"; readonly decision: "allow" | "ask" | "deny" }
  | { readonly _tag: "Nothing" }
  /** It begins like an object and ends like one, and is no answer. */
  | { readonly _tag: "Invalid" }
  /** The host takes it for words to its user. */
  | { readonly _tag: "Words" }

/**
 * Answers what becomes of the call.
 *
 * @param onFailure what the hook's entry says is to happen if it fails; only `block` closes the gate
 */
export const hostEffect = (outcome: HookOutcome, event: string, onFailure: string | undefined): HostEffect => {
  const closes = onFailure === "block"
  const failed = (why: string): HostEffect => ({ effect: closes ? "blocked" : "ungated", why })
  if (outcome.late) return failed("the hook did not end in time")
  const said = readOutput(outcome.stdout, event)
  if (outcome.code !== 0) {
    if (outcome.code === 2) return { effect: "blocked", why: "the hook exited with 2" }
    if (closes || said._tag !== "Decision") return failed("the hook failed")
  }
  switch (said._tag) {
    case "Decision":
      return decided[said.decision]
    case "Nothing":
      return { effect: "ungated", why: "the hook said nothing" }
    case "Words":
      return { effect: "ungated", why: "the hook said something that is not JSON" }
    case "Invalid":
      return failed("the hook's answer cannot be read")
  }
}

const decided: Readonly<Record<"allow" | "ask" | "deny", HostEffect>> = {
  allow: { effect: "runs", why: "the hook allowed it" },
  ask: { effect: "asks", why: "the hook asked" },
  deny: { effect: "blocked", why: "the hook denied it" }
}

const readOutput = (stdout: string, event: string): Said => {
  const text = stdout.trim()
  if (text === "") return { _tag: "Nothing" }
  if (!text.startsWith("{") || !text.endsWith("}")) return { _tag: "Words" }
  const answer = memberOf(parse(text), "hookSpecificOutput")
  if (memberOf(answer, "hookEventName") !== event) return { _tag: "Invalid" }
  const decision = memberOf(answer, "permissionDecision")
  return decision === "allow" || decision === "ask" || decision === "deny"
    ? { _tag: "Decision", decision }
    : { _tag: "Invalid" }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined
