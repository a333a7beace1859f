/**
 * What people approved, shared by every process of a session: patterns for the session, and exact calls once.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Problem } from "../domain/Problem.ts"
import type { SessionApproval } from "../domain/SessionApproval.ts"
import type { Suggestion } from "../domain/Suggestion.ts"
import type { ToolCall } from "../domain/ToolCall.ts"

/** An approval as it is kept. */
export interface StoredApproval extends Suggestion {
  readonly id: string
  /** A hash: the store never holds a session's id. */
  readonly session: string
  /** When it was given, in ISO 8601. */
  readonly at: string
}

/** The store could not do what was asked, and has changed nothing. */
export class ApprovalError extends Data.TaggedError("ApprovalError")<{
  /** One clause for a person, without a full stop. */
  readonly why: string
}> {
  override get message(): string {
    return this.why
  }
}

export class ApprovalStore extends Context.Service<
  ApprovalStore,
  {
    /** Answers the approvals in force for a session; none when the store cannot be read. */
    readonly of: (session: string) => Effect.Effect<ReadonlyArray<SessionApproval>>
    /** Answers every approval in force, of all sessions, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<StoredApproval>>
    /** Keeps approvals for a session: all of them, or none. */
    readonly add: (session: string, approvals: ReadonlyArray<Suggestion>) => Effect.Effect<void, ApprovalError>
    /** Revokes by id and answers whether there was such an approval. */
    readonly revoke: (id: string) => Effect.Effect<boolean, ApprovalError>
    /** Revokes every approval, of all sessions and of single calls. */
    readonly revokeAll: Effect.Effect<void, ApprovalError>
    /**
     * Remembers an ask that was denied, so that a person may approve that very call: a hash under the request's id,
     * kept for an hour. Where it cannot be remembered it cannot be approved, and nothing else follows.
     */
    readonly remember: (requestId: string, call: ToolCall) => Effect.Effect<void>
    /** Lets a remembered call run once, if it is made again within five minutes. */
    readonly approveCall: (requestId: string) => Effect.Effect<void, ApprovalError>
    /**
     * Answers whether a person approved this exact call, and uses that up. To be asked only of a call that asks: it
     * lifts no deny of a rule.
     */
    readonly takeCall: (call: ToolCall) => Effect.Effect<boolean>
    /** What is wrong with the store; what cannot be read approves nothing. */
    readonly problems: Effect.Effect<ReadonlyArray<Problem>>
  }
>()("portcullis/services/ApprovalStore") {}
