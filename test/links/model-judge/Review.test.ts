/**
 * Whole reviews over real HTTP: how often a model is asked, what it may do in between, and when it has taken too long.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Step } from "../../../src/links/model-judge/Review.ts"
import type { Provider } from "../../../src/links/model-judge/Settings.ts"
import { key } from "../support/judge.ts"
import { type Behaviour, report, type Seen, use, uses } from "../support/MessagesServer.ts"
import { opaque, reviewing, slip } from "../support/reviews.ts"

const deny = { verdict: "deny", reason: "one packages too many", confidence: 0.9 }
const allow = {
  verdict: "allow",
  reason: "it only looks",
  confidence: 1,
  pieces: [{ surface: "bash", value: "git status" }]
}
const check = (value: string) => use("check_permission", { surface: "bash", value })
const reportNext = { type: "tool", name: "report_verdict" }

/** The choices of tools the server was sent. */
const choices = (requests: ReadonlyArray<Seen>) => requests.map(({ body }) => body.tool_choice)

describe("the deny-first slice", () => {
  for (const provider of ["anthropic", "compatible"] satisfies ReadonlyArray<Provider>) {
    it.live(`is one request that must be answered with a report (${provider})`, () =>
      Effect.gen(function* () {
        const { judged, server, transcript } = yield* reviewing(slip(), [report(deny)], { provider })
        assert.deepStrictEqual(choices(server.requests), [reportNext])
        assert.deepStrictEqual(
          server.requests[0]?.body.tools.map(({ name }: { readonly name: string }) => name),
          ["report_verdict"]
        )
        assert.deepStrictEqual(judged.verdict, { _tag: "Deny", reason: "one packages too many" })
        const [turn] = transcript.turns
        assert.deepStrictEqual([turn?.inputTokens, turn?.outputTokens, turn?.checks], [100, 20, []])
      })
    )
  }

  const noToolCall: ReadonlyArray<readonly [string, Behaviour]> = [
    ["words", uses({ type: "text", text: "deny, I would say" })],
    ["nothing", uses()],
    ["a tool it was not given", uses(check("git status"))],
    ["a tool nobody has", uses(use("bash", { command: "rm -rf /" }))],
    ["a check beside its report", uses(check("ls"), use("report_verdict", deny))],
    ["two reports", uses(use("report_verdict", deny), use("report_verdict", deny))],
    ["a report that is a text", report(JSON.stringify(deny))],
    ["a report that is a list", report([deny])],
    ["a report without a verdict", report({ reason: "x", confidence: 1 })],
    ["a verdict that is none", report({ ...deny, verdict: "DENY" })],
    ["a confidence that is a text", report({ ...deny, confidence: "1" })],
    ["a confidence above one", report({ ...deny, confidence: 2 })],
    ["more than a report", report({ ...deny, andAlso: true })],
    [
      "a report that was cut off",
      { does: "message", content: [use("report_verdict", deny)], stopReason: "max_tokens" }
    ],
    ["a refusal", { does: "message", content: [use("report_verdict", deny)], stopReason: "refusal" }]
  ]
  for (const [name, behaviour] of noToolCall) {
    it.live(`defers when the model answers with ${name}`, () =>
      Effect.gen(function* () {
        const { judged, server } = yield* reviewing(slip(), [behaviour, report(deny)])
        assert.strictEqual(judged.verdict._tag, "Defer")
        assert.strictEqual(judged.deferReason, "no-tool-call")
        assert.strictEqual(server.requests.length, 1)
      })
    )
  }

  it.live("reads words beside the report, and a reason of a megabyte, no further than it has to", () =>
    Effect.gen(function* () {
      const long = { ...deny, reason: `one packages too many ${"x".repeat(900_000)}` }
      const { judged } = yield* reviewing(slip(), [uses({ type: "text", text: "well" }, use("report_verdict", long))])
      if (judged.verdict._tag !== "Deny") return assert.fail(JSON.stringify(judged))
      assert.isAtMost(judged.verdict.reason?.length ?? 0, 600)
      const longer = yield* reviewing(slip(), [report({ ...deny, reason: "x".repeat(3_000_000) })])
      assert.strictEqual(longer.judged.deferReason, "call-failed")
    })
  )

  it.live("asks nobody without a key", () =>
    Effect.gen(function* () {
      const { judged, server } = yield* reviewing(slip(), [report(deny)], {}, {})
      assert.strictEqual(judged.deferReason, "unconfigured")
      assert.strictEqual(server.requests.length, 0)
    })
  )
})

