import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import { policyText } from "../../src/cli/commands/InitCommand.ts"
import { decodePolicy } from "../../src/domain/PolicyDocument.ts"
import { presets } from "../../src/knowledge/presets.ts"
import { assertGolden } from "./support/golden.ts"
import { build, type Home, makeHome, removeBuilt, run, runAlone } from "./support/program.ts"
import { hasTerminals, runOnTerminal } from "./support/terminal.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(build, 120_000)
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())
afterAll(removeBuilt)

const steady = (text: string): string => text.replaceAll(home.home, "/home/ada")

describe("a policy file", () => {
  it("that is named and missing ends every command with 65 and no answer", () => {
    for (const args of [["check"], ["explain"]]) {
      const { code, stderr, stdout } = run(home, [...args, "--policy", "nowhere.jsonc", "--", "ls"])
      assert.strictEqual(code, 65)
      assert.include(stderr, `there is no policy file ${home.project}/nowhere.jsonc`)
      assert.strictEqual(stdout, "")
    }
    const batch = run(home, ["check", "--jsonl", "--policy", "nowhere.jsonc"], { input: "{}" })
    assert.deepStrictEqual([batch.code, batch.stdout], [65, ""])
    assert.strictEqual(run(home, ["config", "--policy", "nowhere.jsonc"]).code, 65)
  })

  it("that is invalid has every problem told by line and column, allows nothing, and ends with 65", () => {
    const file = home.write(
      "bad.jsonc",
      ["{", '  "mode": "yes",', '  "permission": { "bash": { "ls *": "alow" } },', '  "colour": true', "}"].join("\n")
    )
    for (const args of [
      ["check", "--policy", file, "--", "ls"],
      ["config", "--policy", file]
    ]) {
      const { code, stderr, stdout } = run(home, args)
      assert.strictEqual(code, 65)
      const told = stderr + stdout.replaceAll(/\n */g, "\n").replaceAll(/\n/g, " ")
      for (const place of ["bad.jsonc:2:11", "bad.jsonc:3:37", "bad.jsonc:4:3"]) assert.include(told, place)
    }
    assert.include(run(home, ["check", "--policy", file, "--", "ls"]).stdout, "ASK")
  })

  it("that is invalid has its problems told once in a batch, which still answers", () => {
    const file = home.write("bad.jsonc", '{ "colour": true }')
    const input = '{"id":"1","tool":"bash","input":{"command":"ls"}}\n'.repeat(3)
    const { code, stderr, stdout } = run(home, ["check", "--jsonl", "--policy", file], { input })
    assert.strictEqual(code, 65)
    assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
    assert.strictEqual(stdout.trimEnd().split("\n").length, 3)
  })
})

describe("config", () => {
  it("shows the mode, each scope and its state, and the rules in order with their lines", () => {
    home.policy({
      preset: "strict",
      permission: { bash: { "npm test *": "allow", "git push *": { action: "ask", reason: "others will see it" } } },
      agents: { reviewer: { permission: { write: "deny" } } }
    })
    home.write("project/.portcullis/policy.jsonc", '{ "permission": { "bash": { "make *": "allow" } } }')
    const { code, stderr, stdout } = run(home, ["config", "--agent", "reviewer"])
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    assertGolden("config", steady(stdout))
  })

  it("says where to begin when there is no policy", () => {
    const { code, stdout } = run(home, ["config"])
    assert.strictEqual(code, 0)
    assert.include(stdout, "portcullis init")
  })

  it("answers in JSON with the origin of each rule", () => {
    const file = home.policy({ permission: { bash: { "npm *": "allow" } } })
    const { stdout } = run(home, ["config", "--json"])
    const answer = JSON.parse(stdout)
    assert.strictEqual(answer.mode, "ask")
    assert.deepStrictEqual(
      answer.scopes.map(({ scope, state }: { scope: string; state: string }) => [scope, state]),
      [["user", "in force"]]
    )
    assert.strictEqual(answer.rules[0].file, file)
    assert.strictEqual(answer.rules[0].line, 4)
  })
})

