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

/** Lines are broken at the width of the screen, a long path within. */
const unbroken = (text: string): string => text.replaceAll(/\s+/g, "")

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

describe("the model judge's settings", () => {
  const theirs = '{ "instructions": "packages/ first" }'

  it("are shown by config with every file, and what they come to", () => {
    home.policy({ mode: "ask" })
    home.write(".config/portcullis/model-judge.jsonc", '{ "model": "small", "typoPatterns": ["*/a/a/*"] }')
    home.write("project/.portcullis/model-judge.jsonc", theirs)
    const { code, stdout } = run(home, ["config"])
    assert.strictEqual(code, 0)
    assertGolden("config-judge", steady(stdout))
    const { judge } = JSON.parse(run(home, ["config", "--json"]).stdout)
    assert.strictEqual(judge.state, "in force")
    assert.deepStrictEqual(
      judge.files.map(({ scope, state }: { scope: string; state: string }) => [scope, state]),
      [
        ["user", "in force"],
        ["project", "untrusted"]
      ]
    )
    assert.strictEqual(judge.settings.model, "small")
    assert.isNull(
      JSON.parse(run(home, ["config", "--json"], { env: { XDG_CONFIG_HOME: "/nowhere" }, cwd: "/" }).stdout).judge
    )
  })

  it("that are wrong are told by config and doctor with their place, and end with 65", () => {
    home.write(".config/portcullis/model-judge.jsonc", '{\n  "model": "small",\n  "timeoutMs": 0\n}')
    const { code, stdout } = run(home, ["config"])
    assert.strictEqual(code, 65)
    assert.include(unbroken(stdout), unbroken("model-judge.jsonc:3:16: timeoutMs: 0 is not a whole number"))
    const doctor = run(home, ["doctor", "--no-probes", "--json"])
    const found = JSON.parse(doctor.stdout).findings.filter(({ area }: { area: string }) => area === "Model judge")
    assert.lengthOf(found, 1)
    assert.strictEqual(found[0].health, "fault")
    assert.include(found[0].text, "model-judge.jsonc:3:16: timeoutMs")
  })

  it("that name no model are told once", () => {
    const file = home.write(".config/portcullis/model-judge.jsonc", "{}")
    for (const args of [["config"], ["doctor", "--no-probes"]]) {
      const told = unbroken(run(home, args).stdout)
      assert.strictEqual(told.split(unbroken("no model is named")).length, 2, told)
      assert.include(told, unbroken(`${file}:1:1: model: no model is named`))
    }
  })

  it("are missed by doctor where a chain names the judge", () => {
    const about = () =>
      JSON.parse(run(home, ["doctor", "--no-probes", "--json"]).stdout).findings.filter(
        ({ area }: { area: string }) => area === "Model judge"
      )
    assert.deepStrictEqual(about(), [])
    home.policy({ authorizerChain: ["model-judge"] })
    assert.deepStrictEqual(
      about().map(({ health }: { health: string }) => health),
      ["warning"]
    )
    home.write(".config/portcullis/model-judge.jsonc", '{ "model": "small" }')
    home.write("project/.portcullis/model-judge.jsonc", theirs)
    assert.deepStrictEqual(
      about().map(({ health }: { health: string }) => health),
      ["ok", "warning"]
    )
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

  it("trust pins what a project tells the model judge beside its policy, each by an answer of its own", () => {
    home.write(".config/portcullis/model-judge.jsonc", '{ "model": "small" }')
    home.write("project/.portcullis/policy.jsonc", '{ "permission": { "bash": { "make *": "allow" } } }')
    home.write("project/.portcullis/model-judge.jsonc", '{ "instructions": "packages/ first" }')
    const told = () => JSON.parse(run(home, ["config", "--json"]).stdout).judge.settings.projectInstructions

    const half = runOnTerminal(home, ["trust"], "yes\n", "no\n")
    assert.strictEqual(half.code, 65, half.seen)
    assert.include(half.seen, "~/project/.portcullis/policy.jsonc is trusted with this content")
    assert.include(half.seen, "~/project/.portcullis/model-judge.jsonc stays untrusted")
    assert.strictEqual(run(home, ["check", "--", "make"]).code, 0)
    assert.deepStrictEqual(told(), [])

    const whole = runOnTerminal(home, ["trust"], "yes\n")
    assert.strictEqual(whole.code, 0, whole.seen)
    assert.include(whole.seen, "policy.jsonc is trusted as it is")
    assert.include(whole.seen, '1  { "instructions": "packages/ first" }')
    assert.deepStrictEqual(told(), ["packages/ first"])
    const listed = run(home, ["trust", "--list"]).stdout
    for (const name of ["policy", "model-judge"]) assert.include(listed, `~/project/.portcullis/${name}.jsonc`)
    const pins = JSON.parse(run(home, ["trust", "--json"]).stdout)
    assert.deepStrictEqual(pins, JSON.parse(run(home, ["trust", "--list", "--json"]).stdout))

    const forgotten = runOnTerminal(home, ["trust", "--forget"])
    assert.include(forgotten.seen, "model-judge.jsonc is no longer trusted")
    assert.deepStrictEqual(told(), [])
    assert.strictEqual(run(home, ["check", "--", "make"]).code, 10)
  })

  it("trust pins what a project without a policy tells the model judge", () => {
    home.write("project/.portcullis/model-judge.jsonc", '{ "instructions": "packages/ first" }')
    assert.strictEqual(runOnTerminal(home, ["trust"], "yes\n").code, 0)
    assert.lengthOf(JSON.parse(run(home, ["trust", "--list", "--json"]).stdout), 1)
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
