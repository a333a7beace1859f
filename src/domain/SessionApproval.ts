/**
 * What a person approved for one session: a scoped fact, never a rule.
 */
import type { FloorClass } from "./Floor.ts"
import type { Pattern } from "./Pattern.ts"

export interface SessionApproval {
  readonly surface: string
  readonly pattern: Pattern
  /** The floors the person saw when approving; the approval lifts no other. */
  readonly floors: ReadonlyArray<FloorClass>
  readonly session: string
}
