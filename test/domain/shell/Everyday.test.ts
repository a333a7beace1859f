/**
 * What people and agents write all day, and what only looks like it.
 */
import { assert, describe, it } from "@effect/vitest"
import { memoryView } from "../../../src/domain/MemoryView.ts"
import { analysisOf, isProven, surroundingsIn } from "./commands.ts"

const usual = surroundingsIn({
  src: { "a.ts": "", "b c.ts": "" },
  "a.md": "",
  "b.md": "",
  sub: {},
  away: { link: "/etc" }
})
const dashed = surroundingsIn({ "-o.md": "", "a.md": "" })

/** The places a text reaches, as written from the directories it may stand in; `?` where that is not known. */
const reached = (text: string, surroundings = usual): ReadonlyArray<string> => [
  ...new Set(
    analysisOf(text, surroundings).paths.flatMap(({ cwds, path }) =>
      path === undefined || cwds.length === 0 ? ["?"] : cwds.map((cwd) => `${cwd}/${path}`)
    )
  )
]

describe("A glob", () => {
  it("that names no option leaves a command proven, while nothing in the text changes the disk", () => {
    assert.isTrue(isProven("sort *.md", usual))
    assert.isFalse(isProven("sort *.md", dashed))
    assert.isFalse(isProven("touch ./-o; sort *.md", usual))
    assert.isFalse(isProven("sort *.md > x; sort *.md", usual))
    assert.isFalse(isProven("for i in a b; do sort *.md; rm x; done", usual))
    assert.isTrue(isProven("sort *.md 2> /dev/null", usual))
  })

  it("that matches nothing stands for itself, unless the shell was told otherwise", () => {
    assert.isTrue(isProven("find . -name *.c", usual))
    assert.isTrue(isProven("find . -name b*", usual))
    assert.isFalse(isProven("find . -name *.md", usual))
    assert.isFalse(isProven("shopt -s nullglob; find . -name *.c", usual))
  })

  it("is not believed where the disk cannot be looked at whole", () => {
    const many = Object.fromEntries(Array.from({ length: 11_000 }, (_, index) => [`f${index}`, ""]))
    const crowded = { ...usual, view: memoryView({ w: many }) }
    assert.isFalse(isProven("sort *", crowded))
    assert.isFalse(isProven("sort *", { ...usual, cwds: ["/w", "/w/src"] }))
  })

  it("gives a loop's variable its names", () => {
    assert.deepStrictEqual(reached('for f in *.md; do cat "$f"; done'), ["/w/a.md", "/w/b.md"])
    assert.deepStrictEqual(reached('for f in src/*; do cat "$f"; done'), ["/w/src/a.ts", "/w/src/b c.ts"])
    // Unquoted, a name with a blank is two words.
    assert.deepStrictEqual(reached("for f in src/*; do cat $f; done"), ["/w/src/a.ts", "/w/src/b", "/w/c.ts"])
    assert.deepStrictEqual(reached('for f in *.c; do cat "$f"; done'), ["/w/*.c"])
    assert.isFalse(isProven('for f in *.md; do sort "$f"; done', dashed))
    assert.include(reached('for f in *.md; do cat "$f"; rm x; done'), "?")
  })
})

describe("A directory that is there", () => {
  it("is where the shell stands after cd, while nothing in the text changes the disk", () => {
    assert.notInclude(reached("cd src; cat .."), "/w/..")
    assert.include(reached("cd src; cat .."), "/w/src/..")
    for (const text of ["cd nowhere; cat ..", "cd away; cat ..", "rm -r src; cd src; cat ..", "cd $x; cat .."]) {
      assert.notDeepEqual(reached(text), reached("cd src; cat .."), text)
    }
    assert.include(reached("cd nowhere; cat .."), "/w/..")
    assert.include(reached("rm -r src; cd src; cat .."), "/w/..")
  })
})
