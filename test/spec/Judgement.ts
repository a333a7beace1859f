/**
 * How accesses are judged, said as plainly as can be: no index, no care for time. The engine must agree with it.
 */
import type { Access, Form } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import type { PermissionState } from "../../src/domain/PermissionState.ts"
import {
  answer,
  directions,
  lastWord,
  ofPaths,
  saying,
  strictest,
  unknown,
  universal,
  type Rules
} from "./Answering.ts"
import { fits, speaks } from "./Matching.ts"

const mayBeLifted = (floor: string) => floor !== "unread" && floor !== "self-protection"

/** Whether an allow that names the unit stands after everything that asks or denies. */
const isNamed = (rules: Rules, one: Access) =>
  one._tag === "Unit" &&
  one.forms.every((form) => {
    const said = saying(rules, "bash", form)
    const words = form.spellings.map((it) => it.split(" ")[0] ?? "")
    return said
      .slice(said.findLastIndex((rule) => rule.state !== "allow") + 1)
      .some((rule) => words.some((word) => rule.pattern.expanded.split(/[*?]/)[0]?.startsWith(word)))
  })

const managed = (rules: Rules, one: Access): PermissionState => {
  const own = rules.filter((rule) => rule.scope === "managed")
  const denies = (surface: string, form: Form, carried: boolean) =>
    lastWord(saying(own, surface, form).filter((rule) => !carried || ofPaths(rule))) === "deny"
  if (one._tag !== "Path") return one.forms.some((form) => denies(one.surface, form, false)) ? "deny" : "allow"
  if (!unknown(one)) {
    const denied = (form: Form) =>
      denies(one.surface, form, false) || one.deniedAlsoBy.some((it) => denies(it, form, true))
    return one.forms.some(denied) ? "deny" : "allow"
  }
  const surfaces = ["external_directory", "path", one.surface, ...directions(one)]
  return strictest(
    surfaces.map((surface) => {
      const said = own.filter((rule) => speaks(rule, surface) && (surface === one.surface || ofPaths(rule)))
      const at = said.findLastIndex(universal)
      if (said[at]?.state === "deny") return "deny"
      return said.slice(at + 1).some((rule) => rule.state === "deny") ? "ask" : "allow"
    })
  )
}

/** The seven steps, with the rules that count. */
const judgeOne = (rules: Rules, authority: Authority, all: ReadonlyArray<Access>, place: number, session?: string) => {
  const one = all[place]
  if (one === undefined) return { state: "ask", proven: false } as const
  const within = one._tag === "Unit" ? (one.wraps?.inner ?? []) : []
  const inner: ReadonlyArray<Judged> = within.map((it) => judgeOne(rules, authority, all, it, session))
  const reads = one._tag === "Path" ? one.direction === "read" : one.proof.read
  const proven = one.floors.length === 0 && (reads || (inner.length > 0 && inner.every((it) => it.proven)))
  const { anyDeny } = authority.rules

  // 1. Rules, else the mode's default.
  let { settled = false, state } = answer(
    rules,
    authority.mode,
    one,
    inner.map((it) => it.state)
  )
  const answered = (floor: string) => mayBeLifted(floor) && isNamed(rules, one)
  let floors = one.floors.map((it) => it.class).filter((it) => !(authority.floorsByRule.has(it) && answered(it)))
  // 2. `read_only`.
  if (authority.mode === "read_only" && !proven) state = "deny"
  // 3. Approvals of the session that name the access.
  const approvals = authority.approvals.filter(
    (it) =>
      it.session === session &&
      it.surface === one.surface &&
      one.forms.length > 0 &&
      one.forms.every((form) => form.spellings.some((value) => fits(it.pattern.expanded, value)))
  )
  if (approvals.some((it) => floors.every((floor) => mayBeLifted(floor) && it.floors.includes(floor)))) floors = []
  if (approvals.length > 0 && state === "ask" && !settled) state = "allow"
  // 4. Floors.
  if (state === "allow" && floors.length > 0) {
    state = "ask"
    settled = false
  }
  // 5. The clamp.
  if (state === "allow" && authority.clamp !== undefined) state = "ask"
  // 6. `auto`.
  const leaves = one._tag === "Path" && (unknown(one) || (one.surface === "external_directory" && !one.inside))
  const guarded = floors.some((it) => it === "self-protection" || (it === "unread" && anyDeny))
  const lifts = authority.mode === "auto" && authority.clamp === undefined && !settled && !leaves && !guarded
  if (state === "ask" && lifts) state = "allow"
  // 7. Managed denies.
  return { state: strictest([state, managed(rules, one)]), proven }
}

interface Judged {
  readonly state: PermissionState
  readonly proven: boolean
}

/** The state of each access: the strictest with and without each file that only tightens. */
export const specify = (authority: Authority, all: ReadonlyArray<Access>, session?: string): Array<PermissionState> => {
  const { groups } = authority.rules
  const files = Array.from(new Set(groups.filter((it) => it.tightensOnly).map((it) => it.file)))
  const subsets = files.reduce<Array<Array<string>>>((so, file) => [...so, ...so.map((it) => [...it, file])], [[]])
  const views = subsets.map((left) => {
    const kept = groups.filter((it) => !it.tightensOnly || !left.includes(it.file))
    const rules = kept.flatMap((it) => it.rules.map((rule) => ({ ...rule, scope: it.scope })))
    return all.map((_, place) => judgeOne(rules, authority, all, place, session).state)
  })
  return all.map((_, place) => strictest(views.map((it) => it[place])))
}
