/**
 * What this engine itself knows of an ask: what a model's report is held against.
 */
import type { PermissionState } from "portcullis"

/** A path that looks like a slip. */
export interface SlipFacts {
  readonly slice: "deny-first"
  /** The asking paths that match a pattern, in their written form, each with the pattern as it was written. */
  readonly slips: ReadonlyArray<{ readonly path: string; readonly pattern: string }>
}

/** A text that bash would take for commands, and what recorded authority says of it. */
export interface LiteralCommand {
  readonly text: string
  /** The units it holds, as the engine builds their texts. */
  readonly units: ReadonlyArray<string>
  readonly state: PermissionState
}

/** A word of a command that may be a path, and asks as one. */
export interface PromotedToken {
  readonly surface: "path" | "external_directory"
  /** The absolute written form. */
  readonly value: string
}

/** A command whose only causes to ask are that it is opaque, or that one of its words may be a path. */
export interface OpaqueFacts {
  readonly slice: "allow-capable"
  /** The whole command line. */
  readonly text: string
  /** The other units this engine can see: each must be a piece. The opaque ones are excused. */
  readonly units: ReadonlyArray<string>
  /** The string literals inside the opaque payloads that bash would take for a command: each must be a piece. */
  readonly literals: ReadonlyArray<LiteralCommand>
  /** The promoted tokens that ask: each must be a piece on its own surface. */
  readonly promoted: ReadonlyArray<PromotedToken>
  /** The units that are opaque, or run one that is: they are excused. */
  readonly opaque: ReadonlyArray<string>
  /** Set when no report could be faithful, in one clause: what runs is not in the text, or there is too much of it. */
  readonly beyond?: string | undefined
}

export type Facts = SlipFacts | OpaqueFacts
