/**
 * `explain`: what would this do, piece by piece, and which rule speaks of each?
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { Operator } from "../../services/Operator.ts"
import { Portcullis } from "../../services/Portcullis.ts"
import { codeOf } from "../Exit.ts"
import { commandWords, jsonFlag, policyFlags, toolFlags, whereFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { explainAnswer, explainLines } from "../render/ExplainView.ts"
import { reporter } from "../Report.ts"
import { withEngine } from "../Services.ts"
import { callOf, placeOf } from "../Where.ts"

export const explainCommand = Command.make(
  "explain",
  { command: commandWords, ...toolFlags, ...policyFlags, ...whereFlags, json: jsonFlag },
  (flags) =>
    withEngine(
      Effect.gen(function* () {
        const call = yield* callOf(flags, yield* placeOf(flags))
        const gate = yield* Portcullis
        const output = yield* Output
        const { home } = yield* Operator
        const checked = yield* gate.check(call, { mode: Option.getOrUndefined(flags.mode) })
        yield* flags.json
          ? output.data(`${json(explainAnswer(checked), 2)}\n`)
          : output.lines(explainLines(checked, { paint: output.paint, columns: output.columns, home }))
        yield* output.exit(codeOf(checked.state))
        yield* reporter()(yield* gate.policies(call.workspace))
      }),
      flags
    )
).pipe(
  Command.withDescription(
    "Takes a tool call apart: every command it would run, what wrappers run in turn, every path it would reach, " +
      "and for each the rule that speaks, with file and line. What keeps it from running is underlined.\n" +
      "Exit codes as for check: 0 allow, 10 ask, 11 deny."
  ),
  Command.withShortDescription("What would it do, piece by piece?"),
  Command.withExamples([
    {
      command: "portcullis explain -- 'sudo rm -rf build && cat ~/.ssh/id_rsa'",
      description: "A tree of what it runs and reaches"
    },
    { command: "portcullis explain --json -- make deploy", description: "The same for a program" }
  ])
)
