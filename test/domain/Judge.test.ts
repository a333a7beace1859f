import { assert, describe, it } from "@effect/vitest"
import type { Access, Form } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import type { FloorClass } from "../../src/domain/Floor.ts"
import { checkAccesses, judge } from "../../src/domain/Judge.ts"
import { compile } from "../../src/domain/Pattern.ts"
import { make } from "../../src/domain/RuleSet.ts"
import type { SessionApproval } from "../../src/domain/SessionApproval.ts"
import { authority, floors, form, group, name, path, rule, ruleCases, ruleSet, unit } from "../support/rules.ts"

const session = "s1"

const results = (by: Authority, ...accesses: ReadonlyArray<Access>) => judge(by, accesses, { session })

const states = (by: Authority, ...accesses: ReadonlyArray<Access>) =>
  results(by, ...accesses).map((result) => result.state)

const state = (by: Authority, access: Access) => states(by, access)[0]

const origin = (by: Authority, access: Access) => results(by, access)[0]?.origin

const inMode = (mode: Authority["mode"], ...rules: ReadonlyArray<string>) => authority(ruleSet(...rules), { mode })

const approval = (pattern: string, classes: ReadonlyArray<FloorClass> = [], more: Partial<SessionApproval> = {}) => ({
  surface: "bash",
  pattern: compile(pattern, "/home/u"),
  floors: classes,
  session,
  ...more
})

const ask = inMode("ask")
const reads = { proof: { read: true } } as const
const outside = path("external_directory", "/out/k")
const secret = (...values: ReadonlyArray<string>) =>
  path("path", values[0] ?? "/w/.env", { secret: "an .env file", forms: values.map((value): Form => form(value)) })
const anyPath = path("external_directory", "$X", { forms: [], unresolved: "it expands $X" })

describe("the mode's default", () => {
  it("allows proven reads, and asks for the rest in ask", () => {
    assert.deepStrictEqual(
      states(
        ask,
        unit("ls", reads),
        unit("make"),
        name("hub", "*"),
        path("read", "/w/a"),
        path("write", "/w/a", { direction: "write" })
      ),
      ["allow", "ask", "ask", "allow", "ask"]
    )
  })

  it("denies the rest in read_only", () => {
    const by = inMode("read_only")
    assert.deepStrictEqual(states(by, unit("ls", reads), unit("make"), name("hub", "*"), path("read", "/w/a")), [
      "allow",
      "deny",
      "deny",
      "allow"
    ])
    assert.strictEqual(state(by, unit("ls", { ...reads, floors: floors("opaque") })), "deny")
  })

  it("allows in auto, secrets too, and asks for what leaves the workspace", () => {
    const by = inMode("auto")
    assert.deepStrictEqual(states(by, unit("make"), secret("/w/.env"), outside, anyPath), [
      "allow",
      "allow",
      "ask",
      "ask"
    ])
  })

  it("asks for what leaves the workspace and for secrets in every other mode", () => {
    for (const mode of ["ask", "read_only"] as const) {
      assert.deepStrictEqual(states(inMode(mode), outside, secret("/w/.env"), anyPath), ["ask", "ask", "ask"])
    }
    assert.strictEqual(origin(ask, path("external_directory", "/w/a", { inside: true })), "inside")
  })

  it("leaves a path without a rule to its tool's own surface", () => {
    assert.strictEqual(state(ask, path("path", "/w/a", { direction: "unknown" })), "allow")
  })

  it("asks for an access of which nothing is known", () => {
    const by = inMode("ask", "bash * allow", "path * allow", "external_directory * allow")
    assert.strictEqual(state(by, unit("ls", { forms: [] })), "ask")
    assert.strictEqual(state(inMode("ask", "path * allow"), path("path", "/w/a", { forms: [] })), "ask")
  })
})

