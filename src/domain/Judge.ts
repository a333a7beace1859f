/**
 * Judges the accesses of a call against recorded authority, in seven steps and only in their order.
 */
import { canonicalSurfaceOf } from "../knowledge/surfaces.ts"
import type { Access, NameAccess } from "./Access.ts"
import type { Authority } from "./Authority.ts"
import type { CheckedCall, PermissionCheckResult } from "./CheckResult.ts"
import type { Floor, FloorClass } from "./Floor.ts"
import { isStricter, strictest } from "./PermissionState.ts"
import {
  type Answer,
  type Bench,
  byRule,
  isUnknownPath,
  managedOverAll,
  ofName,
  ofPath,
  ofUnit,
  speaksOfPaths
} from "./RuleAnswer.ts"
import { lastMatch, managedDeny, type RuleSet, type View } from "./RuleSet.ts"
import { approves, type SessionApproval } from "./SessionApproval.ts"

/** What a judgement hangs on besides authority and the accesses. */
export interface JudgeOptions {
  /** The call's session; without one no approval holds. */
  readonly session: string | undefined
}

/** An access on its way through the steps. */
interface Case {
  readonly authority: Authority
  readonly view: View
  readonly access: Access
  /** Whether it was shown to change nothing. */
  readonly proven: boolean
  /** The approvals of this session that name the access. */
  readonly approvals: ReadonlyArray<SessionApproval>
}

interface Standing extends Answer {
  readonly floors: ReadonlyArray<Floor>
}

/**
 * Judges each access, in their order; a call's state is the strictest of the results.
 *
 * Where files only tighten, each access takes the strictest of its answers with and without each of them.
 */
export const judge = (
  authority: Authority,
  accesses: ReadonlyArray<Access>,
  options: JudgeOptions
): ReadonlyArray<PermissionCheckResult> => {
  const [first = 0, ...others] = authority.rules.views
  const results = judgeInView(authority, first, accesses, options)
  for (const view of others) {
    for (const [place, result] of judgeInView(authority, view, accesses, options).entries()) {
      const so = results[place]
      if (so === undefined || isStricter(result.state, so.state)) results[place] = result
    }
  }
  return results
}

/**
 * Judges a call: the strictest of its accesses, every deny found. A call without an access is one nothing could be read
 * of, and is never allowed.
 */
export const checkAccesses = (
  call: CheckedCall["call"],
  authority: Authority,
  accesses: ReadonlyArray<Access>
): CheckedCall => {
  const results = accesses.length === 0 ? judgeNothing(call, authority) : judge(authority, accesses, sessionOf(call))
  const state = strictest(results.map((result) => result.state))
  const decisive = mostTelling(results.filter((result) => result.state === state)) ?? unread(nothing(call))
  const floors = new Set<FloorClass>()
  for (const { access } of results) for (const floor of access.floors) floors.add(floor.class)
  return { call, state, results, decisive, floors: Array.from(floors), mode: authority.mode }
}

/** What a person wants to hear first of results alike in state: a cause in the call or in a file before a default. */
const mostTelling = (results: ReadonlyArray<PermissionCheckResult>): PermissionCheckResult | undefined => {
  let best: PermissionCheckResult | undefined
  for (const result of results) if (best === undefined || tells(result) > tells(best)) best = result
  return best
}

const tells = ({ access, floors, origin, state }: PermissionCheckResult): number => {
  if (state === "allow") return 0
  if (floors.some((floor) => !mayBeLifted(floor.class))) return 5
  if (origin === "clamp" || origin === "managed") return 4
  if (origin === "rule") return 3
  if (floors.length > 0) return 2
  return access._tag === "Path" && access.surface !== "write" ? 1 : 0
}

const sessionOf = (call: CheckedCall["call"]): JudgeOptions => ({ session: call.session })

const nothing = (call: CheckedCall["call"]): NameAccess => ({
  _tag: "Name",
  surface: canonicalSurfaceOf.get(call.tool) ?? call.tool,
  value: "*",
  forms: [{ spellings: ["*"], tighter: [] }],
  floors: [],
  proof: { read: false, why: "nothing in it could be read" }
})

const unread = (access: Access): PermissionCheckResult => ({
  access,
  state: "ask",
  origin: "default",
  rule: undefined,
  floors: access.floors,
  reason: "nothing in the call could be read"
})

