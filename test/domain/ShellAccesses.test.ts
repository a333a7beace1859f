import { assert, describe, it } from "@effect/vitest"
import type { Access } from "../../src/domain/Access.ts"
import { newBudget } from "../../src/domain/Budget.ts"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { groundOf } from "../../src/domain/Paths.ts"
import type { ReachedPath, ShellAnalysis, Unit } from "../../src/domain/shell/Analysis.ts"
import { shellAccesses } from "../../src/domain/ShellAccesses.ts"

const view = memoryView({ w: { "a.ts": "", src: {}, ".env": "" }, etc: { passwd: "" } })
const span = { start: 0, end: 1 }

const unit = (text: string, more: Partial<Unit> = {}): Unit => ({
  text,
  baseText: undefined,
  name: text.split(" ", 1)[0] ?? "",
  proof: { read: true },
  floors: [],
  wraps: undefined,
  span,
  ...more
})

const path = (path: string | undefined, more: Partial<ReachedPath> = {}): ReachedPath => ({
  text: path ?? "$X",
  path,
  glob: false,
  direction: "read",
  via: "operand",
  reach: "content",
  whole: false,
  span,
  cwds: ["/w"],
  unsettled: undefined,
  ...more
})

const accesses = (text: string, analysis: Partial<ShellAnalysis>, offset = 0): ReadonlyArray<Access> =>
  shellAccesses(
    text,
    { units: [], paths: [], floors: [], ...analysis },
    () => groundOf({ cwd: "/w", workspace: "/w", roots: [], home: "/home/u", view }),
    newBudget(),
    {},
    offset
  )

const short = (access: Access): string =>
  `${access.surface} ${access.value}${access._tag === "Path" && access.unresolved !== undefined ? " unknown" : ""}`

describe("a unit", () => {
  it("is an access of its text, matched more strictly by its base name", () => {
    const [access] = accesses("/bin/rm x", { units: [unit("/bin/rm x", { baseText: "rm x" })] })
    assert.deepStrictEqual(access?.forms, [{ spellings: ["/bin/rm x"], tighter: ["rm x"] }])
  })

  it("that wraps others names their places in the call", () => {
    const units = [unit("env ls", { name: "env", wraps: [1] }), unit("ls")]
    const [first] = accesses("env ls", { units })
    const [later] = accesses("env ls", { units }, 3)
    assert.deepStrictEqual(first?._tag === "Unit" ? first.wraps : undefined, { name: "env", inner: [1] })
    assert.deepStrictEqual(later?._tag === "Unit" ? later.wraps : undefined, { name: "env", inner: [4] })
  })

  it("that changes the guard carries a floor for it", () => {
    const [access] = accesses("portcullis trust", { units: [unit("portcullis trust")] })
    assert.deepStrictEqual(
      access?.floors.map((floor) => floor.class),
      ["self-protection"]
    )
    const [based] = accesses("x", { units: [unit("./bin/portcullis trust", { baseText: "portcullis trust" })] })
    assert.deepStrictEqual(
      based?.floors.map((floor) => floor.class),
      ["self-protection"]
    )
  })
})

describe("the text as a whole", () => {
  it("is one proven read where no command stands in it", () => {
    for (const text of ["", "# a comment", "A=1"]) {
      assert.deepStrictEqual(accesses(text, {}), [
        {
          _tag: "Unit",
          surface: "bash",
          value: text,
          forms: [{ spellings: [text], tighter: [] }],
          floors: [],
          proof: { read: true },
          wholeText: true
        }
      ])
    }
  })

  it("carries its own floors beside the units it holds, and is no proven read then", () => {
    const floors = [{ class: "unread", cause: "it is too long" }] as const
    const text = `ls ${"x".repeat(500)}`
    const [first, whole] = accesses(text, { units: [unit("ls")], floors })
    assert.strictEqual(first?.value, "ls")
    assert.isTrue(whole?._tag === "Unit" && whole.wholeText === true && !whole.proof.read)
    assert.deepStrictEqual(whole?.floors, floors)
    assert.isBelow(whole?.value.length ?? 0, 250)
    assert.deepStrictEqual(whole?.forms, [{ spellings: [text], tighter: [] }])
  })
})

describe("a path that a command reaches", () => {
  it("has no surface of its own unless a redirect writes it", () => {
    const paths = (more: Partial<ReachedPath>) => accesses("x", { units: [unit("x")], paths: [path("a.ts", more)] })
    assert.deepStrictEqual(paths({}).map(short), ["bash x", "path /w/a.ts"])
    assert.deepStrictEqual(paths({ direction: "write" }).map(short), ["bash x", "path /w/a.ts"])
    assert.deepStrictEqual(paths({ via: "redirect" }).map(short), ["bash x", "path /w/a.ts"])
    assert.deepStrictEqual(paths({ via: "redirect", direction: "write" }).map(short), [
      "bash x",
      "write /w/a.ts",
      "path /w/a.ts"
    ])
    assert.deepStrictEqual(paths({ via: "redirect", direction: "unknown" }).map(short), [
      "bash x",
      "write /w/a.ts",
      "path /w/a.ts"
    ])
  })

  it("might be any when an expansion decides it or something before it changed the disk", () => {
    const shorts = (one: ReachedPath) => accesses("x", { units: [unit("x")], paths: [one] }).map(short)
    assert.deepStrictEqual(shorts(path(undefined)), ["bash x", "external_directory $X unknown"])
    assert.deepStrictEqual(shorts(path("a.ts", { unsettled: "ln made it" })), [
      "bash x",
      "path /w/a.ts",
      "external_directory a.ts unknown"
    ])
    assert.deepStrictEqual(shorts(path("/dev/null", { unsettled: "ln made it" })), ["bash x"])
  })

  it("is judged once however often it stands in the text, in each direction", () => {
    const paths = [path("a.ts"), path("./a.ts"), path("a.ts", { direction: "write" }), path("src/../a.ts")]
    assert.deepStrictEqual(accesses("x", { units: [unit("x")], paths }).map(short), [
      "bash x",
      "path /w/a.ts",
      "path /w/a.ts"
    ])
  })

  it("is one of few, or the text is unread", () => {
    const paths = Array.from({ length: 3_000 }, (_, at) => path(`f${at}`))
    const found = accesses("x", { units: [unit("x")], paths })
    assert.isTrue(found.some(({ floors }) => floors.some((floor) => floor.class === "unread")))
  })
})