describe("rules", () => {
  it("let the last that matches win in each form, and the stricter form hold", () => {
    const by = inMode("ask", "path /link/* allow", "path /real/* deny")
    assert.strictEqual(state(by, path("path", "/link/a")), "allow")
    assert.strictEqual(state(by, path("path", "/link/a", { forms: [form("/link/a"), form("/real/a")] })), "deny")
  })

  it("answer for leaving the workspace by external_directory first, then by a path rule that names something", () => {
    assert.strictEqual(state(inMode("ask", "external_directory * allow"), outside), "allow")
    assert.strictEqual(state(inMode("ask", "path /out/* allow"), outside), "allow")
    assert.strictEqual(state(inMode("ask", "path * allow"), outside), "ask")
    assert.strictEqual(state(inMode("ask", "path /out/* allow", "external_directory * deny"), outside), "deny")
    assert.strictEqual(state(inMode("ask", "path /out/* deny", "external_directory /out/* allow"), outside), "allow")
  })

  it("answer a secret only by naming something", () => {
    assert.strictEqual(state(inMode("ask", "path *.env allow"), secret("/w/.env")), "allow")
    assert.strictEqual(state(inMode("ask", "path * allow"), secret("/w/.env")), "ask")
    assert.strictEqual(state(inMode("ask", "path *.env allow", "path * allow"), secret("/w/.env")), "allow")
    assert.strictEqual(state(inMode("ask", "path *.env deny", "path * allow"), secret("/w/.env")), "ask")
    assert.strictEqual(state(inMode("ask", "path *.env allow", "path * ask"), secret("/w/.env")), "ask")
    assert.strictEqual(state(inMode("ask", "path * deny"), secret("/w/.env")), "deny")
    assert.strictEqual(state(inMode("ask", "external_directory /out/* allow"), secret("/out/.env")), "allow")
    assert.strictEqual(state(inMode("ask", "external_directory * allow"), secret("/out/.env")), "ask")
    assert.strictEqual(state(inMode("ask", "path *.env allow"), secret("/w/x", "/w/.env")), "ask")
  })

  it("carry a deny on read or write over to a command's path, but no allow and no deny of every tool", () => {
    const cat = path("path", "/w/a", { deniedAlsoBy: ["read"] })
    assert.strictEqual(state(inMode("ask", "read /w/* deny"), cat), "deny")
    assert.strictEqual(state(inMode("ask", "write /w/* deny"), cat), "allow")
    assert.strictEqual(state(inMode("ask", "path /w/* ask", "read /w/* allow"), cat), "ask")
    assert.strictEqual(state(inMode("ask", "* /w/* deny"), cat), "deny")
    assert.strictEqual(state(inMode("ask", "* * deny", "bash * allow"), cat), "allow")
  })

  it("allow a path that might be any only where they speak of every path", () => {
    const open = "external_directory * allow"
    assert.strictEqual(state(inMode("ask", open), anyPath), "allow")
    assert.strictEqual(state(inMode("ask", "external_directory /out/* allow"), anyPath), "ask")
    assert.strictEqual(state(inMode("ask", "external_directory ?* allow"), anyPath), "ask")
    for (const surface of ["path", "read", "external_directory"]) {
      assert.strictEqual(state(inMode("ask", open, `${surface} *.env deny`), anyPath), "ask")
    }
    assert.strictEqual(state(inMode("ask", "path *.env deny", "path * allow", open), anyPath), "allow")
    assert.strictEqual(state(inMode("ask", open, "write *.env deny"), anyPath), "allow")
    assert.strictEqual(state(inMode("ask", open, "path * deny"), anyPath), "deny")
    assert.strictEqual(
      state(inMode("ask", open, "external_directory * deny", "external_directory /a allow"), anyPath),
      "deny"
    )
  })
})

