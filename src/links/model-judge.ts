/**
 * The link `model-judge`: a model looks at what the rules leave open, and this engine holds its report against what it
 * sees itself. What goes wrong on the way is a defer with a name.
 */
import * as Effect from "effect/Effect"
import {
  Authorizer,
  type AuthorizerLog,
  type AuthorizerVerdict,
  describeProblem,
  type LinkSettings,
  type OperatorPlaces,
  type PermissionQuery,
  ProcessOperator,
  type PromptPermissionDetails,
  Verdict
} from "portcullis"
import { measuring } from "./Elapsed.ts"
import { type Breaker, breakerFile, breakerOf } from "./model-judge/Breaker.ts"
import type { Facts } from "./model-judge/Facts.ts"
import { factsOf, mayAllow } from "./model-judge/FactsOf.ts"
import { review, type ReviewOptions } from "./model-judge/Review.ts"
import type { JudgeSettings } from "./model-judge/Settings.ts"
import { judgeName, settingsFor, type SettingsLook } from "./model-judge/SettingsFiles.ts"
import { record, recordUnconfigured } from "./model-judge/Trail.ts"
import type { DeferReason, Transcript } from "./model-judge/Transcript.ts"
import { type Judged, type Refusal, verdictOf } from "./model-judge/VerdictOf.ts"

/** How the judge is set up; without options it is as the operator's files say. */
export interface ModelJudgeOptions extends ReviewOptions {
  /** Stands in for the files. */
  readonly settings?: JudgeSettings | undefined
  /** Whose files are read, and where the circuit is remembered; by default this process's user's. */
  readonly places?: OperatorPlaces | undefined
  /** Where the managed file is, and who may own it. */
  readonly files?: LinkSettings.LinkSettingsOptions | undefined
  /** Tells a person what they should know; by default each text once, on standard error. */
  readonly tell?: ((text: string) => void) | undefined
}

/** What a review needs from whoever owns the chain. */
type Needs = PermissionQuery | AuthorizerLog

/**
 * Answers the link, which never fails.
 *
 * On a path that matches one of `typoPatterns` it denies or defers. Where its settings say so it also reviews commands
 * that ask only because they are opaque, and may allow one whose every part the rules allow. An ask of another kind
 * reads its settings and nothing more: no model, no SDK.
 */
export const modelJudge = (options: ModelJudgeOptions = {}): Authorizer.Authorizer => {
  const tell = options.tell ?? tellingOnce()
  const placesOf = (): OperatorPlaces => options.places ?? ProcessOperator.operatorOf(process.env)
  return Authorizer.make(
    judgeName,
    Effect.fnUntraced(function* (ask): Effect.fn.Return<AuthorizerVerdict, never, Needs> {
      const places = placesOf()
      const found = yield* lookFor(ask, places, options)
      for (const notice of found.notices) tell(describeProblem(notice))
      if (found._tag !== "Settings") {
        const why = found._tag === "Absent" ? `there is no ${judgeName}.jsonc` : "its settings have problems"
        tell(`the model judge is not configured: ${why} (portcullis judge doctor)`)
        yield* recordUnconfigured(ask, why)
        return Verdict.defer
      }
      const { settings } = found
      const breaker = breakerOf(breakerFile(places.stateHome), settings)
      const using: Using = { ask, settings, breaker, options, tell }
      // The capabilities by themselves, as the compiler narrows them alone and not the settings they are in.
      return mayAllow(settings.capabilities)
        ? yield* adjudicated(using, places.home)
        : yield* refused({ ...using, settings: { ...settings, capabilities: settings.capabilities } }, places.home)
    }),
    { provenance: "model" }
  )
}

const lookFor = (
  { call }: PromptPermissionDetails,
  places: OperatorPlaces,
  { files, settings }: ModelJudgeOptions
): Effect.Effect<SettingsLook> =>
  settings === undefined
    ? settingsFor(call.workspace, places, files)
    : Effect.succeed({ _tag: "Settings", settings, files: [], notices: [] })

/** What one ask is reviewed with. */
interface Using<S extends JudgeSettings = JudgeSettings> {
  readonly ask: PromptPermissionDetails
  readonly settings: S
  readonly breaker: Breaker
  readonly options: ReviewOptions
  readonly tell: (text: string) => void
}

type DenyingSettings = JudgeSettings & { readonly capabilities: readonly ["deny"] }

/** The judge that may only deny: on its way to an answer there is no value that allows. */
const refused = Effect.fnUntraced(function* (
  using: Using<DenyingSettings>,
  home: string
): Effect.fn.Return<Refusal, never, Needs> {
  const facts = yield* factsOf(using.ask, using.settings, home)
  if (facts === undefined) return Verdict.defer
  return yield* reviewed(using, facts, (transcript) => verdictOf(transcript, facts, using.settings))
})

/** The judge that may allow too. */
const adjudicated = Effect.fnUntraced(function* (
  using: Using,
  home: string
): Effect.fn.Return<AuthorizerVerdict, never, Needs> {
  const facts = yield* factsOf(using.ask, using.settings, home)
  if (facts === undefined) return Verdict.defer
  return yield* reviewed(using, facts, (transcript) => verdictOf(transcript, facts, using.settings))
})

/** Has an ask reviewed, unless the circuit is open, and records what came of it. */
const reviewed = Effect.fnUntraced(function* <V extends AuthorizerVerdict>(
  { ask, breaker, options, settings, tell }: Using,
  facts: Facts,
  judge: (transcript: Transcript) => Judged<V>
): Effect.fn.Return<V | Verdict.Defer, never, Needs> {
  const elapsedMs = yield* measuring
  const admission = yield* breaker.admit
  if (admission._tag === "Open") {
    const why = `the model failed again and again; it is asked again in ${Math.ceil(admission.leftMs / 1000)} s`
    if (admission.tell) tell(`the model judge is out of service: ${why} (portcullis judge doctor)`)
    yield* record({ facts, settings, verdict: Verdict.defer, deferReason: "circuit-open", why, latencyMs: elapsedMs() })
    return Verdict.defer
  }
  const transcript = yield* review({ ask, facts, settings }, options).pipe(
    // Whoever owns the chain waits no longer: that it took so long is remembered and recorded all the same.
    Effect.onInterrupt(() => {
      const deferReason: DeferReason = "timeout"
      const why = "the chain waited no longer; timeoutMs is more than a link is given"
      return Effect.andThen(
        breaker.settle({ reason: deferReason }, admission.probe),
        record({ facts, settings, verdict: Verdict.defer, deferReason, why, latencyMs: elapsedMs() })
      )
    })
  )
  const { ending } = transcript
  yield* breaker.settle(ending._tag === "Failed" ? ending : {}, admission.probe)
  const { deferReason, verdict, why } = judge(transcript)
  yield* record({ facts, settings, transcript, verdict, deferReason, why, latencyMs: elapsedMs() })
  return verdict
})

const tellingOnce = (): ((text: string) => void) => {
  const told = new Set<string>()
  return (text) => {
    if (told.has(text)) return
    told.add(text)
    process.stderr.write(`portcullis: ${text}\n`)
  }
}
