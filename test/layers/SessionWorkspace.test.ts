import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { pinnedWorkspace } from "../../src/layers/SessionWorkspace.ts"
import type { OperatorPlaces } from "../../src/services/Operator.ts"
import { temporaryDirectory, uid } from "./Temporary.ts"

const operator = (): OperatorPlaces => {
  const home = temporaryDirectory()
  return { home, uid, configHome: path.join(home, "config"), stateHome: path.join(home, "state") }
}

const sessions = ({ stateHome }: OperatorPlaces): string => path.join(stateHome, "portcullis", "sessions")

describe("a session's workspace", () => {
  it("is the first directory it was seen in, and stays so", () => {
    const places = operator()
    assert.deepStrictEqual(pinnedWorkspace("s", "/a", places), { workspace: "/a", pinned: true })
    assert.deepStrictEqual(pinnedWorkspace("s", "/a/b", places), { workspace: "/a", pinned: true })
    assert.deepStrictEqual(pinnedWorkspace("s", "/", places), { workspace: "/a", pinned: true })
  })

  it("is its own, whatever the sessions are called", () => {
    const places = operator()
    const names = ["s", "S2", "../../trust", "s/../t", ".", "..", "a b", "s\n", "x".repeat(5000), "é", "-", "s.hash"]
    for (const [index, name] of names.entries()) pinnedWorkspace(name, `/w${index}`, places)
    for (const [index, name] of names.entries()) {
      assert.deepStrictEqual(pinnedWorkspace(name, "/other", places), { workspace: `/w${index}`, pinned: true })
    }
    assert.strictEqual(fs.readdirSync(sessions(places)).length, names.length)
    assert.deepStrictEqual(fs.readdirSync(path.join(places.stateHome, "portcullis")), ["sessions"])
  })

  it("is written for its owner alone", () => {
    const places = operator()
    pinnedWorkspace("s", "/a", places)
    const [file = ""] = fs.readdirSync(sessions(places))
    assert.strictEqual(fs.statSync(path.join(sessions(places), file)).mode & 0o777, 0o600)
    assert.strictEqual(fs.statSync(sessions(places)).mode & 0o777, 0o700)
  })

  it("is not pinned where it cannot be written or is not what was written", () => {
    assert.deepStrictEqual(pinnedWorkspace(undefined, "/a", operator()), { workspace: "/a", pinned: false })
    const blocked = operator()
    fs.mkdirSync(blocked.stateHome, { recursive: true })
    fs.writeFileSync(path.join(blocked.stateHome, "portcullis"), "")
    assert.deepStrictEqual(pinnedWorkspace("s", "/a", blocked), { workspace: "/a", pinned: false })
    for (const text of ["", "relative\n", "/cut"]) {
      const places = operator()
      pinnedWorkspace("s", "/a", places)
      const [file = ""] = fs.readdirSync(sessions(places))
      fs.writeFileSync(path.join(sessions(places), file), text)
      assert.deepStrictEqual(pinnedWorkspace("s", "/b", places), { workspace: "/b", pinned: false })
      fs.rmSync(path.join(sessions(places), file))
      fs.symlinkSync("/etc/hostname", path.join(sessions(places), file))
      assert.deepStrictEqual(pinnedWorkspace("s", "/b", places), { workspace: "/b", pinned: false })
    }
  })
})
