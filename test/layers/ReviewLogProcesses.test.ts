import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { filesAside } from "../../src/layers/LogRotation.ts"
import { appendEntry } from "../../src/layers/ReviewLogFile.ts"
import { entry, fresh, ids, read, script } from "./support/logs.ts"
import { temporaryDirectory } from "./Temporary.ts"

/** How many processes write at once; more than a few say the same and take longer. */
const writers = Number(process.env["LOG_WRITERS"] ?? "8")

const cache = temporaryDirectory()
const env = { PATH: "/nonexistent", NODE_COMPILE_CACHE: cache }

/** Runs a process that appends entries, until it ends or is killed. */
const writer = (file: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [script, file, ...args], { env, stdio: ["ignore", "ignore", "pipe"] })
  let stderr = ""
  child.stderr.on("data", (data) => (stderr += String(data)))
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(stderr)))
  return { child, ended }
}

describe("the review log, written by many processes", () => {
  it("holds every line whole, however many processes write at once", { timeout: 300_000 }, async () => {
    const file = fresh()
    const told = await Promise.all(Array.from({ length: writers }, () => writer(file, "30").ended))
    assert.deepStrictEqual(new Set(told), new Set([""]))
    const { entries, torn } = read(file)
    assert.strictEqual(torn, 0)
    assert.strictEqual(ids(entries).size, writers * 30)
  })

  it("loses nothing when many processes rotate it at once", { timeout: 300_000 }, async () => {
    const file = fresh()
    const told = await Promise.all(
      Array.from({ length: writers }, () => writer(file, "60", String(100_000), "10000").ended)
    )
    assert.deepStrictEqual(new Set(told), new Set([""]))
    const { entries, torn } = read(file)
    assert.isAbove(filesAside(file).length, 3)
    assert.strictEqual(torn, 0)
    assert.strictEqual(entries.length, writers * 60)
    assert.strictEqual(ids(entries).size, writers * 60)
    assert.deepStrictEqual(
      fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith(".lock")),
      []
    )
  })

  it("stays readable when its writers are killed", { timeout: 300_000 }, async () => {
    const file = fresh()
    let before = 0
    for (let round = 0; round < 6; round++) {
      const killed = [writer(file, "0", "200000", "1000"), writer(file, "0", "200000", "1000")]
      while (read(file).entries.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 20 + round))
      for (const { child } of killed) child.kill("SIGKILL")
      await Promise.all(killed.map(({ ended }) => ended))
      const last = entry({ round })
      assert.strictEqual(appendEntry(file, last), "written")
      const { entries, torn } = read(file)
      assert.isTrue(ids(entries).has(last.requestId))
      assert.isAtMost(torn, 2 * (round + 1))
      before = entries.length
    }
  })
})
