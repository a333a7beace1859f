/**
 * What the compiler holds of the model judge: where it may only deny, no value on the way to a verdict is an allow.
 */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import type { Verdict } from "portcullis"
import type { Facts, SlipFacts } from "../../src/links/model-judge/Facts.ts"
import { type Judged, type Refusal, verdictOf, type VerdictSettings } from "../../src/links/model-judge/VerdictOf.ts"
import type { Transcript } from "../../src/links/model-judge/Transcript.ts"

type DenyOnly = VerdictSettings & { readonly capabilities: readonly ["deny"] }

describe("the compiler", () => {
  it("knows of no allow on a slip", () => {
    const judge = (transcript: Transcript, facts: SlipFacts, settings: VerdictSettings) =>
      verdictOf(transcript, facts, settings)
    expectTypeOf<ReturnType<typeof judge>>().toEqualTypeOf<Judged<Refusal>>()
    expectTypeOf<Verdict.Allow>().not.toExtend<Refusal>()
    assert.isFunction(judge)
  })

  it("knows of no allow where the judge may only deny", () => {
    const judge = (transcript: Transcript, facts: Facts, settings: DenyOnly) => verdictOf(transcript, facts, settings)
    expectTypeOf<ReturnType<typeof judge>>().toEqualTypeOf<Judged<Refusal>>()
    assert.isFunction(judge)
  })

  it("takes no allow for what such a judge answers", () => {
    const allow: Verdict.Allow = { _tag: "Allow" }
    // @ts-expect-error a reviewer that may only deny has no allow to answer
    const judged: Judged<Refusal> = { verdict: allow, why: "it is fine" }
    // @ts-expect-error what may allow is more than what may not
    const narrowed = (one: Judged): Judged<Refusal> => one
    assert.isDefined(judged)
    assert.isFunction(narrowed)
  })
})
