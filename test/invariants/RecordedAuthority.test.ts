/**
 * What always holds of recorded authority, whatever the policy, the call, the mode and the approvals.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Access } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import type { CheckedCall } from "../../src/domain/CheckResult.ts"
import { checkAccesses, judge } from "../../src/domain/Judge.ts"
import { isStricter, strictest } from "../../src/domain/PermissionState.ts"
import { emptyScope, type Scope } from "../../src/domain/Scope.ts"
import { compose } from "../../src/domain/Scopes.ts"
import { answer } from "../spec/Answering.ts"
import { specify } from "../spec/Judgement.ts"
import { accessesOf, authorityOf, type FileName, RuleOf, ruleOf, seed, session, World } from "./worlds.ts"

const arbitrary = { runs: 500, seed }

const call: CheckedCall["call"] = { tool: "bash", input: {}, cwd: "/w", workspace: "/w", session }

const check = (authority: Authority, accesses: ReadonlyArray<Access>): CheckedCall =>
  checkAccesses(call, authority, accesses)

/** Judges a world, and holds the answer against the specification. */
const judged = (world: World) => {
  const [authority, accesses] = [authorityOf(world), accessesOf(world)]
  const states = judge(authority, accesses, { session }).map((result) => result.state)
  assert.deepStrictEqual(states, specify(authority, accesses, session))
  return { authority, accesses, states, state: strictest(states) }
}

/** A world with a rule appended to one of its files. */
const appended = (world: World, file: "managed" | "user" | "project" | "agent", rule: RuleOf): World =>
  file === "agent"
    ? { ...world, agent: [...world.agent, rule] }
    : { ...world, [file]: { ...world[file], rules: [...world[file].rules, rule] } }

const Kind = Schema.Literals(["managed", "user", "project"])
const File = Schema.Literals(["managed", "user", "project", "agent"])

const rulesIn = ({ rules }: Authority) =>
  rules.groups.flatMap((group) => group.rules.map((rule) => ({ ...rule, scope: group.scope })))

describe(`recorded authority (SEED=${seed})`, () => {
  it.prop(
    "forbid trumps permit",
    { world: World },
    ({ world }) => {
      const { accesses, authority, state } = judged(world)
      const rules = rulesIn(authority)
      const forbidden = accesses.some((access) => answer(rules, "auto", access, []).state === "deny")
      if (forbidden) assert.strictEqual(state, "deny")
    },
    { arbitrary }
  )

  it.prop(
    "allowed only if every access is allowed",
    { world: World },
    ({ world }) => {
      const { accesses, authority, states } = judged(world)
      const checked = check(authority, accesses)
      assert.strictEqual(
        checked.state === "allow",
        states.every((state) => state === "allow")
      )
      assert.strictEqual(checked.decisive.state, checked.state)
      assert.notStrictEqual(check(authority, []).state, "allow")
    },
    { arbitrary }
  )

  it.prop(
    "default is ask",
    { world: World },
    ({ world }) => {
      const nothing = { doubtful: false, rules: [] }
      const { accesses, states } = judged({
        ...world,
        mode: "ask",
        managed: nothing,
        user: nothing,
        project: nothing,
        agent: [],
        approvals: []
      })
      for (const [place, access] of accesses.entries()) {
        if (access._tag === "Path" ? isHarmless(access) : access.proof.read || (access._tag === "Unit" && access.wraps))
          continue
        assert.strictEqual(states[place], "ask")
      }
    },
    { arbitrary }
  )

  it.prop(
    "appending a deny only tightens; appending an allow only loosens; an untrusted or invalid scope only tightens",
    { world: World, file: File, rule: RuleOf, doubtful: World, kind: Kind, untrusted: Schema.Boolean },
    ({ doubtful, file, kind, rule, untrusted, world }) => {
      const before = judged(world)
      const denied = judged(appended(world, file, { ...rule, state: "deny" }))
      const allowed = judged(appended(world, file, { ...rule, state: "allow", final: false }))
      assert.isFalse(isStricter(before.state, denied.state), "a deny loosened the call")
      assert.isFalse(isStricter(allowed.state, before.state), "an allow tightened the call")
      for (const [place, access] of before.accesses.entries()) {
        // A wrapper may fall back on what it runs, which the call holds anyway.
        if (access._tag === "Unit" && access.wraps !== undefined) continue
        assert.isFalse(isStricter(before.states[place] ?? "ask", denied.states[place] ?? "ask"), "a deny loosened")
        assert.isFalse(isStricter(allowed.states[place] ?? "ask", before.states[place] ?? "ask"), "an allow tightened")
      }
      holdsBeside(world, kind, doubtfulScope(doubtful, kind, untrusted))
    },
    { arbitrary }
  )

  it.prop(
    "yolo keeps denies",
    { world: World },
    ({ world }) => {
      const cautious = judged({ ...world, mode: "ask" })
      const yolo = judged({ ...world, mode: "auto" })
      for (const [place, access] of yolo.accesses.entries()) {
        const state = yolo.states[place]
        if (cautious.states[place] === "deny") assert.strictEqual(state, "deny")
        const floors = access.floors.map((floor) => floor.class)
        if (world.clamped || floors.includes("self-protection")) assert.notStrictEqual(state, "allow")
        if (floors.includes("unread") && yolo.authority.rules.anyDeny) assert.notStrictEqual(state, "allow")
      }
      const unruled = { ...world.user, rules: world.user.rules.filter((rule) => rule.state !== "allow") }
      const bare = { ...world, mode: "auto" as const, user: unruled, agent: [], approvals: [] }
      const closed = judged({
        ...bare,
        managed: { doubtful: false, rules: [] },
        project: { doubtful: false, rules: [] }
      })
      for (const [place, access] of closed.accesses.entries()) {
        const leaves = access._tag === "Path" && access.surface === "external_directory" && !access.inside
        if (leaves) assert.notStrictEqual(closed.states[place], "allow", "it left the workspace without a rule")
      }
    },
    { arbitrary }
  )
})

