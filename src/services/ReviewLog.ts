/**
 * Where decisions are written down.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LogEntry } from "../domain/log/Entry.ts"

/** An entry was not written. */
export interface LogFailure {
  readonly _tag: "LogFailure"
  /** Absolute path of the log. */
  readonly file: string
  /** One clause for a person, without a full stop. */
  readonly why: string
}

export class ReviewLog extends Context.Service<
  ReviewLog,
  {
    /**
     * Writes one entry whole, or answers why not. It neither fails nor throws nor waits: the log is no part of a
     * decision, unless the operator requires it.
     */
    readonly append: (entry: LogEntry) => Effect.Effect<"written" | LogFailure>
    /** The same into the debug log, where one can be kept. */
    readonly debug?: ((entry: LogEntry) => Effect.Effect<"written" | LogFailure>) | undefined
  }
>()("portcullis/services/ReviewLog") {}
