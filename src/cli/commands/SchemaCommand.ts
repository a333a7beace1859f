/**
 * `schema`: what a policy file and the model judge's settings may say, for editors.
 */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import judgeSchema from "../../../schema/model-judge.schema.json" with { type: "json" }
import policySchema from "../../../schema/policy.schema.json" with { type: "json" }
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"

export const schemaCommand = Command.make(
  "schema",
  {
    judge: Flag.Boolean("judge").pipe(
      Flag.withDescription("That of the model judge's settings instead"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  ({ judge }) => Effect.flatMap(Output, (output) => output.data(`${json(judge ? judgeSchema : policySchema, 2)}\n`))
).pipe(
  Command.withDescription("Prints the JSON Schema of a policy file, or of the model judge's settings."),
  Command.withShortDescription("Print the JSON Schema of a policy file"),
  Command.withExamples([
    {
      command: "portcullis schema > policy.schema.json",
      description: "Keep it where your editor finds it, and name it as $schema in the policy"
    },
    { command: "portcullis schema --judge", description: "What model-judge.jsonc may say" }
  ])
)
