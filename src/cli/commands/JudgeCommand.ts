/**
 * `judge`: the model judge, tried out before anything hangs on it.
 */
import * as Command from "effect/cli/Command"
import { judgeDoctorCommand } from "./JudgeDoctor.ts"
import { judgeEvalCommand } from "./JudgeEval.ts"
import { judgeTryCommand } from "./JudgeTry.ts"

export const judgeCommand = Command.make("judge").pipe(
  Command.withDescription(
    "Tries out the model judge, the link that puts some asks to a language model: on one call, on many whose answers " +
      "you know, or on whether it works at all. Nothing is run, decided or recorded."
  ),
  Command.withShortDescription("Try out the model judge"),
  Command.withExamples([
    { command: "portcullis judge doctor", description: "Does it work?" },
    { command: `portcullis judge try -- 'python3 -c "print(1)"'`, description: "What would it say of this?" },
    { command: "portcullis judge eval calls.jsonl", description: "How often is it right?" }
  ]),
  Command.withSubcommands([judgeTryCommand, judgeEvalCommand, judgeDoctorCommand])
)
