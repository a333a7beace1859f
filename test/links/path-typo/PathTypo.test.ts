import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { bash, decide, detailsOf, type Ground, groundOf, read, said } from "./chain.ts"

const monorepo = [
  "package.json",
  "README.md",
  "src/index.ts",
  "src/x.ts",
  "src/parser.ts",
  "packages/acme-lexer/src/x.ts",
  "packages/acme-lexer/src/tokens.ts",
  "packages/acme-lexer/src/index.ts",
  "packages/acme-lexer/README.md",
  "packages/acme-writer/src/index.ts",
  "packages/acme-writer/README.md"
]

/** Reads a path, which may begin at `{home}`, and answers what the link said. */
const told = (ground: Ground, written: string) => {
  const file = written.replace("{home}", ground.home)
  return Effect.map(decide(ground, read(file)), (answer) => said(answer, ground))
}

const tells = (files: ReadonlyArray<string>, cases: ReadonlyArray<readonly [written: string, repair: string]>) =>
  Effect.gen(function* () {
    const ground = groundOf(files)
    for (const [written, repair] of cases) assert.strictEqual(yield* told(ground, written), repair, written)
  })

describe("A path that does not exist", () => {
  it.live("is repaired where the workspace has another name", () => {
    const ground = groundOf(["packages/pi-permission-system/src/x.ts"], "pi-packages")
    return Effect.gen(function* () {
      const file = "{home}/pi-permission-system/packages/pi-permission-system/src/x.ts"
      assert.strictEqual(yield* told(ground, file), "packages/pi-permission-system/src/x.ts")
    })
  })

  it.live("is repaired where it is another machine's", () =>
    tells(monorepo, [
      ["/Users/ada/proj/src/x.ts", "src/x.ts"],
      ["/Users/ada/projects/acme/src/index.ts", "src/index.ts"],
      ["/workspace/src/x.ts", "src/x.ts"],
      ["/repo/src/x.ts", "src/x.ts"],
      ["/repo/packages/acme-lexer/src/index.ts", "packages/acme-lexer/src/index.ts"],
      ["/workspaces/other/packages/acme-lexer", "packages/acme-lexer"]
    ])
  )

  it.live("is repaired where names of the workspace's own path are doubled, dropped or misspelled", () =>
    tells(monorepo, [
      ["{home}/code/code/acme/src/x.ts", "src/x.ts"],
      ["{home}/acme/src/x.ts", "src/x.ts"],
      ["{home}/code/src/x.ts", "src/x.ts"],
      ["{home}/code/acmee/src/x.ts", "src/x.ts"],
      ["{home}/code/acem/packages/acme-lexer/src/tokens.ts", "packages/acme-lexer/src/tokens.ts"],
      ["/src/x.ts", "src/x.ts"]
    ])
  )

  it.live("is repaired where names below the workspace are doubled, dropped or misspelled", () =>
    tells(monorepo, [
      ["/repo/packages/packages/acme-lexer/src/tokens.ts", "packages/acme-lexer/src/tokens.ts"],
      ["/repo/packages/acme-lexer/tokens.ts", "packages/acme-lexer/src/tokens.ts"],
      ["/repo/acme-lexer/src/tokens.ts", "packages/acme-lexer/src/tokens.ts"],
      ["/repo/src/pasrer.ts", "src/parser.ts"],
      ["/repo/pakages/acme-lxer/src/tokens.ts", "packages/acme-lexer/src/tokens.ts"],
      ["/repo/packages/Acme-Lexer/src/Tokens.ts", "packages/acme-lexer/src/tokens.ts"]
    ])
  )

  it.live("is repaired where it is composed otherwise", () =>
    tells(["docs/Übersicht.md".normalize("NFC")], [["/repo/docs/Übersicht.md".normalize("NFD"), "docs/Übersicht.md"]])
  )

  it.live("is repaired where it is relative to another directory than was thought", () => {
    const ground = groundOf(monorepo)
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, "../src/x.ts"), "src/x.ts")
      const cwd = path.join(ground.workspace, "packages")
      const answer = yield* decide(ground, { ...read("../../acme-lexer/src/tokens.ts"), cwd })
      assert.strictEqual(said(answer, ground), "packages/acme-lexer/src/tokens.ts")
    })
  })

  it.live("is left to others where nothing is like it, or too little is in common", () =>
    tells(monorepo, [
      ["/repo/src/nothing.ts", "(nothing-like-it)"],
      ["/repo/README.md", "(not-enough-in-common)"],
      ["/somewhere/else/index.ts", "(not-enough-in-common)"],
      ["{home}/elsewhere/parser.ts", "(not-enough-in-common)"],
      ["{home}/other/docs/index.ts", "(not-enough-in-common)"]
    ])
  )

  it.live("is left to others where several answer as well", () =>
    tells(
      [
        "packages/acme-lexer/src/tokens.ts",
        "packages/acme-writer/src/tokens.ts",
        "lib/parser/a1.ts",
        "lib/parser/a2.ts"
      ],
      [
        ["/repo/packages/src/tokens.ts", "(several)"],
        ["/repo/packages/acme-parser/src/tokens.ts", "(not-enough-in-common)"],
        ["/repo/lib/parser/a3.ts", "(nothing-like-it)"]
      ]
    )
  )
})