const sound = (kind: "managed" | "user" | "project"): Scope => ({
  ...emptyScope(kind, `/etc/${kind}.jsonc`),
  trusted: true
})

/** Whether a path access is one that no rule has to allow: read inside, or left to the tool's own surface. */
const isHarmless = (access: Access & { readonly _tag: "Path" }): boolean => {
  if (access.unresolved !== undefined) return false
  if (access.surface === "external_directory") return access.inside
  if (access.surface === "path") return access.secret === undefined
  return access.direction === "read"
}

const doubtfulScope = (world: World, kind: FileName, untrusted: boolean): Scope => ({
  ...sound(kind),
  trusted: !untrusted,
  problems: untrusted
    ? []
    : [{ file: `/etc/${kind}.jsonc`, line: 3, column: 1, key: "mode", message: "is not a mode" }],
  mode: world.mode,
  rules: world[kind].rules.map((rule) => ruleOf(kind, rule)),
  agents: new Map([["helper", world.agent.map((rule) => ruleOf(kind, rule))]]),
  floorsByRule: world.floorsByRule
})

/** Judges a world's accesses by its other files, with and without a doubtful one of this kind. */
const holdsBeside = (world: World, kind: FileName, doubtful: Scope): void => {
  const accesses = accessesOf(world)
  const others = (["managed", "user", "project"] as const)
    .filter((one) => one !== kind)
    .map((one, place): Scope => ({
      ...sound(one),
      mode: place === 0 ? world.mode : undefined,
      rules: world[one].rules.map((rule) => ruleOf(one, rule))
    }))
  const options = { agent: "helper", session, approvals: authorityOf(world).approvals }
  const authority = compose([...others, doubtful], options)
  const without = judge(compose(others, options), accesses, { session })
  const within = judge(authority, accesses, { session })
  for (const [place, result] of within.entries()) {
    assert.isFalse(isStricter(without[place]?.state ?? "ask", result.state), "the doubtful file loosened")
    if (doubtful.problems.length > 0) assert.notStrictEqual(result.state, "allow")
  }
  assert.deepStrictEqual(
    within.map((result) => result.state),
    specify(authority, accesses, session)
  )
}
