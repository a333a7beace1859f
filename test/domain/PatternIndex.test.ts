import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { build, last } from "../../src/domain/PatternIndex.ts"
import { seed } from "../invariants/worlds.ts"
import { fits } from "../spec/Matching.ts"

const Text = (most: number) =>
  Schema.Array(Schema.Literals(["a", "b", "c", "ab", "abc", "*", "*", "?", " ", " *"])).check(Schema.isMaxLength(most))

const Start = Schema.Literals(["", "", "*", "ab ", "*ab", "abc"])

const entry = (pattern: string, order: number) => [pattern, { order }] as const

const any = () => true

describe("PatternIndex", () => {
  it.prop(
    `finds what trying every pattern finds, few or crowded (SEED=${seed})`,
    {
      start: Start,
      patterns: Schema.Array(Text(5)).check(Schema.isMaxLength(60)),
      values: Schema.Array(Text(6)).check(Schema.isMinLength(1), Schema.isMaxLength(5)),
      left: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
    },
    ({ left, patterns, start, values }) => {
      // A common start crowds one place; the short ones stay apart from it.
      const texts = patterns.map((pattern) => (pattern.length > 2 ? start : "") + pattern.join(""))
      const index = build(texts.map(entry))
      const accept = ({ order }: { readonly order: number }) => order % left === 0
      for (const value of values.map((parts) => start.replaceAll("*", "x") + parts.join(""))) {
        const expected = texts.findLastIndex((text, order) => order % left === 0 && fits(text, value))
        assert.strictEqual(last(index, value, accept, undefined)?.order ?? -1, expected, `"${value}"`)
      }
    },
    { arbitrary: { runs: 1500, seed } }
  )

  it("keeps what is already best unless something later matches", () => {
    const index = build([entry("a*", 3), entry("*b", 5)])
    assert.strictEqual(last(index, "ab", any, { order: 4 })?.order, 5)
    assert.strictEqual(last(index, "ac", any, { order: 4 })?.order, 4)
  })

  it("tries few of ten thousand, wherever their texts differ", () => {
    for (const write of [
      (at: number) => `tool${at} *`,
      (at: number) => `*.x${at}`,
      (at: number) => `*word${at}*`,
      (at: number) => `npm run * ${at}x`,
      (at: number) => "a".repeat(at % 500)
    ]) {
      const index = build(Array.from({ length: 10_000 }, (_, at) => entry(write(at), at)))
      let tried = 0
      const count = () => {
        tried += 1
        return true
      }
      last(index, "npm run build --workspace app word.x", count, undefined)
      assert.isBelow(tried, 200, write(1))
    }
  })

  it("answers within a moment for the longest value", () => {
    const index = build(Array.from({ length: 10_000 }, (_, at) => entry(`*word${at}*end*`, at)))
    const start = performance.now()
    last(index, "word".repeat(16_384), any, undefined)
    assert.isBelow(performance.now() - start, 1000)
  })
})
