/**
 * `explain`: what would this do, piece by piece, and which rule speaks of each?
 */
import * as Command from "effect/cli/Command"
import { commandWords, jsonFlag, policyFlags, toolFlags, whereFlags } from "../Flags.ts"
import { judged } from "../Judged.ts"
import { explainAnswer, explainLines } from "../render/ExplainView.ts"
import { withEngine } from "../Services.ts"

export const explainCommand = Command.make(
  "explain",
  { command: commandWords, ...toolFlags, ...policyFlags, ...whereFlags, json: jsonFlag },
  (flags) => withEngine(judged(flags, { data: explainAnswer, lines: explainLines }), flags)
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
