/**
 * From what was said in a review to a verdict. It is pure: the same transcript, facts and settings answer the same.
 *
 * Where only a deny is asked for, the type of what is answered has no allow, and neither has any value on the way.
 */
import { type AuthorizerVerdict, maskText, Verdict } from "portcullis"
import type { Facts, OpaqueFacts, SlipFacts } from "./Facts.ts"
import { mayAllow } from "./FactsOf.ts"
import type { JudgeSettings } from "./Settings.ts"
import type { DeferReason, Report, Transcript } from "./Transcript.ts"
import { witnessOf } from "./Witness.ts"

/** What a reviewer that may not allow answers. */
export type Refusal = Verdict.Deny | Verdict.Defer

/** A verdict, and what a log should know of it. */
export interface Judged<V extends AuthorizerVerdict = AuthorizerVerdict> {
  readonly verdict: V
  /** On a defer, unless the model itself chose to defer in the slice where it may. */
  readonly deferReason?: DeferReason | undefined
  /** One clause for a person, without a full stop. */
  readonly why: string
}

/** What a verdict hangs on. */
export type VerdictSettings = Pick<JudgeSettings, "capabilities" | "confidenceThreshold">

/**
 * Answers the verdict of a review.
 *
 * On a path that looks like a slip, and with `["deny"]` on anything, it is a deny or a defer. An allow implies that the
 * model reported one, is sure enough, and that the witness held.
 */
export function verdictOf(transcript: Transcript, facts: SlipFacts, settings: VerdictSettings): Judged<Refusal>
export function verdictOf(
  transcript: Transcript,
  facts: Facts,
  settings: VerdictSettings & { readonly capabilities: readonly ["deny"] }
): Judged<Refusal>
export function verdictOf(transcript: Transcript, facts: Facts, settings: VerdictSettings): Judged
export function verdictOf(transcript: Transcript, facts: Facts, settings: VerdictSettings): Judged {
  const { ending } = transcript
  if (ending._tag === "Failed") return deferred(ending.reason, ending.why)
  return facts.slice === "deny-first" || !mayAllow(settings.capabilities)
    ? denyFirst(ending.report, settings)
    : allowCapable(ending.report, transcript, facts, settings)
}

const deferred = (deferReason: DeferReason, why: string): Judged<Verdict.Defer> => ({
  verdict: Verdict.defer,
  deferReason,
  why
})

/** Answers the deny that is asked for, or defers. */
const denyFirst = (report: Report, settings: VerdictSettings): Judged<Refusal> =>
  report.verdict === "deny"
    ? denied(report, settings)
    : deferred("non-deny-verdict", `the model answered ${report.verdict}`)

const denied = (report: Report, settings: VerdictSettings): Judged<Refusal> => {
  if (!isSure(report, settings)) return unsure(report, settings)
  const reason = reasonOf(report.reason)
  return { verdict: Verdict.deny(reason), why: reason }
}

const allowCapable = (report: Report, { turns }: Transcript, facts: OpaqueFacts, settings: VerdictSettings): Judged => {
  switch (report.verdict) {
    case "deny":
      return denied(report, settings)
    case "defer":
      return { verdict: Verdict.defer, why: `the model defers: ${reasonOf(report.reason)}` }
    case "allow": {
      if (!isSure(report, settings)) return unsure(report, settings)
      const checks = turns.flatMap((turn) => turn.checks)
      const witnessed = witnessOf(report, checks, facts)
      if (!witnessed.held) return deferred("unfaithful", witnessed.why)
      return { verdict: Verdict.allow, why: reasonOf(report.reason) }
    }
    default:
      return report.verdict satisfies never
  }
}

/** What is no number is never enough. */
const isSure = ({ confidence }: Report, { confidenceThreshold }: VerdictSettings): boolean =>
  confidence >= confidenceThreshold && confidence <= 1

const unsure = ({ confidence, verdict }: Report, { confidenceThreshold }: VerdictSettings): Judged<Verdict.Defer> =>
  deferred(
    "low-confidence",
    `the model answered ${verdict}, ${confidence} sure, and ${confidenceThreshold} is asked for`
  )

/** What a person and an agent do not see has no place in a reason; nor has a secret of the command's. */
const reasonOf = (reason: string): string =>
  Verdict.reasonText(maskText(Verdict.reasonText(reason.slice(0, mostRead).replace(unseen, " ")) ?? "")) ??
  "the model judge gave no reason"

const unseen = /\p{C}/gu

const mostRead = 4 * Verdict.longestReason
