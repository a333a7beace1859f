import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { memoryView, type Tree } from "../../src/domain/MemoryView.ts"
import { fold, groundOf, locate, readingsOf, resolve, resolvedPattern } from "../../src/domain/Paths.ts"
import type { Places } from "../../src/domain/Places.ts"
import { nodeWorkspaceView } from "../../src/layers/NodeWorkspaceView.ts"

const Cases = Schema.Struct({
  fixture: Schema.Struct({
    dirs: Schema.Array(Schema.String),
    files: Schema.Array(Schema.String),
    symlinks: Schema.Record(Schema.String, Schema.String)
  }),
  cases: Schema.Array(
    Schema.Struct({
      cwd: Schema.String,
      path: Schema.String,
      canonical: Schema.String,
      outsideCwd: Schema.Boolean
    })
  )
})

const { fixture, cases } = Schema.decodeUnknownSync(Cases)(
  JSON.parse(fs.readFileSync(new URL("../cases/paths.json", import.meta.url), "utf8"))
)

const withRoot = <A>(use: (root: string) => A): A => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-paths-")))
  try {
    return use(root)
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

const places = (view: Places["view"], workspace = "/w", more: Partial<Places> = {}): Places => ({
  cwd: workspace,
  workspace,
  roots: [],
  home: "/home/u",
  view,
  ...more
})

const groundIn = (tree: Tree, more: Partial<Places> = {}) => groundOf(places(memoryView(tree), "/w", more))

describe("the labelled tree of links", () => {
  for (const { cwd, path: given, canonical, outsideCwd } of cases) {
    it(`${given} in ${cwd} leads to ${canonical}`, () =>
      withRoot((root) => {
        const at = (text: string) => text.replaceAll("$ROOT", root)
        for (const dir of fixture.dirs) fs.mkdirSync(path.join(root, dir), { recursive: true })
        for (const file of fixture.files) fs.writeFileSync(path.join(root, file), "")
        for (const [name, target] of Object.entries(fixture.symlinks)) fs.symlinkSync(at(target), path.join(root, name))
        const ground = groundOf(places(nodeWorkspaceView, at(cwd)))
        const { resolution, inside } = locate(at(given), at(cwd), ground)
        assert.deepStrictEqual(resolution, { _tag: "Resolved", path: at(canonical) })
        assert.strictEqual(inside, !outsideCwd)
      }))
  }
})

const Node = Schema.Struct({
  at: Schema.Literals(["a", "b", "c", "a/b", "a/c", "b/a", "a/b/c"]),
  what: Schema.Literals(["directory", "file", "a", "b", "../b", "a/c", "..", ".", "missing", "../a/missing", "/ROOT/b"])
})
const Query = Schema.Array(Schema.Literals(["a", "b", "c", "..", ".", "", "missing"])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(7)
)

const plant = (root: string, nodes: ReadonlyArray<typeof Node.Type>): void => {
  for (const { at, what } of nodes) {
    const place = path.join(root, at)
    try {
      if (what === "directory") fs.mkdirSync(place, { recursive: true })
      else if (what === "file") fs.writeFileSync(place, "", { flag: "wx" })
      else fs.symlinkSync(what.replace("/ROOT", root), place)
    } catch {
      // Something else stands there already, or nothing stands above it.
    }
  }
}

/** Where the kernel ends when it opens the path, creating what may be missing at its end; why it does not, else. */
const byKernel = (absolute: string): { readonly path: string } | { readonly code: string } => {
  try {
    fs.closeSync(fs.openSync(absolute, fs.existsSync(absolute) ? fs.constants.O_RDONLY : fs.constants.O_CREAT, 0o600))
    return { path: fs.realpathSync.native(absolute) }
  } catch (error) {
    return { code: error instanceof Error && "code" in error ? String(error.code) : "unknown" }
  }
}

describe("a resolved form", () => {
  it.prop("is what the kernel opens, over any tree of links", { nodes: Schema.Array(Node), query: Query }, (given) =>
    withRoot((root) => {
      const work = path.join(root, "w")
      fs.mkdirSync(work)
      plant(work, given.nodes)
      const absolute = `${work}/${given.query.join("/")}`
      // Looked at first: opening may create what was missing.
      const ours = resolve(absolute, nodeWorkspaceView)
      const { inside } = locate(given.query.join("/"), work, groundOf(places(nodeWorkspaceView, work)))
      const theirs = byKernel(absolute)
      if ("path" in theirs) {
        assert.deepStrictEqual(ours, { _tag: "Resolved", path: theirs.path })
        // A query that begins with an empty segment is absolute, and not about this tree.
        if (given.query.join("/").startsWith("/") || given.query.join("/") === "") return
        assert.strictEqual(inside, `${theirs.path}/`.startsWith(`${work}/`))
      } else if (theirs.code === "ELOOP") assert.strictEqual(ours._tag, "Unresolvable")
    })
  )

  it.prop("keeps what is missing below what exists", { nodes: Schema.Array(Node), query: Query }, (given) =>
    withRoot((root) => {
      plant(root, given.nodes)
      const kept = given.query.filter((segment) => segment !== ".." && segment !== "" && segment !== ".")
      const existing = `${root}/${given.query.join("/")}`
      if (!fs.existsSync(existing)) return
      const base = fs.realpathSync.native(existing)
      assert.deepStrictEqual(resolve(`${existing}/no/such/${kept.join("/")}`, nodeWorkspaceView), {
        _tag: "Resolved",
        path: [base === "/" ? "" : base, "no/such", ...kept].join("/")
      })
    })
  )

  it("gives up on a loop, and says so", () => {
    const ground = groundIn({ w: { loopa: { link: "loopb" }, loopb: { link: "loopa" } } })
    const { resolution, inside, forms } = locate("loopa/x", "/w", ground)
    assert.strictEqual(resolution._tag, "Unresolvable")
    assert.isFalse(inside)
    assert.deepStrictEqual(
      forms.map(({ spellings }) => spellings),
      [["/w/loopa/x", "loopa/x"]]
    )
  })

  it("follows forty links and no more", () => {
    const chain = (length: number): Tree =>
      Object.fromEntries([
        ["l0", "end"],
        ...Array.from({ length }, (_, at) => [`l${at + 1}`, { link: `l${at}` }] as const)
      ])
    const ground = groundIn({ w: chain(41) })
    assert.deepStrictEqual(locate("l40", "/w", ground).resolution, { _tag: "Resolved", path: "/w/l0" })
    assert.strictEqual(locate("l41", "/w", ground).resolution._tag, "Unresolvable")
  })

  it("is never told for what hangs on the process that looks", () => {
    const ground = groundIn({ w: {}, proc: { self: { link: "42" }, "42": { cwd: { link: "/w" } }, cpuinfo: "x" } })
    for (const given of ["/proc/self/cwd/x", "/proc/42/root/etc", "/proc/thread-self/fd/3"]) {
      assert.strictEqual(locate(given, "/w", ground).resolution._tag, "Unresolvable", given)
    }
    assert.deepStrictEqual(locate("/proc/cpuinfo", "/w", ground).resolution, {
      _tag: "Resolved",
      path: "/proc/cpuinfo"
    })
  })
})

describe("a written form", () => {
  it("is absolute and folded", () => {
    for (const [given, written] of [
      ["/a//b/", "/a/b"],
      ["/a/./b/../c", "/a/c"],
      ["/../..", "/"],
      ["/", "/"],
      ["//", "/"],
      ["/a/...", "/a/..."],
      ["/a/.b", "/a/.b"]
    ] as const) {
      assert.strictEqual(fold(given), written, given)
    }
  })

  it("and the resolved one differ where `..` follows a link", () => {
    const ground = groundIn({ w: { link: { link: "/out/deep" } }, out: { deep: {} } })
    const { written, resolution, inside, forms } = locate("link/../x", "/w", ground)
    assert.strictEqual(written, "/w/x")
    assert.deepStrictEqual(resolution, { _tag: "Resolved", path: "/out/x" })
    assert.isFalse(inside)
    assert.deepStrictEqual(
      forms.map(({ spellings }) => spellings),
      [["/w/x", "x"], ["/out/x"]]
    )
  })

  it("has a relative spelling inside the workspace, and is `.` for the workspace itself", () => {
    const ground = groundIn({ w: { src: {} } })
    const spellings = (given: string) => locate(given, "/w/src", ground).forms.map((form) => form.spellings)
    assert.deepStrictEqual(spellings("../a.ts/"), [["/w/a.ts", "a.ts"]])
    assert.deepStrictEqual(spellings(".."), [["/w", "."]])
    assert.deepStrictEqual(spellings("../../wide"), [["/wide"]])
  })

  it("reached through a link to the workspace has the same relative spelling", () => {
    const ground = groundOf(places(memoryView({ w: { "a.ts": "" }, l: { link: "w" } }), "/l"))
    assert.deepStrictEqual(
      locate("a.ts", "/l", ground).forms.map(({ spellings }) => spellings),
      [
        ["/l/a.ts", "a.ts"],
        ["/w/a.ts", "a.ts"]
      ]
    )
    assert.isTrue(locate("/w/a.ts", "/l", ground).inside)
  })

  it("keeps its own case and its own composition of letters", () => {
    const ground = groundIn({ w: {} })
    assert.deepStrictEqual(
      locate("SRC/cafe\u0301", "/w", ground).forms.map(({ spellings }) => spellings),
      [["/w/SRC/cafe\u0301", "SRC/cafe\u0301"]]
    )
  })
})

describe("inside", () => {
  it("is nothing where the workspace is the root, the home or above the home", () => {
    for (const workspace of ["/", "/home", "/home/u", "/home/u/", "/h"]) {
      const view = memoryView({ home: { u: { p: {} } }, h: { link: "/home" } })
      const ground = groundOf(places(view, workspace))
      assert.isFalse(locate("p/x", "/home/u", ground).inside, workspace)
      assert.strictEqual(locate("p/x", "/home/u", ground).forms[0]?.spellings.length, 1, workspace)
    }
  })

  it("is nothing either where the workspace is what the home links to", () => {
    const view = memoryView({ home: { u: { link: "/data/u" } }, data: { u: {} } })
    assert.isFalse(locate("x", "/data/u", groundOf(places(view, "/data/u"))).inside)
  })

  it("covers the roots the operator lists, but not a root as wide as the home", () => {
    const view = memoryView({ w: {}, shared: { x: "" }, real: {}, alias: { link: "real" }, home: { u: {} } })
    const ground = groundOf(places(view, "/w", { roots: ["/shared", "/alias", "/home/u"] }))
    assert.isTrue(locate("/shared/x", "/w", ground).inside)
    assert.isTrue(locate("/real/x", "/w", ground).inside)
    assert.isFalse(locate("/home/u/x", "/w", ground).inside)
  })

  it("is no matter of how names begin", () => {
    const ground = groundIn({ w: {}, wide: {} })
    assert.isFalse(locate("/wide/x", "/w", ground).inside)
    assert.isTrue(locate("/w", "/w", ground).inside)
  })
})

describe("any text", () => {
  it("has a location", () => {
    const ground = groundIn({ w: {} })
    for (const given of ["", "\0", "a\0b", "x/".repeat(5000), "\ud800", "é".repeat(2049)]) {
      const { resolution, inside } = locate(given, "/w", ground)
      assert.strictEqual(
        resolution._tag,
        given === "\ud800" ? "Resolved" : "Unresolvable",
        JSON.stringify(given.slice(0, 9))
      )
      if (given !== "\ud800") assert.isFalse(inside)
    }
  })

  it.prop("is located without throwing, and the same each time", [Schema.String, Schema.String], ([given, cwd]) => {
    const tree = { w: { a: { link: ".." } } }
    const once = locate(given, `/${cwd}`, groundIn(tree))
    assert.deepStrictEqual(locate(given, `/${cwd}`, groundIn(tree)), once)
    assert.isTrue(once.written.startsWith("/"))
  })
})

describe("a tool's path", () => {
  it("is read both as it stands and as a host might expand it", () => {
    assert.deepStrictEqual(readingsOf("~/x", "/home/u"), ["~/x", "/home/u/x"])
    assert.deepStrictEqual(readingsOf("~", "/home/u"), ["~", "/home/u"])
    assert.deepStrictEqual(readingsOf("$HOME/x", "/home/u"), ["$HOME/x", "/home/u/x"])
    assert.deepStrictEqual(readingsOf("${HOME}", "/home/u"), ["${HOME}", "/home/u"])
    assert.deepStrictEqual(readingsOf("@a.ts", "/home/u"), ["@a.ts", "a.ts"])
    assert.deepStrictEqual(readingsOf("FILE:///etc/pass%77d", "/home/u"), ["FILE:///etc/pass%77d", "/etc/passwd"])
    assert.deepStrictEqual(readingsOf("$HOMER/x", "/home/u"), ["$HOMER/x"])
    assert.deepStrictEqual(readingsOf("a~/x", "/home/u"), ["a~/x"])
  })
})

describe("a pattern", () => {
  const ground = groundIn({ w: { src: {}, out: { link: "/elsewhere" } }, tmp: { link: "/private/tmp" }, elsewhere: {} })

  it("means the same on resolved paths once its literal directory prefix is resolved", () => {
    assert.strictEqual(resolvedPattern("/tmp/x/*", ground), "/private/tmp/x/*")
    assert.strictEqual(resolvedPattern("/tmp/fo*", ground), "/private/tmp/fo*")
    assert.strictEqual(resolvedPattern("/tmp", ground), "/private/tmp")
    assert.strictEqual(resolvedPattern("out/*", ground), "/elsewhere/*")
    assert.strictEqual(resolvedPattern("out", ground), "/elsewhere")
  })

  it("stays alone where no link stands in its prefix", () => {
    for (const pattern of ["*", "*.env", "src/*", "/usr/*", "/*", "id_rsa", "/w/src/*", "/"]) {
      assert.isUndefined(resolvedPattern(pattern, ground), pattern)
    }
  })

  it("relative to a workspace behind a link needs no second spelling", () => {
    const linked = groundOf(places(memoryView({ w: { src: {} }, l: { link: "w" } }), "/l"))
    assert.isUndefined(resolvedPattern("src/*", linked))
    assert.strictEqual(resolvedPattern("/l/src/*", linked), "/w/src/*")
  })
})