describe("a transparent wrapper", () => {
  const wrapping = (value: string, wrapper: string, ...inner: ReadonlyArray<number>) =>
    unit(value, { wraps: { name: wrapper, inner } })
  const calls = [wrapping("nice rm a", "nice", 1), unit("rm a")]

  it("takes what it runs for its own answer", () => {
    assert.deepStrictEqual(states(inMode("ask", "bash rm * allow"), ...calls), ["allow", "allow"])
    assert.deepStrictEqual(states(inMode("ask", "bash rm * deny"), ...calls), ["deny", "deny"])
    assert.deepStrictEqual(states(inMode("ask", "bash * allow", "bash rm * ask"), ...calls), ["ask", "ask"])
    assert.strictEqual(results(inMode("ask", "bash rm * allow"), ...calls)[0]?.origin, "wraps")
  })

  it("takes the strictest of all that it runs, wherever that stands", () => {
    const by = inMode("ask", "bash ls allow", "bash rm * deny")
    const both = (...inner: ReadonlyArray<number>) => [
      wrapping("xargs sh", "xargs", ...inner),
      unit("ls"),
      unit("rm a")
    ]
    assert.strictEqual(states(by, ...both(1, 2))[0], "deny")
    assert.strictEqual(states(by, ...both(2, 1))[0], "deny")
  })

  it("is judged by a rule that begins with its name, and by any deny", () => {
    assert.deepStrictEqual(states(inMode("ask", "bash nice * ask", "bash rm * allow"), ...calls), ["ask", "allow"])
    assert.deepStrictEqual(states(inMode("ask", "bash ni* ask", "bash rm * allow"), ...calls), ["allow", "allow"])
    assert.deepStrictEqual(states(inMode("ask", "bash rm * allow", "bash *rm a deny", "bash rm a allow"), ...calls), [
      "deny",
      "allow"
    ])
  })

  it("reads only when what it runs does", () => {
    const by = inMode("read_only")
    assert.deepStrictEqual(states(by, wrapping("nice ls", "nice", 1), unit("ls", reads)), ["allow", "allow"])
    assert.deepStrictEqual(states(by, ...calls), ["deny", "deny"])
  })

  it("asks when what it runs is not among the accesses, or is itself", () => {
    const by = inMode("ask", "bash x allow")
    assert.strictEqual(state(by, wrapping("nice rm a", "nice", 5)), "ask")
    assert.strictEqual(state(by, wrapping("nice rm a", "nice", 0)), "ask")
    assert.deepStrictEqual(states(by, wrapping("nice a", "nice", 1), wrapping("nice b", "nice", 0)), ["ask", "ask"])
  })

  it("may nest as deep as a command is long", () => {
    const deep = Array.from({ length: 20_000 }, (_, place) => wrapping("env x", "env", place + 1))
    assert.isTrue(states(inMode("ask", "bash ls allow"), ...deep, unit("ls")).every((one) => one === "allow"))
  })
})

describe("session approvals", () => {
  const approved = (approvals: ReadonlyArray<SessionApproval>, ...rules: ReadonlyArray<string>) =>
    authority(ruleSet(...rules), { approvals })

  it("turn an ask of a rule or a default into an allow, for the session and surface they were given on", () => {
    assert.strictEqual(origin(approved([approval("make *")]), unit("make all")), "session")
    assert.strictEqual(state(approved([approval("make *")], "bash make * ask"), unit("make all")), "allow")
    assert.strictEqual(state(approved([approval("make *", [], { session: "s2" })]), unit("make all")), "ask")
    assert.strictEqual(state(approved([approval("make *", [], { surface: "mcp" })]), unit("make all")), "ask")
    assert.strictEqual(judge(approved([approval("make *")]), [unit("make")], { session: undefined })[0]?.state, "ask")
  })

  it("never touch a deny", () => {
    assert.strictEqual(state(approved([approval("make *")], "bash make * deny"), unit("make all")), "deny")
    const by = authority(ruleSet(), { mode: "read_only", approvals: [approval("make *")] })
    assert.strictEqual(state(by, unit("make all")), "deny")
  })

  it("lift the floors that were seen, all of them or none, and never unread or self-protection", () => {
    const floored = (...classes: ReadonlyArray<FloorClass>) => unit("make all", { floors: floors(...classes) })
    assert.strictEqual(state(approved([approval("make *")]), floored("opaque")), "ask")
    assert.strictEqual(state(approved([approval("make *", ["opaque"])]), floored("opaque")), "allow")
    assert.strictEqual(state(approved([approval("make *", ["opaque"])]), floored("opaque", "privilege")), "ask")
    for (const one of ["unread", "self-protection"] as const) {
      assert.strictEqual(state(approved([approval("make *", [one])]), floored(one)), "ask")
    }
  })

  it("have to name every form", () => {
    const by = approved([approval("/out/*", [], { surface: "external_directory" })])
    assert.strictEqual(state(by, outside), "allow")
    assert.strictEqual(state(by, { ...outside, forms: [form("/out/k"), form("/etc/k")] }), "ask")
    assert.strictEqual(state(approved([approval("*", [], { surface: "external_directory" })]), anyPath), "ask")
  })
})

