/**
 * What this engine itself knows of an ask: what a model's report is held against.
 */

/** A path that looks like a slip. */
export interface SlipFacts {
  readonly slice: "deny-first"
  /** The asking paths that match a pattern, in their written form, each with the pattern as it was written. */
  readonly slips: ReadonlyArray<{ readonly path: string; readonly pattern: string }>
}

/** A command whose only causes to ask are that it is opaque, or that one of its words may be a path. */
export interface OpaqueFacts {
  readonly slice: "allow-capable"
  /** The whole command line. */
  readonly text: string
  /** The other units this engine can see: each must be a piece. The opaque ones are excused. */
  readonly units: ReadonlyArray<string>
  /** The string literals inside the opaque payloads that bash would take for a command: each must be a piece. */
  readonly literals: ReadonlyArray<string>
  /** The promoted tokens that ask: each must be a piece on its own surface. */
  readonly promoted: ReadonlyArray<{ readonly surface: "path" | "external_directory"; readonly value: string }>
}

export type Facts = SlipFacts | OpaqueFacts
