import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import type { ToolCall } from "../../src/domain/ToolCall.ts"
import type { WorkspaceView } from "../../src/domain/WorkspaceView.ts"
import * as Engine from "../../src/layers/Engine.ts"
import { nodeWorkspaceView } from "../../src/layers/NodeWorkspaceView.ts"
import { Operator } from "../../src/services/Operator.ts"
import { PolicySource } from "../../src/services/PolicySource.ts"
import { type CheckOptions, Portcullis } from "../../src/services/Portcullis.ts"
import { TrustStore } from "../../src/services/TrustStore.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

interface Ground {
  readonly root: string
  readonly home: string
  readonly user: string
  readonly workspace: string
  readonly project: string
}

const newGround = (): Ground => {
  const root = temporaryDirectory()
  const workspace = path.join(root, "work")
  fs.mkdirSync(workspace)
  writeOwn(path.join(workspace, "a.txt"), "a")
  return {
    root,
    home: path.join(root, "home"),
    user: path.join(root, "config", "portcullis", "policy.jsonc"),
    workspace,
    project: path.join(workspace, ".portcullis", "policy.jsonc")
  }
}

const provided = (ground: Ground, options: Engine.Options = {}) =>
  Layer.fresh(
    Engine.layerFiles({
      home: ground.home,
      uid,
      configHome: path.join(ground.root, "config"),
      stateHome: path.join(ground.root, "state"),
      managedFile: path.join(ground.root, "etc", "policy.jsonc"),
      managedOwner: uid,
      ...options
    })
  )

const callOf = (ground: Ground, tool: string, input: unknown, agent?: string): ToolCall => ({
  tool,
  input,
  cwd: ground.workspace,
  workspace: ground.workspace,
  agent
})

const bash = (ground: Ground, command: string): ToolCall => callOf(ground, "bash", { command })

const check = (call: ToolCall, options?: CheckOptions) =>
  Portcullis.use((portcullis) => portcullis.check(call, options))

const stateOf = (call: ToolCall, options?: CheckOptions) => Effect.map(check(call, options), ({ state }) => state)