const judgeNothing = (call: CheckedCall["call"], authority: Authority): ReadonlyArray<PermissionCheckResult> => {
  const access = nothing(call)
  const results = judge(authority, [access], sessionOf(call))
  return results.every((result) => result.state === "allow") ? [unread(access)] : results
}

const judgeInView = (
  authority: Authority,
  view: View,
  accesses: ReadonlyArray<Access>,
  options: JudgeOptions
): Array<PermissionCheckResult> => {
  const bench = { rules: authority.rules, view, mode: authority.mode }
  const cases: Array<Case | undefined> = []
  const standings: Array<Standing | undefined> = []
  for (const place of innerFirst(accesses)) {
    const access = accesses[place]
    if (access === undefined) continue
    const self: Case = {
      authority,
      view,
      access,
      proven: isProven(access, (inner) => cases[inner]?.proven === true),
      approvals: authority.approvals.filter((one) => approves(one, access, options.session))
    }
    cases[place] = self
    const ruled = recorded(self, bench, (inner) => standings[inner] ?? lost)
    standings[place] = lastly(self, lifted(self, clamped(self, floored(approved(self, readOnly(self, ruled))))))
  }
  return accesses.map((access, place) => ({ access, ...(standings[place] ?? lost) }))
}

/**
 * The places of the accesses, what a wrapper runs before the wrapper. Wrappers may nest as deep as a command is long,
 * so this walks without recursion; one that holds itself comes before what it holds, which then is not known.
 */
const innerFirst = (accesses: ReadonlyArray<Access>): ReadonlyArray<number> => {
  const order: Array<number> = []
  const seen = new Set<number>()
  for (const start of accesses.keys()) {
    if (seen.has(start)) continue
    seen.add(start)
    const path = [{ place: start, inner: innerOf(accesses[start]), next: 0 }]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const place = top.inner[top.next++]
      if (place === undefined) {
        order.push(top.place)
        path.pop()
      } else if (!seen.has(place)) {
        seen.add(place)
        path.push({ place, inner: innerOf(accesses[place]), next: 0 })
      }
    }
  }
  return order
}

const innerOf = (access: Access | undefined): ReadonlyArray<number> =>
  access?._tag === "Unit" ? (access.wraps?.inner ?? []) : []

/** Whether an access was shown to change nothing; a transparent wrapper does not when nothing it runs does. */
const isProven = (access: Access, innerIsProven: (place: number) => boolean): boolean => {
  if (access.floors.length > 0) return false
  if (access._tag === "Path") return access.direction === "read"
  if (access.proof.read) return true
  const inner = innerOf(access)
  return inner.length > 0 && inner.every(innerIsProven)
}

const lost: Standing = {
  state: "ask",
  origin: "default",
  rule: undefined,
  reason: "what it runs is not known",
  floors: []
}

/** Step 1: the last rule that matches, else the mode's default; and the floors that no rule answers. */
const recorded = (self: Case, bench: Bench, standing: (place: number) => Standing): Standing => {
  const { access } = self
  const floors =
    access.floors.length === 0 ? access.floors : access.floors.filter((floor) => !answeredByRule(self, floor.class))
  switch (access._tag) {
    case "Unit":
      return { ...ofUnit(bench, access, () => inherited(access, standing)), floors }
    case "Name":
      return { ...ofName(bench, access), floors }
    case "Path":
      return { ...ofPath(bench, access), floors }
    default:
      return access satisfies never
  }
}

const inherited = (access: Access, standing: (place: number) => Standing): Answer => {
  let worst: Standing | undefined
  for (const place of innerOf(access)) {
    const next = standing(place)
    if (worst === undefined || isStricter(next.state, worst.state)) worst = next
  }
  const { state, rule, reason } = worst ?? lost
  return { state, origin: "wraps", rule, reason: `what it runs decides: ${reason}` }
}

/** Step 2: `read_only` denies whatever is no proven read. */
const readOnly = (self: Case, so: Standing): Standing => {
  if (self.authority.mode !== "read_only" || self.proven || so.state === "deny") return so
  const { access } = self
  const why =
    access._tag === "Path" ? "it may write" : access.proof.read ? (access.floors[0]?.cause ?? "") : access.proof.why
  return {
    ...so,
    state: "deny",
    origin: "read_only",
    reason: `mode read_only denies what is not proven to only read: ${why}`
  }
}

