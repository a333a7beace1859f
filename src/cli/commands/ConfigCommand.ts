/**
 * `config`: which policies are in force here, and every rule of them in order.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { compose } from "../../domain/Scopes.ts"
import { settingsFor } from "../../links/model-judge/SettingsFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { PolicySource } from "../../services/PolicySource.ts"
import { exitCodes } from "../Exit.ts"
import { jsonFlag, policyFlags, whereFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { configAnswer, configLines } from "../render/ConfigView.ts"
import { judgeAnswer, judgeLines } from "../render/JudgeView.ts"
import { problemsOf } from "../Report.ts"
import { withEngine } from "../Services.ts"
import { placeOf } from "../Where.ts"

const { agent, cwd, workspace } = whereFlags

export const configCommand = Command.make(
  "config",
  { ...policyFlags, cwd, workspace, agent, json: jsonFlag },
  (flags) =>
    withEngine(
      Effect.gen(function* () {
        const place = yield* placeOf({ ...flags, session: Option.none() })
        const source = yield* PolicySource
        const output = yield* Output
        const operator = yield* Operator
        const workspace = place.workspace ?? place.cwd
        const snapshot = yield* source.snapshot(workspace)
        const judge = yield* settingsFor(workspace, operator)
        const authority = compose(snapshot.scopes, {
          agent: place.agent,
          modeOverride: Option.getOrUndefined(flags.mode)
        })
        const configuration = { authority, snapshot, agent: place.agent }
        const layout = { paint: output.paint, columns: output.columns, home: operator.home }
        yield* flags.json
          ? output.data(`${json({ ...configAnswer(configuration), judge: judgeAnswer(judge) }, 2)}\n`)
          : output.lines([...configLines(configuration, layout), ...judgeLines(judge, layout)])
        if (problemsOf(snapshot).length > 0 || judge._tag === "Invalid") yield* output.exit(exitCodes.badInput)
      }),
      flags
    )
).pipe(
  Command.withDescription(
    "Shows the mode, every policy file that counts here with what is wrong with it, and every rule in order " +
      "with its line, and the model judge's settings where there are some. Exits with 65 when a file is invalid."
  ),
  Command.withShortDescription("Which policies and rules are in force?"),
  Command.withExamples([
    { command: "portcullis config", description: "The rules for the project you are in" },
    { command: "portcullis config --agent reviewer", description: "With an agent's own section" },
    { command: "portcullis config --policy ./draft.jsonc", description: "Is this file right? Every problem is told" }
  ])
)
