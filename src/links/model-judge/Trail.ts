/**
 * What the review log keeps of one review: one entry, that tells whether the judge ran and why it answered what it did.
 */
import * as Effect from "effect/Effect"
import { AuthorizerLog, type AuthorizerVerdict, boundedText, type PromptPermissionDetails } from "portcullis"
import type { Facts } from "./Facts.ts"
import type { JudgeSettings } from "./Settings.ts"
import { type DeferReason, piecesIn, reportIn, tokensIn, type Transcript } from "./Transcript.ts"

/** One review as it is recorded. */
export interface Reviewed {
  readonly facts: Facts
  readonly settings: JudgeSettings
  /** Absent when no review began. */
  readonly transcript?: Transcript | undefined
  readonly verdict: AuthorizerVerdict
  readonly deferReason?: DeferReason | undefined
  /** One clause for a person. */
  readonly why?: string | undefined
  /** Of the whole review; told as a whole number. */
  readonly latencyMs: number
}

/** What is kept of the longest texts, in UTF-16 code units. */
const longestValue = 2000
const longestPiece = 160

/** More pieces are counted, and not told: few commands are made of so many. */
const mostTold = 32

/** An entry with more JSON than this is told without its pieces, rather than not at all. */
const longestEntry = 12_000

const wire = { Allow: "allow", Deny: "deny", Defer: "defer" } as const

/** Answers the entry of a review. */
export const entryOf = (reviewed: Reviewed): Readonly<Record<string, unknown>> => {
  const { deferReason, facts, latencyMs, settings, transcript, verdict, why } = reviewed
  const report = reportIn(transcript)
  const tokens = tokensIn(transcript)
  const entry = {
    ...subjectOf(facts),
    slice: facts.slice,
    model: settings.model,
    latencyMs: Math.round(latencyMs),
    turns: transcript?.turns.length ?? 0,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    verdict: wire[verdict._tag],
    ...(deferReason === undefined ? {} : { deferReason }),
    ...(why === undefined ? {} : { why: boundedText(why, longestValue) }),
    ...(verdict._tag === "Deny" && verdict.reason !== undefined
      ? { reason: boundedText(verdict.reason, longestValue) }
      : {}),
    ...(report === undefined ? {} : { confidence: report.confidence, reported: report.verdict })
  }
  if (report === undefined || report.pieces.length === 0) return entry
  const pieces = piecesIn(transcript)
    .slice(0, mostTold)
    .map(({ piece, state }) => ({
      surface: boundedText(piece.surface, longestPiece),
      value: boundedText(piece.value, longestPiece),
      state
    }))
  const whole = { ...entry, pieces, piecesCount: report.pieces.length }
  return JSON.stringify(whole).length > longestEntry ? { ...entry, piecesCount: report.pieces.length } : whole
}

const subjectOf = (facts: Facts): Readonly<Record<string, unknown>> => {
  if (facts.slice === "allow-capable") return { surface: "bash", value: boundedText(facts.text, longestValue) }
  const [slip] = facts.slips
  return {
    surface: "external_directory",
    value: boundedText(slip?.path ?? "", longestValue),
    matchedPattern: slip?.pattern ?? "",
    ...(facts.slips.length > 1 ? { paths: facts.slips.length } : {})
  }
}

/** Records a review. */
export const record = (reviewed: Reviewed): Effect.Effect<void, never, AuthorizerLog> =>
  AuthorizerLog.use((log) => Effect.ignoreCause(Effect.suspend(() => log.review("decision", entryOf(reviewed)))))

/** Records an ask that came while the judge has no settings to review it by. */
export const recordUnconfigured = (
  { asking: [first] }: PromptPermissionDetails,
  why: string
): Effect.Effect<void, never, AuthorizerLog> =>
  AuthorizerLog.use((log) =>
    Effect.ignoreCause(
      log.review("decision", {
        surface: first?.access.surface,
        value: boundedText(first?.access.value ?? "", longestValue),
        verdict: "defer",
        deferReason: "unconfigured" satisfies DeferReason,
        why
      })
    )
  )
