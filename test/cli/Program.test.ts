import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { build, type Home, makeHome, removeBuilt, run } from "./support/program.ts"
import { assertGolden } from "./support/golden.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(() => {
  build()
  home = makeHome()
  home.policy({
    permission: {
      bash: {
        "npm test *": "allow",
        "git push *": { action: "ask", reason: "others will see it" },
        "rm *": { action: "deny", reason: "deleting is for people" }
      }
    }
  })
}, 120_000)

afterAll(() => {
  home.remove()
  removeBuilt()
})

/** Output with the home's changing name taken out. */
const steady = (text: string): string => text.replaceAll(home.home, "/home/ada")

describe("check", () => {
  it("exits with 0, 10 and 11 for allow, ask and deny, and says why on stdout alone", () => {
    const states = [
      ["ls -la", 0, "ALLOW"],
      ["npm test", 0, "ALLOW"],
      ["git push origin main", 10, "others will see it"],
      ["ls && rm -rf build", 11, "deleting is for people"]
    ] as const
    for (const [command, code, why] of states) {
      const result = run(home, ["check", "--", command])
      assert.strictEqual(result.code, code, command)
      assert.include(result.stdout, why)
      assert.strictEqual(result.stderr, "")
    }
  })

  it("reads one word as a command line and several as the words of one command", () => {
    assert.strictEqual(run(home, ["check", "--", "ls; rm x"]).code, 11)
    const { code, stdout } = run(home, ["check", "--json", "--", "echo", "ls; rm x", "--help"])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(JSON.parse(stdout).units, ["echo ls; rm x --help"])
  })

  it("answers for any tool", () => {
    const read = run(home, ["check", "--tool", "read", "--input", `{"file_path":"${home.project}/a.txt"}`])
    assert.strictEqual(read.code, 0)
    const write = run(home, ["check", "--tool", "write", "--input", `{"file_path":"${home.project}/a.txt"}`])
    assert.strictEqual(write.code, 10)
  })

  it("answers in JSON with the keys of the wire and no other", () => {
    const { stdout } = run(home, ["check", "--json", "--", "rm -rf build"])
    const answer = JSON.parse(stdout)
    assert.deepStrictEqual(Object.keys(answer), ["decision", "reason", "accesses", "units", "paths", "floors"])
    assert.strictEqual(answer.decision, "deny")
    assert.strictEqual(answer.accesses[0].rule.pattern, "rm *")
    assert.strictEqual(answer.accesses[0].rule.file, path.join(home.home, ".config/portcullis/policy.jsonc"))
    assert.isAbove(answer.accesses[0].rule.line, 1)
  })

  it("takes the mode, the directory and another policy from flags", () => {
    assert.strictEqual(run(home, ["check", "--mode", "read_only", "--", "make"]).code, 11)
    assert.strictEqual(run(home, ["check", "--mode", "auto", "--", "make"]).code, 0)
    const other = home.write("other.jsonc", '{ "permission": { "bash": { "ls *": "deny" } } }')
    assert.strictEqual(run(home, ["check", "--policy", other, "--", "ls"]).code, 11)
    assert.strictEqual(run(home, ["check", "--policy", "../other.jsonc", "--", "rm x"]).code, 10)
    assert.strictEqual(run(home, ["check", "--cwd", "/", "--", "cat etc/hostname"]).code, 10)
  })

  it("escapes what could trick a reader", () => {
    const { stdout } = run(home, ["check", "--", "echo \u202ehi \u001b[2J"])
    assert.notMatch(stdout, /[\u202e\u001b]/)
    assert.include(stdout, "\\u{202e}")
    assert.include(stdout, "\\x1b[2J")
    for (const args of [
      ["--policy", "/\u001b[2J\u202e", "--", "ls"],
      ["--tool", "x", "--input", "\u001b[2J\u202e"],
      ["--mode", "\u001b[2J\u202e", "--", "ls"]
    ]) {
      const { stderr } = run(home, ["check", ...args])
      assert.include(stderr, "\\x1b[2J\\u{202e}")
      assert.notMatch(stderr, /[\u202e\u001b]/)
    }
  })

  it("looks as it should", () => {
    assertGolden("check", steady(run(home, ["check", "--", "sudo make install && rm -rf build && git push"]).stdout))
    assertGolden("check-allow", steady(run(home, ["check", "--", "ls -la | sort"]).stdout))
  })
})

