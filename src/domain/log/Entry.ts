/**
 * What the review log holds: one entry a line, from which a decision can be told again.
 */
import type { Direction } from "../Access.ts"
import type { ResultOrigin } from "../CheckResult.ts"
import type { FloorClass } from "../Floor.ts"
import type { Mode } from "../Mode.ts"
import type { PermissionState } from "../PermissionState.ts"
import type { ScopeKind } from "../Rule.ts"

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | ReadonlyArray<JsonValue> | JsonRecord
export interface JsonRecord {
  readonly [key: string]: JsonValue
}

/**
 * Who decided. `policy`: rules and floors. `mode`: the mode's default, or `read_only`. `yolo`: mode `auto` lifted an
 * ask. `session`: an approval. `fault`: something here was broken.
 */
export type DecidedBy = "policy" | "mode" | "yolo" | "session" | "human" | "parent" | "fault" | `authorizer:${string}`

/** What every entry has. */
export interface Stamp {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly time: string
  /** One per ask: every entry about one tool call has the same. */
  readonly requestId: string
  /** The host's session; null where the host names none. */
  readonly session: string | null
  /** The process that wrote the entry: host name and process id. */
  readonly node: string
}

/** A rule, and where it stands. */
export interface RuleEntry {
  readonly surface: string
  readonly pattern: string
  readonly state: PermissionState
  readonly scope: ScopeKind
  /** Absolute path, or the preset's name. */
  readonly file: string
  readonly line: number
  readonly agent?: string
}

/** A floor in force, and what raised it. */
export interface FloorEntry {
  readonly class: FloorClass
  readonly cause: string
}

/** One thing the call would do, and what recorded authority said of it. */
export interface AccessEntry {
  readonly surface: string
  readonly value: string
  readonly state: PermissionState
  /** What settled the state. */
  readonly setBy: ResultOrigin
  readonly reason: string
  readonly rule: RuleEntry | null
  readonly floors: ReadonlyArray<FloorEntry>
  /** Of a path. */
  readonly direction?: Direction
  /** Of a path: within the workspace. */
  readonly inside?: boolean
}

/** What one link or terminal answered. */
export interface TrailEntry {
  readonly link: string
  readonly verdict: "allow" | "deny" | "defer"
  /** Why it deferred, where that was no choice of its own. */
  readonly cause?: string
  readonly reason?: string
}

/** The call as it was asked, and what recorded authority said. */
export interface AskedEntry extends Stamp {
  /** The agent host that asked; null for a command of one's own. */
  readonly host: string | null
  readonly tool: string
  /** The tool's input, masked and bounded. */
  readonly input: JsonValue
  readonly cwd: string
  readonly workspace: string
  readonly agent: string | null
  readonly mode: Mode | null
  /** What recorded authority said of the call; null where a fault kept it from being asked. */
  readonly recorded: PermissionState | null
  readonly reason: string
  readonly accesses: ReadonlyArray<AccessEntry>
  /** How many accesses are left out because the line would be too long. */
  readonly omitted: number
  readonly trail: ReadonlyArray<TrailEntry>
}

/** The final word on a call. */
export interface DecidedEntry extends AskedEntry {
  readonly event: "decided"
  readonly decision: "allow" | "deny"
  readonly decidedBy: DecidedBy
}

/** The call was left to the host, which asks its user. */
export interface HandedToHostEntry extends AskedEntry {
  readonly event: "handed_to_host"
}

/** What became of a call that was left to the host. */
export interface HostAnsweredEntry extends Stamp {
  readonly event: "host_answered"
  readonly host: string
  readonly decision: "allow" | "deny"
  readonly reason: string | null
}

/** Anything else that is to be remembered: the events of the chain, and of links as `link.<name>.<event>`. */
export interface NoteEntry extends Stamp {
  readonly event: NoteEvent
  readonly details: JsonValue
}

export type NoteEvent =
  | "silent"
  | "authorizer_chain_resolved"
  | "authorizer_chain_unregistered_link"
  | "authorizer_chain_delegated"
  | `link.${string}.${string}`

export type LogEntry = DecidedEntry | HandedToHostEntry | HostAnsweredEntry | NoteEntry
