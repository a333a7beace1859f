import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeDirectories } from "../../src/layers/OwnFile.ts"
import { temporaryDirectory } from "./Temporary.ts"

describe("A directory of Portcullis's own", () => {
  it("is made with those above it, for its owner alone", () => {
    const root = temporaryDirectory()
    makeDirectories(path.join(root, "a/b/c"))
    makeDirectories(path.join(root, "a/b/c"))
    for (const made of ["a", "a/b", "a/b/c"]) {
      assert.strictEqual(fs.statSync(path.join(root, made)).mode & 0o777, 0o700, made)
    }
  })

  it("may stand behind a link", () => {
    const root = temporaryDirectory()
    fs.mkdirSync(path.join(root, "real"))
    fs.symlinkSync("real", path.join(root, "link"))
    makeDirectories(path.join(root, "link/a"))
    assert.isTrue(fs.statSync(path.join(root, "real/a")).isDirectory())
  })

  it("that cannot be made is told at once", () => {
    const root = temporaryDirectory()
    fs.writeFileSync(path.join(root, "file"), "")
    fs.symlinkSync("nowhere", path.join(root, "dangling"))
    for (const directory of [
      path.join(root, "file/a"),
      path.join(root, "dangling/a"),
      "/proc/nowhere/a",
      "/dev/null/a"
    ]) {
      assert.throws(() => makeDirectories(directory), Error, undefined, directory)
    }
  })
})
