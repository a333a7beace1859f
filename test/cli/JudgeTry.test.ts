import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { breakerFile, breakerOf } from "../../src/links/model-judge/Breaker.ts"
import { report, type Script, serve, use, uses } from "../links/support/MessagesServer.ts"
import { key, settingsOf } from "../links/support/judge.ts"
import { assertGolden } from "./support/golden.ts"
import { against, configureJudge, filesIn, judgedHome, steadyJudge, withKey } from "./support/judging.ts"
import { runAlone } from "./support/program.ts"

const home = judgedHome()

const mayAllow = { capabilities: ["deny", "allow"] }

const slip = "/srv/project/packages/packages/core/index.ts"
const reading = ["judge", "try", "--tool", "read", "--input", JSON.stringify({ file_path: slip })]

const opaque = `python3 -c 'import os; os.system("git status")'`

/** A model that checks a command and reports an allow that names it. */
const allowing = (...commands: ReadonlyArray<string>): Script => [
  uses(...commands.map((value) => use("check_permission", { surface: "bash", value }))),
  report({
    verdict: "allow",
    reason: "it shows the state of the repository",
    confidence: 0.95,
    pieces: commands.map((value) => ({ surface: "bash", value }))
  })
]

describe("judge try", () => {
  it.live("shows a deny of a path that looks like a slip, step by step, and ends with 11", () =>
    Effect.gen(function* () {
      const denying = report({ verdict: "deny", reason: "the directory is doubled", confidence: 0.9 })
      const { code, server, stderr, stdout } = yield* against(home, [denying], reading)
      assert.deepStrictEqual([code, stderr], [11, ""])
      assertGolden("judge-try-deny", steadyJudge(stdout, home, server))
      assert.lengthOf(server.requests, 1)
    })
  )

  it.live("shows an allow, its checks, its pieces and that the witness held, and ends with 0", () =>
    Effect.gen(function* () {
      const { code, server, stderr, stdout } = yield* against(
        home,
        allowing("git status"),
        ["judge", "try", "--", opaque],
        mayAllow
      )
      assert.deepStrictEqual([code, stderr], [0, ""])
      assertGolden("judge-try-allow", steadyJudge(stdout, home, server))
    })
  )

  it.live("shows why an allow is not faithful, and ends with 10", () =>
    Effect.gen(function* () {
      const command = `python3 -c 'import os; os.system("git status; rm x")'`
      const { code, stdout } = yield* against(home, allowing("git status"), ["judge", "try", "--", command], mayAllow)
      assert.strictEqual(code, 10)
      assert.include(stdout, "it did not hold")
      assert.include(stdout, "unfaithful")
    })
  )

  it.live("ends with 10 when the operator delegates nothing, so that the allow would not count", () =>
    Effect.gen(function* () {
      home.policy({ permission: { bash: { "git status": "allow" } } })
      const { code, stdout } = yield* against(home, allowing("git status"), ["judge", "try", "--", opaque], mayAllow)
      assert.strictEqual(code, 10)
      assert.include(stdout, "it would not count: the operator delegates no surface to links")
      assert.include(stdout, "authorizerChain does not name model-judge")
    })
  )

  it.live("asks nobody where the rules decide, and ends as check does", () =>
    Effect.gen(function* () {
      const allowed = yield* against(home, [report({})], ["judge", "try", "--", "git status"])
      assert.strictEqual(allowed.code, 0)
      assert.include(allowed.stdout, "the rules allow it: no judge is asked")
      const denied = yield* against(home, [report({})], ["judge", "try", "--json", "--", "rm x"])
      assert.strictEqual(denied.code, 11)
      assert.strictEqual(JSON.parse(denied.stdout).verdict, null)
      assert.lengthOf([...allowed.server.requests, ...denied.server.requests], 0)
    })
  )

  it.live("says why an ask does not concern the judge, and asks no model", () =>
    Effect.gen(function* () {
      const { code, server, stdout } = yield* against(home, [report({})], ["judge", "try", "--", "cat /etc/hostname"])
      assert.strictEqual(code, 10)
      assert.include(stdout.replaceAll(/\s+/g, " "), "not-concerned: /etc/hostname matches no pattern of typoPatterns")
      assert.lengthOf(server.requests, 0)
    })
  )

  it.live("answers all of it as one JSON object", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* against(
        home,
        allowing("git status"),
        ["judge", "try", "--json", "--", opaque],
        mayAllow
      )
      assert.strictEqual(code, 0)
      const answer = JSON.parse(stdout)
      assert.strictEqual(answer.rules.decision, "ask")
      assert.strictEqual(answer.facts.slice, "allow-capable")
      assert.strictEqual(answer.request.model, "qwen3-coder")
      assert.lengthOf(answer.turns, 2)
      assert.deepStrictEqual(answer.report.pieces, [{ surface: "bash", value: "git status", state: "allow" }])
      assert.deepStrictEqual(answer.witness, { held: true })
      assert.deepStrictEqual(
        [answer.verdict, answer.counts, answer.inChain, answer.circuitOpenMs, answer.tokens],
        ["allow", true, true, 0, { input: 200, output: 40 }]
      )
    })
  )

  it.live("writes nothing, whatever comes of it: no decision, no review, no circuit", () =>
    Effect.gen(function* () {
      const scripts: ReadonlyArray<Script> = [
        [report({ verdict: "deny", reason: "no", confidence: 1 })],
        [{ does: "raw", status: 500 }]
      ]
      for (const script of scripts) {
        const server = yield* serve(script)
        configureJudge(home, server.url)
        const before = filesIn(home)
        yield* Effect.promise(() => runAlone(home, reading, "", withKey))
        assert.lengthOf(server.requests, 1)
        assert.deepStrictEqual(filesIn(home), before)
      }
    }).pipe(Effect.scoped)
  )

  it.live("names what went wrong with the model, and ends with 10", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* against(home, [{ does: "raw", status: 401 }], reading)
      assert.strictEqual(code, 10)
      assert.include(stdout, "auth-failed: the endpoint refuses the key (401)")
      assert.notInclude(stdout, key)
    })
  )

  it.live("asks a model that nobody else asks because it keeps failing, and says so", () =>
    Effect.gen(function* () {
      const server = yield* serve([report({ verdict: "deny", reason: "doubled", confidence: 1 })])
      configureJudge(home, server.url)
      const breaker = breakerOf(
        breakerFile(`${home.home}/.local/state`),
        settingsOf({ baseUrl: server.url, model: "qwen3-coder" })
      )
      yield* breaker.settle({ reason: "call-failed", retryAfterMs: 300_000 }, false)
      const before = filesIn(home)
      const { code, stdout } = yield* Effect.promise(() => runAlone(home, reading, "", withKey))
      assert.strictEqual(code, 11)
      assert.match(stdout, /the model kept failing: for \d+ s more nobody else asks it/)
      assert.lengthOf(server.requests, 1)
      assert.deepStrictEqual(filesIn(home), before)
    }).pipe(Effect.scoped)
  )

  it.live("shows no character of the model's that a reader would not see", () =>
    Effect.gen(function* () {
      const reason = "fine\u001b[2J\u202e"
      const { stdout } = yield* against(home, [report({ verdict: "defer", reason, confidence: 0.9 })], reading)
      assert.notMatch(stdout, /[\u001b\u202e]/)
      assert.include(stdout, "\\x1b[2J\\u{202e}")
    })
  )

  it.live("ends with 65 and tells where, when there are no settings or they have problems", () =>
    Effect.gen(function* () {
      const none = yield* Effect.promise(() => runAlone(home, reading, "", withKey))
      assert.strictEqual(none.code, 65)
      assert.include(none.stderr, "the model judge has no settings")
      const file = configureJudge(home, "http://127.0.0.1:9", { timeoutMs: 0 })
      const bad = yield* Effect.promise(() => runAlone(home, reading, "", withKey))
      assert.strictEqual(bad.code, 65)
      assert.match(bad.stderr, new RegExp(`${file}:\\d+:\\d+: timeoutMs: 0 is not a whole number`))
    })
  )
})
