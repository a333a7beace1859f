/**
 * Asking a model over real HTTP, and every way it can go wrong.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connect, type Question } from "../../../src/links/model-judge/Client.ts"
import type { Provider } from "../../../src/links/model-judge/Settings.ts"
import { type Behaviour, report, type Script, serve, sse, use } from "../support/MessagesServer.ts"
import { key, keyVariable, settingsOf } from "../support/judge.ts"

const question: Question = {
  system: "decide",
  messages: [{ role: "user", content: "this" }],
  tools: [{ name: "report_verdict", description: "reports", input_schema: { type: "object" } }],
  tool_choice: { type: "tool", name: "report_verdict" }
}

const env = { [keyVariable]: key }

const providers: ReadonlyArray<Provider> = ["anthropic", "compatible"]

/** What comes of asking a server that does `script`. */
const asking = (script: Script, provider: Provider = "anthropic", options: { readonly tls?: boolean } = {}) =>
  Effect.gen(function* () {
    const server = yield* serve(script, options)
    const settings = settingsOf({ provider, baseUrl: server.url })
    const outcome = yield* connect(settings, env).pipe(
      Effect.flatMap(({ ask }) => ask(question)),
      Effect.match({
        onSuccess: (answer) => ({ _tag: "Answer" as const, answer }),
        onFailure: (failure) => failure
      }),
      Effect.timeoutOrElse({
        duration: 10_000,
        orElse: () => Effect.succeed({ _tag: "Hangs" as const })
      })
    )
    return { outcome, server }
  }).pipe(Effect.scoped)

const json = { "content-type": "application/json" }
const events = { "content-type": "text/event-stream" }
const raw = (status: number, body: string, headers: Readonly<Record<string, string>> = json): Behaviour => ({
  does: "raw",
  status,
  headers,
  body
})
const error = (type: string) => JSON.stringify({ type: "error", error: { type, message: `no: ${key}` } })

