/**
 * The shape of a policy file as an Effect Schema, from which the JSON Schema for editors is generated.
 *
 * Files themselves are decoded from their parse tree, since an object forgets the order of its keys.
 */
import * as Schema from "effect/Schema"
import { Mode } from "./Mode.ts"
import { PermissionState } from "./PermissionState.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

const text = described(Schema.NonEmptyString, "Not empty.")

const texts = Schema.Array(text)

const milliseconds = (description: string) =>
  Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(2 ** 31 - 1)).annotate({ description })

const absolutePath = Schema.String.check(
  Schema.isPattern(/^(?:\/|~(?:\/|$)|\$HOME(?:\/|$)|\$\{HOME\}(?:\/|$))/u)
).annotate({ description: "An absolute path; `~` stands for your home." })

const State = described(PermissionState, "What is said of a call: allow it, ask about it, or deny it.")

const Rule = Schema.Struct({
  action: State,
  reason: Schema.optionalKey(described(text, "Told to the agent and to you when this rule decides.")),
  final: Schema.optionalKey(described(Schema.Boolean, "On a deny: no project file loosens it. Not for project files.")),
  match: Schema.optionalKey(described(texts, "Values the pattern has to match, checked when the file is read.")),
  notMatch: Schema.optionalKey(described(texts, "Values the pattern must not match, checked when the file is read."))
}).annotate({ description: "A state, with what belongs to it." })

const StateOrRule = Schema.Union([State, Rule])

const Patterns = Schema.Record(Schema.String, StateOrRule).annotate({
  description:
    "From patterns to states, in order: the last pattern that matches the whole value decides. `*` is any run of " +
    "characters, `?` is one; a pattern that ends in ` *` also matches without it; `~` at the start is your home."
})

const canonicalOnly =
  /^(?!(?:edit|multi_edit|notebook_edit|grep|find|glob|ls|powershell|pwsh|cmd)$|mcp__.+__.)(?:\*|[^*?\s]+)$/u

const Surface = Schema.String.check(Schema.isPattern(canonicalOnly)).annotate({
  description:
    "`bash`, `path`, `external_directory`, `mcp`, `skill`, `task`, `read`, `write`, `webfetch`, `websearch`, another " +
    "tool's name, or `*` for every surface but `path` and `external_directory`."
})

const Permission = Schema.Record(Schema.String, Schema.Union([State, Rule, Patterns]))
  .check(Schema.isPropertyNames(Surface))
  .annotate({
    description: "The rules: from surfaces to a state, or to patterns and their states."
  })

const Agent = Schema.Struct({ permission: Schema.optionalKey(Permission) }).annotate({
  description: "Rules for one agent, after the rules for all."
})

const LinkName = Schema.String.check(
  Schema.isPattern(/^(?!(?:model|terminal)$)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/u)
).annotate({
  description: "A link's name: lower-case letters, digits and dashes between them, at most 64."
})

const Authorizer = Schema.Union([
  Schema.Struct({ module: absolutePath }).annotate({ description: "A link in a JavaScript module." }),
  Schema.Struct({ command: Schema.NonEmptyArray(text) }).annotate({
    description: "A program: the ask as JSON on its input, a verdict as JSON on its output."
  })
])

const ChainEntry = Schema.Union([
  LinkName,
  Schema.Struct({
    link: LinkName,
    required: Schema.optionalKey(
      described(Schema.Boolean, "While this link is missing or faults, no later link's allow counts.")
    )
  })
])

const SurfaceNames = Schema.Array(
  Schema.String.check(
    Schema.isPattern(
      /^(?!(?:edit|multi_edit|notebook_edit|grep|find|glob|ls|powershell|pwsh|cmd)$|mcp__.+__.)[^*?\s]+$/u
    )
  )
)

const Answer = Schema.Literal("rule").annotate({
  description: "A rule that names the command literally may allow it in spite of this floor."
})

/** Everything a policy file can say. */
export const Policy = Schema.Struct({
  $schema: Schema.optionalKey(described(text, "Where editors find this schema.")),
  preset: Schema.optionalKey(described(text, "A policy to start from: standard, strict, read-only or auto.")),
  mode: Schema.optionalKey(
    described(
      Mode,
      "What happens where no rule speaks. `ask`: proven reads run, all else asks. `read_only`: all else is denied. " +
        "`auto`: all else runs."
    )
  ),
  yoloMode: Schema.optionalKey(described(Schema.Boolean, '`true` is another spelling of `"mode": "auto"`.')),
  permission: Schema.optionalKey(Permission),
  agents: Schema.optionalKey(described(Schema.Record(Schema.NonEmptyString, Agent), "Rules by agent.")),
  floors: Schema.optionalKey(
    Schema.Struct({
      opaque: Schema.optionalKey(Answer),
      privilege: Schema.optionalKey(Answer),
      "executing-environment": Schema.optionalKey(Answer)
    }).annotate({ description: "Floors that a rule may answer." })
  ),
  wrappers: Schema.optionalKey(
    described(Schema.Array(Schema.String.check(Schema.isPattern(/^[^\s/]+$/u))), "Further commands that run another.")
  ),
  workspaceRoots: Schema.optionalKey(
    described(Schema.Array(absolutePath), "Further directories that count as inside the workspace.")
  ),
  authorizers: Schema.optionalKey(
    described(
      Schema.Record(Schema.String, Authorizer).check(Schema.isPropertyNames(LinkName)),
      "Where the links of the chain come from, by name."
    )
  ),
  authorizerChain: Schema.optionalKey(
    described(Schema.Array(ChainEntry), "The links an ask goes through, in this order.")
  ),
  modelDelegation: Schema.optionalKey(
    Schema.Struct({
      allowedSurfaces: Schema.optionalKey(described(SurfaceNames, "Surfaces on which a link's allow counts.")),
      excludedSurfaces: Schema.optionalKey(described(SurfaceNames, "Surfaces on which it never does."))
    }).annotate({ description: "What a link may allow; without `allowedSurfaces`, nothing." })
  ),
  authorizerTimeoutMs: Schema.optionalKey(milliseconds("How long one link may take.")),
  askTimeoutMs: Schema.optionalKey(milliseconds("How long all links together may take.")),
  terminalTimeoutMs: Schema.optionalKey(milliseconds("How long the one who decides at the end may take.")),
  parent: Schema.optionalKey(described(text, "The node that decides for this one.")),
  requireReviewLog: Schema.optionalKey(described(Schema.Boolean, "Denies when the review log cannot be written.")),
  debugLog: Schema.optionalKey(described(Schema.Boolean, "Keeps a debug log too.")),
  log: Schema.optionalKey(described(Schema.Boolean, "Whether a review log is kept; it is, unless this is false."))
}).annotate({
  title: "Portcullis policy",
  description: "Decides whether an AI agent's tool calls may run."
})
export type Policy = typeof Policy.Type

/** Answers the JSON Schema (draft 2020-12) of a policy file, for editors. */
export const policyJsonSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Policy, { onExcessProperty: "error" })
  const head = { $schema: "https://json-schema.org/draft/2020-12/schema" }
  return Object.keys(definitions).length === 0 ? { ...head, ...schema } : { ...head, ...schema, $defs: definitions }
}
