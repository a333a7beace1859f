import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { compile, expandHome, fold, matches, matchesFolded, MAX_WILD_RUN, verbatim } from "../../src/domain/Pattern.ts"
import { seed } from "../invariants/worlds.ts"
import { fits } from "../spec/Matching.ts"
import { ruleCases } from "../support/rules.ts"

const home = "/home/u"

const glob = (source: string, value: string): boolean => matches(compile(source, home), value)

const folded = (source: string, value: string): boolean => matchesFolded(compile(source, home), fold(value))

describe("Pattern", () => {
  it("expands the home only where it is the whole first segment", () => {
    for (const { home, input, output } of ruleCases["home-expand"]) assert.strictEqual(expandHome(input, home), output)
    assert.strictEqual(expandHome("${HOME}/x", home), "/home/u/x")
    assert.strictEqual(expandHome("$HOMER/x", home), "$HOMER/x")
    assert.strictEqual(expandHome("x/~", home), "x/~")
    assert.strictEqual(expandHome("~/x", "/"), "/x")
    assert.strictEqual(expandHome("~/x", ""), "~/x")
  })

  it("matches as the labelled cases say", () => {
    for (const { home: at = home, match, pattern, value } of ruleCases.wildcard) {
      assert.strictEqual(matches(compile(pattern, at), value), match, `${pattern} against ${value}`)
    }
  })

  it("matches the whole value, across slashes and newlines, and takes the rest literally", () => {
    assert.isTrue(glob("a*c", "a/b\nc"))
    assert.isFalse(glob("a*c", "a/b\nc "))
    assert.isFalse(glob("*ab*ba*", "xaby"))
    assert.isFalse(glob("ab*ba", "aba"))
    assert.isTrue(glob("(a|b)+[c]\\.$^", "(a|b)+[c]\\.$^"))
    assert.isFalse(glob("a.c", "abc"))
  })

  it("takes a space-star at the end as optional, once", () => {
    assert.isTrue(glob("git *", "git"))
    assert.isFalse(glob("git *", "gitk"))
    assert.isTrue(glob("git * *", "git x"))
    assert.isFalse(glob("git * *", "git"))
    assert.isTrue(glob("* *", "git"))
  })

  it("takes one character for a question mark, however many code units it has", () => {
    assert.isTrue(glob("a?b", "a😀b"))
    assert.isFalse(glob("a??b", "a😀b"))
    assert.isTrue(glob("*?b", "x😀b"))
    assert.isTrue(glob("*a?c*", "--a😀c--"))
    assert.isFalse(glob("?", ""))
  })

  it("folds case and composition for asks and denies", () => {
    assert.isTrue(folded("/w/É", "/W/e\u0301"))
    assert.isTrue(folded("*.ENV", "/w/.env"))
    assert.isTrue(folded("/STRASSE", "/straße"))
    assert.isTrue(folded("/ΑΣ*", "/ας"))
    assert.isTrue(folded("/ΑΣ*", "/ασβ"))
    assert.isTrue(folded("/\u212Aey", "/key"))
    assert.isFalse(glob("*.ENV", "/w/.env"))
  })

  it("knows which patterns name something and which match everything", () => {
    const kinds = ["*", "**", "?*", "", "a*", "*a"].map((source) => compile(source, home))
    assert.deepStrictEqual(
      kinds.map((pattern) => pattern.literal),
      [false, false, false, false, true, true]
    )
    assert.deepStrictEqual(
      kinds.map((pattern) => pattern.universal),
      [true, true, false, false, false, false]
    )
    assert.deepStrictEqual(
      kinds.map((pattern) => pattern.prefix),
      ["", "", "", "", "a", ""]
    )
  })

  it("answers within a moment for the longest value and the worst patterns", () => {
    const value = "a".repeat(65_536)
    const worst = [
      `${"*a".repeat(500)}*b`,
      `*${"a".repeat(2000)}b*`,
      `*${"a".repeat(1000)}b${"a".repeat(1000)}*`,
      `*${"?a".repeat(500)}b*`,
      `${"*?".repeat(500)}*b`,
      `*${"?".repeat(60_000)}b`
    ]
    const start = performance.now()
    for (const source of worst) assert.isFalse(glob(source, value))
    assert.isBelow(performance.now() - start, 1000)
  })

  it("matches a text taken verbatim by itself alone", () => {
    for (const text of ["rm *.log", "rm ?", "~/x", "git *", ""]) {
      assert.isTrue(matches(verbatim(text), text))
      assert.isTrue(matchesFolded(verbatim(text), fold(text)))
    }
    assert.isFalse(matches(verbatim("rm *.log"), "rm -rf / x.log"))
    assert.isFalse(matches(verbatim("rm ?"), "rm a"))
    assert.isFalse(matches(verbatim("git *"), "git"))
  })

  it("matches nothing by a pattern that would cost too much", () => {
    const pattern = compile(`*${"?a".repeat(MAX_WILD_RUN)}*`, home)
    assert.isTrue(pattern.excessive)
    assert.isFalse(matches(pattern, "?a".repeat(MAX_WILD_RUN)))
    assert.isFalse(compile("a?".repeat(MAX_WILD_RUN), home).excessive)
  })

  const Text = Schema.Array(Schema.Literals(["a", "b", "*", "?", " ", "/"])).check(Schema.isMaxLength(8))

  it.prop(
    `agrees with the specification (SEED=${seed})`,
    { pattern: Text, value: Text },
    ({ pattern, value }) => {
      const [source, text] = [pattern.join(""), value.join("")]
      assert.strictEqual(glob(source, text), fits(source, text), `"${source}" against "${text}"`)
    },
    { arbitrary: { runs: 3000, seed } }
  )

  it.prop(
    `folds to a text that folds to itself (SEED=${seed})`,
    { text: Schema.String },
    ({ text }) => {
      assert.strictEqual(fold(fold(text)), fold(text))
      assert.strictEqual(fold(text.normalize("NFD")), fold(text.normalize("NFC")))
    },
    { arbitrary: { runs: 1000, seed } }
  )
})
