/**
 * One review made because a person wants to see it: as the link makes it, but that the circuit neither stops it nor
 * learns from it, and no log tells of it.
 */
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../../domain/Ask.ts"
import type { AuthorizerVerdict } from "../../domain/Verdict.ts"
import { measuring } from "../../links/Elapsed.ts"
import type { Facts } from "../../links/model-judge/Facts.ts"
import { factsOf, mayAllow, otherCause } from "../../links/model-judge/FactsOf.ts"
import { review, type Step } from "../../links/model-judge/Review.ts"
import type { JudgeSettings } from "../../links/model-judge/Settings.ts"
import { type DeferReason, reportIn, type Transcript } from "../../links/model-judge/Transcript.ts"
import { type Judged, verdictOf } from "../../links/model-judge/VerdictOf.ts"
import { type Witnessed, witnessOf } from "../../links/model-judge/Witness.ts"
import { AuthorizerLog } from "../../services/AuthorizerLog.ts"
import { PermissionQuery } from "../../services/PermissionQuery.ts"
import { exitCodes } from "../Exit.ts"

/** What a review was of, and what became of it. */
export interface Tried {
  /** Absent when the ask is none of the judge's business; then `why` of `judged` says so. */
  readonly facts: Facts | undefined
  readonly transcript: Transcript | undefined
  readonly judged: Judged
  /** What the witness said of an allow. */
  readonly witnessed: Witnessed | undefined
  /** Of the whole review. */
  readonly latencyMs: number
}

/** What is told while it happens. */
export type Telling = { readonly _tag: "Concerned"; readonly facts: Facts } | Step

/** A log that keeps nothing. */
export const noLog: AuthorizerLog["Service"] = { review: () => Effect.void, debug: () => Effect.void }

/** Reviews an ask, and tells each step as it happens; it never fails. */
export const tried = Effect.fnUntraced(function* (
  ask: PromptPermissionDetails,
  query: PermissionQuery["Service"],
  settings: JudgeSettings,
  home: string,
  tell: (telling: Telling) => Effect.Effect<void> = () => Effect.void
): Effect.fn.Return<Tried> {
  const elapsedMs = yield* measuring
  const facts = yield* Effect.provideService(factsOf(ask, settings, home), PermissionQuery, query)
  if (facts === undefined) {
    const deferReason: DeferReason = "not-concerned"
    const judged: Judged = { verdict: { _tag: "Defer" }, deferReason, why: whyNot(ask, settings) }
    return { facts, transcript: undefined, judged, witnessed: undefined, latencyMs: Math.round(elapsedMs()) }
  }
  yield* tell({ _tag: "Concerned", facts })
  const transcript = yield* review({ ask, facts, settings }, { onStep: tell }).pipe(
    Effect.provideService(PermissionQuery, query),
    Effect.provideService(AuthorizerLog, noLog)
  )
  return {
    facts,
    transcript,
    judged: verdictOf(transcript, facts, settings),
    witnessed: witnessedIn(transcript, facts),
    latencyMs: Math.round(elapsedMs())
  }
})

const witnessedIn = (transcript: Transcript, facts: Facts): Witnessed | undefined => {
  const report = reportIn(transcript)
  if (facts.slice !== "allow-capable" || report?.verdict !== "allow") return undefined
  return witnessOf(
    report,
    transcript.turns.flatMap(({ checks }) => checks),
    facts
  )
}

/** Answers the exit code of a trial: an allow that would not count comes to a defer. */
export const codeOfTrial = ({ _tag }: AuthorizerVerdict, uncounted: string | undefined): number =>
  uncounted === undefined ? codes[_tag] : codes.Defer

const codes = { Allow: exitCodes.allow, Deny: exitCodes.deny, Defer: exitCodes.ask } as const

/** Why an ask belongs to neither slice, in one clause. */
const whyNot = (ask: PromptPermissionDetails, { capabilities, typoPatterns }: JudgeSettings): string => {
  const slip = whyNoSlip(ask, typoPatterns)
  if (!mayAllow(capabilities)) return `${slip}, and without "allow" in capabilities nothing else is reviewed`
  const other = otherCause(ask)
  return other === undefined ? slip : `${slip}, and it does not only ask because it is opaque: ${other.reason}`
}

const whyNoSlip = ({ asking }: PromptPermissionDetails, patterns: ReadonlyArray<string>): string => {
  const outside = asking.find(({ access }) => access._tag === "Path" && access.surface === "external_directory")
  if (outside === undefined) return "no path outside the workspace asks"
  if (patterns.length === 0) return "there are no typoPatterns"
  return `${outside.access.value} matches no pattern of typoPatterns`
}
