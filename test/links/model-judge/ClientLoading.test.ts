/**
 * The SDK is loaded by a review, and by nothing else.
 */
import { spawn } from "node:child_process"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { temporaryDirectory } from "../../layers/Temporary.ts"
import { key, keyVariable } from "../support/judge.ts"
import { report, serve } from "../support/MessagesServer.ts"

const script = path.resolve(import.meta.dirname, "../support/judged-process.ts")
const recording = path.resolve(import.meta.dirname, "../support/recording-loads.mjs")
const cache = temporaryDirectory()

/** Answers what a fresh process prints that puts a command to the link. */
const judged = (baseUrl: string, command: string, directory = temporaryDirectory()) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve) => {
        const args = ["--import", recording, script, baseUrl, directory, command]
        const env = { PATH: "/nonexistent", NODE_COMPILE_CACHE: cache, [keyVariable]: key }
        const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] })
        let output = ""
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)))
        child.on("close", () => resolve(output))
      })
  )

describe("an ask", () => {
  it.live(
    "loads the SDK when it is reviewed, and none of it when it is not",
    () =>
      Effect.gen(function* () {
        const server = yield* serve([report({ verdict: "deny", reason: "one too many", confidence: 1 })])
        const reviewed = yield* judged(server.url, "cat /x/packages/packages/a.ts")
        assert.match(reviewed, /^Deny\nmodules of the SDK: [1-9]\d*\n$/)
        for (const command of ["cat /x/a.ts", "make x", "git push"]) {
          assert.strictEqual(yield* judged(server.url, command), "Defer\nmodules of the SDK: 0\n", command)
        }
        assert.strictEqual(server.requests.length, 1)
      }),
    120_000
  )

  it.live(
    "loads none of it while the circuit is open, which is said once",
    () =>
      Effect.gen(function* () {
        const server = yield* serve([{ does: "raw", status: 429, headers: { "retry-after": "60" } }])
        const directory = temporaryDirectory()
        const command = "cat /x/packages/packages/a.ts"
        assert.match(yield* judged(server.url, command, directory), /^Defer\nmodules of the SDK: [1-9]/)
        const told = yield* judged(server.url, command, directory)
        assert.match(told, /out of service/)
        assert.match(told, /modules of the SDK: 0/)
        assert.strictEqual(yield* judged(server.url, command, directory), "Defer\nmodules of the SDK: 0\n")
        assert.strictEqual(server.requests.length, 1)
      }),
    120_000
  )
})
