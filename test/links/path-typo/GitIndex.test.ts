import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { findIndex, readerOf } from "../../../src/links/path-typo/GitIndex.ts"
import { seed } from "../../invariants/worlds.ts"
import { temporaryDirectory } from "../../layers/Temporary.ts"
import { writeIndex } from "./index-file.ts"

const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" }

const git = (directory: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", directory, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })

const files = ["README.md", "a/b/c.ts", "a/b/cc.ts", "a/ü.ts", `long/${"n".repeat(200)}.ts`, "z"]

/** A repository whose index holds these files. */
const repository = (version: string, format = "sha1"): string => {
  const root = temporaryDirectory()
  git(root, "init", "-q", `--object-format=${format}`)
  git(root, "config", "index.version", version)
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), "")
  }
  git(root, "add", ".")
  return root
}

/** Every path that is read, and how the reading ended. */
const readAll = (bytes: Buffer, atOnce = 2): { readonly paths: ReadonlyArray<string>; readonly ended: string } => {
  const paths: Array<string> = []
  const reader = readerOf({
    size: bytes.length,
    read: (into, from) => bytes.copy(into, 0, Math.min(from, bytes.length))
  })
  if (reader === undefined) return { paths, ended: "unread" }
  for (let round = 0; ; round += 1) {
    const more = reader.read(atOnce, (bytes, start, end) =>
      paths.push(Buffer.from(bytes.subarray(start, end)).toString())
    )
    if (more !== "more") return { paths, ended: more }
    assert.isBelow(round, 1000, "a reading ends")
  }
}

/** Reads the index that is found, whole. */
const indexOf = (root: string): Buffer => {
  const found = findIndex(root)
  const bytes = Buffer.alloc(found?.source.size ?? 0)
  found?.source.read(bytes, 0)
  found?.close()
  return bytes
}

/** Answers the prefix of the index that is found. */
const prefixOf = (directory: string): string | undefined => {
  const found = findIndex(directory)
  found?.close()
  return found?.prefix
}

describe("git's index", () => {
  for (const [version, format] of [
    ["2", "sha1"],
    ["4", "sha1"],
    ["2", "sha256"],
    ["4", "sha256"]
  ] as const) {
    it(`of version ${version} with ${format} lists what git lists`, () => {
      const root = repository(version, format)
      const bytes = indexOf(root)
      assert.strictEqual(bytes.readUInt32BE(4), Number(version))
      assert.deepStrictEqual(readAll(bytes), { paths: files, ended: "done" })
    })
  }

  it("of version 3 lists what is only intended to be added, too", () => {
    const root = repository("3")
    fs.writeFileSync(path.join(root, "intended.ts"), "")
    git(root, "add", "-N", "intended.ts")
    const bytes = indexOf(root)
    assert.strictEqual(bytes.readUInt32BE(4), 3)
    assert.sameMembers([...readAll(bytes).paths], [...files, "intended.ts"])
  })

  it("is found from below the repository's top, with the way from there", () => {
    const root = repository("2")
    assert.strictEqual(prefixOf(path.join(root, "a", "b")), "a/b/")
    assert.strictEqual(prefixOf(root), "")
    assert.isUndefined(prefixOf(temporaryDirectory()))
  })

  it("is found for a worktree, whose repository is elsewhere, and nowhere git would not put it", () => {
    const root = repository("2")
    git(root, "commit", "-q", "-m", "x")
    const tree = path.join(temporaryDirectory(), "tree")
    git(root, "worktree", "add", "-q", tree)
    assert.deepStrictEqual(readAll(indexOf(tree)).paths, files)
    const other = temporaryDirectory()
    fs.writeFileSync(path.join(other, ".git"), `gitdir: ${path.join(root, ".git")}\n`)
    assert.isUndefined(prefixOf(other))
  })

  it("is not read where it is a link, or in several files", () => {
    const root = repository("2")
    const linked = temporaryDirectory()
    fs.mkdirSync(path.join(linked, ".git"))
    fs.symlinkSync(path.join(root, ".git", "index"), path.join(linked, ".git", "index"))
    assert.isUndefined(prefixOf(linked))
    git(root, "update-index", "--split-index")
    assert.notStrictEqual(readAll(indexOf(root)).ended, "done")
  })

  it("is read as these tests write it", () => {
    const root = temporaryDirectory()
    writeIndex(root, files)
    assert.deepStrictEqual(
      git(root, "init", "-q") + git(root, "-c", "core.quotePath=false", "ls-files"),
      `${files.join("\n")}\n`
    )
    assert.deepStrictEqual(readAll(indexOf(root)), { paths: files, ended: "done" })
  })

  it("of any size is read a part at a time", () => {
    const root = temporaryDirectory()
    const many = Array.from({ length: 9000 }, (_, at) => `d${"d".repeat(at % 90)}/${String(at).padStart(5, "0")}.ts`)
    writeIndex(root, many)
    const { ended, paths } = readAll(indexOf(root), 1000)
    assert.strictEqual(ended, "done")
    assert.deepStrictEqual(paths.toSorted(), many.toSorted())
  })

  it.prop(
    "whose bytes were changed is read or given up, and never throws or runs on",
    { version: Schema.Literals(["2", "4"]), at: Schema.Int, byte: Schema.Int, cut: Schema.Int },
    ({ at, byte, cut, version }) => {
      const bytes = Buffer.from(whole[version])
      const place = (value: number): number => Math.abs(value) % bytes.length
      bytes[place(at)] = Math.abs(byte) % 256
      assert.include(["done", "broken", "unread"], readAll(bytes).ended)
      assert.include(["broken", "unread", "done"], readAll(bytes.subarray(0, place(cut))).ended)
    },
    { arbitrary: { seed, runs: 300 } }
  )
})

const whole = { "2": indexOf(repository("2")), "4": indexOf(repository("4")) }
