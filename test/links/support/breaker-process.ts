/**
 * A process that shares a breaker: `breaker-process.ts FILE settle|admit`. Processes begin at the same moment.
 */
import * as Effect from "effect/Effect"
import { breakerOf } from "../../../src/links/model-judge/Breaker.ts"
import { settingsOf } from "./judge.ts"

const [file = "", act] = process.argv.slice(2)
const breaker = breakerOf(file, settingsOf({ timeoutMs: 60_000 }))
// Whoever starts within the same second goes on at the same moment.
await new Promise((resolve) => setTimeout(resolve, 1500 - (Date.now() % 1000)))
if (act === "settle") await Effect.runPromise(breaker.settle({ reason: "call-failed" }, false))
else {
  const admission = await Effect.runPromise(breaker.admit)
  const word =
    admission._tag === "Open" ? (admission.tell ? "open and told" : "open") : admission.probe ? "probe" : "admitted"
  process.stdout.write(`${word}\n`)
}
