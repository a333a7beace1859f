import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { newBudget } from "../../src/domain/Budget.ts"
import { escapeGlob, namesOf, unescapeGlob } from "../../src/domain/Globs.ts"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { groundOf } from "../../src/domain/Paths.ts"
import { nodeWorkspaceView } from "../../src/layers/NodeWorkspaceView.ts"

const ground = groundOf({
  cwd: "/w",
  workspace: "/w",
  roots: [],
  home: "/home/u",
  view: memoryView({
    w: { ".env": "", "a.ts": "", "b.ts": "", src: { "c.ts": "", d: {} }, lib: { "c.ts": "" }, "[x]": "" }
  })
})

const names = (glob: string) => namesOf(`/w/${glob}`, ground, newBudget()).paths.map((name) => name.slice(3))

describe("a glob", () => {
  it("names what bash would", () => {
    assert.deepStrictEqual(names("*.ts"), ["a.ts", "b.ts"])
    assert.deepStrictEqual(names("?.ts"), ["a.ts", "b.ts"])
    assert.deepStrictEqual(names("[ac].ts"), ["a.ts"])
    assert.deepStrictEqual(names("*/c.ts"), ["src/c.ts", "lib/c.ts"])
    assert.deepStrictEqual(names("s*/*"), ["src/c.ts", "src/d"])
    assert.deepStrictEqual(names("\\[x]"), ["[x]"])
    assert.deepStrictEqual(names("none*"), [])
  })

  it("has wildcards that a backslash makes plain, in segments with others and without", () => {
    assert.deepStrictEqual(names("\\[x\\]"), ["[x]"])
    assert.deepStrictEqual(names("*/\\c.ts"), ["src/c.ts", "lib/c.ts"])
    assert.deepStrictEqual(names("\\*.ts"), ["*.ts"])
    for (const text of ["a[b]/*", "\\", "\\*", "?a"]) assert.strictEqual(unescapeGlob(escapeGlob(text)), text)
  })

  it("could name a dotted file only where the pattern has the dot", () => {
    assert.isFalse(names("*").includes(".env"))
    assert.isFalse(names("?env").includes(".env"))
    assert.isTrue(names(".en?").includes(".env"))
    assert.isTrue(names("[.]env").includes(".env"))
    assert.isTrue(names(".*").includes(".."))
  })

  it("is not followed beyond what may be looked at", () => {
    const budget = { names: 3, paths: 1 }
    assert.isFalse(namesOf("/w/*", ground, budget).whole)
    assert.isFalse(
      namesOf(
        "/*/*/*",
        groundOf({
          cwd: "/w",
          workspace: "/w",
          roots: [],
          home: "/h",
          view: memoryView(
            Object.fromEntries(
              Array.from({ length: 40 }, (_, a) => [
                `d${a}`,
                Object.fromEntries(Array.from({ length: 40 }, (_, b) => [`e${b}`, ""]))
              ])
            )
          )
        }),
        newBudget()
      ).whole
    )
  })

  const Part = Schema.Literals(["*", "?", "[ab]", "[!a]", "[a-c]", "a", "b", ".", "/", "[[:alpha:]]", "\\*", "x", "**"])

  it.prop(
    "names at least what bash names, over any pattern",
    { parts: Schema.Array(Part).check(Schema.isMinLength(1), Schema.isMaxLength(6)) },
    ({ parts }) => {
      const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-globs-")))
      try {
        for (const dir of ["a", "b", ".x"]) fs.mkdirSync(path.join(root, dir))
        for (const file of ["ab", "b.a", ".a", "*", "a/b", "a/.b", "b/ax", ".x/a"])
          fs.writeFileSync(path.join(root, file), "")
        const glob = parts.join("").replace(/^\/+/, "")
        // Only bash's own expansion runs: `printf` is a builtin, and no program can be found.
        const expanded = execFileSync(
          "/bin/bash",
          ["--norc", "--noprofile", "-c", `shopt -s nullglob; printf '%s\\0' ${glob}`],
          {
            cwd: root,
            env: { PATH: "/nonexistent", LC_ALL: "C" },
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"]
          }
        )
        const here = groundOf({ cwd: root, workspace: root, roots: [], home: "/home/u", view: nodeWorkspaceView })
        const ours = new Set(
          namesOf(`${root}/${glob}`, here, newBudget()).paths.map((name) => path.normalize(`${name}/`))
        )
        // A word whose every wildcard is escaped is no pattern to bash: it stays as it is, whatever is there.
        const isPattern = /[*?[]/.test(glob.replace(/\\./g, ""))
        for (const name of expanded.split("\0")) {
          if (name !== "" && isPattern)
            assert.isTrue(ours.has(path.normalize(`${root}/${name}/`)), `${glob} names ${name}`)
        }
      } finally {
        fs.rmSync(root, { recursive: true, force: true })
      }
    },
    // A shell is started for each pattern.
    { timeout: 120_000 }
  )
})
