/**
 * One policy file, decoded: the unit of trust and of precedence.
 */
import type { FloorClass } from "./Floor.ts"
import type { Mode } from "./Mode.ts"
import type { Problem } from "./Problem.ts"
import type { Rule, ScopeKind } from "./Rule.ts"

/** A decoded scope. An untrusted or invalid one (with problems) can only tighten. */
export interface Scope {
  readonly kind: ScopeKind
  /** Absolute path, or the preset's name. */
  readonly file: string
  /** False for a project file that is not pinned, or not with this content. */
  readonly trusted: boolean
  /** Everything wrong with the file; with any of these the scope is invalid and clamps. */
  readonly problems: ReadonlyArray<Problem>
  readonly preset: string | undefined
  readonly mode: Mode | undefined
  /** Rules for every agent, in written order. */
  readonly rules: ReadonlyArray<Rule>
  /** Rules of the `agents` section, by agent, in written order. */
  readonly agents: ReadonlyMap<string, ReadonlyArray<Rule>>
  /** Floor classes that a rule naming the unit literally may answer. */
  readonly floorsByRule: ReadonlyArray<FloorClass>
  /** Names of further transparent wrappers. */
  readonly wrappers: ReadonlyArray<string>
  /** Absolute paths counted as inside. */
  readonly workspaceRoots: ReadonlyArray<string>
}
