/**
 * Entries as they are read back: what was written by this version, by another one, or by a process that died.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { FloorClass } from "../Floor.ts"
import { Mode } from "../Mode.ts"
import { PermissionState } from "../PermissionState.ts"

const Stored = Schema.Struct({
  time: Schema.String,
  event: Schema.String,
  requestId: Schema.String,
  session: Schema.NullOr(Schema.String),
  node: Schema.String
})

const StoredRule = Schema.Struct({
  surface: Schema.String,
  pattern: Schema.String,
  state: PermissionState,
  scope: Schema.String,
  file: Schema.String,
  line: Schema.Finite,
  agent: Schema.optionalKey(Schema.String)
})

const StoredAccess = Schema.Struct({
  surface: Schema.String,
  value: Schema.String,
  state: PermissionState,
  setBy: Schema.String,
  reason: Schema.String,
  rule: Schema.NullOr(StoredRule),
  floors: Schema.Array(Schema.Struct({ class: FloorClass, cause: Schema.String })),
  direction: Schema.optionalKey(Schema.Literals(["read", "write", "unknown"])),
  inside: Schema.optionalKey(Schema.Boolean)
})
export type StoredAccess = typeof StoredAccess.Type

const StoredCall = Schema.Struct({
  host: Schema.NullOr(Schema.String),
  tool: Schema.String,
  input: Schema.Unknown,
  cwd: Schema.String,
  workspace: Schema.String,
  agent: Schema.NullOr(Schema.String),
  mode: Schema.NullOr(Mode),
  recorded: Schema.NullOr(PermissionState),
  reason: Schema.String,
  accesses: Schema.Array(StoredAccess),
  omitted: Schema.Finite,
  trail: Schema.Array(
    Schema.Struct({
      link: Schema.String,
      verdict: Schema.String,
      cause: Schema.optionalKey(Schema.String),
      reason: Schema.optionalKey(Schema.String)
    })
  ),
  decision: Schema.optionalKey(Schema.Literals(["allow", "deny"])),
  decidedBy: Schema.optionalKey(Schema.String)
})
export type StoredCall = typeof StoredCall.Type

const StoredAnswer = Schema.Struct({
  host: Schema.String,
  decision: Schema.Literals(["allow", "deny"]),
  reason: Schema.NullOr(Schema.String)
})
export type StoredAnswer = typeof StoredAnswer.Type

/** An entry of the log, as far as it can be understood. */
export interface StoredEntry {
  readonly stamp: typeof Stored.Type
  /** Of a `decided` or `handed_to_host`. */
  readonly call: StoredCall | undefined
  /** Of a `host_answered`. */
  readonly answer: StoredAnswer | undefined
  /** All that stands in the line. */
  readonly whole: Readonly<Record<string, unknown>>
}

const decodeStamp = Schema.decodeUnknownOption(Stored)
const decodeCall = Schema.decodeUnknownOption(StoredCall)
const decodeAnswer = Schema.decodeUnknownOption(StoredAnswer)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Answers the entry a line holds, `undefined` when it holds none; it never throws. */
export const storedEntryOf = (line: string): StoredEntry | undefined => {
  let whole: unknown
  try {
    whole = JSON.parse(line)
  } catch {
    return undefined
  }
  const stamp = Option.getOrUndefined(decodeStamp(whole))
  if (stamp === undefined || !isRecord(whole)) return undefined
  const { event } = stamp
  return {
    stamp,
    whole,
    call: event === "decided" || event === "handed_to_host" ? Option.getOrUndefined(decodeCall(whole)) : undefined,
    answer: event === "host_answered" ? Option.getOrUndefined(decodeAnswer(whole)) : undefined
  }
}

/** What became of a call as far as its entry knows: `ask` was left to the host. */
export const stateOf = ({ answer, call }: StoredEntry): PermissionState | undefined =>
  answer?.decision ?? (call === undefined ? undefined : (call.decision ?? "ask"))

/** Answers a call in one line: its command line, or its tool and input. */
export const askedOf = ({ input, tool }: Pick<StoredCall, "input" | "tool">): string => {
  if (tool === "bash" && isRecord(input) && typeof input["command"] === "string") {
    return input["command"] === "" ? "(an empty command)" : input["command"]
  }
  return input === null || input === undefined ? tool : `${tool} ${JSON.stringify(input)}`
}
