import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../src/domain/Judge.ts"
import type { Mode } from "../../src/domain/Mode.ts"
import type { Problem } from "../../src/domain/Problem.ts"
import type { ScopeKind } from "../../src/domain/Rule.ts"
import { emptyScope, type Scope } from "../../src/domain/Scope.ts"
import { compose, rootsOf, rulesOf, wrappersOf } from "../../src/domain/Scopes.ts"
import { rule, unit } from "../support/rules.ts"

const scope = (kind: ScopeKind, rules: ReadonlyArray<string> = [], more: Partial<Scope> = {}): Scope => ({
  ...emptyScope(kind, `/cfg/${kind}.jsonc`),
  trusted: true,
  rules: rules.map((written) => rule(written, kind)),
  ...more
})

const problem: Problem = { file: "/cfg/user.jsonc", line: 4, column: 2, key: "mode", message: '"maybe" is not a mode' }
const invalid = { problems: [problem] }
const untrusted = { trusted: false }
const withMode = (mode: Mode) => ({ mode })

const state = (scopes: ReadonlyArray<Scope>, value: string, agent?: string) =>
  judge(compose(scopes, { agent }), [unit(value)], { session: undefined })[0]?.state

describe("Scopes", () => {
  it("appends the rules of a higher scope to those of a lower, and then the agent's sections", () => {
    const sections = (state: string) => new Map([["helper", [rule(`bash x ${state}`, "user")]]])
    const scopes = [
      scope("project", ["bash p allow"], { agents: sections("allow") }),
      scope("managed", ["bash m ask"]),
      scope("user", ["bash u ask"], { agents: sections("ask") }),
      scope("preset", ["bash s allow"])
    ]
    const sources = (agent?: string) =>
      rulesOf(scopes, agent).groups.flatMap((group) => group.rules.map((one) => `${one.pattern.source} ${one.state}`))
    assert.deepStrictEqual(sources(), ["m ask", "s allow", "u ask", "p allow"])
    assert.deepStrictEqual(sources("helper"), ["m ask", "s allow", "u ask", "p allow", "x ask", "x allow"])
    assert.deepStrictEqual(sources("other"), sources())
  })

  it("makes the rules once for the same scopes, whatever the agent is called", () => {
    const scopes = [scope("user", ["bash * ask"])]
    assert.strictEqual(rulesOf(scopes, "a"), rulesOf(scopes, "b"))
  })

  it("lets a trusted project loosen, and an untrusted or invalid one only tighten", () => {
    const user = scope("user", ["bash * ask", "bash ls allow"])
    const project = (more: Partial<Scope>) => [user, scope("project", ["bash make allow", "bash ls deny"], more)]
    assert.strictEqual(state(project({}), "make"), "allow")
    assert.strictEqual(state(project(untrusted), "make"), "ask")
    assert.strictEqual(state(project(untrusted), "ls"), "deny")
    assert.strictEqual(state(project(invalid), "ls"), "deny")
  })

  it("lets an agent's section in an untrusted file only tighten", () => {
    const agents = new Map([["helper", [rule("bash make allow", "project")]]])
    assert.strictEqual(state([scope("project", [], { agents })], "make", "helper"), "allow")
    assert.strictEqual(state([scope("project", [], { agents, ...untrusted })], "make", "helper"), "ask")
  })

  it("lets a preset fall with the file that names it", () => {
    const preset = scope("preset", ["bash make allow"], { file: "standard" })
    assert.strictEqual(state([preset, scope("user")], "make"), "allow")
    assert.isTrue(rulesOf([preset, scope("user", [], invalid)]).groups.every((group) => group.tightensOnly))
  })

  it("clamps while any scope is invalid, and says where", () => {
    assert.isUndefined(compose([scope("user"), scope("project", [], untrusted)]).clamp)
    assert.include(compose([scope("user", [], invalid)]).clamp, '/cfg/user.jsonc:4 "maybe" is not a mode')
    const two = { problems: [{ ...problem, line: 0 }, problem] }
    assert.include(compose([scope("project", [], two)]).clamp, "/cfg/user.jsonc ")
    assert.include(compose([scope("project", [], two)]).clamp, "(and 1 more)")
  })

  it("takes the highest scope's mode, ask where none says", () => {
    assert.strictEqual(compose([]).mode, "ask")
    assert.strictEqual(compose([scope("user", [], withMode("auto"))]).mode, "auto")
    assert.strictEqual(
      compose([scope("user", [], withMode("auto")), scope("project", [], withMode("ask"))]).mode,
      "ask"
    )
    assert.strictEqual(
      compose([scope("preset", [], withMode("read_only")), scope("user", [], withMode("ask"))]).mode,
      "ask"
    )
    assert.strictEqual(compose([scope("user", [], withMode("ask"))], { modeOverride: "auto" }).mode, "auto")
  })

  it("takes the stricter of the modes with and without a file that only tightens", () => {
    const user = scope("user", [], withMode("ask"))
    assert.strictEqual(compose([user, scope("project", [], { mode: "read_only", ...untrusted })]).mode, "read_only")
    const strict = scope("user", [], withMode("read_only"))
    assert.strictEqual(compose([strict, scope("project", [], { mode: "ask", ...untrusted })]).mode, "read_only")
    assert.strictEqual(compose([scope("user", [], { mode: "auto", ...invalid })]).mode, "ask")
  })

  it("never lets a project's file set auto", () => {
    assert.strictEqual(compose([scope("project", [], withMode("auto"))]).mode, "ask")
  })

  it("lets nobody loosen a managed mode", () => {
    const managed = scope("managed", [], withMode("ask"))
    assert.strictEqual(compose([managed, scope("user", [], withMode("auto"))]).mode, "ask")
    assert.strictEqual(compose([managed], { modeOverride: "auto" }).mode, "ask")
    assert.strictEqual(compose([managed, scope("user", [], withMode("read_only"))]).mode, "read_only")
  })

  it("takes floors, wrappers and roots from the operator's sound files only", () => {
    const settings = {
      floorsByRule: ["privilege", "unread", "self-protection"],
      wrappers: ["mise"],
      workspaceRoots: ["/srv"]
    } as const
    const loosened = (scopes: ReadonlyArray<Scope>) => [
      ...compose(scopes).floorsByRule,
      ...wrappersOf(scopes),
      ...rootsOf(scopes)
    ]
    assert.deepStrictEqual(loosened([scope("user", [], settings)]), ["privilege", "mise", "/srv"])
    assert.deepStrictEqual(loosened([scope("managed", [], settings)]), ["privilege", "mise", "/srv"])
    assert.deepStrictEqual(loosened([scope("project", [], settings)]), [])
    assert.deepStrictEqual(loosened([scope("user", [], { ...settings, ...invalid })]), [])
  })

  it("leaves out another session's approvals", () => {
    const { pattern } = rule("bash make allow")
    const approvals = ["a", "b"].map((session) => ({ surface: "bash", pattern, floors: [], session }))
    assert.deepStrictEqual(compose([], { session: "a", approvals }).approvals, approvals.slice(0, 1))
    assert.deepStrictEqual(compose([], { approvals }).approvals, [])
  })
})
