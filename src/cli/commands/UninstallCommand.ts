/**
 * `uninstall`: the hook out of a host's settings, and nothing else.
 */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { hooksIn, isNothing, uninstall } from "../../hosts/ClaudeSettings.ts"
import { type Change, changeSettings, readSettings, type Settings, SettingsRefused } from "../../layers/SettingsFile.ts"
import { Operator } from "../../services/Operator.ts"
import { confirm, demand } from "../ControllingTerminal.ts"
import { badInput } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { claudeSettings, hostArgument, scopeFlags, settingsLock } from "../Hosts.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { diffLines } from "../render/DiffView.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { withOperator } from "../Services.ts"
import { currentDirectory } from "../Where.ts"
import { refused, scopeOf } from "./InstallCommand.ts"

/** What the settings are to become; a file that an installation made goes with what it made it for. */
const changed = ({ backup, file, text }: Settings): Effect.Effect<Change, SettingsRefused> => {
  if (text === undefined) return Effect.succeed({ text, backup })
  const edit = uninstall(file, text, backup)
  if (edit._tag === "Refused") return Effect.fail(new SettingsRefused({ problems: edit.problems }))
  if (hooksIn(text).length === 0) return Effect.succeed({ text, backup })
  const made = backup === undefined && isNothing(edit.text)
  return Effect.succeed({ text: made ? undefined : edit.text, backup: undefined })
}

export const uninstallCommand = Command.make(
  "uninstall",
  { host: hostArgument, ...scopeFlags, json: jsonFlag },
  (flags) =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const output = yield* Output
      const file = claudeSettings(yield* scopeOf(flags), operator, yield* currentDirectory)
      const name = shortPath(file, operator.home)
      const settings = yield* readSettings(file)
      const next = yield* changed(settings)
      const told = (done: boolean) =>
        output.data(`${json({ host: flags.host, file, changed: done, dryRun: flags.dryRun }, 2)}\n`)

      if (next.text === settings.text) {
        if (flags.json) return yield* told(false)
        return yield* output.notes([`There is no hook of ours in ${name}.`])
      }
      if (flags.dryRun) {
        if (flags.json) return yield* told(true)
        const lines = diffLines(settings.text ?? "", next.text ?? "", output.paint)
        return yield* output.lines([output.paint.bold(name), "", ...lines])
      }
      yield* demand("A host's settings")
      const lines = diffLines(settings.text ?? "", next.text ?? "", output.notePaint)
      yield* output.notes([output.notePaint.bold(name), "", ...lines, ""])
      const question = `Take the hook out of ${name}? Calls then run as the host alone decides.`
      if (!(yield* confirm("A host's settings", question))) return yield* badInput(`${name} stays as it is`)
      yield* changeSettings(file, settingsLock(operator), changed)
      if (flags.json) return yield* told(true)
      return yield* output.notes([
        next.text === undefined ? `Removed ${name}, which held nothing else.` : `Wrote ${name}.`
      ])
    }).pipe(Effect.catchTag("SettingsRefused", refused), withOperator)
).pipe(
  Command.withDescription(
    "Takes the hook out of a host's settings: our edit is reversed, and nothing else.\n" +
      "Shows the difference and asks at your terminal; no flag answers for you."
  ),
  Command.withShortDescription("Take the hook out of a host's settings"),
  Command.withExamples([
    { command: "portcullis uninstall claude", description: "From your own settings" },
    { command: "portcullis uninstall claude --project", description: "From those of the project you are in" }
  ])
)
