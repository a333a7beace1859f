/**
 * What recorded authority says of one access, and of a call.
 */
import type { Access } from "./Access.ts"
import type { Floor, FloorClass } from "./Floor.ts"
import type { Mode } from "./Mode.ts"
import type { PermissionState } from "./PermissionState.ts"
import type { Rule } from "./Rule.ts"
import type { ToolCall } from "./ToolCall.ts"

/**
 * What settled an access's state.
 *
 * `rule`: a rule matched. `default`: the mode's default. `inside`: a path within the workspace leaves nothing. `wraps`:
 * a transparent wrapper took its inner commands' answer. `read_only`: the mode denied what is no proven read.
 * `session`: an approval. `floor`, `clamp`: turned into an ask. `yolo`: `auto` lifted an ask. `managed`: a managed deny.
 */
export type ResultOrigin =
  | "rule"
  | "default"
  | "inside"
  | "wraps"
  | "read_only"
  | "session"
  | "floor"
  | "clamp"
  | "yolo"
  | "managed"

/** What recorded authority says of one access. */
export interface PermissionCheckResult {
  readonly access: Access
  readonly state: PermissionState
  readonly origin: ResultOrigin
  /** The last rule that matched, whether or not it had the last word. */
  readonly rule: Rule | undefined
  /** The floors in force: those the operator let no rule answer. */
  readonly floors: ReadonlyArray<Floor>
  /** One sentence for a person, without a full stop. */
  readonly reason: string
}

/** What recorded authority says of a whole call: the strictest of its accesses, every deny found. */
export interface CheckedCall {
  readonly call: ToolCall
  readonly state: PermissionState
  readonly results: ReadonlyArray<PermissionCheckResult>
  /** Of the results that have the call's state, the one that tells a person most. */
  readonly decisive: PermissionCheckResult
  /** Every class of floor that any access carries. */
  readonly floors: ReadonlyArray<FloorClass>
  /** The mode it was judged in. */
  readonly mode?: Mode | undefined
  /** Set when a fault within the gate spoke in place of the policies. */
  readonly fault?: true | undefined
}
