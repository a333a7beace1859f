/**
 * Puts the scopes together: which rules, in which order, and what an untrusted or invalid file may still do.
 */
import type { Authority } from "./Authority.ts"
import type { FloorClass } from "./Floor.ts"
import { type Mode, stricterMode } from "./Mode.ts"
import type { ScopeKind } from "./Rule.ts"
import { make, type RuleGroup, type RuleSet } from "./RuleSet.ts"
import type { Scope } from "./Scope.ts"
import type { SessionApproval } from "./SessionApproval.ts"

/** Who calls, and what the operator said beside the files. */
export interface ComposeOptions {
  readonly agent?: string | undefined
  /** Approvals given in another session are left out. */
  readonly session?: string | undefined
  readonly approvals?: ReadonlyArray<SessionApproval> | undefined
  /** The operator's word for this run, which stands for the files' modes but never loosens the managed one. */
  readonly modeOverride?: Mode | undefined
}

/** Managed rules other than denies rank lowest: an administrator's defaults, which everybody may overrule. */
const precedence: Readonly<Record<ScopeKind, number>> = { managed: 0, preset: 1, user: 2, project: 3 }

const inOrder = (scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> =>
  scopes.toSorted((a, b) => precedence[a.kind] - precedence[b.kind])

/** Answers whether everything a scope says counts: it is trusted and nothing is wrong with it. */
export const isSound = (scope: Scope): boolean => scope.trusted && scope.problems.length === 0

/**
 * Composes what a call is judged from.
 *
 * The rule set is made once for each array of scopes and agent section, so pass the same array while no file changed.
 *
 * @param scopes in any order, at most one of each kind; the preset among them is the one the user's file names
 */
export const compose = (scopes: ReadonlyArray<Scope>, options: ComposeOptions = {}): Authority => ({
  mode: modeOf(scopes, options.modeOverride),
  rules: rulesOf(scopes, options.agent),
  clamp: clampOf(scopes),
  floorsByRule: new Set(operators(scopes).flatMap((scope) => scope.floorsByRule.filter(mayBeAnsweredByRule))),
  approvals: (options.approvals ?? []).filter((approval) => approval.session === options.session)
})

/** Answers the further transparent wrappers the operator names; a project's file cannot. */
export const wrappersOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<string> =>
  operators(scopes).flatMap((scope) => scope.wrappers)

/** Answers the further roots the operator counts as inside, absolute; a project's file cannot. */
export const rootsOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<string> =>
  operators(scopes).flatMap((scope) => scope.workspaceRoots)

/** Answers whether decisions are written down: what is said last counts, and an operator who requires the log keeps it. */
export const keepsLog = (scopes: ReadonlyArray<Scope>): boolean =>
  requiresLog(scopes) ||
  (operators(scopes).findLast(({ settings }) => settings.log !== undefined)?.settings.log ?? true)

/** Answers whether a decision that cannot be written down is a deny; whoever asks for it is heard. */
export const requiresLog = (scopes: ReadonlyArray<Scope>): boolean =>
  scopes.some(({ settings }) => settings.requireReviewLog === true)

/** What only loosens counts from files of the operator with which nothing is wrong. */
const operators = (scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> =>
  scopes.filter((scope) => (scope.kind === "user" || scope.kind === "managed") && isSound(scope))

const mayBeAnsweredByRule = (floor: FloorClass): boolean => floor !== "unread" && floor !== "self-protection"

const made = new WeakMap<ReadonlyArray<Scope>, Map<string | undefined, RuleSet>>()

/**
 * Answers the rules of all scopes for an agent: managed, preset, user, project, then the agent's section of each.
 */
export const rulesOf = (scopes: ReadonlyArray<Scope>, agent?: string): RuleSet => {
  // Agents without a section of their own share one rule set, however many names a host invents.
  const section = agent !== undefined && scopes.some((scope) => scope.agents.has(agent)) ? agent : undefined
  const known = made.get(scopes) ?? new Map<string | undefined, RuleSet>()
  made.set(scopes, known)
  const there = known.get(section)
  if (there !== undefined) return there
  const rules = make(groupsOf(scopes, section))
  known.set(section, rules)
  return rules
}

const groupsOf = (scopes: ReadonlyArray<Scope>, section: string | undefined): ReadonlyArray<RuleGroup> => {
  const ordered = inOrder(scopes)
  const user = scopes.find((scope) => scope.kind === "user")
  const group = (scope: Scope, rules: Scope["rules"]): RuleGroup => {
    // A preset is there because the user's file names it, and falls with that file.
    const holder = scope.kind === "preset" && user !== undefined ? user : scope
    return { scope: scope.kind, file: holder.file, tightensOnly: !isSound(scope) || !isSound(holder), rules }
  }
  const all = ordered.map((scope) => group(scope, scope.rules))
  if (section === undefined) return all
  return [...all, ...ordered.map((scope) => group(scope, scope.agents.get(section) ?? []))]
}

/**
 * The mode: the operator's word for this run, else the highest scope's, else `ask`. A file that only tightens counts
 * where the mode is stricter with it than without, and the managed file's is the most anyone is let.
 */
const modeOf = (scopes: ReadonlyArray<Scope>, override: Mode | undefined): Mode => {
  const managed = scopes.find((scope) => scope.kind === "managed")?.mode
  const chosen = override ?? strictestMode(inOrder(scopes))
  return managed === undefined ? chosen : stricterMode(managed, chosen)
}

const strictestMode = (ordered: ReadonlyArray<Scope>): Mode => {
  let strictest = effectiveMode(ordered)
  const doubtful = ordered.filter((scope) => !isSound(scope))
  for (let left = 1; left < 1 << doubtful.length; left++) {
    const out = doubtful.filter((_, place) => (left & (1 << place)) !== 0)
    const rest = ordered.filter((scope) => !out.includes(scope) && !(scope.kind === "preset" && out.some(isUser)))
    strictest = stricterMode(strictest, effectiveMode(rest))
  }
  return strictest
}

const isUser = (scope: Scope): boolean => scope.kind === "user"

const effectiveMode = (ordered: ReadonlyArray<Scope>): Mode => {
  let mode: Mode = "ask"
  for (const scope of ordered) {
    // A project's file may not set `auto`; what reads it says so, and nothing here hangs on that.
    if (scope.mode !== undefined && !(scope.kind === "project" && scope.mode === "auto")) mode = scope.mode
  }
  return mode
}

/** Why every allow is clamped to an ask: the first thing wrong with any file. */
const clampOf = (scopes: ReadonlyArray<Scope>): string | undefined => {
  const problems = scopes.flatMap((scope) => scope.problems)
  const [first] = problems
  if (first === undefined) return undefined
  const place = first.line > 0 ? `${first.file}:${first.line}` : first.file
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""
  return `nothing is allowed unasked while a policy file is invalid: ${place} ${first.message}${more}`
}