describe("What is not repaired", () => {
  it.live("is what exists, a link that leads nowhere included", () => {
    const ground = groundOf(monorepo)
    fs.mkdirSync(path.join(ground.home, "src"))
    fs.symlinkSync("/nowhere", path.join(ground.home, "src", "parser.ts"))
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, "{home}/src/parser.ts"), "(exists)")
      assert.strictEqual(yield* told(ground, ground.home), "(exists)")
    })
  })

  it.live("is what stands in another real directory", () => {
    const ground = groundOf(monorepo)
    fs.mkdirSync(path.join(ground.home, "other", "src"), { recursive: true })
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, "{home}/other/src/parser.ts"), "(real-directory)")
      assert.strictEqual(yield* told(ground, "/etc/src/parser.ts"), "(real-directory)")
    })
  })

  it.live("is what cannot be looked at", () => {
    const ground = groundOf(monorepo)
    const name = "n".repeat(300)
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, `{home}/${name}/src/parser.ts`), "(unknown)")
      assert.strictEqual(yield* told(ground, `/${"a/".repeat(100)}src/parser.ts`), "(too-long)")
    })
  })

  it.live("is what takes longer than half a second to find", () => {
    const ground = groundOf([...Array.from({ length: 200 }, (_, at) => `d${at}/x.ts`), "lexer/tokenizer.ts"])
    return Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const ask = (stepMs: number) => {
        let nowMs = 0
        // Time passes by being looked at.
        const ticking: Clock.Clock = {
          ...clock,
          sleep: (duration) => clock.sleep(duration),
          currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
          monotonicTimeNanosUnsafe: () => BigInt((nowMs += stepMs)) * 1_000_000n
        }
        return Effect.provideService(told(ground, "/repo/lexer/tokeniser.ts"), Clock.Clock, ticking)
      }
      assert.strictEqual(yield* ask(1), "lexer/tokenizer.ts")
      assert.strictEqual(yield* ask(300), "(no-time)")
    })
  })

  it.live("is what leaves a workspace that is none", () => {
    const ground = groundOf(monorepo)
    return Effect.gen(function* () {
      const answer = yield* decide({ ...ground, workspace: ground.home }, read("/repo/src/parser.ts"))
      assert.strictEqual(said(answer, ground), "(no-workspace)")
    })
  })

  it.live("is what the call makes", () => {
    const ground = groundOf(monorepo)
    const makes = (command: string) => Effect.map(decide(ground, bash(command)), (answer) => said(answer, ground))
    return Effect.gen(function* () {
      assert.strictEqual(yield* makes("mkdir -p ../new/src/parser.ts"), "(made-by-the-call)")
      assert.strictEqual(yield* makes("echo x > ../../parser.ts"), "(made-by-the-call)")
      assert.strictEqual(yield* makes("make && cat ../parser.ts"), "(made-by-the-call)")
      assert.strictEqual(yield* makes("mkdir -p ../repo && cat ../repo/src/parser.ts"), "(made-by-the-call)")
      assert.strictEqual(yield* makes("make fresh && cat ../fresh/src/parser.ts"), "(made-by-the-call)")
      const write = { tool: "write", input: { path: "../parser.ts", content: "" } }
      assert.strictEqual(said(yield* decide(ground, write), ground), "(made-by-the-call)")
      const scaffold = { tool: "write", input: { path: "../new/src/x.ts", content: "" } }
      assert.strictEqual(said(yield* decide(ground, scaffold), ground), "(not-enough-in-common)")
    })
  })

  it.live("is named by a pattern", () => {
    const ground = groundOf(monorepo)
    return Effect.gen(function* () {
      assert.isUndefined(said(yield* decide(ground, bash("cat /repo/src/parser.*")), ground))
    })
  })
})

