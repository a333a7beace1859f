/**
 * One line of a batch: a tool call, as JSON.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { display } from "../domain/Display.ts"
import { Mode } from "../domain/Mode.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import type { Line } from "./Lines.ts"

const AbsolutePath = Schema.String.check(Schema.isPattern(/^\//, { message: "is no absolute path" }))

const RequestLine = Schema.Struct({
  id: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))),
  tool: Schema.NonEmptyString,
  input: Schema.Unknown,
  cwd: Schema.optionalKey(AbsolutePath),
  workspace: Schema.optionalKey(AbsolutePath),
  mode: Schema.optionalKey(Mode),
  agent: Schema.optionalKey(Schema.String),
  session: Schema.optionalKey(Schema.String)
})

const decodeLine = Schema.decodeUnknownResult(RequestLine, { errors: "all" })

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** A tool call to judge, under which id, and in which mode when not the policy's. */
export interface Request {
  readonly id: string | number | null
  readonly call: ToolCall
  readonly mode: Mode | undefined
}

/** What a line leaves unsaid. */
export interface Defaults {
  /** Absolute. */
  readonly cwd: string
  /** Absolute; the call's cwd where undefined. */
  readonly workspace: string | undefined
  readonly mode: Mode | undefined
  readonly agent: string | undefined
  readonly session: string | undefined
}

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => (text.trim() === "" ? "an empty line is no tool call" : "not JSON")
  })

const complaintOf = (issue: SchemaIssue.Issue): string =>
  formatIssue(issue)
    .issues.map(({ message, path = [] }) => display([...path.map(String), message].join(": ")))
    .join("; ")

/** Answers the tool call a line holds, or why it holds none. */
export const requestOf = (line: Line, defaults: Defaults): Result.Result<Request, string> => {
  if (line._tag === "Bad") return Result.fail(line.why)
  const parsed = parse(line.text)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const decoded = decodeLine(parsed.success)
  if (Result.isFailure(decoded)) return Result.fail(`no tool call: ${complaintOf(decoded.failure.issue)}`)
  const { agent, cwd = defaults.cwd, id = null, input, mode, session, tool, workspace } = decoded.success
  return Result.succeed({
    id,
    mode: mode ?? defaults.mode,
    call: {
      tool,
      input,
      cwd,
      workspace: workspace ?? defaults.workspace ?? cwd,
      agent: agent ?? defaults.agent,
      session: session ?? defaults.session
    }
  })
}
