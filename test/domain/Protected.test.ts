import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { groundOf } from "../../src/domain/Paths.ts"
import { guardingCommand, protectedBy } from "../../src/domain/Protected.ts"
import { folded } from "../../src/domain/Secrets.ts"
import { guardedAnywhere, guardedAtHome, guardedPlaces } from "../../src/knowledge/protected.ts"

const ground = groundOf({
  cwd: "/home/u/w",
  workspace: "/home/u/w",
  roots: [],
  home: "/home/u",
  guarded: ["/conf/portcullis", "/named/policy.jsonc"],
  view: memoryView({ home: { u: { w: {} } } })
})

const part = (path: string) => protectedBy(path, ground, { whole: false })
const whole = (path: string) => protectedBy(path, ground, { whole: true })

describe("a file that guards the agent", () => {
  it("is every entry of the tables, with its reason, and all below where the entry says so", () => {
    const places = [
      ...guardedAnywhere.map((entry) => [`/home/u/w/sub/${entry.path}`, entry] as const),
      ...guardedAtHome.map((entry) => [`/home/u/${entry.path}`, entry] as const),
      ...guardedPlaces.map((entry) => [entry.path, entry] as const)
    ]
    for (const [path, entry] of places) {
      const exact = path.replace("*", ".json")
      assert.strictEqual(part(exact), entry.why, exact)
      if (entry.below) assert.strictEqual(part(`${exact}/deep/x`), entry.why, exact)
      assert.strictEqual(entry.path, folded(entry.path))
    }
  })

  it("is told without case", () => {
    for (const path of [
      "/home/u/w/.GIT/Hooks/pre-commit",
      "/HOME/U/.BashRC",
      "/home/u/.Config/Portcullis/policy.jsonc"
    ]) {
      assert.isString(part(path), path)
    }
  })

  it("is where the operator's own places are", () => {
    assert.isString(part("/conf/portcullis/trust.json"))
    assert.isString(part("/named/policy.jsonc"))
    assert.isString(part("/run/user/1000/portcullis/serve.sock"))
    assert.isUndefined(part("/named/other"))
    assert.isUndefined(part("/run/user/1000/other"))
  })

  it("is no ordinary file", () => {
    for (const path of [
      "/home/u/w/src/a.ts",
      "/home/u/w/.github/workflows/ci.yml",
      "/home/u/w/.gitignore",
      "/home/u/w/.git/index",
      "/home/u/w/.claude/plans/x.md",
      "/home/u/w/settings.json",
      "/home/u/w/.vscode/launch.json",
      "/home/u/w/bashrc",
      "/home/u/w/hooks/x.ts",
      "/etc/hosts",
      "/tmp/x"
    ]) {
      assert.isUndefined(part(path), path)
    }
  })
})

describe("a change of a whole directory", () => {
  it("counts where guarded files stand or could stand below it", () => {
    for (const path of [
      "/",
      "/home",
      "/home/u",
      "/home/u/w",
      "/home/u/w/.git",
      "/home/u/w/sub/.git",
      "/home/u/w/.claude",
      "/home/u/w/.github",
      "/home/u/.config",
      "/home/u/.config/fish",
      "/home/u/.local/state",
      "/home/u/.cache",
      "/etc",
      "/conf",
      "/run/user/1000"
    ]) {
      assert.isString(whole(path), path)
    }
  })

  it("does not count where none could", () => {
    for (const path of [
      "/home/u/w/src",
      "/home/u/w/node_modules",
      "/home/u/w/.cache",
      "/home/u/other",
      "/tmp",
      "/opt"
    ]) {
      assert.isUndefined(whole(path), path)
    }
  })

  it("is more than a change in it", () => {
    for (const path of ["/home/u", "/home/u/w", "/home/u/w/.github", "/home/u/.config", "/etc"]) {
      assert.isUndefined(part(path), path)
    }
  })

  it.prop("counts wherever a change in it does", [Schema.String], ([text]) => {
    for (const path of [`/${text}`, `/home/u/${text}`, `/home/u/w/.claude/${text}`]) {
      if (part(path) !== undefined) assert.isString(whole(path), path)
    }
  })
})

describe("a command that changes the guard", () => {
  it("is one of Portcullis's own, however it is started", () => {
    for (const text of [
      "portcullis trust",
      "portcullis --json approve 12",
      "portcullis session allow",
      "portcullis install claude",
      "portcullis uninstall claude",
      "portcullis init --preset auto",
      "./node_modules/.bin/portcullis trust",
      "npx portcullis trust",
      "npx -y portcullis init",
      "PORTCULLIS TRUST"
    ]) {
      assert.isString(guardingCommand(text), text)
    }
  })

  it("is one of a host's", () => {
    for (const text of ["claude mcp add x", "codex features enable x", "goose configure", "code --add-mcp {}"]) {
      assert.isString(guardingCommand(text), text)
    }
  })

  it("is not one that only looks, nor one that speaks of it", () => {
    for (const text of [
      "portcullis check -- ls",
      "portcullis log",
      "portcullis explain -- portcullis-trust",
      "claude -p hello there config",
      "codex exec fix the mcp server",
      "echo portcullis trust",
      "grep portcullis init",
      ""
    ]) {
      assert.isUndefined(guardingCommand(text), text)
    }
  })
})
