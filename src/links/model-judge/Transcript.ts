/**
 * What was said in one review: everything the verdict is derived from, as data, and what is read from it.
 */
import type { PermissionState } from "portcullis"
import type { PromotedToken } from "./Facts.ts"

/** Why the judge defers, by name. */
export type DeferReason =
  /** No key, no model, no SDK, or a settings file with problems. */
  | "unconfigured"
  /** The endpoint took the key for wrong. */
  | "auth-failed"
  | "timeout"
  /** The endpoint could not be reached, refused, or answered something that is no message. */
  | "call-failed"
  /** The model answered without the tool it was told to use, or with what the tool does not take. */
  | "no-tool-call"
  /** The deny-first reviewer was asked for a deny and gave none. */
  | "non-deny-verdict"
  /** The model's pieces are not the command. */
  | "unfaithful"
  | "low-confidence"
  | "turn-limit"
  | "circuit-open"
  /** Nothing for this link: it records no such ask, and only who tries it out is told. */
  | "not-concerned"

/** One thing a call is made of, as the model names it. */
export interface Piece {
  readonly surface: string
  readonly value: string
}

/** What the model reported; what is no such report never becomes one. */
export interface Report {
  readonly verdict: "allow" | "deny" | "defer"
  /** Bounded, for the agent to learn from. */
  readonly reason: string
  /** From 0 to 1. */
  readonly confidence: number
  readonly pieces: ReadonlyArray<Piece>
}

/** A value the model asked about, and what recorded authority answered. */
export interface CheckedPermission {
  readonly _tag: "Permission"
  readonly surface: string
  readonly value: string
  readonly state: PermissionState
  /** What recorded authority took the value for on its surface: its units' texts, the written form of its path. */
  readonly values: ReadonlyArray<string>
  /** The words that may be paths and for which alone it asks; none where anything else asks. */
  readonly asking: ReadonlyArray<PromotedToken>
}

/** A tool the model used before it reported, and what recorded authority answered. */
export type Checked =
  | CheckedPermission
  | { readonly _tag: "Tool"; readonly tool: string; readonly state: PermissionState }

/** One request and its answer. */
export interface Turn {
  readonly latencyMs: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly checks: ReadonlyArray<Checked>
}

/** How a review ended. */
export type Ending =
  | { readonly _tag: "Reported"; readonly report: Report }
  /** `why` is one clause for a person, without a full stop, and holds no secret. */
  | {
      readonly _tag: "Failed"
      readonly reason: DeferReason
      readonly why: string
      /** How long the endpoint wants to be left alone, in milliseconds. */
      readonly retryAfterMs?: number | undefined
    }

/** One review. */
export interface Transcript {
  readonly turns: ReadonlyArray<Turn>
  readonly ending: Ending
}

/** Answers the report of a review that ended in one. */
export const reportIn = (transcript: Transcript | undefined): Report | undefined =>
  transcript?.ending._tag === "Reported" ? transcript.ending.report : undefined

/** Answers the checks of a piece: a piece that was checked twice has two. */
export const checksOf = ({ surface, value }: Piece, checks: ReadonlyArray<Checked>): ReadonlyArray<CheckedPermission> =>
  checks.filter(
    (check): check is CheckedPermission =>
      check._tag === "Permission" && check.surface === surface && check.value === value
  )

/** Answers a report's pieces, each with what recorded authority first answered when the model asked for it. */
export const piecesIn = (
  transcript: Transcript | undefined
): ReadonlyArray<{ readonly piece: Piece; readonly state: PermissionState | "unchecked" }> => {
  const checks = transcript?.turns.flatMap((turn) => turn.checks) ?? []
  const pieces = reportIn(transcript)?.pieces ?? []
  return pieces.map((piece) => ({ piece, state: checksOf(piece, checks)[0]?.state ?? "unchecked" }))
}

/** Answers the tokens of a review, all its turns together. */
export const tokensIn = (transcript: Transcript | undefined): { readonly input: number; readonly output: number } => {
  const turns = transcript?.turns ?? []
  return {
    input: turns.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    output: turns.reduce((sum, { outputTokens }) => sum + outputTokens, 0)
  }
}
