import { assert, describe, it } from "@effect/vitest"
import { readAwk } from "../../../src/domain/shell/Awk.ts"
import { readSed } from "../../../src/domain/shell/Sed.ts"
import * as Schema from "effect/Schema"

const plain = { understood: true, runs: false, reads: [], writes: [] }

describe("A sed script", () => {
  it("that only prints is understood", () => {
    for (const text of [
      "p",
      "1,5p",
      "$d",
      "0~3p",
      "/a/I,+2!{p;=;d}",
      "\\,a/b,p",
      "s/a\\/b/c/g",
      "s,a,b,;s|c|d|2p",
      "s/a/\\n&/",
      "y/abc/xyz/",
      ":a;N;$!ba;s/\\n/ /g",
      "/w/d",
      "/e/p",
      "s/w/e/",
      "a w out",
      "i\\\ne id",
      "c\\\na\\\ne id\np",
      "5q;10q3",
      "# w out\np",
      "/[[:space:]]/d",
      "/[]x]/d",
      "/x/{n;d}"
    ]) {
      assert.deepStrictEqual(readSed(text), plain, text)
    }
  })

  it("that writes, reads or runs says so", () => {
    assert.deepStrictEqual(readSed("/a/w out\np").writes, ["out"])
    assert.deepStrictEqual(readSed("s/a/b/gw out;p").writes, ["out;p"])
    assert.deepStrictEqual(readSed("$!{w out\n}").writes, ["out"])
    assert.deepStrictEqual(readSed(":a;w out").writes, ["out"])
    assert.deepStrictEqual(readSed("a\\\nx\nw out").writes, ["out"])
    assert.deepStrictEqual(readSed("r in").reads, ["in"])
    for (const text of ["e", "1e id", "/x/,$ e id", "s/a/b/e", "s/a/b/pe", "p;e id", "{e id\n}"]) {
      assert.isTrue(readSed(text).runs, text)
    }
  })

  it("that GNU and BSD read otherwise is not understood", () => {
    for (const text of ["s/[/]e/x/", "s/a", "/a", "k", "s/a/b/k", "p p", "y/a/b"]) {
      assert.isFalse(readSed(text).understood, text)
    }
  })

  it.prop("is read in full or not at all, whatever it holds", [Schema.String], ([text]) => {
    const { understood, runs, writes } = readSed(text)
    if (understood && !runs && writes.length === 0) assert.notMatch(text, /^\s*[we](?:\s|$)/)
  })
})

describe("Reading a script", () => {
  it("takes time in proportion to its length", () => {
    const long = 64 * 1024
    for (const text of [`a ${"\\".repeat(long)}x`, "p;".repeat(long / 2), "{".repeat(long), "s/[[:".repeat(long / 5)]) {
      const from = performance.now()
      readSed(text)
      assert.isBelow(performance.now() - from, 500, text.slice(0, 8))
    }
    for (const text of ["/".repeat(long), "a/[".repeat(long / 3), '"'.repeat(long), "(".repeat(long)]) {
      const from = performance.now()
      readAwk(text)
      assert.isBelow(performance.now() - from, 500, text.slice(0, 8))
    }
  })
})

describe("An awk program", () => {
  it("that only prints is plain", () => {
    for (const text of [
      "{print}",
      "$1 > 5",
      "$1 >= 5 || /a|b/",
      "{ if ($1 > 2) print $2 }",
      "{ print (a > b) }",
      '{ print "a > b | c" }',
      "{ print a / b, c / d }",
      'BEGIN { FS = "|" } { print $1 } # system("x")',
      '{ sub(/\\/x|y/, ""); print }',
      "{ n[$1]++ } END { for (k in n) print k, n[k] }"
    ]) {
      assert.deepStrictEqual(readAwk(text), { runs: undefined, writes: false, doubt: undefined }, text)
    }
  })

  it("that runs or writes says so", () => {
    for (const text of ['BEGIN{system("x")}', '{print|"sh"}', '{"x" | getline}', '@include "x"', '{print |& "x"}']) {
      assert.isDefined(readAwk(text).runs, text)
    }
    for (const text of ['{print > "x"}', '{print(a) > "x"}', '{printf "a" >> f}', '{ if (1) print "x" > "y" }']) {
      assert.isTrue(readAwk(text).writes, text)
    }
    for (const text of ['{getline < "x"}', 'BEGIN{print ENVIRON["A"]}', 'BEGIN{ARGV[1]="x"}', "(a) /b|c/", '"x']) {
      assert.isDefined(readAwk(text).doubt, text)
    }
  })

  it("whose slash may divide or open a pattern hides nothing behind it", () => {
    for (const text of ['(1)/"/;system("x");"/', 'a++ /"/;system("x");/"/']) {
      const { doubt, runs } = readAwk(text)
      assert.isTrue(doubt !== undefined || runs !== undefined, text)
    }
  })
})