describe("init and trust, without a terminal", () => {
  it("refuse, whatever standard input says, and change nothing", async () => {
    const file = home.write("project/.portcullis/policy.jsonc", '{ "permission": { "bash": "allow" } }')
    for (const args of [["init"], ["trust"], ["trust", "--forget"]]) {
      const { code, stderr, stdout } = await runAlone(home, args, "yes\nyes\n")
      assert.strictEqual(code, 64, args.join(" "))
      assert.include(stderr, "there is no terminal")
      assert.strictEqual(stdout, "")
    }
    assert.isFalse(fs.existsSync(path.join(home.home, ".config")))
    assert.strictEqual(run(home, ["check", "--", "make"]).code, 10)
    assert.isTrue(fs.existsSync(file))
    assert.strictEqual(run(home, ["trust", "--yes"]).code, 64)
  })

  it("list what is trusted, and nothing is", () => {
    assert.deepStrictEqual(run(home, ["trust", "--list", "--json"]), { code: 0, stdout: "[]\n", stderr: "" })
  })

  it("init leaves a policy that is there as it is", () => {
    const file = home.policy({ mode: "ask" })
    const before = fs.readFileSync(file, "utf8")
    const { code, stderr } = run(home, ["init"])
    assert.strictEqual(code, 65)
    assert.include(stderr, "stays as it is")
    assert.strictEqual(fs.readFileSync(file, "utf8"), before)
  })
})

describe.skipIf(!hasTerminals)("on a terminal (python3 makes one)", () => {
  it("trust shows the whole policy the first time, and only yes pins it", () => {
    home.write("project/.portcullis/policy.jsonc", '{\n  "permission": { "bash": { "make *": "allow" } }\n}\n')
    const no = runOnTerminal(home, ["trust"], "y\n")
    assert.include(no.seen, '2    "permission": { "bash": { "make *": "allow" } }')
    assert.include(no.seen, "stays untrusted")
    assert.strictEqual(no.code, 65)
    assert.strictEqual(run(home, ["check", "--", "make"]).code, 10)
    const yes = runOnTerminal(home, ["trust"], "yes\n")
    assert.strictEqual(yes.code, 0, yes.seen)
    assert.strictEqual(run(home, ["check", "--", "make"]).code, 0)
    assert.include(run(home, ["trust", "--list"]).stdout, "~/project/.portcullis/policy.jsonc")
    assert.include(run(home, ["trust"]).stderr, "is trusted as it is")
  })

  it("trust shows the difference once the policy changed, and forget takes the trust back", () => {
    const lines = ["{", '  "permission": {', '    "bash": { "make *": "allow" }', "  }", "}", ""]
    home.write("project/.portcullis/policy.jsonc", lines.join("\n"))
    assert.strictEqual(runOnTerminal(home, ["trust"], "yes\n").code, 0)
    home.write("project/.portcullis/policy.jsonc", lines.join("\n").replace("make", "just"))
    assert.strictEqual(run(home, ["check", "--", "just x"]).code, 10)
    const { seen } = runOnTerminal(home, ["trust"], "yes\n")
    assert.include(seen, '-    3      "bash": { "make *": "allow" }')
    assert.include(seen, '+    3      "bash": { "just *": "allow" }')
    assert.strictEqual(run(home, ["check", "--", "just x"]).code, 0)
    assert.strictEqual(runOnTerminal(home, ["trust", "--forget"], "").code, 0)
    assert.strictEqual(run(home, ["check", "--", "just x"]).code, 10)
  })

  it("init writes a policy only its owner can read, says where, and it is valid", () => {
    const { code, seen } = runOnTerminal(home, ["init", "--preset", "strict"], "yes\n")
    assert.strictEqual(code, 0, seen)
    assert.include(seen, "Wrote ~/.config/portcullis/policy.jsonc")
    const file = path.join(home.home, ".config/portcullis/policy.jsonc")
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
    const config = run(home, ["config", "--json"])
    assert.strictEqual(config.code, 0)
    assert.strictEqual(JSON.parse(config.stdout).scopes[0].file, "strict")
  })
})

describe("a first policy", () => {
  it("is valid for every preset", () => {
    for (const preset of ["standard", "strict", "read-only", "auto"] as const) {
      const scope = decodePolicy(policyText(preset), {
        kind: "user",
        file: "/policy.jsonc",
        trusted: true,
        home: "/home/ada",
        presets: [...presets.keys()]
      })
      assert.deepStrictEqual(scope.problems, [])
      assert.strictEqual(scope.preset, preset)
    }
    assert.deepStrictEqual([...presets.keys()].toSorted(), ["auto", "read-only", "standard", "strict"])
  })
})
