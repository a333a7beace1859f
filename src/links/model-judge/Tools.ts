/**
 * The tools the model is given, what it may call them with, and what they answer.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  type Access,
  maskText,
  type PermissionCheckResult,
  PermissionQuery,
  type QueriedPermission,
  Verdict
} from "portcullis"
import type { Facts, PromotedToken } from "./Facts.ts"
import type { Checked, CheckedPermission, Report } from "./Transcript.ts"

/** A tool as the Messages API takes it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input_schema: { readonly type: "object"; readonly [key: string]: unknown }
}

/** The names of the tools. */
export const toolNames = {
  check: "check_permission",
  tool: "get_tool_permission",
  report: "report_verdict"
} as const

/** The most pieces of a report. */
export const mostPieces = 64

/** The longest value that is asked about, in UTF-16 code units. */
export const longestValue = 8 * 1024

/** The longest name of a surface or a tool. */
const longestName = 256

const text = (description: string, maxLength?: number) => ({
  type: "string",
  description,
  ...(maxLength === undefined ? {} : { maxLength })
})

const object = (properties: Readonly<Record<string, unknown>>, required: ReadonlyArray<string>) =>
  ({ type: "object", properties, required, additionalProperties: false }) as const

const surface = text("bash for a command line; path, external_directory, read or write for a path", longestName)

const checkTool: Tool = {
  name: toolNames.check,
  description:
    "What the operator's rules say of one value: allow, ask or deny. On the surface bash the value is a whole command line.",
  input_schema: object({ surface, value: text("as it stands in the command", longestValue) }, ["surface", "value"])
}

const permissionTool: Tool = {
  name: toolNames.tool,
  description:
    "What the operator's rules say of a tool whatever it is called with: allow or deny only if that holds for every value, else ask.",
  input_schema: object({ tool: text("the tool's name", longestName) }, ["tool"])
}

const reason = text("one sentence for the agent that made the call", 600)
const confidence = { type: "number", minimum: 0, maximum: 1, description: "how sure you are" }

const denyReport: Tool = {
  name: toolNames.report,
  description: "Reports your verdict and ends the review.",
  input_schema: object({ verdict: { type: "string", enum: ["deny", "defer"] }, reason, confidence }, [
    "verdict",
    "reason",
    "confidence"
  ])
}

const allowReport: Tool = {
  name: toolNames.report,
  description: "Reports your verdict and ends the review.",
  input_schema: object(
    {
      verdict: { type: "string", enum: ["allow", "deny", "defer"] },
      reason,
      confidence,
      pieces: {
        type: "array",
        maxItems: mostPieces,
        description: "everything the call is made of, each as you checked it with check_permission",
        items: object({ surface, value: text("exactly as you checked it", longestValue) }, ["surface", "value"])
      }
    },
    ["verdict", "reason", "confidence", "pieces"]
  )
}

/** Answers the tools of a slice: who may only deny is given the report alone. */
export const toolsOf = (slice: Facts["slice"]): ReadonlyArray<Tool> =>
  slice === "deny-first" ? [denyReport] : [checkTool, permissionTool, allowReport]

const Name = Schema.NonEmptyString.check(Schema.isMaxLength(longestName))
const PieceInput = Schema.Struct({
  surface: Name,
  value: Schema.NonEmptyString.check(Schema.isMaxLength(longestValue))
})
const ToolInput = Schema.Struct({ tool: Name })
const ReportInput = Schema.Struct({
  verdict: Schema.Literals(["allow", "deny", "defer"]),
  reason: Schema.String,
  confidence: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  pieces: Schema.optionalKey(Schema.Array(PieceInput).check(Schema.isMaxLength(mostPieces)))
})

const strict = { onExcessProperty: "error" } as const
const decodePiece = Schema.decodeUnknownOption(PieceInput, strict)
const decodeTool = Schema.decodeUnknownOption(ToolInput, strict)
const decodeReport = Schema.decodeUnknownOption(ReportInput, strict)

/** What reading throws is no input. */
const reading = <A>(decode: (input: unknown) => Option.Option<A>, input: unknown): A | undefined => {
  try {
    return Option.getOrUndefined(decode(input))
  } catch {
    return undefined
  }
}

/** Answers the report that an input of any shape is, its reason bounded and without secrets, or `undefined`. */
export const reportOf = (input: unknown): Report | undefined => {
  const report = reading(decodeReport, input)
  if (report === undefined) return undefined
  const { confidence: sure, pieces = [], reason: said, verdict } = report
  return { verdict, reason: maskText(Verdict.reasonText(said) ?? ""), confidence: sure, pieces }
}

/** What the model wants to know of recorded authority. */
export type ToolCheck =
  | { readonly _tag: "Permission"; readonly surface: string; readonly value: string }
  | { readonly _tag: "Tool"; readonly tool: string }

/** Answers the check that a tool's name and an input of any shape are; `undefined` when they are none. */
export const checkOf = (name: string, input: unknown): ToolCheck | undefined => {
  switch (name) {
    case toolNames.check: {
      const piece = reading(decodePiece, input)
      return piece === undefined ? undefined : { _tag: "Permission", ...piece }
    }
    case toolNames.tool: {
      const asked = reading(decodeTool, input)
      return asked === undefined ? undefined : { _tag: "Tool", ...asked }
    }
    default:
      return undefined
  }
}

/** Asks recorded authority; where it breaks, that is an ask. */
export const answerOf = (wanted: ToolCheck): Effect.Effect<Checked, never, PermissionQuery> =>
  PermissionQuery.use((query) => Effect.catchDefect(asked(wanted, query), () => Effect.succeed(unanswered(wanted))))

const asked = (wanted: ToolCheck, query: PermissionQuery["Service"]): Effect.Effect<Checked> =>
  wanted._tag === "Tool"
    ? Effect.map(query.getToolPermission(wanted.tool), (state) => ({ ...wanted, state }))
    : Effect.map(query.checkPermission(wanted.surface, wanted.value), (answer) =>
        checkedOf(wanted.surface, wanted.value, answer)
      )

const unanswered = (wanted: ToolCheck): Checked =>
  wanted._tag === "Tool" ? { ...wanted, state: "ask" } : { ...wanted, state: "ask", values: [], asking: [] }

/** Answers what a transcript keeps of recorded authority's answer. */
export const checkedOf = (on: string, value: string, { checks, state }: QueriedPermission): CheckedPermission => {
  const asking = checks.filter((check) => check.state === "ask")
  const tokens = asking.map((check) => tokenOf(on, check))
  return {
    _tag: "Permission",
    surface: on,
    value,
    state,
    values: checks.flatMap(({ access }) => (access.surface === on && isTaken(access) ? [access.value] : [])),
    asking: tokens.every((token) => token !== undefined) ? tokens : []
  }
}

/** Whether a value is taken for that: not a text as a whole, nor what is only looked at for what forbids it. */
const isTaken = (access: Access): boolean =>
  access._tag !== "Unit" || (access.wholeText !== true && access.glimpsed !== true)

/** A path that asks as such, on its own surface or as a word of a command; one with any other cause is none. */
const tokenOf = (on: string, { access, floors }: PermissionCheckResult): PromotedToken | undefined => {
  if (access._tag !== "Path" || (access.surface !== "path" && access.surface !== "external_directory")) return undefined
  const plain = floors.length === 0 && access.secret === undefined && access.unresolved === undefined
  return plain && (access.promoted === true || access.surface === on)
    ? { surface: access.surface, value: access.value }
    : undefined
}
