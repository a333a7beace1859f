/**
 * `judge eval`: how well the judge does on labelled asks.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Layout, titleOf } from "../../domain/display/Layout.ts"
import type { Mode } from "../../domain/Mode.ts"
import { connect } from "../../links/model-judge/Client.ts"
import { settingsFor, type SettingsLook } from "../../links/model-judge/SettingsFiles.ts"
import { reportIn, tokensIn } from "../../links/model-judge/Transcript.ts"
import { Operator } from "../../services/Operator.ts"
import { PolicySource } from "../../services/PolicySource.ts"
import { badInput, exitCodes, misuse } from "../Exit.ts"
import { jsonFlag, policyFlags, whereFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { type Case, readCases, wordOf } from "../judge/Cases.ts"
import { meet } from "../judge/Meet.ts"
import { type Outcome, type Prices, scoreOf } from "../judge/Score.ts"
import { settled } from "../judge/Settled.ts"
import { tried } from "../judge/Tried.ts"
import { Output } from "../Output.ts"
import { evalAnswer, evalLines } from "../render/JudgeEvalView.ts"
import { reporter } from "../Report.ts"
import { withEngine } from "../Services.ts"
import { placeOf, type Where } from "../Where.ts"

interface EvalFlags extends Where {
  readonly file: string
  readonly concurrency: number
  readonly priceIn: Option.Option<number>
  readonly priceOut: Option.Option<number>
  readonly json: boolean
  readonly mode: Option.Option<Mode>
}

/** Answers what becomes of one case; settings are read once for each workspace. */
const evaluating = (looks: Map<string, SettingsLook>) =>
  Effect.fnUntraced(function* (one: Case): Effect.fn.Return<Outcome, never, Operator | PolicySource> {
    const operator = yield* Operator
    const { call, expect, id, line, mode } = one
    const { ask, checked, query } = yield* meet(call, mode)
    const told = { line, id, title: titleOf(call), expect }
    const nothing = {
      deferReason: undefined,
      reason: undefined,
      reviewed: false,
      latencyMs: 0,
      inputTokens: 0,
      outputTokens: 0
    }
    if (ask === undefined) {
      const word = checked.state === "deny" ? "deny" : "allow"
      return { ...told, ...nothing, got: { by: "rules", word }, why: checked.decisive.reason }
    }
    const look = looks.get(call.workspace) ?? (yield* settingsFor(call.workspace, operator))
    looks.set(call.workspace, look)
    if (look._tag !== "Settings") {
      const why = "the settings for this workspace have problems"
      return { ...told, ...nothing, got: { by: "judge", word: "defer" }, deferReason: "unconfigured", why }
    }
    const { judged, latencyMs, transcript } = yield* tried(ask, query, look.settings, operator.home)
    const { input, output } = tokensIn(transcript)
    return {
      ...told,
      got: { by: "judge", word: wordOf(judged.verdict) },
      deferReason: judged.deferReason,
      reason: reportIn(transcript)?.reason,
      why: judged.why,
      reviewed: transcript !== undefined && judged.deferReason !== "unconfigured",
      latencyMs,
      inputTokens: input,
      outputTokens: output
    }
  })

const pricesOf = ({ priceIn, priceOut }: EvalFlags): Prices | "half" | undefined => {
  if (Option.isSome(priceIn) && Option.isSome(priceOut)) return { input: priceIn.value, output: priceOut.value }
  return Option.isNone(priceIn) && Option.isNone(priceOut) ? undefined : "half"
}

const evaluate = (flags: EvalFlags) =>
  Effect.gen(function* () {
    const prices = pricesOf(flags)
    if (prices === "half") return yield* misuse("--price-in and --price-out go together")
    const output = yield* Output
    const operator = yield* Operator
    const place = yield* placeOf(flags)
    const { bad, cases } = yield* readCases(flags.file, { ...place, mode: Option.getOrUndefined(flags.mode) })
    const here = place.workspace ?? place.cwd
    // Without a key or the SDK every answer would be a defer, and none would be the judge's.
    yield* connect(yield* settled(here)).pipe(Effect.catch(({ why }) => Effect.fail(badInput(why))))
    yield* output.notes(bad.map(({ line, why }) => `${output.notePaint.warning("portcullis:")} line ${line}: ${why}`))

    let done = 0
    const evaluated = evaluating(new Map())
    const outcomes = yield* Effect.all(
      cases.map((one) =>
        Effect.tap(evaluated(one), () =>
          Effect.suspend(() => output.status(`${(done += 1)} of ${cases.length} reviewed`))
        )
      ),
      { concurrency: flags.concurrency }
    ).pipe(Effect.ensuring(output.status("")))

    const score = scoreOf(outcomes, prices)
    const layout: Layout = { paint: output.paint, columns: output.columns, home: operator.home }
    yield* flags.json ? output.data(`${json(evalAnswer(score, bad), 2)}\n`) : output.lines(evalLines(score, layout))
    if (bad.length > 0) yield* output.exit(exitCodes.badInput)
    const report = reporter()
    const source = yield* PolicySource
    for (const workspace of new Set([here, ...cases.map(({ call }) => call.workspace)])) {
      yield* report(yield* source.snapshot(workspace))
    }
  })

const price = (name: string, of: string) =>
  Flag.Finite(name).pipe(
    Flag.withMetavar("USD"),
    Flag.withDescription(`What a million tokens ${of} cost, for the cost`),
    Flag.filter(
      (amount) => amount >= 0,
      () => "a price is 0 or more"
    ),
    Flag.optional
  )

export const judgeEvalCommand = Command.make(
  "eval",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        'A tool call a line, as check --jsonl takes it, and "expect": allow, deny or defer; - for standard input'
      )
    ),
    concurrency: Flag.Int("concurrency").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Reviews at once, from 1 to 64; by default 4"),
      Flag.filter(
        (count) => count >= 1 && count <= 64,
        () => "from 1 to 64"
      ),
      Flag.withDefault(4)
    ),
    priceIn: price("price-in", "sent"),
    priceOut: price("price-out", "answered"),
    ...policyFlags,
    ...whereFlags,
    json: jsonFlag
  },
  (flags) => withEngine(evaluate(flags), flags)
).pipe(
  Command.withDescription(
    "Has labelled tool calls reviewed by the model judge and tells how often it said what was expected, each wrong " +
      "allow and each wrong deny, why it deferred, how long it took and what it used. Nothing is run, decided or " +
      "recorded. What the rules decide is counted apart.\n" +
      "Exit codes: 0 done, however well it did; 65 when a line is no labelled call: the others are reviewed all the same."
  ),
  Command.withShortDescription("How well it does on labelled calls"),
  Command.withExamples([
    { command: "portcullis judge eval calls.jsonl", description: "Each line: a tool call, and what is expected" },
    {
      command: "portcullis judge eval --price-in 1 --price-out 5 calls.jsonl",
      description: "With what it cost, at so many dollars for a million tokens"
    }
  ])
)
