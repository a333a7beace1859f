/**
 * `check`: may this run, by recorded authority alone?
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { answerOf } from "../Answer.ts"
import { batch } from "../Batch.ts"
import { misuse } from "../Exit.ts"
import { commandWords, jsonFlag, policyFlags, toolFlags, whereFlags } from "../Flags.ts"
import { type JudgedFlags, judged } from "../Judged.ts"
import { checkLines } from "../render/CheckView.ts"
import { withEngine } from "../Services.ts"
import { placeOf } from "../Where.ts"

interface CheckFlags extends JudgedFlags {
  readonly jsonl: boolean
}

const checkBatch = (flags: CheckFlags) =>
  Effect.gen(function* () {
    if (flags.command.length > 0 || Option.isSome(flags.tool) || Option.isSome(flags.input)) {
      return yield* misuse("--jsonl reads its calls from standard input, and takes no other")
    }
    const place = yield* placeOf(flags)
    return yield* batch({ ...place, mode: Option.getOrUndefined(flags.mode) })
  })

const checkOne = (flags: CheckFlags) => judged(flags, { data: answerOf, lines: checkLines })

export const checkCommand = Command.make(
  "check",
  {
    command: commandWords,
    ...toolFlags,
    jsonl: Flag.Boolean("jsonl").pipe(
      Flag.withDescription("Read one tool call a line from standard input, write one answer a line"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    ...policyFlags,
    ...whereFlags,
    json: jsonFlag
  },
  (flags) => (flags.jsonl ? withEngine(checkBatch(flags), flags) : withEngine(checkOne(flags), flags))
).pipe(
  Command.withDescription(
    "Answers whether a tool call may run, and why, from recorded rules alone: nobody is asked.\n" +
      "Exit codes: 0 allow, 10 ask, 11 deny; a batch ends with 0 whatever its answers are."
  ),
  Command.withShortDescription("May this tool call run, and why?"),
  Command.withExamples([
    { command: "portcullis check -- git status", description: "The words of one command" },
    { command: "portcullis check -- 'git add . && git push'", description: "One word is a whole command line" },
    {
      command: `portcullis check --tool read --input '{"file_path":"/etc/passwd"}'`,
      description: "Any tool"
    },
    { command: "portcullis check --policy ./strict.jsonc -- npm test", description: "Another policy than your own" },
    { command: "portcullis check --jsonl < calls.jsonl > answers.jsonl", description: "Many calls, in one start" }
  ])
)
