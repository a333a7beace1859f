/**
 * What people approved for a session, shared by every process of it.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { FloorClass } from "../domain/Floor.ts"
import type { SessionApproval } from "../domain/SessionApproval.ts"

/** An approval as it is kept. */
export interface StoredApproval {
  readonly id: string
  readonly surface: string
  /** As matched: a pattern, or with `exact` a text whose wildcards stand for themselves. */
  readonly pattern: string
  readonly exact: boolean
  readonly floors: ReadonlyArray<FloorClass>
  /** A hash: the store never holds a session's id. */
  readonly session: string
  /** ISO 8601. */
  readonly at: string
}

/** The store could not be changed, and has not been. */
export class ApprovalError extends Data.TaggedError("ApprovalError")<{ readonly why: string }> {}

export class ApprovalStore extends Context.Service<
  ApprovalStore,
  {
    /** Answers the approvals in force for a session; none when the store cannot be read. */
    readonly of: (session: string) => Effect.Effect<ReadonlyArray<SessionApproval>>
    readonly list: Effect.Effect<ReadonlyArray<StoredApproval>>
    readonly add: (approval: SessionApproval & { readonly exact: boolean }) => Effect.Effect<void, ApprovalError>
    /** Revokes by id and answers whether there was such an approval. */
    readonly revoke: (id: string) => Effect.Effect<boolean, ApprovalError>
    /** Lifts one deny that was an ask, for this exact call (a hash of it), once, within a few minutes. */
    readonly approveCall: (callHash: string) => Effect.Effect<void, ApprovalError>
    /** Answers whether a person approved this exact call, and uses that up. */
    readonly takeCall: (callHash: string) => Effect.Effect<boolean>
  }
>()("portcullis/services/ApprovalStore") {}
