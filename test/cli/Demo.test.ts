import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { assertGolden } from "./support/golden.ts"
import { build, demo, environment, type Home, makeHome, removeBuilt } from "./support/program.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(() => {
  build()
  home = makeHome()
}, 120_000)

afterAll(() => {
  home.remove()
  removeBuilt()
})

const start = (env: Readonly<Record<string, string>> = {}) => {
  const temporary = path.join(home.home, "tmp")
  fs.mkdirSync(temporary, { recursive: true })
  const { status, stderr, stdout } = spawnSync(process.execPath, [demo], {
    cwd: home.project,
    env: environment(home, { TMPDIR: temporary, ...env })
  })
  return { code: status, stdout: stdout.toString("utf8"), stderr: stderr.toString("utf8"), temporary }
}

describe("the demonstration", () => {
  it("decides its session, and leaves nothing behind", () => {
    const { code, stderr, stdout, temporary } = start()
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    assert.deepStrictEqual(fs.readdirSync(temporary), [])
    assert.deepStrictEqual(fs.readdirSync(home.project), [])
    assertGolden("demo", stdout)
  })

  it("answers the same whatever policy its reader has", () => {
    const before = start().stdout
    home.policy({ mode: "auto", permission: { "*": "deny" } })
    home.write("project/.portcullis/policy.jsonc", '{ "permission": { "*": "deny" } }')
    assert.strictEqual(start().stdout, before)
  })

  it("is in colour where colour is wanted", () => {
    const { stdout } = start({ FORCE_COLOR: "1" })
    for (const code of ["\u001b[32mALLOW", "\u001b[33m ASK ", "\u001b[31mDENY "]) assert.include(stdout, code)
  })
})
