/**
 * What rules and the mode say of one access, as plainly as can be: the first of the seven steps.
 */
import type { Access, Form, NameAccess, PathAccess, UnitAccess } from "../../src/domain/Access.ts"
import type { Mode } from "../../src/domain/Mode.ts"
import type { PermissionState } from "../../src/domain/PermissionState.ts"
import type { Rule, ScopeKind } from "../../src/domain/Rule.ts"
import { hits, speaks } from "./Matching.ts"

export type Rules = ReadonlyArray<Rule & { readonly scope: ScopeKind }>

/** `settled` answers are no ask of a rule or a default: nothing that lifts those lifts them. */
interface Answer {
  readonly state: PermissionState
  readonly settled?: true
}

const literal = (rule: Rule) => /[^*?]/.test(rule.pattern.expanded)
export const universal = (rule: Rule): boolean => /^\*+$/.test(rule.pattern.expanded)
const answersSecret = (rule: Rule) => rule.state !== "allow" || literal(rule)
const operators = (rules: Rules) => rules.filter((rule) => rule.scope !== "project")
const ask: Answer = { state: "ask" }
const either = (state: PermissionState | undefined, otherwise: Answer) => (state === undefined ? otherwise : { state })

/** A deny of everything on `*` says which tools may run, not which paths may be reached. */
export const ofPaths = (rule: Rule): boolean => rule.surface !== "*" || rule.state !== "deny" || literal(rule)
export const directions = ({ direction }: PathAccess): ReadonlyArray<string> =>
  direction === "unknown" ? ["read", "write"] : [direction]
export const unknown = (one: PathAccess): boolean => one.unresolved !== undefined || one.forms.length === 0

export const strictest = (states: ReadonlyArray<PermissionState | undefined>): PermissionState =>
  states.includes("deny") ? "deny" : states.includes("ask") ? "ask" : "allow"

export const saying = (rules: Rules, surface: string, form: Form): Rules =>
  rules.filter((rule) => speaks(rule, surface) && hits(rule, surface, form))

/** The last rule's state; a final deny holds against the project's rules until the operator's own loosen it. */
export const lastWord = (rules: Rules): PermissionState | undefined => {
  const last = rules.at(-1)
  const held = operators(rules).slice(operators(rules).findLastIndex((rule) => rule.state !== "deny") + 1)
  return last?.scope === "project" && held.some((rule) => rule.final) ? "deny" : last?.state
}

/** What rules say of every value at once: the last for everything; a later ask or deny for something raises allow. */
const ofEverything = (rules: Rules): PermissionState | undefined => {
  const at = rules.findLastIndex(universal)
  const raised = rules.slice(at + 1).some((rule) => rule.state !== "allow")
  return raised && rules[at]?.state !== "deny" ? "ask" : rules[at]?.state
}

const ofMode = (mode: Mode, reads: boolean): Answer => ({
  state: reads || mode === "auto" ? "allow" : mode === "ask" ? "ask" : "deny"
})

const ofName = (rules: Rules, mode: Mode, one: NameAccess | UnitAccess, form: Form, inner: Inner): Answer => {
  const said = lastWord(saying(rules, one.surface, form))
  if (inner.length === 0) return either(said, ofMode(mode, one.proof.read))
  const pattern = saying(rules, one.surface, form).at(-1)?.pattern.expanded ?? ""
  const name = one._tag === "Unit" ? (one.wraps?.name ?? "") : ""
  const named = said !== undefined && pattern.startsWith(name) && /^($|[ *])/.test(pattern.slice(name.length))
  return said === "deny" || named ? either(said, ask) : { state: strictest(inner), settled: true }
}

const ofPath = (rules: Rules, mode: Mode, one: PathAccess, form: Form): Answer => {
  if (one.deniedAlsoBy.some((it) => lastWord(saying(rules, it, form).filter(ofPaths)) === "deny"))
    return { state: "deny" }
  const said = lastWord(saying(rules, one.surface, form))
  const onPath = saying(rules, "path", form)
  if (one.surface === "external_directory") {
    return one.inside ? { state: "allow", settled: true } : either(said, either(lastWord(onPath.filter(literal)), ask))
  }
  if (one.surface !== "path") return either(said, ofMode(mode, one.direction === "read"))
  if (one.secret === undefined || mode === "auto") return either(said, { state: "allow" })
  if (said === "ask" || said === "deny") return { state: said }
  const outside = saying(rules, "external_directory", form)
  const named = onPath.slice(-1).some(literal) || lastWord(onPath.filter(answersSecret)) === "allow"
  return named || lastWord(outside.filter(answersSecret)) === "allow" ? { state: "allow" } : ask
}

/** A path that might be any. */
const ofAnyPath = (rules: Rules, mode: Mode, one: PathAccess): Answer => {
  const everywhere = (surface: string, accept: (rule: Rule) => boolean) => {
    const said = rules.filter((rule) => speaks(rule, surface) && accept(rule))
    const final = operators(said).some((rule) => rule.final && rule.state === "deny")
    return final ? strictest([ofEverything(said), ofEverything(operators(said))]) : ofEverything(said)
  }
  const carries = (rule: Rule) => ofPaths(rule) && !(universal(rule) && rule.state === "ask")
  const [leaving, path, own] = ["external_directory", "path", one.surface].map((it) => everywhere(it, () => true))
  const state = strictest([leaving, path, own, ...directions(one).map((it) => everywhere(it, carries))])
  const open = mode === "auto" || (one.secret === undefined && (one.surface !== "write" || own === "allow"))
  return state === "deny" || (leaving === "allow" && open) ? { state } : ask
}

/** What the accesses that a wrapper runs came to. */
export type Inner = ReadonlyArray<PermissionState>

export const answer = (rules: Rules, mode: Mode, one: Access, inner: Inner): Answer => {
  if (one._tag === "Path" && unknown(one)) return ofAnyPath(rules, mode, one)
  const all = one.forms.map((form) =>
    one._tag === "Path" ? ofPath(rules, mode, one, form) : ofName(rules, mode, one, form, inner)
  )
  return all.find((it) => it.state === strictest(all.map(({ state }) => state))) ?? ask
}
