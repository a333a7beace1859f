/**
 * What live authority may ask answers what the gate would say.
 */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CheckedCall } from "../../src/domain/CheckResult.ts"
import { PermissionState } from "../../src/domain/PermissionState.ts"
import { defer, deny } from "../../src/domain/Verdict.ts"
import { PermissionQuery, type QueriedPermission } from "../../src/services/PermissionQuery.ts"
import { Portcullis } from "../../src/services/Portcullis.ts"
import { guard, scopeOf } from "./chains.ts"
import { seed } from "./worlds.ts"

// Hundreds of calls judged in each run, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const lines = ["", "ls", "make", "make; ls", "sudo make", "cat /out/k", "cat .env", "echo x > b", "eval $X", "a 'b"]
const paths = ["a.txt", "/w/a.txt", "/out/k", ".env", "~/x", "~root/x", "/dev/null", "../out/k", "/w/./a.txt"]
const urls = ["https://a.example/x", "http://b.example", "file:///out/k"]

/** The values asked about by surface, each with the calls whose gate answers it. */
const values: Readonly<Record<string, ReadonlyArray<readonly [value: string, input: unknown, tool?: string]>>> = {
  bash: lines.map((line) => [line, { command: line }]),
  read: paths.map((path) => [path, { path }]),
  write: paths.map((path) => [path, { path }]),
  edit: paths.map((path) => [path, { file_path: path }]),
  grep: paths.map((path) => [path, { path, pattern: "x" }]),
  mcp: [
    ["hub:get", { server: "hub", tool: "get" }],
    ["mcp__hub__get", {}, "mcp__hub__get"],
    ["hub", { server: "hub" }],
    ["hub:*", { server: "hub", tool: "*" }]
  ],
  webfetch: urls.map((url) => [url, { url }]),
  websearch: [["how to", { query: "how to" }]],
  skill: [["deploy", { skill: "deploy" }]],
  task: [["builder", { subagent_type: "builder" }]],
  gadget: [["*", {}]]
}
const surfaces = Object.keys(values)

const patterns = [
  "*",
  "*",
  "make *",
  "ls *",
  "sudo *",
  "/out/*",
  "*.env",
  "a.txt",
  "hub:get",
  "hub_get",
  "hub",
  "hub:*",
  "https://a.example/*",
  "how *",
  "deploy",
  "builder"
] as const

const RuleOf = Schema.Struct({
  surface: Schema.Literals([
    "*",
    "path",
    "external_directory",
    "bash",
    "read",
    "write",
    "mcp",
    "webfetch",
    "skill",
    "gadget"
  ]),
  pattern: Schema.Literals(patterns),
  state: PermissionState
})

const World = Schema.Struct({
  rules: Schema.Array(RuleOf).check(Schema.isMaxLength(5)),
  agentRules: Schema.Array(RuleOf).check(Schema.isMaxLength(2)),
  mode: Schema.Literals(["ask", "read_only", "auto"]),
  clamped: Schema.Boolean,
  other: Schema.Boolean
})
type World = typeof World.Type

const permission = (rules: World["rules"]) => {
  const surfaces: Record<string, Record<string, string>> = {}
  for (const { pattern, state, surface } of rules) surfaces[surface] = { ...surfaces[surface], [pattern]: state }
  return surfaces
}

const scopesOf = (world: World) => [
  scopeOf(
    "user",
    JSON.stringify({
      permission: permission(world.rules),
      agents: { other: { permission: permission(world.agentRules) } },
      authorizerChain: ["curious"]
    })
  ),
  ...(world.clamped ? [scopeOf("project", `{ "oops": 1 }`)] : [])
]

/** Hands a query of an ask to `look`, in the mode of a world. */
const asking = <A>(
  world: World,
  look: (query: PermissionQuery["Service"], portcullis: Portcullis["Service"]) => Effect.Effect<A>
) =>
  Effect.gen(function* () {
    const portcullis = yield* Portcullis
    let seen: A | undefined
    const curious = Effect.gen(function* () {
      seen = yield* look(yield* PermissionQuery, portcullis)
      return defer
    })
    yield* Effect.orDie(portcullis.registerAuthorizer("curious", () => curious))
    // A call that asks in every mode but one: where it is decided, there is no ask, and so nothing to query.
    const { trail } = yield* portcullis.decide(call("read", { path: "/asks/of/nobody" }, undefined), {
      mode: world.mode
    })
    const failed = trail.find(({ cause }) => cause === "died" || cause === "failed")
    assert.isUndefined(failed, failed?.reason)
    return seen
  }).pipe(
    Effect.provide(
      guard(
        scopesOf(world),
        { decidedBy: "policy", authorize: () => Effect.succeed(deny()) },
        { append: () => Effect.succeed("written" as const) }
      ),
      { local: true }
    )
  )

const call = (tool: string, input: unknown, agent: string | undefined) => ({
  tool,
  input,
  cwd: "/w",
  workspace: "/w",
  session: "here",
  agent
})

/** What is compared: each access with all that was said of it. */
const told = ({ decisive, results, state }: CheckedCall) => ({ state, decisive, results })
const toldBy = ({ checks, ...decisive }: QueriedPermission) => ({ state: decisive.state, decisive, results: checks })

