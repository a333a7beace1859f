import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { codeOfTrial, tried } from "../../../src/cli/judge/Tried.ts"
import { allow, defer, deny } from "../../../src/domain/Verdict.ts"
import { askedOf, commandAsked } from "../../links/model-judge/asks.ts"
import { settingsOf } from "../../links/support/judge.ts"

const mayAllow = { capabilities: ["deny", "allow"] } as const

describe("a trial", () => {
  it.effect("asks no model about an ask that does not concern the judge, and says why", () =>
    Effect.gen(function* () {
      const outside = askedOf("read", { file_path: "/etc/hosts" })
      const cases = [
        [commandAsked("make"), {}, "no path outside the workspace asks, and without"],
        [outside, {}, "/etc/hosts matches no pattern of typoPatterns"],
        [outside, { typoPatterns: [] }, "there are no typoPatterns"],
        [commandAsked("make"), mayAllow, "it does not only ask because it is opaque"]
      ] as const
      for (const [{ ask, query }, settings, why] of cases) {
        const { facts, judged, transcript } = yield* tried(ask, query, settingsOf(settings), "/home/u")
        assert.isUndefined(facts)
        assert.isUndefined(transcript)
        assert.deepStrictEqual([judged.verdict, judged.deferReason], [defer, "not-concerned"])
        assert.include(judged.why, why)
      }
    })
  )

  it("ends with 0 for nothing but an allow that would count", () => {
    assert.strictEqual(codeOfTrial(allow, undefined), 0)
    assert.strictEqual(codeOfTrial(allow, "the operator delegates no surface to links"), 10)
    assert.strictEqual(codeOfTrial(defer, undefined), 10)
    assert.strictEqual(codeOfTrial(deny("no"), undefined), 11)
  })
})
