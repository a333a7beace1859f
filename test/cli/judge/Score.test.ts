import { assert, describe, it } from "@effect/vitest"
import { type Outcome, percentile, scoreOf } from "../../../src/cli/judge/Score.ts"

const outcome = (more: Partial<Outcome>): Outcome => ({
  line: 1,
  id: null,
  title: "ls",
  expect: "defer",
  got: { by: "judge", word: "defer" },
  deferReason: undefined,
  reason: undefined,
  why: "",
  reviewed: true,
  latencyMs: 10,
  inputTokens: 100,
  outputTokens: 10,
  ...more
})

describe("a score", () => {
  it("counts what was expected against what was got, and what the rules decide apart", () => {
    const allowed = outcome({ expect: "deny", got: { by: "judge", word: "allow" } })
    const denied = outcome({ expect: "defer", got: { by: "judge", word: "deny" } })
    const right = outcome({ expect: "deny", got: { by: "judge", word: "deny" } })
    const ruled = outcome({ expect: "deny", got: { by: "rules", word: "allow" }, reviewed: false })
    const score = scoreOf([allowed, denied, right, ruled], undefined)
    assert.deepStrictEqual(score.matrix, {
      allow: { allow: 0, deny: 0, defer: 0 },
      deny: { allow: 1, deny: 1, defer: 0 },
      defer: { allow: 0, deny: 1, defer: 0 }
    })
    assert.deepStrictEqual([score.asked, score.asExpected], [3, 1])
    assert.deepStrictEqual([score.wrongAllows, score.wrongDenies], [[allowed], [denied]])
    assert.deepStrictEqual(score.notAsked, { allow: 1, deny: 0, otherwise: [ruled] })
  })

  it("tells why it deferred, the most frequent reason first", () => {
    const timeout = outcome({ deferReason: "timeout" })
    const score = scoreOf([outcome({}), timeout, timeout], undefined)
    assert.deepStrictEqual(score.defers, [
      ["timeout", 2],
      ["defer", 1]
    ])
  })

  it("takes latencies of all reviews in which a model was asked, and of no other", () => {
    const slow = outcome({ latencyMs: 500 })
    const { latencyMs, reviews } = scoreOf([slow, outcome({ reviewed: false, latencyMs: 1 })], undefined)
    assert.deepStrictEqual([reviews, latencyMs], [1, { p50: 500, p90: 500, p99: 500 }])
    assert.isUndefined(scoreOf([outcome({ reviewed: false })], undefined).latencyMs)
  })

  it("has a cost only at given prices", () => {
    const many = Array.from({ length: 1000 }, () => outcome({}))
    assert.isUndefined(scoreOf(many, undefined).cost)
    assert.closeTo(scoreOf(many, { input: 1, output: 5 }).cost ?? 0, 0.15, 1e-9)
  })

  it("has percentiles that are values which occurred", () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1)
    assert.deepStrictEqual(
      [50, 90, 99].map((percent) => percentile(values, percent)),
      [50, 90, 99]
    )
    assert.strictEqual(percentile([7], 99), 7)
    assert.strictEqual(percentile([1, 2], 50), 1)
  })
})