describe("floors", () => {
  const sudo = unit("sudo rm a", { floors: floors("privilege") })
  const lenient = (...rules: ReadonlyArray<string>) =>
    authority(ruleSet(...rules), { floorsByRule: new Set(["privilege", "unread", "self-protection"]) })

  it("turn an allow into an ask, and leave a deny", () => {
    assert.strictEqual(origin(inMode("ask", "bash * allow"), sudo), "floor")
    assert.strictEqual(state(inMode("ask", "bash sudo * deny"), sudo), "deny")
  })

  it("are answered by a rule that names the unit, where the operator says so", () => {
    assert.strictEqual(state(lenient("bash sudo * allow"), sudo), "allow")
    assert.strictEqual(state(inMode("ask", "bash sudo * allow"), sudo), "ask")
    assert.strictEqual(state(lenient("bash * allow"), sudo), "ask")
    assert.strictEqual(state(lenient("bash su* allow"), sudo), "ask")
    assert.strictEqual(state(lenient("bash sudo * allow", "bash * allow"), sudo), "allow")
    assert.strictEqual(state(lenient("bash sudo * allow", "bash *rm* ask", "bash * allow"), sudo), "ask")
    for (const one of ["unread", "self-protection"] as const) {
      assert.strictEqual(state(lenient("bash sudo * allow"), unit("sudo rm a", { floors: floors(one) })), "ask")
    }
  })
})

describe("the clamp", () => {
  it("turns every allow into an ask, in auto too", () => {
    for (const mode of ["ask", "auto"] as const) {
      const by = authority(ruleSet("bash * allow"), { mode, clamp: "policy.jsonc:3 is not JSON" })
      assert.deepStrictEqual(states(by, unit("ls", reads), unit("make")), ["ask", "ask"])
      assert.strictEqual(origin(by, unit("ls", reads)), "clamp")
    }
  })
})

describe("auto", () => {
  it("lifts the asks of rules, and keeps allows and denies, as the labelled cases say", () => {
    for (const { rewritten, rules } of ruleCases["yolo-rewrite"]) {
      const by = inMode("auto", ...rules.map((one) => `${one.surface} ${one.pattern} ${one.action}`))
      for (const { action, surface } of rewritten) {
        assert.strictEqual(state(by, name(surface === "*" ? "invented" : surface, "x")), action)
      }
    }
    assert.strictEqual(origin(inMode("auto", "bash * ask"), unit("make")), "yolo")
    assert.strictEqual(state(inMode("auto", "bash * deny"), unit("make")), "deny")
  })

  it("lifts the floors that only warn", () => {
    for (const one of ["opaque", "privilege", "executing-environment", "unread"] as const) {
      assert.strictEqual(state(inMode("auto"), unit("x", { floors: floors(one) })), "allow")
    }
  })

  it("never lifts self-protection, nor unread text while any deny exists", () => {
    assert.strictEqual(state(inMode("auto"), unit("x", { floors: floors("self-protection") })), "ask")
    assert.strictEqual(state(inMode("auto", "bash x ask"), unit("x", { floors: floors("self-protection") })), "ask")
    assert.strictEqual(state(inMode("auto", "mcp y deny"), unit("x", { floors: floors("unread") })), "ask")
  })

  it("leaves the workspace only by a rule that allows it", () => {
    assert.strictEqual(state(inMode("auto", "external_directory * ask"), outside), "ask")
    assert.strictEqual(state(inMode("auto", "path /out/* ask"), outside), "ask")
    assert.strictEqual(state(inMode("auto", "external_directory /out/* allow"), outside), "allow")
    assert.strictEqual(state(inMode("auto", "external_directory /out/* allow"), anyPath), "ask")
  })
})

