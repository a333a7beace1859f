/**
 * Anchored wildcard patterns, matched in linear time.
 */

/** A compiled pattern. */
export interface Pattern {
  /** As the operator wrote it. */
  readonly source: string
  /** With `~`, `$HOME` or `${HOME}` at the start expanded. */
  readonly expanded: string
  /** The same, folded for asks and denies on paths: NFC, without case. */
  readonly folded: string
  /** The literal text before the first wildcard of `expanded`. */
  readonly prefix: string
  /** Whether any character is not a wildcard. */
  readonly literal: boolean
}
