/**
 * A process that puts one command to the link: `judged-process.ts BASE_URL DIRECTORY COMMAND`. It prints the verdict.
 */
import * as Effect from "effect/Effect"
import { AuthorizerLog, PermissionQuery } from "portcullis"
import { modelJudge } from "../../../src/links/model-judge.ts"
import { commandAsked } from "../model-judge/asks.ts"
import { settingsOf } from "./judge.ts"

const [baseUrl = "", directory = "", command = ""] = process.argv.slice(2)
const { ask, query } = commandAsked(command)
const link = modelJudge({
  settings: settingsOf({ baseUrl, capabilities: ["deny", "allow"] }),
  places: { home: "/home/u", uid: 1000, configHome: `${directory}/config`, stateHome: `${directory}/state` }
})
const verdict = await Effect.runPromise(
  link
    .authorize(ask)
    .pipe(
      Effect.provideService(PermissionQuery, query),
      Effect.provideService(AuthorizerLog, { review: () => Effect.void, debug: () => Effect.void })
    )
)
process.stdout.write(`${verdict._tag}\n`)
