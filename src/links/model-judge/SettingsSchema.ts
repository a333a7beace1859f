/**
 * The shape of `model-judge.jsonc` as an Effect Schema, from which the JSON Schema for editors is generated.
 *
 * Files themselves are decoded from their parse tree, for the place of each problem.
 */
import * as Schema from "effect/Schema"
import {
  baseUrlFault,
  baseUrlShape,
  longestInstructions,
  longestPattern,
  modelName,
  mostPatterns,
  namesSomething,
  providers,
  settingsDefaults,
  variableName,
  wholeNumbers
} from "./SettingsFields.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const wholeNumber = (key: keyof typeof wholeNumbers) => {
  const { greatest, least } = wholeNumbers[key]
  return Schema.Finite.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(least), Schema.isLessThanOrEqualTo(greatest))
}

const operatorsAlone = "Not for project files."

/** Everything the judge's settings file can say. */
export const SettingsDocument = Schema.Struct({
  $schema: described(Schema.NonEmptyString, "Where editors find this schema."),
  provider: described(
    Schema.Literals(providers),
    "`anthropic`: the API itself, with a key. `compatible`: a gateway or a local model that speaks the Messages API. " +
      operatorsAlone
  ),
  model: described(
    Schema.String.check(Schema.isPattern(modelName)),
    `The model, by the name its endpoint knows; there is no default. ${operatorsAlone}`
  ),
  instructions: described(
    Schema.NonEmptyString.check(Schema.isMaxLength(longestInstructions)),
    "What the model is told besides its task, in your own words."
  ),
  typoPatterns: described(
    Schema.Array(Schema.String.check(Schema.isPattern(namesSomething), Schema.isMaxLength(longestPattern))).check(
      Schema.isMaxLength(mostPatterns)
    ),
    "Paths outside the workspace that are likely slips, which the model may deny. `*` is any run of characters, `?` is " +
      "one; the whole path has to match; `~` at the start is your home."
  ),
  timeoutMs: described(
    wholeNumber("timeoutMs"),
    `How long a whole review may take, by default ${settingsDefaults.timeoutMs}. ${operatorsAlone}`
  ),
  capabilities: described(
    Schema.Union([
      Schema.Tuple([Schema.Literal("deny")]),
      Schema.Tuple([Schema.Literal("deny"), Schema.Literal("allow")])
    ]),
    `What a verdict may be besides a defer: ["deny"], the default, or ["deny", "allow"]. ${operatorsAlone}`
  ),
  maxTurns: described(
    wholeNumber("maxTurns"),
    `Requests in one review, by default ${settingsDefaults.maxTurns}. ${operatorsAlone}`
  ),
  maxTokens: described(
    wholeNumber("maxTokens"),
    `Tokens of one answer, by default ${settingsDefaults.maxTokens}. ${operatorsAlone}`
  ),
  confidenceThreshold: described(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(1)),
    `From 0 to 1: what the model is less sure of does not count, by default ${settingsDefaults.confidenceThreshold}. ` +
      operatorsAlone
  ),
  baseUrl: described(
    Schema.String.check(
      Schema.makeFilter((text: string) => baseUrlFault(text) === undefined),
      Schema.isPattern(baseUrlShape)
    ),
    `Where the API is, by default ${settingsDefaults.baseUrl}: https, or http on a loopback address. ${operatorsAlone}`
  ),
  apiKeyEnv: described(
    Schema.String.check(Schema.isPattern(variableName)),
    `The environment variable that holds the key, by default ${settingsDefaults.apiKeyEnv}. ${operatorsAlone}`
  )
}).annotate({
  title: "Portcullis model judge",
  description: "How the model judge reaches a model, and what it asks it."
})
export type SettingsDocument = typeof SettingsDocument.Type

/** Answers the JSON Schema (draft 2020-12) of the judge's settings file, for editors. */
export const settingsJsonSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(SettingsDocument, { onExcessProperty: "error" })
  const head = { $schema: "https://json-schema.org/draft/2020-12/schema" }
  return Object.keys(definitions).length === 0 ? { ...head, ...schema } : { ...head, ...schema, $defs: definitions }
}