describe("asking a model", () => {
  for (const provider of providers) {
    it.live(`sends one request to the address of the settings and reads its answer (${provider})`, () =>
      Effect.gen(function* () {
        const { outcome, server } = yield* asking([report({ verdict: "deny", reason: "ünïcode \u2028 }" })], provider)
        if (outcome._tag !== "Answer") return assert.fail(JSON.stringify(outcome))
        const { answer } = outcome
        assert.deepStrictEqual(
          answer.uses.map(({ input, name }) => ({ name, input })),
          [{ name: "report_verdict", input: { verdict: "deny", reason: "ünïcode \u2028 }" } }]
        )
        assert.strictEqual(answer.stopReason, "tool_use")
        assert.deepStrictEqual([answer.inputTokens, answer.outputTokens], [100, 20])
        const [seen] = server.requests
        assert.strictEqual(server.requests.length, 1)
        assert.strictEqual(`${seen?.method} ${seen?.url}`, "POST /v1/messages")
        assert.deepStrictEqual(seen?.body, {
          model: "test-model",
          max_tokens: 1024,
          ...question,
          stream: provider === "anthropic"
        })
        assert.deepStrictEqual(Object.keys(seen?.headers ?? {}).toSorted(), [
          "accept",
          "accept-encoding",
          "anthropic-version",
          "authorization",
          "connection",
          "content-length",
          "content-type",
          "host",
          "user-agent"
        ])
        assert.strictEqual(seen?.headers["authorization"], `Bearer ${key}`)
        assert.strictEqual(seen?.headers["connection"], "close")
      })
    )
  }

  const failing: ReadonlyArray<readonly [string, Behaviour, string, RegExp]> = [
    ["a wrong key", raw(401, error("authentication_error")), "auth-failed", /refuses the key \(401\)/],
    ["a key without the right", raw(403, error("permission_error")), "auth-failed", /refuses the key \(403\)/],
    ["a refusal that is a page", raw(403, "<html>no</html>", { "content-type": "text/html" }), "auth-failed", /403/],
    ["too many requests", raw(429, error("rate_limit_error")), "call-failed", /asked too often \(429\)/],
    ["a fault within", raw(500, error("api_error")), "call-failed", /has failed \(500\)/],
    [
      "a gateway's page",
      raw(502, "<h1>Bad</h1>", { "content-type": "text/html" }),
      "call-failed",
      /has failed \(502\)/
    ],
    ["an overload", raw(529, error("overloaded_error")), "call-failed", /overloaded \(529\)/],
    ["an unknown model", raw(404, error("not_found_error")), "call-failed", /no such address or model/],
    ["a request it does not take", raw(400, error("invalid_request_error")), "call-failed", /does not take/],
    ["an answer without a body", raw(200, ""), "call-failed", /answered/],
    ["no content", raw(204, ""), "call-failed", /without a message \(204\)/],
    ["null", raw(200, "null"), "call-failed", /answered/],
    ["a list", raw(200, "[]"), "call-failed", /answered/],
    ["an error under a good status", raw(200, error("api_error")), "call-failed", /answered/],
    ["a page under a good status", raw(200, "<html>hi</html>", { "content-type": "text/html" }), "call-failed", /no /],
    ["no content type", raw(200, "{}", {}), "call-failed", /that is no/],
    ["an odd status", raw(999, "{}"), "call-failed", /999|599/],
    ["the middle of an answer", { does: "hang-up" }, "call-failed", /broke off|could not be asked/],
    ["an answer without an end", { does: "flood" }, "call-failed", /too long/],
    ["a redirect", raw(307, "", { location: "http://127.0.0.1:9/" }), "call-failed", /elsewhere \(307\)/],
    ["a redirect that makes a GET of it", raw(302, "", { location: "/v1/messages" }), "call-failed", /elsewhere/],
    ["another model", { does: "message", content: [], model: "other-model" }, "call-failed", /another model/],
    [
      "another model whose name begins alike",
      { does: "message", content: [], model: "test-model-2" },
      "call-failed",
      /another/
    ]
  ]
  for (const provider of providers) {
    for (const [name, behaviour, reason, why] of failing) {
      it.live(`takes ${name} for ${reason} (${provider})`, () =>
        Effect.gen(function* () {
          const { outcome, server } = yield* asking([behaviour, report({})], provider)
          if (outcome._tag !== "CallFailure") return assert.fail(JSON.stringify(outcome))
          assert.strictEqual(outcome.reason, reason)
          assert.match(outcome.why, why)
          assert.notInclude(JSON.stringify(outcome), key)
          assert.strictEqual(server.requests.length, 1, "nothing is tried again, or elsewhere")
        })
      )
    }
  }

  const start = { type: "message_start", message: { type: "message", role: "assistant", model: "test-model" } }
  const block = { type: "content_block_start", index: 0, content_block: use("report_verdict", {}) }
  const half = {
    type: "content_block_delta",
    index: 0,
    delta: { type: "input_json_delta", partial_json: '{"verdict": "allow"' }
  }
  const close = { type: "content_block_stop", index: 0 }
  const end = { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 3 } }
  const stop = { type: "message_stop" }
  const streams: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["a stream without events", "", /breaks off/],
    ["a stream of something else", "hello\n\nworld\n\n", /breaks off/],
    ["a stream whose data is no JSON", "event: message_start\ndata: {oops\n\n", /no JSON/],
    ["a stream that breaks off after a whole report", sse(start, block, close), /breaks off/],
    ["an input that is cut off", sse(start, block, half, close, end, stop), /no JSON/],
    ["a stream that ends within a block", sse(start, block, half, stop), /ends within a block/],
    ["a stream without a beginning", sse(block, close, end, stop), /without a beginning/],
    ["two messages at once", sse(start, start), /two messages/],
    ["blocks out of their order", sse(start, { ...block, index: 1 }), /out of their order/],
    ["an error in the stream", sse(start, { type: "error", error: { type: "overloaded_error" } }), /overloaded_error/]
  ]
  for (const [name, body, why] of streams) {
    it.live(`takes ${name} for call-failed`, () =>
      Effect.gen(function* () {
        const { outcome } = yield* asking([raw(200, body, events)])
        if (outcome._tag !== "CallFailure") return assert.fail(JSON.stringify(outcome))
        assert.strictEqual(outcome.reason, "call-failed")
        assert.match(outcome.why, why)
      })
    )
  }

  it.live("takes a key that is refused within a stream for auth-failed", () =>
    Effect.gen(function* () {
      const refused = { type: "error", error: { type: "authentication_error", message: key } }
      const { outcome } = yield* asking([raw(200, sse(start, refused), events)])
      assert.strictEqual(outcome._tag === "CallFailure" ? outcome.reason : undefined, "auth-failed")
      assert.notInclude(JSON.stringify(outcome), key)
    })
  )

  it.live("takes JSON that is cut off for call-failed", () =>
    Effect.gen(function* () {
      const { outcome } = yield* asking([raw(200, '{"type": "mess')], "compatible")
      if (outcome._tag !== "CallFailure") return assert.fail(JSON.stringify(outcome))
      assert.match(outcome.why, /no JSON/)
    })
  )

  for (const [value, expected] of [
    ["7", 7000],
    ["0.5", 500],
    ["-3", undefined],
    ["soon", undefined],
    ["Wed, 21 Oct 2015 07:28:00 GMT", undefined]
  ] as const) {
    it.live(`hears how long the endpoint wants to be left alone: ${value}`, () =>
      Effect.gen(function* () {
        const { outcome } = yield* asking([raw(429, error("rate_limit_error"), { ...json, "retry-after": value })])
        if (outcome._tag !== "CallFailure") return assert.fail(JSON.stringify(outcome))
        assert.strictEqual(outcome.retryAfterMs, expected)
      })
    )
  }

  it.live("hears until which time, or for how many milliseconds, the endpoint wants to be left alone", () =>
    Effect.gen(function* () {
      const left = (header: string, value: string) =>
        Effect.map(asking([raw(429, error("rate_limit_error"), { ...json, [header]: value })]), ({ outcome }) =>
          outcome._tag === "CallFailure" ? outcome.retryAfterMs : undefined
        )
      const ahead = yield* left("retry-after", new Date(Date.now() + 600_000).toUTCString())
      assert.isAtLeast(ahead ?? 0, 500_000)
      assert.isAtMost(ahead ?? 0, 600_000)
      assert.strictEqual(yield* left("retry-after-ms", "1500"), 1500)
      assert.isUndefined(yield* left("retry-after-ms", "a while"))
    })
  )

  it.live("does not believe a certificate nobody vouches for, whatever the environment says", () =>
    Effect.gen(function* () {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
      const { outcome, server } = yield* asking([report({})], "anthropic", { tls: true }).pipe(
        Effect.ensuring(Effect.sync(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]))
      )
      if (outcome._tag !== "CallFailure") return assert.fail(JSON.stringify(outcome))
      assert.strictEqual(outcome.reason, "call-failed")
      assert.match(outcome.why, /certificate cannot be trusted/)
      assert.strictEqual(server.requests.length, 0)
    })
  )

  for (const [name, baseUrl, why] of [
    ["an address where nothing listens", "http://127.0.0.1:9", /nothing listens/],
    ["a name nobody has", "https://endpoint.invalid", /name cannot be resolved/]
  ] as const) {
    it.live(`takes ${name} for call-failed`, () =>
      Effect.gen(function* () {
        const failure = yield* connect(settingsOf({ baseUrl }), env).pipe(
          Effect.flatMap(({ ask }) => ask(question)),
          Effect.flip
        )
        assert.strictEqual(failure.reason, "call-failed")
        assert.match(failure.why, why)
      })
    )
  }

  for (const behaviour of [
    { does: "silence" },
    { does: "stall" },
    { does: "drip", everyMs: 100, content: [] }
  ] as const) {
    for (const provider of providers) {
      it.live(`lets go of an endpoint that is interrupted in its ${behaviour.does} (${provider})`, () =>
        Effect.gen(function* () {
          const server = yield* serve([behaviour])
          const { ask } = yield* connect(settingsOf({ provider, baseUrl: server.url }), env)
          const outcome = yield* Effect.timeoutOption(ask(question), 150)
          assert.strictEqual(outcome._tag, "None")
          yield* Effect.sleep(100)
          assert.strictEqual(server.open(), 0)
        })
      )
    }
  }

  it.live("says nothing of the key though the endpoint says it back", () =>
    Effect.gen(function* () {
      const { outcome } = yield* asking([report({ verdict: "deny", reason: `it is ${key}, you see` })])
      assert.include(JSON.stringify(outcome), "it is [masked], you see")
      assert.notInclude(JSON.stringify(outcome), key)
    })
  )
})

