/**
 * A process that asks a model once: `judge-process.ts BASE_URL [PROVIDER]`. It prints what came of it, then the modules of
 * the SDK that were loaded.
 */
import * as Effect from "effect/Effect"
import { connect } from "../../../src/links/model-judge/Client.ts"
import { settingsOf } from "./judge.ts"

const [baseUrl = "", provider] = process.argv.slice(2)
const settings = settingsOf({ baseUrl, provider: provider === "compatible" ? "compatible" : "anthropic" })
const question = { system: "s", messages: [{ role: "user", content: "c" }], tools: [], tool_choice: { type: "any" } }

const outcome = await Effect.runPromise(
  connect(settings).pipe(
    Effect.flatMap(({ ask }) => ask(question)),
    Effect.match({ onSuccess: () => "answered", onFailure: ({ reason, why }) => `${reason}: ${why}` })
  )
)
process.stdout.write(`${outcome}\n`)
