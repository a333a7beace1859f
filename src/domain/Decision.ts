/**
 * The final word on a tool call.
 */
import type { CheckedCall } from "./CheckResult.ts"
import type { DecidedBy } from "./log/Entry.ts"

/** Why a link's verdict became, or counts as, a defer. */
export type DeferCause =
  /** It chose to. */
  | "deferred"
  | "failed"
  | "died"
  | "interrupted"
  | "timed-out"
  /** It answered after its deadline. */
  | "late"
  /** It answered something that is no verdict. */
  | "no-verdict"
  /** The ask's own deadline had passed before its turn. */
  | "no-time"
  /** Nobody registered the name. */
  | "unregistered"
  /** Its allow lies outside what the operator delegated. */
  | "envelope"
  /** A required link before it was missing or faulted, so that no later allow counts. */
  | "required-missing"

/** What one link or the terminal said, as it counted. */
export interface TrailStep {
  /** The link's name; `terminal` for the terminal. */
  readonly link: string
  readonly verdict: "allow" | "deny" | "defer"
  /** Set on a defer, and on a deny in place of a terminal that broke. */
  readonly cause?: DeferCause
  /** What the link said, or what went wrong, for a person. */
  readonly reason?: string
}

/** Allow or deny, by whom and why. */
export interface Decision {
  readonly _tag: "Decision"
  readonly requestId: string
  readonly decision: "allow" | "deny"
  readonly decidedBy: DecidedBy
  readonly reason: string
  /** Every link that had its turn, in order, then the terminal. */
  readonly trail: ReadonlyArray<TrailStep>
  readonly checked: CheckedCall
}

/** The links left it to a host that prompts by itself. Only a host's hook may hold this at the end. */
export interface HandedToHost {
  readonly _tag: "HandedToHost"
  readonly requestId: string
  readonly reason: string
  readonly trail: ReadonlyArray<TrailStep>
  readonly checked: CheckedCall
}
