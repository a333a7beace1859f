import { assert, describe, it } from "@effect/vitest"
import { literalsIn } from "../../../src/links/model-judge/Literals.ts"

const texts = (text: string): ReadonlyArray<string> => literalsIn(text).found.map((literal) => literal.text)

describe("literals", () => {
  it("stand between quotes of every kind", () => {
    assert.deepStrictEqual(texts("a('x') + \"y\" + `z`"), ["x", "y", "z"])
    assert.deepStrictEqual(texts(`f("""rm "a" x""")`), [`rm "a" x`, "a"])
    assert.deepStrictEqual(texts("$'a' $\"b\""), ["a", "b"])
  })

  it("stand in Perl's and Ruby's brackets", () => {
    for (const text of ["system(q(rm x))", "qx{rm x}", "system qq!rm x!", "%x[rm x]", "%q<rm x>"]) {
      assert.include(texts(text), "rm x", text)
    }
  })

  it("are the bodies of here-documents in another language", () => {
    const program = "system <<~E\n  rm x\n  E\n"
    assert.include(
      literalsIn(program, true).found.map((literal) => literal.text),
      "rm x"
    )
    assert.include(texts(`ruby -e '${program}'`), "rm x")
    assert.notInclude(texts(program), "rm x")
  })

  it("stand within others", () => {
    assert.include(texts(`os.system("sh -c 'rm x'")`), "rm x")
    assert.include(texts(`a "b 'c \`rm x\` d' e"`), "rm x")
  })

  it("are read with their escapes and without", () => {
    assert.deepStrictEqual(texts(String.raw`f("rm\x20x")`), [String.raw`rm\x20x`, "rm x"])
    assert.include(texts(String.raw`f("rm \"a b\"")`), `rm "a b"`)
    assert.include(texts(String.raw`f("\u0072m \162m \u{72}m")`), "rm rm rm")
    assert.include(texts(String.raw`f(r'a\', 'rm x')`), "rm x")
  })

  it("are not hidden by a quote that ends nowhere", () => {
    assert.include(texts(`# don't\nos.system("rm x")`), "rm x")
    assert.include(texts(`'''x os.system("rm x")`), "rm x")
  })

  it("are not turned inside out by a quote in a comment", () => {
    assert.include(texts(`/* " */ exec("rm x") /* " */`), "rm x")
    assert.include(texts(`# say "hi\nos.system("rm x") # "`), "rm x")
    assert.include(texts(`if (/"/.test(y)) exec("rm x", /"/)`), "rm x")
  })

  it("are told by where they stand on the outermost level, and taken as is said there", () => {
    const seen: Array<readonly [string, number]> = []
    const { found } = literalsIn(`python3 -c 'a("b")' 'c "d"' 'e'`, false, ({ before, open, readings }) => {
      seen.push([before, open])
      return readings.includes(`a("b")`) ? "within" : readings.includes("e") ? "not" : "whole"
    })
    assert.deepStrictEqual(seen, [
      ["-c", 11],
      [`'a("b")'`, 20],
      [`"d"'`, 28]
    ])
    assert.deepStrictEqual(
      found.map(({ text }) => text),
      ["b", `c "d"`, "d"]
    )
  })

  it("are looked for in time that grows with the text", () => {
    for (const unit of [`"`, `'"`, `'''`, "q(", "\\'", `"\\"`, "'#\"", "`'\"", "a'b\"c`", "<<E\n", "'<<E\nE\n"]) {
      const text = unit.repeat(65_536 / unit.length)
      const before = performance.now()
      literalsIn(text)
      assert.isBelow(performance.now() - before, 2000, unit)
    }
  })

  it("are no more than can be told of", () => {
    assert.isTrue(literalsIn(Array.from({ length: 300 }, (_, place) => `'a${place}'`).join(" ")).more)
    assert.isTrue(literalsIn(`'${"a\\".repeat(60_000)}'`).more)
    assert.isFalse(literalsIn("'a' 'b'").more)
  })
})