describe("explain", () => {
  it("shows the call as a tree, and exits as check does", () => {
    const command = "timeout 5 rm -rf build && cat ~/.netrc > out.txt"
    const { code, stderr, stdout } = run(home, ["explain", "--", command])
    assert.strictEqual(code, 11)
    assert.strictEqual(stderr, "")
    assertGolden("explain", steady(stdout))
  })

  it("answers in JSON with what belongs to what", () => {
    const { stdout } = run(home, ["explain", "--json", "--", "timeout 5 rm x"])
    const answer = JSON.parse(stdout)
    const units = answer.accesses.filter((access: { surface: string }) => access.surface === "bash")
    assert.deepStrictEqual(
      units.map((unit: { value: string; parent: number | null }) => [unit.value, unit.parent]),
      [
        ["timeout 5 rm x", null],
        ["rm x", 0]
      ]
    )
  })
})

describe("colour", () => {
  const check = (env: Readonly<Record<string, string>>) => run(home, ["check", "--", "ls"], { env }).stdout

  it("is not written where nobody sees it, nor where NO_COLOR is set", () => {
    assert.notInclude(check({}), "\u001b")
    assert.notInclude(check({ NO_COLOR: "1", FORCE_COLOR: "1" }), "\u001b")
    assert.notInclude(check({ FORCE_COLOR: "0" }), "\u001b")
  })

  it("is written where FORCE_COLOR is set", () => {
    assert.include(check({ FORCE_COLOR: "1" }), "\u001b[32mALLOW")
  })
})

describe("usage", () => {
  it("exits with 64 and says what is wrong on stderr alone", () => {
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [[], "USAGE"],
      [["chek"], 'there is no command "chek"; did you mean check?'],
      [["check", "--polcy", "x", "--", "ls"], "there is no flag --polcy; did you mean --policy?"],
      [["check", "ls", "-la"], "a command to judge stands after --"],
      [["check", "--mode", "ask", "--mode", "auto", "--", "ls"], "--mode is given more than once"],
      [["check"], "there is nothing to judge"],
      [["check", "--"], "there is nothing to judge"],
      [["check", "--mode", "yolo", "--", "ls"], '--mode cannot be "yolo"'],
      [["check", "--tool", "read", "--", "ls"], "a command and --tool do not go together"],
      [["check", "--input", "{}"], "name it with --tool"],
      [["check", "--jsonl", "--", "ls"], "--jsonl reads its calls from standard input"],
      [["trust", "--list", "--forget"], "--list and --forget do not go together"]
    ]
    for (const [args, message] of wrong) {
      const { code, stderr, stdout } = run(home, args)
      assert.strictEqual(code, 64, args.join(" "))
      assert.include(stderr, message)
      assert.notInclude(stderr, "    at ")
      assert.strictEqual(stdout, "")
    }
  })

  it("exits with 65 for input that is not what it should be", () => {
    const { code, stderr } = run(home, ["check", "--tool", "read", "--input", "{"])
    assert.strictEqual(code, 65)
    assert.include(stderr, "--input is not JSON")
  })

  it("tells its version", () => {
    const { version } = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, "../../package.json"), "utf8"))
    assert.deepStrictEqual(run(home, ["--version"]), { code: 0, stdout: `portcullis ${version}\n`, stderr: "" })
  })

  it("teaches by example, at 80 columns", () => {
    for (const command of [
      "",
      "check",
      "decide",
      "explain",
      "init",
      "install",
      "uninstall",
      "doctor",
      "judge",
      "judge try",
      "judge eval",
      "judge doctor",
      "trust",
      "config",
      "schema"
    ]) {
      const { code, stderr, stdout } = run(home, [...command.split(" ").filter((word) => word !== ""), "--help"])
      assert.strictEqual(code, 0)
      assert.strictEqual(stderr, "")
      assertGolden(command === "" ? "help" : `help-${command.replace(" ", "-")}`, stdout)
    }
  })

  it("prints completions that name the commands", () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, stdout } = run(home, ["--completions", shell])
      assert.strictEqual(code, 0)
      for (const command of ["check", "explain", "init", "judge", "trust", "config", "schema"])
        assert.include(stdout, command)
    }
  })
})

describe("schema", () => {
  it("prints the schemas that are checked in", () => {
    for (const [args, name] of [
      [["schema"], "policy"],
      [["schema", "--judge"], "model-judge"]
    ] as const) {
      const { code, stdout } = run(home, args)
      const file = path.resolve(import.meta.dirname, `../../schema/${name}.schema.json`)
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(JSON.parse(stdout), JSON.parse(fs.readFileSync(file, "utf8")))
    }
  })
})
