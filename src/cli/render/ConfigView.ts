/**
 * The answer of `config`: every policy file and what became of it, every rule in order.
 */
import type { Authority } from "../../domain/Authority.ts"
import { display } from "../../domain/Display.ts"
import { describeProblem } from "../../domain/Problem.ts"
import type { Rule, ScopeKind } from "../../domain/Rule.ts"
import type { RuleGroup } from "../../domain/RuleSet.ts"
import type { Scope } from "../../domain/Scope.ts"
import type { PolicySnapshot } from "../../services/PolicySource.ts"
import { hang } from "../../domain/display/Text.ts"
import { type Layout, shortPath } from "../../domain/display/Layout.ts"

/** What is in force, and where it comes from. */
export interface Configuration {
  readonly authority: Authority
  readonly snapshot: PolicySnapshot
  readonly agent: string | undefined
}

/** Whether a scope's file speaks with its full voice. */
export const standing = (scope: Scope): "in force" | "invalid" | "untrusted" => {
  if (scope.problems.length > 0) return "invalid"
  return scope.trusted ? "in force" : "untrusted"
}

const standingTold = {
  "in force": "in force",
  invalid: "invalid: what can be read of it only tightens, and nothing is allowed without an ask",
  untrusted: "not trusted: it only tightens (portcullis trust)"
} as const

const ruleLines = (rule: Rule, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const line = String(rule.origin.line).padStart(5)
  const state = rule.state.padEnd(5)
  const head = `  ${line}  ${state}  `
  const final = rule.final ? ", final" : ""
  const text = `${display(rule.surface)}  ${display(rule.pattern.source)}${final}`
  const lines = hang(head, text, columns)
  return [
    ...lines.map((shown, place) =>
      place === 0 ? `  ${paint.dim(line)}  ${paint.state(rule.state, state)}  ${shown.slice(head.length)}` : shown
    ),
    ...(rule.reason === undefined
      ? []
      : hang(" ".repeat(head.length + 2), display(rule.reason), columns).map(paint.dim))
  ]
}

const nameOf = (kind: ScopeKind, file: string, home: string): string =>
  kind === "preset" ? display(file) : shortPath(file, home)

const scopeLines = (scope: Scope, layout: Layout): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  const said = [
    ...(scope.preset === undefined ? [] : [`preset ${display(scope.preset)}`]),
    ...(scope.mode === undefined ? [] : [`mode ${scope.mode}`]),
    ...(scope.workspaceRoots.length === 0 ? [] : [`roots ${scope.workspaceRoots.map(display).join(", ")}`]),
    ...(scope.wrappers.length === 0 ? [] : [`wrappers ${scope.wrappers.map(display).join(", ")}`]),
    ...(scope.floorsByRule.length === 0 ? [] : [`floors a rule may answer: ${scope.floorsByRule.join(", ")}`]),
    ...(scope.kind === "managed" ? ["its denies are final"] : [])
  ]
  const state = standing(scope)
  const indent = " ".repeat(11)
  return [
    `  ${scope.kind.padEnd(7)}  ${paint.bold(nameOf(scope.kind, scope.file, home))}`,
    ...hang(indent, [standingTold[state], ...said].join("; "), columns).map((line) =>
      state === "in force" ? line : paint.warning(line)
    ),
    ...scope.problems.flatMap((problem) => hang(indent, describeProblem(problem), columns))
  ]
}

const groupLines = (group: RuleGroup, layout: Layout): ReadonlyArray<string> => {
  const [first] = group.rules
  if (first === undefined) return []
  const { agent, file } = first.origin
  const section = agent === undefined ? "" : `, agent ${display(agent)}`
  const doubt = group.tightensOnly ? ", only tightening" : ""
  return [
    "",
    layout.paint.bold(`${group.scope} ${nameOf(group.scope, file, layout.home)}${section}${doubt}`),
    ...group.rules.flatMap((rule) => ruleLines(rule, layout))
  ]
}

/** Answers the mode, every scope and its state, and every rule in the order in which they are looked at. */
export const configLines = (configuration: Configuration, layout: Layout): ReadonlyArray<string> => {
  const { paint } = layout
  const { authority, snapshot } = configuration
  const { notices, scopes } = snapshot
  const none = scopes.length === 0
  const rules = authority.rules.groups.flatMap((group) => groupLines(group, layout))
  return [
    `${paint.heading("MODE")}  ${authority.mode}`,
    "",
    paint.heading("SCOPES"),
    ...(none ? ["  No policy file: the mode alone answers. Write one: portcullis init"] : []),
    ...scopes.flatMap((scope) => scopeLines(scope, layout)),
    ...notices.flatMap((notice) => hang("  ", describeProblem(notice), layout.columns).map(paint.warning)),
    ...(rules.length === 0 ? [] : ["", `${paint.heading("RULES")}  of all that match a value, the last one speaks`]),
    ...rules
  ]
}

/** Answers the same as data. */
export const configAnswer = ({ authority, snapshot }: Configuration): object => ({
  mode: authority.mode,
  clamp: authority.clamp ?? null,
  scopes: snapshot.scopes.map((scope) => ({
    scope: scope.kind,
    file: scope.file,
    state: standing(scope),
    trusted: scope.trusted,
    problems: scope.problems,
    preset: scope.preset ?? null,
    mode: scope.mode ?? null,
    workspaceRoots: scope.workspaceRoots,
    wrappers: scope.wrappers,
    floorsByRule: scope.floorsByRule
  })),
  rules: authority.rules.groups.flatMap((group) =>
    group.rules.map((rule) => ({
      surface: rule.surface,
      pattern: rule.pattern.source,
      action: rule.state,
      reason: rule.reason ?? null,
      final: rule.final,
      tightensOnly: group.tightensOnly,
      agent: rule.origin.agent ?? null,
      origin: rule.origin.scope,
      file: rule.origin.file,
      line: rule.origin.line,
      column: rule.origin.column
    }))
  ),
  notices: snapshot.notices
})
