/**
 * One review: a model is asked until it reports, under one deadline.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { AuthorizerLog, type PermissionQuery, type PromptPermissionDetails } from "portcullis"
import { measuring } from "../Elapsed.ts"
import type { Answer, ToolUse } from "./Answer.ts"
import { connect, type Question } from "./Client.ts"
import type { Facts } from "./Facts.ts"
import { type CallFailure, failure } from "./Failure.ts"
import { mustReport, requestOf } from "./Prompt.ts"
import type { JudgeSettings } from "./Settings.ts"
import { answerOf, checkOf, reportOf, type ToolCheck, toolNames } from "./Tools.ts"
import type { Checked, Ending, Report, Transcript, Turn } from "./Transcript.ts"

/** What a review is of. */
export interface ReviewInput {
  readonly facts: Facts
  readonly settings: JudgeSettings
  readonly ask: PromptPermissionDetails
}

/** What happens in a review, for whoever watches it. */
export type Step =
  /** A request goes out; the first turn is 1. */
  | { readonly _tag: "Asking"; readonly turn: number; readonly question: Question }
  | { readonly _tag: "Answered"; readonly turn: number; readonly answer: Answer; readonly latencyMs: number }
  | { readonly _tag: "Checked"; readonly turn: number; readonly check: Checked }
  | { readonly _tag: "Ended"; readonly ending: Ending }

export interface ReviewOptions {
  /** Run at each step; the review waits for it, and its deadline goes on. */
  readonly onStep?: ((step: Step) => Effect.Effect<void>) | undefined
  /** Where the key is; by default the process's environment. */
  readonly env?: NodeJS.ProcessEnv | undefined
}

/** A model may check this much in one review. */
const mostChecks = 64

/**
 * Reviews an ask with a model and answers what was said; it never fails, and takes no longer than `settings.timeoutMs`
 * however many turns there are.
 *
 * In the deny-first slice that is one request that must be answered with a report. In the other the model may check
 * first, and must report at the latest in turn `settings.maxTurns`.
 */
export const review = Effect.fnUntraced(function* (
  input: ReviewInput,
  options: ReviewOptions = {}
): Effect.fn.Return<Transcript, never, PermissionQuery | AuthorizerLog> {
  const { timeoutMs } = input.settings
  const clock = yield* Clock.Clock
  const deadline = clock.monotonicTimeNanosUnsafe() + BigInt(Math.ceil(timeoutMs * 1e6))
  const turns: Array<Turn> = []
  const late = failed(failure("timeout", `the review took longer than ${timeoutMs} ms`))
  const said = yield* conversation(input, options, turns).pipe(
    Effect.map((report): Ending => ({ _tag: "Reported", report })),
    Effect.catch((failure) => Effect.succeed(failed(failure))),
    Effect.catchDefect(() => Effect.succeed(failed(failure("call-failed", "the review broke off")))),
    Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.succeed(late) })
  )
  // Whatever blocked the thread until then: an answer after the deadline is none.
  const ending = clock.monotonicTimeNanosUnsafe() < deadline ? said : late
  yield* watched(options, { _tag: "Ended", ending })
  return { turns: [...turns], ending }
})

const failed = ({ reason, retryAfterMs, why }: CallFailure): Ending => ({
  _tag: "Failed",
  reason,
  why,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs })
})

/** Whoever watches cannot change what is decided. */
const watched = ({ onStep }: ReviewOptions, step: Step): Effect.Effect<void> =>
  onStep === undefined ? Effect.void : Effect.ignoreCause(Effect.suspend(() => onStep(step)))

