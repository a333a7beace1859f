/**
 * One policy file, decoded: the unit of trust and of precedence.
 */
import type { FloorClass } from "./Floor.ts"
import type { Mode } from "./Mode.ts"
import type { Problem } from "./Problem.ts"
import type { Rule, ScopeKind } from "./Rule.ts"

/** Where a link comes from in a process nobody embeds: a module, or a program that is given the ask on its input. */
export type AuthorizerSource =
  | { readonly _tag: "Module"; readonly module: string }
  | { readonly _tag: "Command"; readonly command: readonly [string, ...Array<string>] }

/** One entry of the chain; while a required link is missing or faults, no later link's allow counts. */
export interface ChainEntry {
  readonly link: string
  readonly required: boolean
}

/** What the operator lets a link allow; without `allowedSurfaces`, nothing. */
export interface ModelDelegation {
  readonly allowedSurfaces: ReadonlyArray<string>
  readonly excludedSurfaces: ReadonlyArray<string>
}

/** What a file says of live authority and of the log; a key it does not have is `undefined`. */
export interface ScopeSettings {
  readonly authorizers: ReadonlyMap<string, AuthorizerSource>
  readonly authorizerChain: ReadonlyArray<ChainEntry> | undefined
  readonly modelDelegation: ModelDelegation | undefined
  /** Deadlines in milliseconds, more than 0. */
  readonly authorizerTimeoutMs: number | undefined
  readonly askTimeoutMs: number | undefined
  readonly terminalTimeoutMs: number | undefined
  /** The address of the node that serves this one. */
  readonly parent: string | undefined
  readonly requireReviewLog: boolean | undefined
  readonly debugLog: boolean | undefined
  /** Whether a review log is kept. */
  readonly log: boolean | undefined
}

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
  readonly settings: ScopeSettings
}

/** Settings of a file that says nothing of them. */
export const noSettings: ScopeSettings = {
  authorizers: new Map(),
  authorizerChain: undefined,
  modelDelegation: undefined,
  authorizerTimeoutMs: undefined,
  askTimeoutMs: undefined,
  terminalTimeoutMs: undefined,
  parent: undefined,
  requireReviewLog: undefined,
  debugLog: undefined,
  log: undefined
}

/** Answers the scope of a file that says nothing, or could not be read for the reasons given. */
export const emptyScope = (
  kind: ScopeKind,
  file: string,
  problems: ReadonlyArray<Problem> = [],
  trusted: boolean = kind !== "project"
): Scope => ({
  kind,
  file,
  trusted,
  problems,
  preset: undefined,
  mode: undefined,
  rules: [],
  agents: new Map(),
  floorsByRule: [],
  wrappers: [],
  workspaceRoots: [],
  settings: noSettings
})
