import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { type Asked, choosing, stroke } from "../../../src/domain/prompt/Keys.ts"

const telling = (text: string): Asked => ({ _tag: "Telling", text })

describe("a key", () => {
  const seed = process.env["SEED"] ?? String(Math.floor(Math.random() * 2 ** 32))

  it.prop(
    `allows only as y or s, alone, and s only where it is offered (SEED=${seed})`,
    {
      input: Schema.Union([Schema.String, Schema.Literals(["y", "s", "Y", "S", "y\r", "yy", "\u001by", " y"])]),
      storable: Schema.Boolean
    },
    ({ input, storable }) => {
      const { _tag } = stroke(choosing, input, storable)
      assert.strictEqual(_tag === "Once", input === "y" || input === "Y")
      assert.strictEqual(_tag === "Session", storable && (input === "s" || input === "S"))
      const told = stroke(telling("because "), input, storable)._tag
      assert.isTrue(told === "Stay" || told === "Deny")
    },
    { arbitrary: { runs: 500, seed } }
  )

  it("of a reason writes it, mends it, ends it, and gives it up", () => {
    const typed = (before: string, input: string) => stroke(telling(before), input, false)
    assert.deepStrictEqual(typed("", "a b"), { _tag: "Stay", asked: telling("a b") })
    assert.deepStrictEqual(typed("a😀", "\u007f"), { _tag: "Stay", asked: telling("a") })
    assert.deepStrictEqual(typed("ab", "\u0015"), { _tag: "Stay", asked: telling("") })
    assert.deepStrictEqual(typed("no ", "way\rrm -rf /\r"), { _tag: "Deny", reason: "no way" })
    assert.deepStrictEqual(typed("", "\r"), { _tag: "Deny", reason: undefined })
    assert.deepStrictEqual(typed("no", "\u001b"), { _tag: "Deny", reason: undefined })
    assert.deepStrictEqual(typed("no", "\u001b[200~x\u001b[201~\u001b[A"), { _tag: "Stay", asked: telling("nox") })
    assert.deepStrictEqual(typed("no", "x\u0003"), { _tag: "Deny", reason: undefined })
    const long = typed("", "x".repeat(1000))
    assert.isTrue(long._tag === "Stay" && long.asked._tag === "Telling" && long.asked.text.length === 300)
  })
})
