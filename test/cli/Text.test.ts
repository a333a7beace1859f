import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { clip, hang, width, wrap } from "../../src/domain/display/Text.ts"

const Columns = Schema.Int.check(Schema.isBetween({ minimum: 8, maximum: 100 }))

describe("width", () => {
  it("counts columns, not characters", () => {
    assert.strictEqual(width("abc"), 3)
    assert.strictEqual(width("日本"), 4)
    assert.strictEqual(width("e\u0301"), 1)
    assert.strictEqual(width("🎉"), 2)
  })
})

describe("wrap", () => {
  it("breaks at blanks, and inside a word only when it alone is too long", () => {
    assert.deepStrictEqual(wrap("one two three", 8), ["one two", "three"])
    assert.deepStrictEqual(wrap("a 0123456789 b", 8), ["a", "01234567", "89 b"])
  })

  it.prop("keeps every line within its columns and loses no letter", [Schema.String, Columns], ([text, columns]) => {
    const lines = wrap(text, columns)
    for (const line of lines) assert.isAtMost(width(line), columns)
    assert.strictEqual(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""))
  })
})

describe("hang", () => {
  it("puts the lines that follow under the first", () => {
    assert.deepStrictEqual(hang("- ", "one two three", 10), ["- one two", "  three"])
  })
})

describe("clip", () => {
  it("cuts what is too long and says so", () => {
    assert.strictEqual(clip("abcdef", 6), "abcdef")
    assert.strictEqual(clip("abcdefg", 6), "abcde…")
    assert.strictEqual(clip("日本語", 5), "日本…")
  })
})
