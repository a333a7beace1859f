/**
 * The judge's settings for a command that cannot go on without them.
 */
import * as Effect from "effect/Effect"
import { describeProblem } from "../../domain/Problem.ts"
import type { JudgeSettings } from "../../links/model-judge/Settings.ts"
import { settingsFor, type SettingsLook } from "../../links/model-judge/SettingsFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { badInput, type Stop } from "../Exit.ts"
import { Output } from "../Output.ts"

/** Answers the settings for a workspace (an absolute path), or stops and tells every problem with its place. */
export const settled = (workspace: string): Effect.Effect<JudgeSettings, Stop, Operator | Output> =>
  Effect.gen(function* () {
    const output = yield* Output
    const look = yield* settingsFor(workspace, yield* Operator)
    if (look._tag !== "Settings") return yield* unusable(look)
    yield* output.notes(
      look.notices.map((notice) => `${output.notePaint.warning("portcullis:")} ${describeProblem(notice)}`)
    )
    return look.settings
  })

const unusable = (look: Exclude<SettingsLook, { readonly _tag: "Settings" }>): Effect.Effect<never, Stop> =>
  look._tag === "Absent"
    ? Effect.fail(
        badInput("the model judge has no settings", 'Write model-judge.jsonc beside your policy: { "model": "…" }')
      )
    : Effect.fail(badInput("the model judge's settings have problems", ...look.problems.map(describeProblem)))