/** Step 3: what a person approved for this session lifts an ask of a rule or a default, and the floors they saw. */
const approved = (self: Case, so: Standing): Standing => {
  if (so.state === "deny" || self.approvals.length === 0) return so
  const seen = self.approvals.some((one) =>
    so.floors.every((floor) => mayBeLifted(floor.class) && one.floors.includes(floor.class))
  )
  const floors = seen ? [] : so.floors
  if (so.state !== "ask" || (so.origin !== "rule" && so.origin !== "default")) return { ...so, floors }
  const pattern = self.approvals[0]?.pattern.source ?? ""
  return { ...so, state: "allow", origin: "session", floors, reason: `\`${pattern}\` was approved for this session` }
}

/** Whether anything but a person, asked for this very call, may answer a floor. */
const mayBeLifted = (floor: FloorClass): boolean => floor !== "unread" && floor !== "self-protection"

/** Step 4: a floor that no rule and no approval answers turns an allow into an ask, and says why a default asks. */
const floored = (so: Standing): Standing => {
  const [first] = so.floors
  if (first === undefined || so.state === "deny") return so
  const reason = `${first.cause} (${first.class})`
  if (so.state === "allow") return { ...so, state: "ask", origin: "floor", reason }
  return so.origin === "default" ? { ...so, reason } : so
}

/**
 * Whether the operator lets rules answer this class of floor and one that names the unit does: an allow whose literal
 * start covers the unit's first word, after every rule that asks or denies.
 */
const answeredByRule = ({ access, authority, view }: Case, floor: FloorClass): boolean => {
  if (access._tag !== "Unit" || !mayBeLifted(floor) || !authority.floorsByRule.has(floor)) return false
  return (
    access.forms.length > 0 &&
    access.forms.every((form) => {
      const naming = lastMatch(authority.rules, view, "bash", form, ({ rule }) => {
        if (rule.state !== "allow") return false
        return form.spellings.some((spelling) => rule.pattern.prefix.startsWith(firstWord(spelling)))
      })
      if (naming === undefined) return false
      const against = lastMatch(authority.rules, view, "bash", form, ({ rule }) => rule.state !== "allow")
      return against === undefined || against.order < naming.order
    })
  )
}

const firstWord = (text: string): string => {
  const blank = text.indexOf(" ")
  return blank < 0 ? text : text.slice(0, blank)
}

/** Step 5: while a scope is invalid nothing is allowed unasked. */
const clamped = ({ authority: { clamp } }: Case, so: Standing): Standing =>
  clamp === undefined || so.state !== "allow" ? so : { ...so, state: "ask", origin: "clamp", reason: clamp }

/** Step 6: `auto` lifts the asks of rules, defaults and floors, but not those that guard the gate or the workspace. */
const lifted = (self: Case, so: Standing): Standing => {
  const { authority } = self
  if (authority.mode !== "auto" || so.state !== "ask" || authority.clamp !== undefined) return so
  if (so.origin !== "rule" && so.origin !== "default" && so.origin !== "floor") return so
  if (leavesTheWorkspace(self.access) || so.floors.some((floor) => guards(floor.class, authority.rules))) return so
  return { ...so, state: "allow", origin: "yolo", reason: `mode auto lifts the ask: ${so.reason}` }
}

/** Whether the path leaves the workspace, or might. */
const leavesTheWorkspace = (access: Access): boolean =>
  access._tag === "Path" && (isUnknownPath(access) || (access.surface === "external_directory" && !access.inside))

/** Whether a floor stays in `auto`: text nobody could read might hold what a deny rule forbids. */
const guards = (floor: FloorClass, rules: RuleSet): boolean =>
  floor === "self-protection" || (floor === "unread" && rules.anyDeny)

/** Step 7: a managed deny has the last word. */
const lastly = ({ access, authority, view }: Case, so: Standing): Standing => {
  if (so.state === "deny" || !authority.rules.anyManagedDeny) return so
  if (access._tag === "Path" && isUnknownPath(access)) {
    const managed = managedOverAll({ rules: authority.rules, view, mode: authority.mode }, access)
    return managed !== undefined && isStricter(managed.state, so.state) ? { ...so, ...managed } : so
  }
  const carried = access._tag === "Path" ? access.deniedAlsoBy : []
  for (const form of access.forms) {
    let entry = managedDeny(authority.rules, view, access.surface, form)
    for (const surface of carried) entry ??= managedDeny(authority.rules, view, surface, form, speaksOfPaths)
    if (entry !== undefined) return { ...so, ...byRule(entry), origin: "managed" }
  }
  return so
}
