/**
 * One line of recorded authority.
 */
import type { Pattern } from "./Pattern.ts"
import type { PermissionState } from "./PermissionState.ts"

/** Which kind of scope a rule was written in. */
export type ScopeKind = "preset" | "user" | "project" | "managed"

/** Where a rule stands, so that an answer can name it. */
export interface Origin {
  readonly scope: ScopeKind
  /** Absolute path of the file, or the preset's name. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly column: number
  /** The agent whose section it stands in. */
  readonly agent?: string | undefined
}

/** Surface pattern, value pattern, state, reason, origin. */
export interface Rule {
  /** A surface's name, or `*` for every surface but `path` and `external_directory`. */
  readonly surface: string
  readonly pattern: Pattern
  /** The pattern with its literal directory prefix resolved, where that differs: the rule matches by either. */
  readonly resolved?: Pattern | undefined
  readonly state: PermissionState
  readonly reason?: string | undefined
  /** In the user's file: no project rule loosens what this denies. */
  readonly final: boolean
  readonly origin: Origin
}