/** Asks until there is a report or a failure; `turns` holds every turn until then, also when it is interrupted. */
const conversation = Effect.fnUntraced(function* (
  { ask, facts, settings }: ReviewInput,
  options: ReviewOptions,
  turns: Array<Turn>
): Effect.fn.Return<Report, CallFailure, PermissionQuery | AuthorizerLog> {
  const log = yield* AuthorizerLog
  const endpoint = yield* connect(settings, options.env)
  const request = requestOf(facts, settings, ask)
  const last = facts.slice === "deny-first" ? 1 : settings.maxTurns
  const messages: Array<unknown> = [...request.messages]
  let fresh: Readonly<Record<string, unknown>> = { system: request.system, messages: request.messages }
  let left = mostChecks
  for (let turn = 1; ; turn++) {
    const forced = turn >= last
    const tool_choice = forced ? mustReport : request.tool_choice
    const question: Question = { ...request, messages: [...messages], tool_choice }
    yield* watched(options, { _tag: "Asking", turn, question })
    yield* Effect.ignoreCause(log.debug("request", { turn, tool_choice, ...fresh }))
    const elapsedMs = yield* measuring
    const answer = yield* endpoint.ask(question)
    const latencyMs = Math.round(elapsedMs())
    const { inputTokens, outputTokens } = answer
    const checks: Array<Checked> = []
    turns.push({ latencyMs, inputTokens, outputTokens, checks })
    yield* Effect.ignoreCause(
      log.debug("answer", { turn, latencyMs, stopReason: answer.stopReason, content: answer.content })
    )
    yield* watched(options, { _tag: "Answered", turn, answer, latencyMs })
    const move = moveOf(answer, facts)
    if (move._tag === "Reported") return move.report
    if (move._tag === "CallFailure") return yield* Effect.fail(move)
    if (forced) {
      const why = `the model went on checking when it had to report, in turn ${turn}`
      return yield* Effect.fail(failure("turn-limit", why))
    }
    left -= move.checks.length
    if (left < 0) {
      return yield* Effect.fail(failure("turn-limit", `the model wanted to check more than ${mostChecks} things`))
    }
    const results: Array<unknown> = []
    for (const { id, wanted } of move.checks) {
      const check = yield* answerOf(wanted)
      checks.push(check)
      yield* watched(options, { _tag: "Checked", turn, check })
      results.push(resultOf(id, check))
    }
    const reply = { role: "user", content: results }
    messages.push({ role: "assistant", content: answer.content }, reply)
    fresh = { messages: [reply] }
  }
})

/** What a tool answers is the state alone: a rule's reason, or the value once more, would be text to follow. */
const resultOf = (id: string, { state }: Checked): unknown => ({
  type: "tool_result",
  tool_use_id: id,
  content: JSON.stringify({ state })
})

/** What the model did with its turn. */
type Move =
  | { readonly _tag: "Reported"; readonly report: Report }
  | { readonly _tag: "Checks"; readonly checks: ReadonlyArray<{ readonly id: string; readonly wanted: ToolCheck }> }
  | CallFailure

/** Answers that are not whole, or no answers. */
const unfinished: ReadonlyMap<string, string> = new Map([
  ["max_tokens", "the model's answer was cut off at maxTokens"],
  ["model_context_window_exceeded", "the model's answer was cut off"],
  ["refusal", "the model refused to answer"],
  ["pause_turn", "the model paused"]
])

const moveOf = ({ stopReason, uses }: Answer, facts: Facts): Move => {
  const why = unfinished.get(stopReason)
  if (why !== undefined) return failure("no-tool-call", why)
  const [first] = uses
  if (first === undefined) return failure("no-tool-call", "the model answered in words")
  if (uses.some(({ name }) => name === toolNames.report)) {
    if (uses.length > 1)
      return failure("no-tool-call", "the model used other tools beside its report, or reported twice")
    const report = reportOf(first.input)
    return report === undefined
      ? failure("no-tool-call", "the model's report is none: it has not the form of one")
      : { _tag: "Reported", report }
  }
  if (facts.slice === "deny-first") return failure("no-tool-call", "the model used a tool it was not given")
  return checksOf(uses)
}

const checksOf = (uses: ReadonlyArray<ToolUse>): Move => {
  const checks: Array<{ readonly id: string; readonly wanted: ToolCheck }> = []
  for (const { id, input, name } of uses) {
    const wanted = checkOf(name, input)
    if (wanted === undefined) return failure("no-tool-call", "the model used a tool that is none, or wrongly")
    checks.push({ id, wanted })
  }
  return { _tag: "Checks", checks }
}
