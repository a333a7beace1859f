import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { rememberingView, type WorkspaceView } from "../../src/domain/WorkspaceView.ts"
import { nodeWorkspaceView } from "../../src/layers/NodeWorkspaceView.ts"

const withRoot = (use: (root: string) => void): void => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-view-")))
  try {
    use(root)
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

const build = (root: string): void => {
  fs.mkdirSync(path.join(root, "dir/sub"), { recursive: true })
  fs.writeFileSync(path.join(root, "file"), "text")
  fs.writeFileSync(path.join(root, "dir/tool"), "#!", { mode: 0o755 })
  fs.symlinkSync("dir", path.join(root, "link"))
  fs.symlinkSync("nowhere", path.join(root, "dangling"))
  fs.symlinkSync("loop", path.join(root, "loop"))
}

const inMemory = (root: string): WorkspaceView =>
  memoryView({
    [root.slice(1)]: {
      dir: { sub: {}, tool: { program: "#!" } },
      file: "text",
      link: { link: "dir" },
      dangling: { link: "nowhere" },
      loop: { link: "loop" }
    }
  })

const everywhere = [
  "",
  "/",
  "/file",
  "/file/x",
  "/dir",
  "/dir/tool",
  "/dir/none",
  "/link",
  "/link/tool",
  "/link/../file"
]
const places = [...everywhere, "/dangling", "/dangling/x", "/loop", "/loop/x", "/none", "\0", "/x".repeat(2500)]

const sorted = <A>(found: ReadonlyArray<A> | undefined): ReadonlyArray<A> | undefined =>
  found?.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

describe("the disk", () => {
  it("looks the same as its copy in memory, and as what is remembered of it", () =>
    withRoot((root) => {
      build(root)
      const copies = [inMemory(root), rememberingView(nodeWorkspaceView, [root, `${root}/dir`, `${root}/none`])]
      for (const copy of copies) {
        for (const place of places) {
          const at = root + place
          const seen = nodeWorkspaceView.lstat(at)
          const told = copy.lstat(at)
          assert.strictEqual(told?.kind, seen?.kind, place)
          if (seen?.kind === "file") assert.deepStrictEqual(told, seen, place)
          assert.strictEqual(copy.readlink(at), nodeWorkspaceView.readlink(at), place)
          assert.deepStrictEqual(sorted(copy.readdir(at)), sorted(nodeWorkspaceView.readdir(at)), place)
          assert.deepStrictEqual(sorted(copy.list(at)), sorted(nodeWorkspaceView.list(at)), place)
          assert.strictEqual(copy.readFile(at, 100), nodeWorkspaceView.readFile(at, 100), place)
        }
      }
    }))

  it("tells what stands at a path without following its last link", () =>
    withRoot((root) => {
      build(root)
      assert.deepStrictEqual(nodeWorkspaceView.lstat(`${root}/file`), { kind: "file", size: 4, executable: false })
      assert.deepStrictEqual(nodeWorkspaceView.lstat(`${root}/link/tool`), { kind: "file", size: 2, executable: true })
      assert.strictEqual(nodeWorkspaceView.lstat(`${root}/link`)?.kind, "link")
      assert.strictEqual(nodeWorkspaceView.lstat(`${root}/dir`)?.kind, "directory")
      assert.strictEqual(nodeWorkspaceView.readlink(`${root}/dangling`), "nowhere")
      assert.isUndefined(nodeWorkspaceView.readlink(`${root}/file`))
    }))

  it("gives the text of regular files only, and none that is too long", () =>
    withRoot((root) => {
      build(root)
      const fifo = path.join(root, "fifo")
      execFileSync("/usr/bin/env", ["mkfifo", fifo])
      fs.writeFileSync(path.join(root, "long"), "x".repeat(70_000))
      assert.strictEqual(nodeWorkspaceView.readFile(`${root}/file`, 4), "text")
      assert.isUndefined(nodeWorkspaceView.readFile(`${root}/file`, 3))
      assert.strictEqual(nodeWorkspaceView.readFile(`${root}/long`, 70_000)?.length, 70_000)
      for (const place of ["fifo", "dir", "dangling", "loop", "none"]) {
        assert.isUndefined(nodeWorkspaceView.readFile(path.join(root, place), 100), place)
      }
      assert.strictEqual(nodeWorkspaceView.lstat(fifo)?.kind, "other")
    }))
})

describe("what is remembered of the disk", () => {
  it("is asked for once, and is what stood there then", () => {
    let looks = 0
    const view = memoryView({ w: { a: "" } })
    const counted: WorkspaceView = {
      ...view,
      lstat: (path) => {
        looks += 1
        return view.lstat(path)
      }
    }
    const once = rememberingView(counted, [])
    for (let turn = 0; turn < 3; turn += 1) {
      assert.strictEqual(once.lstat("/w/a")?.kind, "file")
      assert.isUndefined(once.lstat("/w/b"))
    }
    assert.strictEqual(looks, 2)
  })

  it("knows the way to a frequented directory only where no link stands on it", () =>
    withRoot((root) => {
      build(root)
      const seen: Array<string> = []
      const counted: WorkspaceView = {
        ...nodeWorkspaceView,
        lstat: (path) => {
          seen.push(path)
          return nodeWorkspaceView.lstat(path)
        }
      }
      const view = rememberingView(counted, [`${root}/dir/sub`, `${root}/link/sub`])
      assert.strictEqual(view.lstat(root)?.kind, "directory")
      assert.strictEqual(view.lstat(`${root}/dir`)?.kind, "directory")
      assert.deepStrictEqual(seen, [])
      assert.strictEqual(view.lstat(`${root}/link`)?.kind, "link")
      assert.deepStrictEqual(seen, [`${root}/link`])
    }))
})