describe("the gate", () => {
  it.live("without a file allows proven reads and asks for the rest", () => {
    const ground = newGround()
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "ls")), "allow")
      assert.strictEqual(yield* stateOf(bash(ground, "make")), "ask")
      assert.strictEqual(yield* stateOf(callOf(ground, "read", { path: "a.txt" })), "allow")
      assert.strictEqual(yield* stateOf(callOf(ground, "write", { path: "a.txt", content: "" })), "ask")
      assert.strictEqual(yield* stateOf(callOf(ground, "something", {})), "ask")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("answers by the user's rules, and names the line", () => {
    const ground = newGround()
    writeOwn(ground.user, `{"permission": {"bash": {\n"make *": "allow",\n"make rm": "deny"}}}`)
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "make all")), "allow")
      const denied = yield* check(bash(ground, "make rm"))
      assert.strictEqual(denied.state, "deny")
      assert.deepStrictEqual([denied.decisive.rule?.origin.file, denied.decisive.rule?.origin.line], [ground.user, 3])
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("lets a project's file loosen only once it is trusted, and tighten at once", () => {
    const ground = newGround()
    writeOwn(ground.project, `{"permission": {"bash": {"make *": "allow", "ls *": "deny"}}}`)
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "make")), "ask")
      assert.strictEqual(yield* stateOf(bash(ground, "ls")), "deny")
      const store = yield* TrustStore
      yield* store.trust(yield* store.diff(ground.project))
      assert.strictEqual(yield* stateOf(bash(ground, "make")), "allow")
      assert.strictEqual(yield* stateOf(bash(ground, "ls")), "deny")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("clamps while a file is invalid, and keeps its denies", () => {
    const ground = newGround()
    writeOwn(ground.user, `{"permission": {"bash": {"*": "allow", "rm *": "deny"}}, "oops": 1}`)
    return Effect.gen(function* () {
      const asked = yield* check(bash(ground, "ls"))
      assert.strictEqual(asked.state, "ask")
      assert.strictEqual(asked.decisive.origin, "clamp")
      assert.include(asked.decisive.reason, `${ground.user}:1`)
      assert.strictEqual(yield* stateOf(bash(ground, "rm x")), "deny")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("takes the agent's section after the rules for all", () => {
    const ground = newGround()
    writeOwn(
      ground.user,
      `{"permission": {"bash": {"make *": "allow"}}, "agents": {"docs": {"permission": {"bash": {"make *": "deny"}}}}}`
    )
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "make")), "allow")
      assert.strictEqual(yield* stateOf({ ...bash(ground, "make"), agent: "docs" }), "deny")
      assert.strictEqual(yield* stateOf({ ...bash(ground, "make"), agent: "other" }), "allow")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("takes the operator's mode over the files', and a call's over both", () => {
    const ground = newGround()
    writeOwn(ground.user, `{"mode": "auto"}`)
    const make = bash(ground, "make")
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(make), "allow")
      assert.strictEqual(
        yield* stateOf(make).pipe(Effect.provide(provided(ground, { mode: "read_only" }), { local: true })),
        "deny"
      )
      assert.strictEqual(yield* stateOf(make, { mode: "ask" }), "ask")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("judges the next call by a file that was changed after the last", () => {
    const ground = newGround()
    return Effect.gen(function* () {
      for (const [state, text] of [
        ["allow", `{"permission": {"bash": {"make *": "allow"}}}`],
        ["deny", `{"permission": {"bash": {"make *": "deny" }}}`],
        ["ask", "{}"]
      ] as const) {
        writeOwn(ground.user, text)
        assert.strictEqual(yield* stateOf(bash(ground, "make")), state)
      }
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("counts the operator's roots as inside", () => {
    const ground = newGround()
    const lib = path.join(ground.root, "lib")
    writeOwn(path.join(lib, "b.txt"), "b")
    const read = callOf(ground, "read", { path: path.join(lib, "b.txt") })
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(read), "ask")
      writeOwn(ground.user, `{"workspaceRoots": [${JSON.stringify(lib)}]}`)
      assert.strictEqual(yield* stateOf(read), "allow")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("holds a rule on a path to where its links lead, as they are at each call", () => {
    const ground = newGround()
    const [one, two, link] = ["one", "two", "link"].map((name) => path.join(ground.root, name))
    writeOwn(path.join(one ?? "", "k"), "k")
    writeOwn(path.join(two ?? "", "k"), "k")
    fs.symlinkSync("one", link ?? "")
    writeOwn(ground.user, `{"permission": {"external_directory": "allow", "path": {"${link}/*": "deny"}}}`)
    return Effect.gen(function* () {
      const read = (directory = "") => stateOf(callOf(ground, "read", { path: path.join(directory, "k") }))
      assert.deepStrictEqual([yield* read(one), yield* read(two), yield* read(link)], ["deny", "allow", "deny"])
      fs.rmSync(link ?? "")
      fs.symlinkSync("two", link ?? "")
      assert.deepStrictEqual([yield* read(one), yield* read(two), yield* read(link)], ["allow", "deny", "deny"])
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("protects its own files wherever the operator keeps them", () => {
    const ground = newGround()
    const named = path.join(ground.workspace, "named.jsonc")
    writeOwn(named, `{"permission": {"write": "allow", "bash": "allow", "external_directory": "allow"}}`)
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(callOf(ground, "write", { path: "a.txt", content: "" })), "allow")
      for (const file of [named, ground.user, path.join(ground.root, "state", "portcullis", "trust.json")]) {
        const checked = yield* check(callOf(ground, "write", { path: file, content: "" }))
        assert.strictEqual(checked.state, "ask", file)
        assert.include(checked.floors, "self-protection")
      }
    }).pipe(Effect.provide(provided(ground, { policyFile: named })))
  })
})

describe("rules on paths", () => {
  it.live("make a bare word of an unknown command a path", () => {
    const ground = newGround()
    writeOwn(path.join(ground.workspace, "id_rsa"), "k")
    writeOwn(ground.user, `{"permission": {"bash": "allow", "path": {"id_rsa": "deny", "sub/*": "deny"}}}`)
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "mytool other")), "allow")
      assert.strictEqual(yield* stateOf(bash(ground, "mytool id_rsa")), "deny")
      assert.strictEqual(
        yield* stateOf({ ...bash(ground, "mytool x"), cwd: path.join(ground.workspace, "sub") }),
        "deny"
      )
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("hold below what a tool searches", () => {
    const ground = newGround()
    writeOwn(path.join(ground.workspace, "deep", "er", "plans.txt"), "k")
    const search = callOf(ground, "grep", { pattern: "x", path: "." })
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(search), "allow")
      for (const surface of ["path", "read"]) {
        writeOwn(ground.user, `{"permission": {"${surface}": {"*plans.txt": "deny"}}}`)
        assert.notStrictEqual(yield* stateOf(search), "allow", surface)
      }
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("hold below it though an untrusted project's file says otherwise", () => {
    const ground = newGround()
    writeOwn(path.join(ground.workspace, "deep", "plans.txt"), "k")
    writeOwn(ground.user, `{"permission": {"path": {"*plans.txt": "deny"}}}`)
    writeOwn(ground.project, `{"permission": {"path": {"*plans.txt": "allow"}}}`)
    return Effect.gen(function* () {
      assert.notStrictEqual(yield* stateOf(callOf(ground, "grep", { pattern: "x", path: "." })), "allow")
    }).pipe(Effect.provide(provided(ground)))
  })

  it.live("on every surface hold where links lead too", () => {
    const ground = newGround()
    const real = path.join(ground.root, "real")
    writeOwn(path.join(real, "k"), "k")
    fs.symlinkSync("real", path.join(ground.root, "link"))
    writeOwn(
      ground.user,
      `{"permission": {"*": {"${ground.root}/link/*": "deny"}, "external_directory": {"${ground.root}/*": "allow"}}}`
    )
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(callOf(ground, "read", { path: path.join(real, "k") })), "deny")
    }).pipe(Effect.provide(provided(ground)))
  })
})

describe("a fault within", () => {
  const broken: WorkspaceView = {
    ...nodeWorkspaceView,
    lstat: () => {
      throw new Error("broken")
    },
    realpath: undefined
  }

  const faults: ReadonlyArray<readonly [string, string, "ask" | "deny"]> = [
    ["asks", "{}", "ask"],
    ["asks though a rule allows everything", `{"permission": {"*": "allow", "path": "allow"}}`, "ask"],
    ["asks in auto", `{"mode": "auto"}`, "ask"],
    ["denies in read_only", `{"mode": "read_only"}`, "deny"]
  ]
  for (const [what, text, state] of faults) {
    it.live(`${what}, and says so`, () => {
      const ground = newGround()
      writeOwn(ground.user, text)
      return Effect.gen(function* () {
        const checked = yield* check(callOf(ground, "read", { path: "a.txt" }))
        assert.strictEqual(checked.state, state)
        assert.deepStrictEqual(checked.floors, ["unread"])
        assert.include(JSON.stringify(checked.decisive), "a fault of its own")
      }).pipe(Effect.provide(provided(ground, { view: broken })))
    })
  }

  it.live("of the policies asks too, and denies when the operator's mode is read_only", () => {
    const ground = newGround()
    const source = Layer.succeed(PolicySource, { snapshot: () => Effect.die("broken") })
    const gate = (mode?: "read_only") =>
      Layer.fresh(Engine.layer({ mode })).pipe(
        Layer.provide(source),
        Layer.provide(Layer.succeed(Operator, { home: "/h", uid, configHome: "/h/.config", stateHome: "/h/.state" }))
      )
    return Effect.gen(function* () {
      assert.strictEqual(yield* stateOf(bash(ground, "ls")).pipe(Effect.provide(gate())), "ask")
      assert.strictEqual(yield* stateOf(bash(ground, "ls")).pipe(Effect.provide(gate("read_only"))), "deny")
      assert.strictEqual(yield* stateOf(bash(ground, "ls"), { mode: "read_only" }).pipe(Effect.provide(gate())), "deny")
    })
  })

  const inputs: ReadonlyArray<unknown> = [
    undefined,
    null,
    0,
    "make",
    [],
    { command: 1 },
    { command: ["ls"] },
    { path: {} }
  ]
  for (const input of inputs) {
    it.live(`is no input of another shape: ${JSON.stringify(input)}`, () => {
      const ground = newGround()
      return Effect.gen(function* () {
        for (const tool of ["bash", "read", "write", "", "__proto__"]) {
          assert.notStrictEqual(yield* stateOf(callOf(ground, tool, input)), "allow")
        }
      }).pipe(Effect.provide(provided(ground)))
    })
  }

  const ground = newGround()
  writeOwn(
    ground.user,
    `{"permission": {"*": "allow", "path": {"*.pem": "deny"}}, "agents": {"a": {"permission": {}}}}`
  )
  const runtime = ManagedRuntime.make(provided(ground))
  const tools = ["bash", "read", "write", "edit", "grep", "glob", "mcp", "skill", "task", "webfetch", "websearch"]
  it.prop(
    "is no call of any shape",
    {
      tool: Schema.Union([Schema.Literals(tools), Schema.String]),
      key: Schema.Literals(["command", "path", "file_path", "pattern", "url", "query", "name", "paths"]),
      value: Schema.Json,
      cwd: Schema.Union([Schema.Literals([ground.workspace, "/"]), Schema.String]),
      agent: Schema.Union([Schema.Literals(["a", "__proto__"]), Schema.String])
    },
    ({ agent, cwd, key, tool, value }) => {
      for (const input of [value, { [key]: value }]) {
        const checked = runtime.runSync(check({ tool, input, cwd, workspace: ground.workspace, agent }))
        assert.include(["allow", "ask", "deny"], checked.state)
        assert.isAbove(checked.results.length, 0)
        assert.notInclude(JSON.stringify(checked.decisive), "a fault of its own")
      }
    }
  )
})