describe(`the query (SEED=${seed})`, () => {
  it.effect.prop(
    "query parity",
    { world: World },
    Effect.fnUntraced(function* ({ world }) {
      const agent = world.other ? "other" : undefined
      yield* asking(
        world,
        Effect.fnUntraced(function* (query, portcullis) {
          const gate = (tool: string, input: unknown) =>
            portcullis.check(call(tool, input, agent), { mode: world.mode })
          for (const surface of surfaces) {
            const states: Array<PermissionState> = []
            for (const [value, input, tool = surface] of values[surface] ?? []) {
              const answered = yield* query.checkPermission(surface, value, agent)
              const checked = yield* gate(tool, input)
              assert.deepStrictEqual(toldBy(answered).state, checked.state, `${surface} ${value}`)
              if (surface !== "mcp") assert.deepStrictEqual(toldBy(answered), told(checked), `${surface} ${value}`)
              states.push(checked.state)
            }
            const whole = yield* query.getToolPermission(surface, agent)
            const why = `${surface} is ${whole}, and its values ${states.join(" ")}`
            if (whole !== "ask")
              assert.isTrue(
                states.every((state) => state === whole),
                why
              )
          }
          for (const path of paths) {
            const leaving = yield* query.checkPermission("external_directory", path, agent)
            const { results } = yield* gate("read", { path })
            const all = results.filter(({ access }) => access.surface === "external_directory")
            if (all.length > 0) assert.deepStrictEqual(leaving.checks, all, path)
            else if (!world.clamped) assert.deepStrictEqual([leaving.state, leaving.origin], ["allow", "inside"], path)
          }
        })
      )
    }),
    { arbitrary: { runs: 60, seed } }
  )

  const world: World = { rules: [], agentRules: [], mode: "ask", clamped: false, other: false }
  const rule = (
    surface: World["rules"][number]["surface"],
    pattern: (typeof patterns)[number],
    state: PermissionState
  ) => ({
    surface,
    pattern,
    state
  })

  it.effect("answers for everything where no value is given", () =>
    Effect.gen(function* () {
      const rules = [rule("bash", "*", "allow"), rule("bash", "make *", "deny"), rule("mcp", "*", "deny")]
      const states = yield* asking({ ...world, rules }, (query) =>
        Effect.all(
          ["bash", "mcp", "read", "external_directory", "gadget"].map((surface) =>
            Effect.map(query.checkPermission(surface), ({ state }) => state)
          )
        )
      )
      assert.deepStrictEqual(states, ["allow", "deny", "allow", "ask", "ask"])
    })
  )

  it.effect("knows every spelling of an MCP tool, and restricts where it could be several", () =>
    Effect.gen(function* () {
      const states = (rules: World["rules"], names: ReadonlyArray<string>) =>
        asking({ ...world, rules }, (query) =>
          Effect.all(names.map((name) => Effect.map(query.checkPermission("mcp", name), ({ state }) => state)))
        )
      const spellings = ["hub:get", "hub_get", "mcp__hub__get"]
      for (const pattern of ["hub:get", "hub_get", "hub"] as const) {
        assert.deepStrictEqual(yield* states([rule("mcp", pattern, "allow")], spellings), ["allow", "allow", "allow"])
      }
      // `hub_get` might be a server of that name, and `my_hub` one that a rule denies whole.
      const denied = [rule("mcp", "*", "allow"), rule("mcp", "hub:*", "deny")]
      assert.deepStrictEqual(yield* states(denied, ["hub_get", "hub", "hub:x", "pub_get"]), [
        "deny",
        "deny",
        "deny",
        "allow"
      ])
    })
  )

  it.effect("says of a tool only what holds for every value", () =>
    Effect.gen(function* () {
      const whole = (tool: string, rules: World["rules"], mode: World["mode"] = "ask") =>
        asking({ ...world, rules, mode }, (query) => query.getToolPermission(tool))
      assert.strictEqual(yield* whole("bash", [rule("bash", "*", "deny")]), "deny")
      assert.strictEqual(yield* whole("bash", [rule("bash", "*", "deny"), rule("bash", "ls *", "allow")]), "ask")
      assert.strictEqual(yield* whole("skill", [rule("skill", "*", "allow")]), "allow")
      assert.strictEqual(yield* whole("skill", [rule("skill", "*", "allow"), rule("skill", "deploy", "ask")]), "ask")
      assert.strictEqual(yield* whole("skill", []), "ask")
      assert.strictEqual(yield* whole("skill", [], "auto"), "allow")
      assert.strictEqual(yield* whole("gadget", [rule("gadget", "*", "allow")]), "allow")
      // Whatever the rules say of commands, one that asks more rights, or that changes them, asks.
      assert.strictEqual(yield* whole("bash", [rule("bash", "*", "allow")]), "ask")
      assert.strictEqual(yield* whole("edit", [rule("write", "*", "deny")]), "deny")
    })
  )

  it.effect("takes a command line where the asked call's shell stands", () =>
    Effect.gen(function* () {
      const portcullis = yield* Portcullis
      let value: string | undefined
      const curious = Effect.gen(function* () {
        const query = yield* PermissionQuery
        const { checks } = yield* query.checkPermission("bash", "cat k")
        value = checks.find(({ access }) => access.surface === "external_directory")?.access.value
        return defer
      })
      yield* Effect.orDie(portcullis.registerAuthorizer("curious", () => curious))
      yield* portcullis.decide(call("bash", { command: "cat k", cwd: "/out" }, undefined))
      assert.strictEqual(value, "/out/k")
    }).pipe(
      Effect.provide(
        guard(
          scopesOf(world),
          { decidedBy: "policy", authorize: () => Effect.succeed(deny()) },
          { append: () => Effect.succeed("written" as const) }
        )
      )
    )
  )
})
