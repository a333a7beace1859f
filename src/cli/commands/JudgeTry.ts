/**
 * `judge try`: one review, step by step.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { chainSettingsOf } from "../../domain/ChainSettings.ts"
import type { Layout } from "../../domain/display/Layout.ts"
import { outside } from "../../domain/Envelope.ts"
import type { Mode } from "../../domain/Mode.ts"
import { breakerFile, openFor } from "../../links/model-judge/Breaker.ts"
import { judgeName } from "../../links/model-judge/SettingsFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { codeOf } from "../Exit.ts"
import { commandWords, jsonFlag, policyFlags, toolFlags, whereFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { meet } from "../judge/Meet.ts"
import { settled } from "../judge/Settled.ts"
import { codeOfTrial, tried } from "../judge/Tried.ts"
import { Output } from "../Output.ts"
import {
  askedLines,
  stepLines,
  type Trial,
  trialAnswer,
  trialLines,
  unaskedAnswer,
  unaskedLines
} from "../render/JudgeTryView.ts"
import { reporter } from "../Report.ts"
import { withEngine } from "../Services.ts"
import { callOf, placeOf, type What, type Where } from "../Where.ts"

interface TryFlags extends What, Where {
  readonly json: boolean
  readonly mode: Option.Option<Mode>
}

const tryOne = (flags: TryFlags) =>
  Effect.gen(function* () {
    const call = yield* callOf(flags, yield* placeOf(flags))
    const output = yield* Output
    const { home, stateHome } = yield* Operator
    const layout: Layout = { paint: output.paint, columns: output.columns, home }
    const { ask, checked, query, snapshot } = yield* meet(call, Option.getOrUndefined(flags.mode))
    const answered = (data: object, lines: ReadonlyArray<string>) =>
      flags.json ? output.data(`${json(data, 2)}\n`) : output.lines(lines)

    if (ask === undefined) {
      yield* answered(unaskedAnswer(checked), unaskedLines(checked, layout))
      yield* output.exit(codeOf(checked.state))
    } else {
      const settings = yield* settled(call.workspace)
      const told = (lines: ReadonlyArray<string>) => (flags.json ? Effect.void : output.lines(lines))
      yield* told(askedLines(checked, layout))
      const review = yield* tried(ask, query, settings, home, (step) => told(stepLines(step, settings, layout)))
      const { chain, delegation } = chainSettingsOf(snapshot.scopes)
      const { verdict } = review.judged
      const uncounted = verdict._tag === "Allow" ? outside(ask, delegation) : undefined
      const trial: Trial = {
        checked,
        settings,
        tried: review,
        uncounted,
        chained: chain.some(({ link }) => link === judgeName),
        openMs: yield* openFor(breakerFile(stateHome), settings)
      }
      yield* answered(trialAnswer(trial), trialLines(trial, layout))
      yield* output.exit(codeOfTrial(verdict, uncounted))
    }
    yield* reporter()(snapshot)
  })

export const judgeTryCommand = Command.make(
  "try",
  { command: commandWords, ...toolFlags, ...policyFlags, ...whereFlags, json: jsonFlag },
  (flags) => withEngine(tryOne(flags), flags)
).pipe(
  Command.withDescription(
    "Has one tool call reviewed by the model judge and shows each step: why it is asked at all, the request, what the " +
      "model checks and reports, whether Portcullis holds the report for faithful, and the verdict. Nothing is run, " +
      "decided or recorded. It asks a model that is left alone because it kept failing, too.\n" +
      "Exit codes: 0 the judge allows, 10 it defers or its allow would not count, 11 it denies; where the rules decide, " +
      "those of check."
  ),
  Command.withShortDescription("One review, step by step"),
  Command.withExamples([
    { command: `portcullis judge try -- 'python3 -c "print(1)"'`, description: "What would it say of this?" },
    {
      command: `portcullis judge try --tool read --input '{"file_path":"/src/src/a.ts"}'`,
      description: "Of a path that looks like a slip"
    },
    { command: "portcullis judge try --json -- 'bash -c \"$X\"'", description: "All of it as one JSON object" }
  ])
)