describe("the allow-capable slice", () => {
  it.live("answers every check of a turn from the rules, and takes the report in the end", () =>
    Effect.gen(function* () {
      const first = uses(
        { type: "text", text: "let me see" },
        check("git status"),
        check("rm -rf x"),
        use("get_tool_permission", { tool: "bash" })
      )
      const { judged, server, steps, transcript } = yield* reviewing(opaque(), [first, report(allow)])
      assert.deepStrictEqual(choices(server.requests), [{ type: "any" }, { type: "any" }])
      const [, assistant, results] = server.requests[1]?.body.messages ?? []
      assert.strictEqual(assistant.role, "assistant")
      assert.deepStrictEqual(assistant.content, first.does === "message" ? first.content : [])
      assert.deepStrictEqual(
        results.content.map(({ content, type }: { readonly content: string; readonly type: string }) => [
          type,
          JSON.parse(content)
        ]),
        [
          ["tool_result", { state: "allow" }],
          ["tool_result", { state: "ask" }],
          ["tool_result", { state: "ask" }]
        ]
      )
      assert.deepStrictEqual(
        results.content.map(({ tool_use_id }: { readonly tool_use_id: string }) => tool_use_id),
        assistant.content.slice(1).map(({ id }: { readonly id: string }) => id)
      )
      assert.deepStrictEqual(
        transcript.turns.map(({ checks }) => checks.map(({ state }) => state)),
        [["allow", "ask", "ask"], []]
      )
      assert.deepStrictEqual(judged.verdict, { _tag: "Allow" })
      assert.deepStrictEqual(
        steps.map(({ _tag }) => _tag),
        ["Asking", "Answered", "Checked", "Checked", "Checked", "Asking", "Answered", "Ended"]
      )
    })
  )

  it.live("must report in its last turn, and is not asked again", () =>
    Effect.gen(function* () {
      const { judged, server } = yield* reviewing(opaque(), [uses(check("git status"))], { maxTurns: 3 })
      assert.deepStrictEqual(choices(server.requests), [{ type: "any" }, { type: "any" }, reportNext])
      assert.strictEqual(judged.deferReason, "turn-limit")
      const inTime = yield* reviewing(opaque(), [uses(check("git status")), report(allow)], { maxTurns: 2 })
      assert.deepStrictEqual(choices(inTime.server.requests), [{ type: "any" }, reportNext])
      assert.strictEqual(inTime.judged.verdict._tag, "Allow")
    })
  )

  it.live("checks no more than a review needs", () =>
    Effect.gen(function* () {
      const many = uses(...Array.from({ length: 65 }, (_, at) => check(`git log ${at}`)))
      const { judged, server, transcript } = yield* reviewing(opaque(), [many, report(allow)])
      assert.strictEqual(judged.deferReason, "turn-limit")
      assert.strictEqual(server.requests.length, 1)
      assert.deepStrictEqual(transcript.turns[0]?.checks, [])
    })
  )

  for (const [name, behaviour] of [
    ["a check of nothing", uses(use("check_permission", {}))],
    ["a check that is a text", uses(use("check_permission", "git status"))],
    ["a check of a whole file", uses(check("x".repeat(9000)))],
    ["a tool nobody has, beside a check", uses(check("git status"), use("bash", { command: "id" }))],
    ["a check beside its report", uses(check("git status"), use("report_verdict", allow))],
    ["two reports", uses(use("report_verdict", allow), use("report_verdict", allow))]
  ] as const) {
    it.live(`defers when the model answers with ${name}`, () =>
      Effect.gen(function* () {
        const { judged, transcript } = yield* reviewing(opaque(), [behaviour, report(allow)])
        assert.strictEqual(judged.deferReason, "no-tool-call")
        assert.deepStrictEqual(transcript.turns[0]?.checks, [])
      })
    )
  }

  it.live("defers when what was reported was not checked", () =>
    Effect.gen(function* () {
      const { judged } = yield* reviewing(opaque(), [report(allow)])
      assert.strictEqual(judged.deferReason, "unfaithful")
    })
  )

  it.live("defers when the endpoint fails after the checks", () =>
    Effect.gen(function* () {
      const { judged, transcript } = yield* reviewing(opaque(), [
        uses(check("git status")),
        { does: "raw", status: 503, headers: { "retry-after": "3" }, body: "" },
        report(allow)
      ])
      assert.strictEqual(judged.deferReason, "call-failed")
      assert.strictEqual(transcript.ending._tag === "Failed" ? transcript.ending.retryAfterMs : 0, 3000)
      assert.strictEqual(transcript.turns.length, 1)
    })
  )
})

