import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { type Line, splitter } from "../../src/cli/Lines.ts"

const cut = (bytes: Uint8Array, sizes: ReadonlyArray<number>, maxBytes = 1_000): ReadonlyArray<Line> => {
  const lines = splitter(maxBytes)
  const result: Array<Line> = []
  let from = 0
  for (const size of sizes) {
    result.push(...lines.push(bytes.subarray(from, from + size)))
    from += size
  }
  return [...result, ...lines.push(bytes.subarray(from)), ...lines.end()]
}

const texts = (text: string): ReadonlyArray<Line> => cut(Buffer.from(text), [])

const text = (line: string): Line => ({ _tag: "Text", text: line })

describe("splitter", () => {
  it("answers no line for no bytes, and one for each line feed or rest", () => {
    assert.deepStrictEqual(texts(""), [])
    assert.deepStrictEqual(texts("a\nb\n"), [text("a"), text("b")])
    assert.deepStrictEqual(texts("a\n\nb"), [text("a"), text(""), text("b")])
  })

  it("drops the carriage return of a line that ends in one, and a byte order mark in front", () => {
    assert.deepStrictEqual(texts("\ufeffa\r\nb\rc\r\n"), [text("a"), text("b\rc")])
  })

  it("tells a line that is not UTF-8 and goes on", () => {
    assert.deepStrictEqual(cut(Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62]), []), [
      text("a"),
      { _tag: "Bad", why: "line 2 is not UTF-8" },
      text("b")
    ])
  })

  it("tells a line that is too long and goes on", () => {
    const bytes = Buffer.from(`${"x".repeat(30)}\nok\n${"y".repeat(11)}`)
    assert.deepStrictEqual(cut(bytes, [7, 7, 7], 10), [
      { _tag: "Bad", why: "line 1 is longer than 10 bytes" },
      text("ok"),
      { _tag: "Bad", why: "line 3 is longer than 10 bytes" }
    ])
  })

  it.prop(
    "answers the same lines however the bytes arrive",
    [Schema.String, Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })))],
    ([content, sizes]) => {
      const bytes = Buffer.from(content)
      assert.deepStrictEqual(cut(bytes, sizes), cut(bytes, []))
    }
  )
})
