/**
 * Asks a model through `@anthropic-ai/sdk`, which is loaded only here and only when a review starts.
 *
 * The SDK takes much from its environment: an address, tokens, headers, profiles on disk, a log. Nothing of that counts
 * here; the address is the settings', and the key is the one variable's that the settings name.
 */
import type { Anthropic } from "@anthropic-ai/sdk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Answer, answerOfEvents, answerOfMessage } from "./Answer.ts"
import { type CallFailure, failure, failureOf, Refused } from "./Failure.ts"
import { fetchWith } from "./Fetch.ts"
import type { JudgeSettings } from "./Settings.ts"
import { isLoopback } from "./SettingsFields.ts"

/** What a model is asked, as the Messages API writes it, without what the settings say. */
export interface Question {
  readonly system: unknown
  readonly messages: ReadonlyArray<unknown>
  readonly tools: ReadonlyArray<unknown>
  readonly tool_choice: unknown
}

/** A model that can be asked. */
export interface Endpoint {
  /** Asks once; interrupted, it ends the request. */
  readonly ask: (question: Question) => Effect.Effect<Answer, CallFailure>
}

/** Stands for the key in a client that has none, so that the SDK does not look for one elsewhere. */
const noKey = "none"

/**
 * Answers the endpoint of the settings, or why there is none; no request is made.
 *
 * @param env where the key is
 */
export const connect = Effect.fnUntraced(function* (
  settings: JudgeSettings,
  env: NodeJS.ProcessEnv = process.env
): Effect.fn.Return<Endpoint, CallFailure> {
  const { apiKeyEnv, provider } = settings
  const key = env[apiKeyEnv]?.trim() ?? ""
  if (key === "" && provider === "anthropic") {
    return yield* Effect.fail(failure("unconfigured", `the environment variable ${apiKeyEnv} holds no key`))
  }
  if (!/^[\x21-\x7e]*$/.test(key)) {
    return yield* Effect.fail(failure("unconfigured", `what the environment variable ${apiKeyEnv} holds is no key`))
  }
  if (!isSafe(settings.baseUrl)) {
    return yield* Effect.fail(failure("unconfigured", "baseUrl is neither https nor on this machine"))
  }
  const client = yield* load(settings, key)
  return { ask: (question) => asked(client, settings, question, key) }
})

/** Whether a key may be sent there: over TLS, or without leaving the machine. */
const isSafe = (baseUrl: string): boolean => {
  if (!URL.canParse(baseUrl)) return false
  const { hostname, protocol } = new URL(baseUrl)
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
}

const load = ({ baseUrl, provider, timeoutMs }: JudgeSettings, key: string): Effect.Effect<Anthropic, CallFailure> =>
  Effect.tryPromise({
    try: () =>
      import("@anthropic-ai/sdk").then(({ Anthropic }) =>
        withoutCustomHeaders(
          () =>
            new Anthropic({
              baseURL: baseUrl.replace(/\/+$/, ""),
              apiKey: key === "" ? noKey : key,
              authToken: null,
              webhookKey: null,
              // The review has one deadline, and retries would outlast it.
              maxRetries: 0,
              timeout: timeoutMs + 1000,
              logLevel: "off",
              openTelemetry: false,
              fetch: fetchWith({
                withKey: key !== "",
                answers: provider === "anthropic" ? "text/event-stream" : "application/json"
              })
            })
        )
      ),
    catch: (error) =>
      error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
        ? failure("unconfigured", "the judge needs a package that is not there: install @anthropic-ai/sdk")
        : failure("unconfigured", "@anthropic-ai/sdk cannot be loaded: install a version that fits")
  })

/** The constructor reads this variable, and has no option that keeps it from doing so. */
const withoutCustomHeaders = <A>(make: () => A): A => {
  const name = "ANTHROPIC_CUSTOM_HEADERS"
  const held = process.env[name]
  delete process.env[name]
  try {
    return make()
  } finally {
    if (held !== undefined) process.env[name] = held
  }
}

const asked = Effect.fnUntraced(function* (
  client: Anthropic,
  { maxTokens, model, provider, timeoutMs }: JudgeSettings,
  { messages, system, tool_choice, tools }: Question,
  key: string
): Effect.fn.Return<Answer, CallFailure> {
  const stream = provider === "anthropic"
  const body = { model, max_tokens: maxTokens, system, messages, tools, tool_choice, stream }
  const now = yield* Clock.currentTimeMillis
  const answer = yield* Effect.tryPromise({
    try: async (signal) => {
      const said: unknown = await client.post("/v1/messages", { body, stream, signal, timeout: timeoutMs + 1000 })
      if (!stream) return answerOfMessage(said, model)
      if (!isEvents(said)) throw new Refused("the endpoint answered without a stream")
      return answerOfEvents(said, model)
    },
    catch: (error) => failureOf(error, now)
  })
  // A shorter key is none that anybody gives out, and may be part of any word.
  return key.length < 8 ? answer : withoutKey(answer, key)
})

const isEvents = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

/** Whoever answers has seen the key, and what they say reaches an agent and a log that have not. */
const withoutKey = (answer: Answer, key: string): Answer => {
  const text = JSON.stringify(answer)
  const quoted = JSON.stringify(key).slice(1, -1)
  if (!text.includes(quoted)) return answer
  // The same shape as before: a text within a JSON string was replaced by another.
  const cleared: Answer = JSON.parse(text.replaceAll(quoted, "[masked]"))
  return cleared
}