describe("the deadline", () => {
  it.live("is one for the whole review, however many turns it has", () =>
    Effect.gen(function* () {
      // The SDK is loaded by now, or in this first review.
      yield* reviewing(slip(), [report(deny)])
      const slow: Behaviour = { does: "message", content: [check("git status")], afterMs: 250 }
      const { judged, server, tookMs } = yield* reviewing(opaque(), [slow], { maxTurns: 12, timeoutMs: 800 })
      assert.strictEqual(judged.deferReason, "timeout")
      assert.isBelow(server.requests.length, 5)
      assert.isBelow(tookMs, 2500)
    })
  )

  it.live("has passed for a report that came in time and was read too late", () =>
    Effect.gen(function* () {
      const block = ({ _tag }: Step): void => {
        const until = performance.now() + (_tag === "Answered" ? 1100 : 0)
        while (performance.now() < until) continue
      }
      const { judged, transcript } = yield* reviewing(slip(), [report(deny)], { timeoutMs: 1000 }, undefined, block)
      assert.strictEqual(transcript.turns.length, 1)
      assert.strictEqual(judged.deferReason, "timeout")
    })
  )

  for (const provider of ["anthropic", "compatible"] satisfies ReadonlyArray<Provider>) {
    for (const behaviour of [
      { does: "silence" },
      { does: "stall" },
      { does: "drip", everyMs: 50, content: [use("report_verdict", deny)] }
    ] satisfies ReadonlyArray<Behaviour>) {
      it.live(`ends a review whose endpoint answers by ${behaviour.does} (${provider})`, () =>
        Effect.gen(function* () {
          const { judged, server } = yield* reviewing(slip(), [behaviour], { provider, timeoutMs: 300 })
          assert.strictEqual(judged.deferReason, "timeout")
          yield* Effect.sleep(50)
          assert.strictEqual(server.open(), 0)
        })
      )
    }
  }
})

describe("the trail", () => {
  it.live("is one entry for a review, whatever came of it", () =>
    Effect.gen(function* () {
      const denied = yield* reviewing(slip(), [report(deny)])
      const [entry, ...others] = denied.entries.filter(({ kind }) => kind === "review")
      assert.deepStrictEqual(others, [])
      assert.strictEqual(entry?.event, "decision")
      const { latencyMs, ...details } = entry?.details ?? {}
      assert.isNumber(latencyMs)
      assert.deepStrictEqual(details, {
        surface: "external_directory",
        value: "/x/packages/packages/a.ts",
        matchedPattern: "*/packages/packages/*",
        slice: "deny-first",
        model: "test-model",
        turns: 1,
        inputTokens: 100,
        outputTokens: 20,
        verdict: "deny",
        why: "one packages too many",
        reason: "one packages too many",
        confidence: 0.9,
        reported: "deny"
      })
      const allowed = yield* reviewing(opaque(), [uses(check("git status")), report(allow)])
      const [whole] = allowed.entries.filter(({ kind }) => kind === "review")
      assert.deepInclude(whole?.details, {
        surface: "bash",
        value: `python3 -c 'os.system("git status")'`,
        slice: "allow-capable",
        turns: 2,
        inputTokens: 200,
        verdict: "allow",
        pieces: [{ surface: "bash", value: "git status", state: "allow" }]
      })
      const failed = yield* reviewing(slip(), [{ does: "raw", status: 401 }])
      const [last] = failed.entries.filter(({ kind }) => kind === "review")
      assert.deepInclude(last?.details, { verdict: "defer", deferReason: "auth-failed", turns: 0 })
    })
  )

  it.live("holds what was said in the debug log alone, and the key nowhere", () =>
    Effect.gen(function* () {
      const echo = report({ ...deny, reason: `your key is ${key}` })
      const { entries, judged, steps, transcript } = yield* reviewing(slip(), [echo])
      const debug = entries.filter(({ kind }) => kind === "debug")
      assert.deepStrictEqual(
        debug.map(({ event }) => event),
        ["request", "answer"]
      )
      assert.include(JSON.stringify(debug[0]), "/x/packages/packages/a.ts")
      assert.include(JSON.stringify(debug[1]), "your key is [masked]")
      assert.notInclude(JSON.stringify({ entries, judged, steps, transcript }), key)
    })
  )

  it.live("stays an entry that can be kept, though a command is long and its pieces are many", () =>
    Effect.gen(function* () {
      const calls = Array.from({ length: 60 }, (_, at) => `git log ${at} ${"a".repeat(100)}`)
      const pieces = calls.map((value) => ({ surface: "bash", value }))
      const { entries } = yield* reviewing(opaque(calls.map((call) => `os.system("${call}")`).join(";")), [
        uses(...calls.map(check)),
        report({ ...allow, pieces })
      ])
      const [entry] = entries.filter(({ kind }) => kind === "review")
      assert.isBelow(JSON.stringify(entry?.details).length, 12_001)
      assert.deepInclude(entry?.details, { piecesCount: 60 })
    })
  )
})
