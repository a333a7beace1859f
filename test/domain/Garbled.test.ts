/**
 * Names on the disk that are no text: a repository can hold them, and a program that reads text cannot ask for them.
 */
import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { accessesOf } from "../../src/domain/Accesses.ts"
import { newBudget } from "../../src/domain/Budget.ts"
import { namesOf } from "../../src/domain/Globs.ts"
import { groundOf, locate } from "../../src/domain/Paths.ts"
import type { Places } from "../../src/domain/Places.ts"
import { nodeWorkspaceView } from "../../src/layers/NodeWorkspaceView.ts"

const bytes = (root: string, ...name: ReadonlyArray<string | number>): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), ...name.map((part) => Buffer.from(typeof part === "string" ? part : [part]))])

/** Not every disk takes such a name; where one does not, nobody can plant it. */
const takesAnyByte = (root: string): boolean => {
  try {
    fs.symlinkSync("/etc/passwd", bytes(root, "x", 0xff, ".txt"))
    fs.mkdirSync(bytes(root, "d", 0xfe))
    fs.symlinkSync("/etc/passwd", bytes(root, "d", 0xfe, "/leads-out"))
    fs.symlinkSync(Buffer.from([0x2f, 0x65, 0xff]), path.join(root, "dangling"))
    return true
  } catch {
    return false
  }
}

const inRoot = (use: (places: Places) => void): void => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-garbled-")))
  try {
    if (!takesAnyByte(root)) return
    fs.writeFileSync(path.join(root, "é"), "")
    use({ cwd: root, workspace: root, roots: [], home: "/home/u", view: nodeWorkspaceView })
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

describe("a name that is no text", () => {
  it("leads nowhere that can be told, as a link's target too", () =>
    inRoot((places) => {
      const ground = groundOf(places)
      for (const name of ["x\ufffd.txt", "d\ufffd", "d\ufffd/leads-out", "dangling"])
        assert.strictEqual(locate(name, places.cwd, ground).resolution._tag, "Unresolvable", name)
    }))

  it("makes no proof: whatever could reach it might leave the workspace", () =>
    inRoot((places) => {
      const commands = [
        "cat x*",
        "cat *.txt",
        "cat x?.txt",
        "cat $'x\\xff.txt'",
        "cat $'x\\377.txt'",
        "cat */leads-out",
        "cat */*",
        "cat dangling",
        "grep -R root ."
      ]
      for (const command of commands) {
        const accesses = accessesOf({ tool: "bash", input: { command } }, places)
        const leaves = accesses.some((access) => access._tag === "Path" && !access.inside)
        assert.isTrue(leaves, command)
      }
    }))

  it("and any that is not ASCII may be met by more than one `?`, as in a shell of another locale", () =>
    inRoot((places) => {
      const named = (glob: string) => namesOf(`${places.cwd}/${glob}`, groundOf(places), newBudget()).paths
      assert.include(named("??"), `${places.cwd}/é`)
      assert.include(named("x??.txt"), `${places.cwd}/x\ufffd.txt`)
      assert.isEmpty(named("??????????????z"))
    }))
})
