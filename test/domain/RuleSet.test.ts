import { assert, describe, it } from "@effect/vitest"
import { compile } from "../../src/domain/Pattern.ts"
import { make, restricting } from "../../src/domain/RuleSet.ts"
import { form, group, lastRule, rule, ruleCases, ruleSet } from "../support/rules.ts"

describe("RuleSet", () => {
  it("finds the last rule that matches, as the labelled cases say", () => {
    for (const { matchedPattern, rules, state, surface, value } of ruleCases.evaluate) {
      const set = ruleSet(...rules.map((one) => `${one.surface} ${one.pattern} ${one.action}`))
      const found = lastRule(set, surface, form(value))
      assert.strictEqual(found?.state ?? "ask", state)
      assert.strictEqual(found?.pattern.source ?? null, matchedPattern)
    }
  })

  it("lets a rule on every surface speak of all but path and external_directory", () => {
    const set = ruleSet("* * deny")
    for (const surface of ["bash", "read", "write", "mcp", "invented"]) {
      assert.strictEqual(lastRule(set, surface, form("x"))?.state, "deny")
    }
    for (const surface of ["path", "external_directory"]) assert.isUndefined(lastRule(set, surface, form("x")))
  })

  it("orders the rules on every surface among the others", () => {
    assert.strictEqual(lastRule(ruleSet("bash ls allow", "* * deny"), "bash", form("ls"))?.state, "deny")
    assert.strictEqual(lastRule(ruleSet("* * deny", "bash ls allow"), "bash", form("ls"))?.state, "allow")
  })

  it("matches any spelling, and the tighter ones by asks and denies only", () => {
    const spelled = { spellings: ["hub:get", "hub"], tighter: ["base"] }
    assert.strictEqual(lastRule(ruleSet("mcp hub deny"), "mcp", spelled)?.state, "deny")
    assert.strictEqual(lastRule(ruleSet("mcp base deny"), "mcp", spelled)?.state, "deny")
    assert.strictEqual(lastRule(ruleSet("mcp base ask"), "mcp", spelled)?.state, "ask")
    assert.isUndefined(lastRule(ruleSet("mcp base allow"), "mcp", spelled))
  })

  it("compares asks and denies on paths without case, and allows exactly", () => {
    for (const surface of ["path", "external_directory", "read", "write"]) {
      assert.strictEqual(lastRule(ruleSet(`${surface} *.ENV deny`), surface, form("/w/.env"))?.state, "deny")
      assert.strictEqual(lastRule(ruleSet(`${surface} /W/* ask`), surface, form("/w/a"))?.state, "ask")
      assert.isUndefined(lastRule(ruleSet(`${surface} *.ENV allow`), surface, form("/w/.env")))
    }
    assert.isUndefined(lastRule(ruleSet("bash RM * deny"), "bash", form("rm a")))
    assert.strictEqual(lastRule(ruleSet("* *.ENV deny"), "read", form("/w/.env"))?.state, "deny")
  })

  it("denies by a pattern whose case changes its length when folded", () => {
    assert.strictEqual(lastRule(ruleSet("path /w/? deny"), "path", form("/w/İ"))?.state, "deny")
  })

  it("matches a rule by its resolved pattern too", () => {
    const resolved = rule("path /link/* deny", "user", { resolved: compile("/real/*", "/home/u") })
    const set = make([group("user", [], { rules: [resolved] })])
    assert.strictEqual(lastRule(set, "path", form("/real/a"))?.state, "deny")
    assert.strictEqual(lastRule(set, "path", form("/link/a"))?.state, "deny")
    assert.isUndefined(lastRule(set, "path", form("/other/a")))
  })

  it("takes a pattern too costly to match for everything when it restricts, and for nothing when it permits", () => {
    const costly = `*${"?a".repeat(2000)}*`
    assert.strictEqual(lastRule(ruleSet(`bash ${costly} deny`), "bash", form("ls"))?.state, "deny")
    assert.isUndefined(lastRule(ruleSet(`bash ${costly} allow`), "bash", form("?a".repeat(2000))))
  })

  it("lets no project rule loosen a final deny, and the operator's own later rule do", () => {
    const final = rule("bash rm * deny", "user", { final: true })
    const user = (...more: ReadonlyArray<string>) =>
      group("user", [], { rules: [final, ...more.map((one) => rule(one, "user"))] })
    const project = group("project", ["bash rm a allow"])
    const value = form("rm a")
    assert.strictEqual(lastRule(make([user(), project]), "bash", value), final)
    assert.strictEqual(lastRule(make([user("bash rm -rf * deny", "bash *a deny"), project]), "bash", value), final)
    assert.strictEqual(lastRule(make([user("bash rm a ask"), project]), "bash", value)?.state, "allow")
    assert.strictEqual(lastRule(make([group("user", ["bash rm * deny"]), project]), "bash", value)?.state, "allow")
  })

  it("finds a rule wherever its literal text stands, among thousands", () => {
    const noise = Array.from({ length: 3000 }, (_, at) => [
      `bash a${at} * ask`,
      `bash *z${at} ask`,
      `bash *m${at}x* ask`
    ])
    const set = ruleSet(
      ...noise.flat(),
      "bash git deny",
      "bash git push * deny",
      "bash *!end deny",
      "bash *mid*dle* deny"
    )
    for (const value of [
      "git",
      "git push",
      "git push x",
      "say !end",
      "a mid and dle b",
      "a17",
      "a17 b",
      "x z9",
      "m5x"
    ]) {
      assert.isDefined(lastRule(set, "bash", form(value)), value)
    }
    assert.strictEqual(lastRule(set, "bash", form("a17 b"))?.pattern.source, "a17 *")
    for (const value of ["gi", "git pull", "a 17", "z"]) assert.isUndefined(lastRule(set, "bash", form(value)), value)
  })

  it("finds an overruled ask or deny that names something", () => {
    const set = ruleSet("path * deny", "path *.env deny", "path * allow")
    assert.strictEqual(restricting(set, "path", form("x.env"))?.pattern.source, "*.env")
    assert.isUndefined(restricting(set, "path", form("x")))
  })

  it("knows of a deny anywhere", () => {
    assert.isFalse(ruleSet("bash * ask").anyDeny)
    assert.isTrue(make([group("managed", ["mcp x deny"]), group("user", [])]).anyDeny)
  })
})
