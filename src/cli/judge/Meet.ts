/**
 * A tool call on its way to the model judge: what the rules say of it, and the ask they leave, if they leave one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../../domain/Ask.ts"
import { askOf } from "../../domain/AskOf.ts"
import type { CheckedCall } from "../../domain/CheckResult.ts"
import type { Mode } from "../../domain/Mode.ts"
import type { ToolCall } from "../../domain/ToolCall.ts"
import { approvalReader } from "../../layers/ApprovalFiles.ts"
import { gateOf, type Standing } from "../../layers/Gate.ts"
import { judgedWith, queryOf } from "../../layers/Query.ts"
import { newRequestId } from "../../layers/ReviewLogFile.ts"
import { Operator } from "../../services/Operator.ts"
import type { PermissionQuery } from "../../services/PermissionQuery.ts"
import { type PolicySnapshot, PolicySource } from "../../services/PolicySource.ts"

/** What recorded authority made of a call. */
export interface Met {
  readonly checked: CheckedCall
  readonly snapshot: PolicySnapshot
  /** What links may ask of recorded authority about this call. */
  readonly query: PermissionQuery["Service"]
  /** Absent when the rules decide by themselves. */
  readonly ask: PromptPermissionDetails | undefined
}

/**
 * Answers what the rules say of a call and the ask that links would be given, as `decide` makes it. Nobody is asked, no
 * approval of a single call is used up, and nothing is written.
 */
export const meet = Effect.fnUntraced(function* (
  call: ToolCall,
  mode: Mode | undefined
): Effect.fn.Return<Met, never, Operator | PolicySource> {
  const operator = yield* Operator
  const snapshot = yield* (yield* PolicySource).snapshot(call.workspace)
  const now = yield* Clock.currentTimeMillis
  const approvals = approvalReader(operator)
  const gate = gateOf({ approvals }, operator)
  const given = call.session === undefined ? [] : approvals.read(call.session, now)
  const standing: Standing = { snapshot, mode, now, approvals: given }
  const checked = judgedWith(gate, call, standing)
  const ask = checked.state === "ask" ? askOf(checked, newRequestId()) : undefined
  return { checked, snapshot, query: queryOf(gate, call, standing), ask }
})
