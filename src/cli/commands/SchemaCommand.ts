/**
 * `schema`: what a policy file may say, for editors.
 */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import policySchema from "../../../schema/policy.schema.json" with { type: "json" }
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"

export const schemaCommand = Command.make("schema", { json: jsonFlag }, () =>
  Effect.flatMap(Output, (output) => output.data(`${json(policySchema, 2)}\n`))
).pipe(
  Command.withDescription("Prints the JSON Schema of a policy file."),
  Command.withShortDescription("Print the JSON Schema of a policy file"),
  Command.withExamples([
    {
      command: "portcullis schema > policy.schema.json",
      description: "Keep it where your editor finds it, and name it as $schema in the policy"
    }
  ])
)
