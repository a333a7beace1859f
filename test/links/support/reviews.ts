/**
 * Reviews as the judge has them, against a real server, with recorded authority as the gate has it.
 */
import * as Effect from "effect/Effect"
import { AuthorizerLog, PermissionQuery } from "portcullis"
import { review, type Step } from "../../../src/links/model-judge/Review.ts"
import type { JudgeSettings } from "../../../src/links/model-judge/Settings.ts"
import { record } from "../../../src/links/model-judge/Trail.ts"
import { verdictOf } from "../../../src/links/model-judge/VerdictOf.ts"
import { type Asked, commandAsked, factsIn, pythonAsked } from "../model-judge/asks.ts"
import { key, keyVariable, settingsOf } from "./judge.ts"
import { type Script, serve } from "./MessagesServer.ts"

/** An ask for a path that looks like a slip. */
export const slip = (path = "/x/packages/packages/a.ts"): Asked => commandAsked(`cat ${path}`)

/** An ask for a program that this engine cannot read. */
export const opaque = (program = `os.system("git status")`): Asked => pythonAsked(program)

export interface Entry {
  readonly kind: "review" | "debug"
  readonly event: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Reviews an ask and records it, and answers all that came of it. */
export const reviewing = (
  asked: Asked,
  script: Script,
  changed: Partial<JudgeSettings> = {},
  env: NodeJS.ProcessEnv = { [keyVariable]: key },
  watch: (step: Step) => void = () => {}
) =>
  Effect.gen(function* () {
    const server = yield* serve(script)
    const settings = settingsOf({ baseUrl: server.url, capabilities: ["deny", "allow"], ...changed })
    const facts = factsIn(asked)
    if (facts === undefined) throw new Error("it does not concern the judge")
    const steps: Array<Step> = []
    const entries: Array<Entry> = []
    const write =
      (kind: Entry["kind"]) =>
      (event: string, details: Entry["details"] = {}) =>
        Effect.sync(() => void entries.push({ kind, event, details }))
    const log = AuthorizerLog.of({ review: write("review"), debug: write("debug") })
    const started = performance.now()
    const onStep = (step: Step) =>
      Effect.sync(() => {
        steps.push(step)
        watch(step)
      })
    const transcript = yield* review({ facts, settings, ask: asked.ask }, { env, onStep }).pipe(
      Effect.provideService(PermissionQuery, asked.query),
      Effect.provideService(AuthorizerLog, log)
    )
    const tookMs = performance.now() - started
    const judged = verdictOf(transcript, facts, settings)
    yield* record({ facts, settings, transcript, ...judged, latencyMs: Math.round(tookMs) }).pipe(
      Effect.provideService(AuthorizerLog, log)
    )
    return { server, facts, settings, steps, entries, transcript, judged, tookMs }
  }).pipe(Effect.scoped)
