/**
 * How a call ends: the answer, written down.
 */
import * as Effect from "effect/Effect"
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Decision, HandedToHost } from "../domain/Decision.ts"
import { entryOf, type Outcome } from "../domain/log/EntryOf.ts"
import type { Scope } from "../domain/Scope.ts"
import { requiresLog } from "../domain/Scopes.ts"
import type { Journal } from "./Journal.ts"

export interface Ending {
  readonly journal: Journal
  /** Writes a decision down and answers it; an allow that the operator requires to be written and is not is a deny. */
  readonly decided: (
    checked: CheckedCall,
    what: Pick<Decision, "decision" | "decidedBy" | "reason" | "trail">
  ) => Effect.Effect<Decision>
  /** The same of what is handed to the host. */
  readonly handed: (
    checked: CheckedCall,
    what: Pick<HandedToHost, "reason" | "trail">
  ) => Effect.Effect<Decision | HandedToHost>
}

/** Answers how the calls of one request end. */
export const ending = (
  journal: Journal,
  about: {
    readonly requestId: string
    readonly host: string | null
    readonly scopes: ReadonlyArray<Scope>
    /** Whether there is no log to write to. */
    readonly keepsNone: boolean
  }
): Ending => {
  const { host, keepsNone, requestId, scopes } = about
  const required = requiresLog(scopes)

  /** Writes the entry; answers why a required one was not written, waiting for no other. */
  const written = Effect.fnUntraced(function* (
    checked: CheckedCall,
    outcome: Outcome,
    { reason, trail }: Pick<HandedToHost, "reason" | "trail">
  ) {
    if (required && keepsNone) return "this engine keeps none"
    const stamp = yield* journal.stamp
    const entry = entryOf(checked, { ...stamp, host, outcome, reason, trail })
    if (required) return yield* journal.write(entry)
    yield* journal.offer(entry)
    return undefined
  })

  const unwritten = (checked: CheckedCall, trail: Decision["trail"], why: string): Decision => ({
    _tag: "Decision",
    requestId,
    decision: "deny",
    decidedBy: "fault",
    reason: `the policy requires the review log, and this could not be written down: ${why}`,
    trail,
    checked
  })

  return {
    journal,
    decided: (checked, what) => {
      const { decidedBy, decision, trail } = what
      const answer: Decision = { _tag: "Decision", requestId, ...what, checked }
      return Effect.map(written(checked, { _tag: "Decided", decision, decidedBy }, what), (why) =>
        why === undefined || decision === "deny" ? answer : unwritten(checked, trail, why)
      )
    },
    handed: (checked, what) => {
      const answer: HandedToHost = { _tag: "HandedToHost", requestId, ...what, checked }
      return Effect.map(written(checked, { _tag: "HandedToHost" }, what), (why) =>
        why === undefined ? answer : unwritten(checked, what.trail, why)
      )
    }
  }
}