describe("what is asked with", () => {
  it.effect("is unconfigured without a key, and asks nobody", () =>
    Effect.gen(function* () {
      for (const value of [undefined, "", "  ", "two words", "line\nbreak"]) {
        const failure = yield* Effect.flip(connect(settingsOf({}), { [keyVariable]: value }))
        assert.strictEqual(failure.reason, "unconfigured")
        assert.include(failure.why, keyVariable)
      }
    })
  )

  it.effect("sends no key in clear text to another machine", () =>
    Effect.gen(function* () {
      for (const baseUrl of ["http://example.com", "http://127.0.0.1.example.com", "ftp://127.0.0.1", "nowhere"]) {
        const failure = yield* Effect.flip(connect(settingsOf({ baseUrl }), env))
        assert.strictEqual(failure.reason, "unconfigured")
      }
    })
  )

  it.live("needs no key of a compatible endpoint, and sends none", () =>
    Effect.gen(function* () {
      const server = yield* serve([report({})])
      const { ask } = yield* connect(settingsOf({ provider: "compatible", baseUrl: `${server.url}/gateway/` }), {})
      yield* ask(question)
      assert.strictEqual(server.requests[0]?.url, "/gateway/v1/messages")
      assert.isUndefined(server.requests[0]?.headers["authorization"])
      assert.isUndefined(server.requests[0]?.headers["x-api-key"])
    })
  )
})
