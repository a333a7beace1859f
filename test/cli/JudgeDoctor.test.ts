import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { breakerFile, breakerOf } from "../../src/links/model-judge/Breaker.ts"
import { report } from "../links/support/MessagesServer.ts"
import { key, settingsOf } from "../links/support/judge.ts"
import { assertGolden } from "./support/golden.ts"
import { against, configureJudge, judgedHome, judgedPolicy, steadyJudge } from "./support/judging.ts"
import { run } from "./support/program.ts"

const home = judgedHome()

const doctor = ["judge", "doctor"]

const sound = report({ verdict: "deny", reason: "the directory is doubled", confidence: 0.9 })

/** Text without the breaks of its lines. */
const unbroken = (text: string): string => text.replaceAll(/\s+/g, " ")

describe("judge doctor", () => {
  it.live("finds nothing wrong where a model answers, and ends with 0", () =>
    Effect.gen(function* () {
      const { code, server, stderr, stdout } = yield* against(home, [sound], doctor, {
        capabilities: ["deny", "allow"]
      })
      assert.deepStrictEqual([code, stderr], [0, ""])
      assertGolden("judge-doctor", steadyJudge(stdout, home, server).replaceAll(/sdk \d+\.\d+\.\d+/g, "sdk 1.2.3"))
      assert.lengthOf(server.requests, 1)
      const { text } = server.requests[0] ?? { text: "" }
      assert.include(text, "report_verdict")
      assert.notInclude(text, home.home)
      assert.notInclude(stdout, key)
    })
  )

  it.live("tells what keeps the judge from its work, what to do, and ends with 65", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [object, object, string]> = [
        [{ ...judgedPolicy, authorizerChain: [] }, {}, "authorizerChain does not name it"],
        [judgedPolicy, { apiKeyEnv: "NOT_SET" }, "NOT_SET holds no key"],
        [judgedPolicy, { colour: true }, "model-judge.jsonc:1:"]
      ]
      for (const [policy, settings, told] of cases) {
        home.policy(policy)
        const { code, stdout } = yield* against(home, [sound], doctor, settings)
        assert.strictEqual(code, 65, told)
        assert.include(unbroken(stdout), told)
      }
    })
  )

  it.live("tells why a model does not answer, without the key", () =>
    Effect.gen(function* () {
      const refused = yield* against(home, [{ does: "raw", status: 401, body: key }], doctor)
      assert.strictEqual(refused.code, 65)
      assert.include(unbroken(refused.stdout), "the endpoint refuses the key (401)")
      assert.notInclude(refused.stdout, key)
      const wordy = yield* against(home, [{ does: "message", content: [{ type: "text", text: "hello" }] }], doctor)
      assert.strictEqual(wordy.code, 65)
      assert.include(unbroken(wordy.stdout), "the model answered in words")
      configureJudge(home, "http://127.0.0.1:9")
      const silent = run(home, doctor, { env: { JUDGE_TEST_KEY: key } })
      assert.strictEqual(silent.code, 65)
      assert.include(unbroken(silent.stdout), "nothing listens at the endpoint's address")
    })
  )

  it.live("tells that the model is left alone because it kept failing, and asks it all the same", () =>
    Effect.gen(function* () {
      const file = breakerFile(`${home.home}/.local/state`)
      // A circuit is an address's and a model's; this one is where nothing listens.
      const breaker = breakerOf(file, settingsOf({ baseUrl: "http://127.0.0.1:9", model: "qwen3-coder" }))
      yield* breaker.settle({ reason: "call-failed", retryAfterMs: 300_000 }, false)
      configureJudge(home, "http://127.0.0.1:9")
      const { code, stdout } = run(home, [...doctor, "--json"], { env: { JUDGE_TEST_KEY: key } })
      assert.strictEqual(code, 65)
      const { findings, healthy } = JSON.parse(stdout)
      assert.isFalse(healthy)
      const model = findings.filter((finding: { area: string }) => finding.area === "Model")
      assert.match(model[0].text, /it kept failing, and is left alone for \d+ s more/)
      assert.strictEqual(model[1].health, "fault")
    })
  )

  it("finds a fault where there are no settings", () => {
    const { code, stdout } = run(home, doctor)
    assert.strictEqual(code, 65)
    assert.include(stdout, "there are no settings")
  })
})
