import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import { hooksIn } from "../../src/hosts/ClaudeSettings.ts"
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

const settings = '{\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n'

const file = (): string => path.join(home.home, ".claude", "settings.json")
const wrapper = (): string => path.join(home.home, ".local", "state", "portcullis", "portcullis-hook")
const read = (name: string): string => fs.readFileSync(name, "utf8")

describe("install and uninstall", () => {
  it("want a person at a terminal, and no flag and no input stands in", async () => {
    home.write(".claude/settings.json", settings)
    for (const command of ["install", "uninstall"]) {
      const { code, stderr } = run(home, [command, "claude", "--yes"])
      assert.strictEqual(code, 64, stderr)
    }
    const { code, stderr } = await runAlone(home, ["install", "claude"], "yes\n")
    assert.strictEqual(code, 64)
    assert.include(stderr, "a person's to decide")
    assert.strictEqual(read(file()), settings)
    assert.isFalse(fs.existsSync(wrapper()))
  })

  it("show the difference and change nothing with --dry-run, which needs no terminal", async () => {
    home.write(".claude/settings.json", settings)
    const { code, stdout } = await runAlone(home, ["install", "claude", "--dry-run"], "")
    assert.strictEqual(code, 0)
    assert.include(stdout, '+    5      "PreToolUse": [')
    assert.include(stdout, '+    4      "Stop": [],')
    assert.strictEqual(read(file()), settings)
    assert.isFalse(fs.existsSync(wrapper()))
    const json = JSON.parse(run(home, ["install", "claude", "--dry-run", "--json"]).stdout)
    assert.deepStrictEqual(
      { ...json, file: undefined },
      { host: "claude", file: undefined, wrapper: wrapper(), changed: true, dryRun: true, warnings: [] }
    )
    assert.deepStrictEqual(fs.readdirSync(path.dirname(file())), ["settings.json"])
  })

  it("refuse settings that are not JSON by file, line and column, and lose nothing", () => {
    const broken = '{\n  "hooks": {\n    "PreToolUse": [ oops ]\n  }\n}\n'
    home.write(".claude/settings.json", broken)
    for (const args of [
      ["install", "claude"],
      ["install", "claude", "--dry-run"],
      ["uninstall", "claude"]
    ]) {
      const { code, stderr } = run(home, args)
      assert.strictEqual(code, 65)
      assert.include(stderr, `${file()}:3:21`)
    }
    assert.strictEqual(read(file()), broken)
  })

  it("do not know other hosts, nor two places at once", () => {
    assert.strictEqual(run(home, ["install", "emacs"]).code, 64)
    assert.strictEqual(run(home, ["install"]).code, 64)
    assert.strictEqual(run(home, ["install", "claude", "--project", "--local"]).code, 64)
  })
})

describe.skipIf(!hasTerminals)("on a terminal (python3 makes one)", () => {
  it("install writes the hook and its wrapper, and uninstall gives back every byte", () => {
    home.write(".claude/settings.json", settings)
    const no = runOnTerminal(home, ["install", "claude"], "y\n")
    assert.strictEqual(no.code, 65)
    assert.strictEqual(read(file()), settings)
    const yes = runOnTerminal(home, ["install", "claude"], "yes\n")
    assert.strictEqual(yes.code, 0, yes.seen)
    assert.include(yes.seen, "+    5")
    assert.strictEqual(read(`${file()}.portcullis-backup`), settings)
    assert.deepStrictEqual(
      hooksIn(read(file())).map(({ command, event, onFailure }) => [event, command, onFailure]),
      [
        ["PreToolUse", wrapper(), "block"],
        ["PreSkillShellCommand", wrapper(), "block"]
      ]
    )
    assert.strictEqual(fs.statSync(wrapper()).mode & 0o777, 0o700)

    const installed = read(file())
    const again = run(home, ["install", "claude"])
    assert.strictEqual(again.code, 0, again.stderr)
    assert.include(again.stderr, "installed already")
    assert.strictEqual(read(file()), installed)

    const out = runOnTerminal(home, ["uninstall", "claude"], "yes\n")
    assert.strictEqual(out.code, 0, out.seen)
    assert.strictEqual(read(file()), settings)
    assert.deepStrictEqual(fs.readdirSync(path.dirname(file())), ["settings.json"])
    assert.include(run(home, ["uninstall", "claude"]).stderr, "no hook of ours")
  })

  it("install makes a file that is not there, and uninstall removes it again", () => {
    const yes = runOnTerminal(home, ["install", "claude"], "yes\n")
    assert.strictEqual(yes.code, 0, yes.seen)
    assert.strictEqual(hooksIn(read(file())).length, 2)
    assert.strictEqual(runOnTerminal(home, ["uninstall", "claude"], "yes\n").code, 0)
    assert.isFalse(fs.existsSync(file()))
  })

  it("install writes a wrapper anew that is not this program's", () => {
    assert.strictEqual(runOnTerminal(home, ["install", "claude"], "yes\n").code, 0)
    const script = read(wrapper())
    fs.writeFileSync(wrapper(), "#!/bin/sh\n")
    const { code, seen } = runOnTerminal(home, ["install", "claude"], "yes\n")
    assert.strictEqual(code, 0, seen)
    assert.strictEqual(read(wrapper()), script)
  })

  it("install says when the host will not read the file because of its comments, and keeps them", () => {
    const text = '{\n  // mine\n  "model": "opus"\n}\n'
    home.write(".claude/settings.json", text)
    const { code, seen } = runOnTerminal(home, ["install", "claude"], "yes\n")
    assert.strictEqual(code, 0, seen)
    assert.include(seen, "settings.json:2 has a comment or a trailing comma, so the host loads nothing of it")
    assert.include(read(file()), "  // mine\n")
    assert.strictEqual(runOnTerminal(home, ["uninstall", "claude"], "yes\n").code, 0)
    assert.strictEqual(read(file()), text)
  })

  it("install takes the project's settings, shared or one's own, where it is told so", () => {
    for (const [flag, name] of [
      ["--project", "settings.json"],
      ["--local", "settings.local.json"]
    ] as const) {
      assert.strictEqual(runOnTerminal(home, ["install", "claude", flag], "yes\n").code, 0)
      assert.strictEqual(hooksIn(read(path.join(home.project, ".claude", name))).length, 2)
    }
    assert.isFalse(fs.existsSync(file()))
    // Both name one wrapper: taking out one leaves it to the other.
    assert.strictEqual(runOnTerminal(home, ["uninstall", "claude", "--project"], "yes\n").code, 0)
    assert.isTrue(fs.existsSync(wrapper()))
  })
})
