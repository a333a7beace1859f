/**
 * `install`: the hook into a host's settings, where a person agrees.
 */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { describeProblem } from "../../domain/Problem.ts"
import { hooksIn, install } from "../../hosts/ClaudeSettings.ts"
import { leaks, unloadable } from "../../hosts/ClaudeSwitches.ts"
import { backupOf, changeSettings, readSettings, type Settings, SettingsRefused } from "../../layers/SettingsFile.ts"
import { readWrapper, wrapperFileOf, writeWrapper } from "../../layers/WrapperFile.ts"
import { Operator } from "../../services/Operator.ts"
import { confirm, demand } from "../ControllingTerminal.ts"
import { badInput, misuse, type Stop } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { claudeSettings, hostArgument, scopeFlags, type SettingsScope, settingsLock, wrapperNow } from "../Hosts.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { diffLines } from "../render/DiffView.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { withOperator } from "../Services.ts"
import { currentDirectory } from "../Where.ts"

/** Answers which settings the flags mean. */
export const scopeOf = (flags: {
  readonly project: boolean
  readonly local: boolean
}): Effect.Effect<SettingsScope, Stop> =>
  flags.project && flags.local
    ? misuse("--project and --local do not go together")
    : Effect.succeed(flags.project ? "project" : flags.local ? "local" : "user")

/** Tells what is wrong with a settings file, and that it stays as it is. */
export const refused = ({ problems }: SettingsRefused): Stop => badInput(...problems.map(describeProblem))

/** What the settings are to become; what cannot be edited is refused. */
const edited = (file: string, text: string | undefined, command: string): Effect.Effect<string, SettingsRefused> => {
  const edit = install(file, text, command)
  return edit._tag === "Edited"
    ? Effect.succeed(edit.text)
    : Effect.fail(new SettingsRefused({ problems: edit.problems }))
}

/** The text before our first edit is kept, and no later one. */
const backupFor = ({ backup, text }: Settings): string | undefined =>
  text === undefined ? undefined : hooksIn(text).length === 0 ? text : backup

/** Answers what will keep the host from running the hook though it is installed. */
const unheard = (name: string, text: string): ReadonlyArray<string> => {
  const leak = unloadable(text)
  return [...(leak === undefined ? [] : [leak]), ...leaks(text, false)].map(
    ({ line, message }) => `${name}${line === 0 ? "" : `:${line}`} ${message}`
  )
}

export const installCommand = Command.make("install", { host: hostArgument, ...scopeFlags, json: jsonFlag }, (flags) =>
  Effect.gen(function* () {
    const operator = yield* Operator
    const output = yield* Output
    const file = claudeSettings(yield* scopeOf(flags), operator, yield* currentDirectory)
    const name = shortPath(file, operator.home)
    const wrapper = wrapperFileOf(operator)
    const script = yield* wrapperNow(operator)
    const settings = yield* readSettings(file)
    const text = yield* edited(file, settings.text, wrapper)
    const stale = readWrapper(wrapper) !== script
    const warnings = unheard(name, text)
    const told = (changed: boolean) =>
      output.data(`${json({ host: flags.host, file, wrapper, changed, dryRun: flags.dryRun, warnings }, 2)}\n`)
    const warn = output.notes(warnings.map((warning) => `${output.notePaint.warning("portcullis:")} ${warning}`))

    if (flags.dryRun) {
      yield* warn
      if (flags.json) return yield* told(text !== settings.text || stale)
      if (text === settings.text) return yield* output.notes([`${name} stays as it is.`])
      const lines = diffLines(settings.text ?? "", text, output.paint)
      return yield* output.lines([output.paint.bold(name), "", ...lines])
    }
    if (text === settings.text && !stale) {
      yield* warn
      if (flags.json) return yield* told(false)
      return yield* output.notes([`The hook is installed already, in ${name}.`])
    }
    yield* demand("A host's settings")
    // To stderr, which a person sees even where stdout goes elsewhere.
    if (text !== settings.text) {
      const lines = diffLines(settings.text ?? "", text, output.notePaint)
      yield* output.notes([output.notePaint.bold(name), "", ...lines, ""])
    }
    yield* warn
    const question = text === settings.text ? `Write ${shortPath(wrapper, operator.home)} anew?` : `Change ${name}?`
    if (!(yield* confirm("A host's settings", question))) return yield* badInput(`${name} stays as it is`)

    // The wrapper first: a hook whose program is not there yet would deny every call.
    yield* writeWrapper(wrapper, script)
    const before = yield* changeSettings(file, settingsLock(operator), (now) =>
      Effect.map(edited(file, now.text, wrapper), (next) => ({ text: next, backup: backupFor(now) }))
    )
    if (flags.json) return yield* told(true)
    const kept =
      before.text === undefined || hooksIn(before.text).length > 0
        ? []
        : [`What it was is kept in ${shortPath(backupOf(file), operator.home)}.`]
    return yield* output.notes([
      `Wrote ${name}.`,
      ...kept,
      "Sessions that run take it up by themselves. See that it works: portcullis doctor"
    ])
  }).pipe(Effect.catchTag("SettingsRefused", refused), withOperator)
).pipe(
  Command.withDescription(
    "Puts the hook into a host's settings, in place: comments, order and formatting stay.\n" +
      "Shows the difference and asks at your terminal; no flag answers for you."
  ),
  Command.withShortDescription("Put the hook into a host's settings"),
  Command.withExamples([
    { command: "portcullis install claude", description: "Guard every Claude Code session of yours" },
    { command: "portcullis install claude --local", description: "Only those in the project you are in" },
    { command: "portcullis install claude --dry-run", description: "See what would change" }
  ])
)
