/**
 * The request live authority rules on.
 */
import type { PermissionCheckResult } from "./CheckResult.ts"
import type { TrailStep } from "./Decision.ts"
import type { Mode } from "./Mode.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A tool call as an authorizer sees it. */
export interface AskedCall extends ToolCall {
  /** The command line of a shell call; of any other, its input as JSON. Bounded, for reading and matching. */
  readonly text: string
}

/** One ask: what recorded authority left open, and why. */
export interface PromptPermissionDetails {
  /** One per ask; every log entry about it carries the same. */
  readonly requestId: string
  readonly call: AskedCall
  readonly mode: Mode
  /** What recorded authority says of every access of the call. */
  readonly results: ReadonlyArray<PermissionCheckResult>
  /** Those of `results` that ask. Never empty. */
  readonly asking: ReadonlyArray<PermissionCheckResult>
  /** Why it asks, in one sentence for a person. */
  readonly reason: string
  /** What the links before said, for whoever ends the chain. */
  readonly trail?: ReadonlyArray<TrailStep> | undefined
}
