/**
 * What a process takes from its environment, and what it leaves behind, when it asks a model.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { temporaryDirectory } from "../../layers/Temporary.ts"
import { key, keyVariable } from "../support/judge.ts"
import { report, serve } from "../support/MessagesServer.ts"

const script = path.resolve(import.meta.dirname, "../support/judge-process.ts")
const withoutSdk = path.resolve(import.meta.dirname, "../support/without-sdk.mjs")
const cache = temporaryDirectory()

/** Runs a process and answers what it printed. */
const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, options: ReadonlyArray<string> = []) =>
  Effect.promise(
    () =>
      new Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }>((resolve) => {
        const child = spawn(process.execPath, [...options, script, ...args], {
          env: { PATH: "/nonexistent", NODE_COMPILE_CACHE: cache, ...env },
          stdio: ["ignore", "pipe", "pipe"]
        })
        let stdout = ""
        let stderr = ""
        child.stdout.on("data", (data) => (stdout += String(data)))
        child.stderr.on("data", (data) => (stderr += String(data)))
        child.on("close", (code) => resolve({ stdout, stderr, code }))
      })
  )

const slowly = 120_000

/** Everything that would turn the SDK elsewhere, make it send more or say more; and profiles on disk. */
const misleading = (elsewhere: string): Readonly<Record<string, string>> => {
  const home = temporaryDirectory()
  const profile = JSON.stringify({ base_url: elsewhere, authentication: { type: "user_oauth" } })
  const credentials = JSON.stringify({ version: "1.0", access_token: "token-of-a-profile", expires_at: 4_000_000_000 })
  for (const [file, text] of [
    ["configs/default.json", profile],
    ["credentials/default.json", credentials],
    ["active_config", "default"]
  ] as const) {
    const at = path.join(home, "anthropic", file)
    fs.mkdirSync(path.dirname(at), { recursive: true })
    fs.writeFileSync(at, text, { mode: 0o600 })
  }
  return {
    HOME: home,
    XDG_CONFIG_HOME: home,
    ANTHROPIC_CONFIG_DIR: path.join(home, "anthropic"),
    ANTHROPIC_PROFILE: "default",
    ANTHROPIC_BASE_URL: elsewhere,
    ANTHROPIC_API_KEY: "key-of-the-environment",
    ANTHROPIC_AUTH_TOKEN: "token-of-the-environment",
    ANTHROPIC_CUSTOM_HEADERS: "x-more: 1\nauthorization: Bearer other\nanthropic-version: 1\nanthropic-beta: all",
    ANTHROPIC_LOG: "debug",
    ANTHROPIC_WEBHOOK_SIGNING_KEY: "whsec_x",
    ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: "content",
    ANTHROPIC_IDENTITY_TOKEN: "identity-of-the-environment",
    HTTP_PROXY: elsewhere,
    HTTPS_PROXY: elsewhere,
    http_proxy: elsewhere,
    NODE_USE_ENV_PROXY: "1"
  }
}

describe("a process that asks a model", () => {
  it.live(
    "takes nothing from its environment but the one key, prints nothing, and ends at once",
    () =>
      Effect.gen(function* () {
        const elsewhere = yield* serve([report({})])
        const server = yield* serve([report({})])
        const plain = yield* run([server.url], { [keyVariable]: key })
        const misled = yield* run([server.url], { ...misleading(elsewhere.url), [keyVariable]: key })
        assert.deepStrictEqual(misled, { stdout: "answered\n", stderr: "", code: 0 })
        assert.deepStrictEqual(misled, plain)
        assert.strictEqual(elsewhere.requests.length, 0)
        const [first, second] = server.requests
        assert.deepStrictEqual(second?.headers, first?.headers)
        assert.strictEqual(second?.headers["authorization"], `Bearer ${key}`)
        assert.strictEqual(second?.text, first?.text)
      }),
    slowly
  )

  it.live(
    "sends no credential it finds elsewhere where the settings name none",
    () =>
      Effect.gen(function* () {
        const elsewhere = yield* serve([report({})])
        const server = yield* serve([report({})])
        const { stdout } = yield* run([server.url, "compatible"], misleading(elsewhere.url))
        assert.strictEqual(stdout, "answered\n")
        assert.strictEqual(elsewhere.requests.length, 0)
        assert.isUndefined(server.requests[0]?.headers["authorization"])
        assert.notMatch(JSON.stringify(server.requests[0]), /of-the-environment|of-a-profile/)
        const refused = yield* run([server.url], misleading(elsewhere.url))
        assert.match(refused.stdout, /^unconfigured: /)
        assert.strictEqual(server.requests.length, 1)
      }),
    slowly
  )

  it.live(
    "believes the certificate of an authority that its operator names",
    () =>
      Effect.gen(function* () {
        const server = yield* serve([report({})], { tls: true })
        const file = path.join(temporaryDirectory(), "authority.pem")
        fs.writeFileSync(file, server.cert)
        const believing = yield* run([server.url], { [keyVariable]: key, NODE_EXTRA_CA_CERTS: file })
        assert.deepStrictEqual(believing, { stdout: "answered\n", stderr: "", code: 0 })
        const doubting = yield* run([server.url], { [keyVariable]: key, NODE_TLS_REJECT_UNAUTHORIZED: "0" })
        assert.match(doubting.stdout, /^call-failed: .*certificate/)
        assert.strictEqual(server.requests.length, 1)
      }),
    slowly
  )

  it.live(
    "is told what to install where the SDK is not",
    () =>
      Effect.gen(function* () {
        const server = yield* serve([report({})])
        const { stderr, stdout } = yield* run([server.url], { [keyVariable]: key }, ["--import", withoutSdk])
        assert.match(stdout, /^unconfigured: .*install @anthropic-ai\/sdk\n$/)
        assert.strictEqual(stderr, "")
        assert.strictEqual(server.requests.length, 0)
      }),
    slowly
  )
})
