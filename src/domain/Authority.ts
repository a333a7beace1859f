/**
 * One snapshot of recorded authority, from which a call is judged.
 */
import type { FloorClass } from "./Floor.ts"
import type { Mode } from "./Mode.ts"
import type { RuleSet } from "./RuleSet.ts"
import type { SessionApproval } from "./SessionApproval.ts"

/** Everything `judge` needs; built from the scopes by `Scopes.compose`. */
export interface Authority {
  readonly mode: Mode
  readonly rules: RuleSet
  /** Why an allow is clamped to an ask: a scope is invalid. */
  readonly clamp: string | undefined
  /** Floor classes that a rule naming the unit literally may answer. */
  readonly floorsByRule: ReadonlySet<FloorClass>
  readonly approvals: ReadonlyArray<SessionApproval>
}
