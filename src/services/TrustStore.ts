/**
 * Which project files a person has read and trusts, each with the very content they read.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { describeProblem, type Problem } from "../domain/Problem.ts"

/** A pin: this file with this content. */
export interface TrustedFile {
  /** Real path. */
  readonly path: string
  /** Of the content in UTF-8, in lower-case hexadecimal. */
  readonly sha256: string
  /** When it was pinned, in ISO 8601. */
  readonly at: string
}

/** A file beside what is trusted of it: what a person sees before they trust it. */
export interface TrustDifference {
  /** Real path. */
  readonly path: string
  /** The content now. */
  readonly text: string
  readonly pinned: TrustedFile | undefined
  /** The content that was pinned; absent when there is no pin, or the kept copy is gone. */
  readonly before: string | undefined
  /** Whether the pin is of the content now. */
  readonly trusted: boolean
}

/** The store could not do what was asked, and has changed nothing. */
export class TrustError extends Data.TaggedError("TrustError")<{ readonly problem: Problem }> {
  override get message(): string {
    return describeProblem(this.problem)
  }
}

export class TrustStore extends Context.Service<
  TrustStore,
  {
    /** Answers whether this real path is pinned with this text; never, when the store cannot be read. */
    readonly isTrusted: (path: string, text: string) => Effect.Effect<boolean>
    /** Answers a file beside its pin. */
    readonly diff: (file: string) => Effect.Effect<TrustDifference, TrustError>
    /** Pins exactly the path and text that were shown. */
    readonly trust: (shown: Pick<TrustDifference, "path" | "text">) => Effect.Effect<TrustedFile, TrustError>
    /** Removes a file's pin, and answers whether there was one. */
    readonly forget: (file: string) => Effect.Effect<boolean, TrustError>
    readonly list: Effect.Effect<ReadonlyArray<TrustedFile>>
    /** What is wrong with the store itself; while there is anything, nothing is trusted. */
    readonly problems: Effect.Effect<ReadonlyArray<Problem>>
  }
>()("portcullis/services/TrustStore") {}