describe("A repair", () => {
  it.live("is never a secret, nor what the rules deny in that direction", () => {
    const ground = groundOf([
      ".env",
      "keys/.ssh/config",
      "config/secrets.json",
      "src/parser.ts",
      "src/tokens.ts",
      ".git/config"
    ])
    fs.symlinkSync(".env", path.join(ground.workspace, "environment.ts"))
    const permission = { read: { "src/tokens.ts": "deny" }, write: { "src/parser.ts": "deny" } }
    const asks = (call: Parameters<typeof decide>[1]) =>
      Effect.map(decide(ground, call, permission), (answer) => said(answer, ground))
    return Effect.gen(function* () {
      for (const file of [".env", "keys/.ssh/config", "config/secrets.json", "environment.ts"]) {
        const why = yield* asks(read(`/repo/${file}`))
        assert.include(["(secret)", "(not-enough-in-common)"], why, file)
      }
      assert.strictEqual(yield* asks(read("/repo/keys/.ssh/config")), "(secret)")
      assert.strictEqual(yield* asks(read("/repo/environment.ts")), "(secret)")
      assert.strictEqual(yield* asks(read("/repo/src/tokens.ts")), "(denied)")
      assert.strictEqual(yield* asks(read("/repo/src/parser.ts")), "src/parser.ts")
      const edit = (file: string) => ({ tool: "edit", input: { path: file, old_string: "", new_string: "" } })
      assert.strictEqual(yield* asks(edit("/repo/src/parser.ts")), "(denied)")
      assert.strictEqual(yield* asks(edit("/workspaces/x/.git/config")), "(protected)")
    })
  })

  it.live("is never outside the workspace by way of a link", () => {
    const ground = groundOf(["src/a.ts"])
    const outside = path.join(ground.root, "outside")
    fs.mkdirSync(outside)
    fs.writeFileSync(path.join(outside, "parser.ts"), "")
    fs.symlinkSync(outside, path.join(ground.workspace, "linked"))
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, "/repo/linked/parser.ts"), "(outside)")
    })
  })

  it.live("is one line that hides nothing", () => {
    const hostile = 'src/a"b\\c\nthat is fine\u202e  x-parser.ts'
    const ground = groundOf([hostile])
    return Effect.gen(function* () {
      const { decision } = yield* decide(ground, read(`/repo/${hostile}`))
      const shown = 'src/a\\"b\\\\c\\nthat is fine\\u{202e}\\x20\\x20x-parser.ts'
      assert.strictEqual(decision.reason, `that path does not exist; did you mean "${ground.workspace}/${shown}"?`)
    })
  })

  it.live("is not told when it is too long to be told whole", () => {
    const long = `${"deep-directory-name/".repeat(18)}parser.ts`
    const ground = groundOf([long])
    return Effect.gen(function* () {
      assert.strictEqual(yield* told(ground, `/repo/${long}`), "(too-long)")
    })
  })
})

describe("In a shell command", () => {
  it.live("one path that is clearly wrong is enough to deny it", () => {
    const ground = groundOf(monorepo)
    const asks = (command: string) => Effect.map(decide(ground, bash(command)), (answer) => said(answer, ground))
    return Effect.gen(function* () {
      assert.strictEqual(yield* asks("cat ../src/parser.ts"), "src/parser.ts")
      assert.strictEqual(yield* asks("grep -n x /etc/hostname /repo/src/parser.ts | head"), "src/parser.ts")
      assert.strictEqual(yield* asks("npm test && sed -i s/a/b/ /repo/src/parser.ts"), "src/parser.ts")
      assert.strictEqual(yield* asks("cat /etc/hostname"), "(exists)")
      assert.isUndefined(yield* asks("npm test"))
    })
  })
})

describe("The trail", () => {
  it.live("has one entry for each ask that concerns the link", () => {
    const ground = groundOf(monorepo)
    return Effect.gen(function* () {
      const { entries } = yield* decide(ground, bash("cat /repo/src/parser.ts /etc/hostname"))
      assert.deepStrictEqual(
        entries.map(({ event }) => event),
        ["link.path-typo.decision"]
      )
      const { elapsedMs, ...details } = detailsOf(entries)
      assert.isNumber(elapsedMs)
      assert.deepStrictEqual(details, {
        path: "/repo/src/parser.ts",
        verdict: "deny",
        repair: path.join(ground.workspace, "src/parser.ts"),
        looked: 0,
        source: "direct",
        others: [{ path: "/etc/hostname", why: "exists" }]
      })
      const deferred = yield* decide(ground, read("/repo/src/nothing.ts"))
      const { why, source, repair } = detailsOf(deferred.entries)
      assert.deepStrictEqual([why, source, repair], ["nothing-like-it", "walk", undefined])
    })
  })
})
