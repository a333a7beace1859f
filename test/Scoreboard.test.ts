import { assert, describe, it } from "@effect/vitest"
import { plainRate } from "./support/plain.ts"
import { type Scored, scoreGated, scoreLabelled } from "./support/scores.ts"

const labelled = scoreLabelled()
const gated = scoreGated()

const of = (scores: ReadonlyArray<Scored>, label: string): ReadonlyArray<Scored> =>
  scores.filter((one) => one.label === label)

/** What a failure prints: each wrong answer with its reason. */
const wrong = (scores: ReadonlyArray<Scored>): ReadonlyArray<string> =>
  scores.filter((one) => !one.right).map((one) => `${one.id} ${one.command} → ${one.state}: ${one.reason}`)

describe("the labelled commands, without rules", () => {
  it("never allow what is dangerous", () => {
    assert.isNotEmpty(of(labelled, "dangerous"))
    assert.deepStrictEqual(wrong(of(labelled, "dangerous")), [])
  })

  it("ask for what needs approval, neither allowing nor denying it", () => {
    assert.isNotEmpty(of(labelled, "needs-approval"))
    assert.deepStrictEqual(wrong(of(labelled, "needs-approval")), [])
  })

  it("allow what is safe", () => {
    assert.isNotEmpty(of(labelled, "safe"))
    assert.deepStrictEqual(wrong(of(labelled, "safe")), [])
  })
})

describe("the gated commands, under their policy", () => {
  it("get the one right answer where there is one", () => {
    assert.isNotEmpty(of(gated, "exactly"))
    assert.deepStrictEqual(wrong(of(gated, "exactly")), [])
  })

  it("are denied where a wrapper hides what is denied", () => {
    assert.isNotEmpty(of(gated, "final"))
    assert.deepStrictEqual(wrong(of(gated, "final")), [])
  })

  it("are answered at least as strictly as they must be", () => {
    assert.isNotEmpty(of(gated, "atLeast"))
    assert.deepStrictEqual(wrong(of(gated, "atLeast")), [])
  })
})

describe("the plain lists and pipelines of the corpus", () => {
  it("are read, and show what runs, but for one in twenty-five", () => {
    const { floored, plain } = plainRate()
    assert.isAbove(plain, 1000)
    assert.isAtMost(floored.length / plain, 0.04)
  })
})
