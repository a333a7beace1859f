/**
 * What a whole command line would do.
 */
import type { Proof } from "../Access.ts"
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { Glimpse, PathUse } from "./Reading.ts"

/** One simple command that bash could run. */
export interface Unit {
  /** Built from unquoted words, one blank between them. */
  readonly text: string
  /** The same with the command word's base name, when that is a path. */
  readonly baseText: string | undefined
  /** The same with the name the program has everywhere, when it goes by another: `grm x` is `rm x`. */
  readonly plainText?: string | undefined
  /** The command word, unquoted; its base name when it is a path. */
  readonly name: string
  readonly proof: Proof
  readonly floors: ReadonlyArray<Floor>
  /** Set on a transparent wrapper: the places of its inner units. */
  readonly wraps: ReadonlyArray<number> | undefined
  readonly span: Span | undefined
  /** Its text is not certainly run as it stands, or not by this system: looked at for what forbids it alone. */
  readonly glimpsed?: Glimpse | undefined
}

/** A path and the directories it may be relative to. */
export interface ReachedPath extends PathUse {
  /** Empty when the working directory is lost. */
  readonly cwds: ReadonlyArray<string>
  /** Something earlier in the text may have changed what this path names. */
  readonly unsettled: string | undefined
}

/** What a command line would do. */
export interface ShellAnalysis {
  readonly units: ReadonlyArray<Unit>
  readonly paths: ReadonlyArray<ReachedPath>
  /** Floors of the text as a whole. */
  readonly floors: ReadonlyArray<Floor>
}