describe("managed denies", () => {
  const managed = (rules: ReadonlyArray<string>, user: ReadonlyArray<string>, more: Partial<Authority> = {}) =>
    authority(make([group("managed", rules), group("user", user)]), more)

  it("have the last word over rules, approvals and auto", () => {
    const more = { mode: "auto", approvals: [approval("rm *")] } as const
    assert.strictEqual(origin(managed(["bash rm * deny"], ["bash * allow"], more), unit("rm a")), "managed")
    assert.strictEqual(
      state(managed(["read /w/* deny"], ["path * allow"]), path("path", "/w/a", { deniedAlsoBy: ["read"] })),
      "deny"
    )
  })

  it("are bounded by later rules of the managed file alone", () => {
    const rules = ["bash rm * deny", "bash rm a allow"]
    assert.strictEqual(state(managed(rules, ["bash rm * allow"]), unit("rm a")), "allow")
    assert.strictEqual(state(managed(rules, ["bash rm * allow"]), unit("rm b")), "deny")
  })

  it("hold for a path that might be any", () => {
    const open = ["external_directory * allow", "path * allow"]
    assert.strictEqual(state(managed(["path * deny"], open), anyPath), "deny")
    assert.strictEqual(state(managed(["path * ask", "path *.env deny"], open), anyPath), "ask")
    assert.strictEqual(state(managed(["path * ask"], open), anyPath), "allow")
  })
})

describe("a file that only tightens", () => {
  it("holds where it is stricter, and not where it is looser", () => {
    const by = authority(
      make([
        group("user", ["bash * allow"]),
        group("project", ["bash rm * deny", "bash rm a allow", "bash make * ask"], { tightensOnly: true })
      ])
    )
    assert.deepStrictEqual(states(by, unit("ls"), unit("rm b"), unit("make"), unit("rm a")), [
      "allow",
      "deny",
      "ask",
      "allow"
    ])
    const loose = authority(
      make([group("user", ["bash * deny"]), group("project", ["bash * allow"], { tightensOnly: true })])
    )
    assert.strictEqual(state(loose, unit("ls")), "deny")
  })

  it("stands or falls with its agent section, and apart from other files", () => {
    const doubtful = { tightensOnly: true } as const
    const sections = [group("project", ["bash rm * deny"], doubtful), group("project", ["bash rm * allow"], doubtful)]
    assert.strictEqual(state(authority(make([group("user", ["bash * allow"]), ...sections])), unit("rm a")), "allow")
    const apart = [group("user", ["bash rm * deny"], doubtful), group("project", ["bash rm * allow"], doubtful)]
    assert.strictEqual(state(authority(make(apart)), unit("rm a")), "deny")
  })
})

describe("an answer", () => {
  it("names the rule, its place and its reason", () => {
    const why = rule("bash rm * deny", "user", { reason: "use trash" })
    const by = authority(make([group("user", [], { rules: [why] })]))
    assert.strictEqual(results(by, unit("rm a"))[0]?.reason, "rule `rm *` (user.jsonc:7) denies it: use trash")
    assert.strictEqual(results(by, unit("rm a"))[0]?.rule, why)
    assert.include(results(ask, unit("make"))[0]?.reason, "`make` may write")
  })

  it("gives every class of floor, and the floors in force", () => {
    const by = authority(ruleSet("bash sudo * allow"), { floorsByRule: new Set(["privilege"]) })
    const access = unit("sudo x", { floors: floors("privilege", "opaque") })
    const checked = checkAccesses(call, by, [access])
    assert.deepStrictEqual(checked.floors, ["privilege", "opaque"])
    assert.deepStrictEqual(checked.decisive.floors, floors("opaque"))
  })
})

const call = { tool: "bash", input: {}, cwd: "/w", workspace: "/w", session }

describe("a call", () => {
  it("takes the strictest of its accesses, which decides", () => {
    const by = inMode("ask", "bash rm * deny")
    const checked = checkAccesses(call, by, [unit("ls", reads), unit("make"), unit("rm a"), unit("rm b")])
    assert.deepStrictEqual(
      checked.results.map((result) => result.state),
      ["allow", "ask", "deny", "deny"]
    )
    assert.strictEqual(checked.state, "deny")
    assert.strictEqual(checked.decisive.access.value, "rm a")
  })

  it("is never allowed without an access", () => {
    for (const mode of ["ask", "auto"] as const) {
      assert.strictEqual(checkAccesses(call, inMode(mode, "bash * allow"), []).state, "ask")
    }
    assert.strictEqual(checkAccesses(call, inMode("ask", "bash * deny"), []).state, "deny")
    assert.strictEqual(checkAccesses(call, inMode("read_only"), []).state, "deny")
  })
})
