/**
 * The check-up of Claude Code's settings: what is installed, and what would keep it from being run.
 */
import * as Effect from "effect/Effect"
import { describeProblem } from "../../domain/Problem.ts"
import { events, hooksIn, type InstalledHook } from "../../hosts/ClaudeSettings.ts"
import { type Leak, leaks, unloadable, weaknesses } from "../../hosts/ClaudeSwitches.ts"
import { readSettings } from "../../layers/SettingsFile.ts"
import type { OperatorPlaces } from "../../services/Operator.ts"
import { claudeManaged, claudeSettings } from "../Hosts.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { about, type Finding } from "./Finding.ts"

const area = "Claude Code"
const host = about(area)

/** A hook that the host would run, and where it stands. */
export interface Found extends InstalledHook {
  readonly file: string
}

/** What was found in all settings files. */
export interface Surveyed {
  readonly findings: ReadonlyArray<Finding>
  /** Hooks in files the host can load. */
  readonly hooks: ReadonlyArray<Found>
}

const survey = (file: string, managed: boolean, home: string): Effect.Effect<Surveyed> =>
  readSettings(file).pipe(
    Effect.map(({ text }): Surveyed => {
      if (text === undefined || text.trim() === "") return { findings: [], hooks: [] }
      const name = shortPath(file, home)
      const fault = ({ line, message }: Leak): Finding =>
        host.fault(`${name}${line === 0 ? "" : `:${line}`} ${message}`, "mend it")
      const broken = unloadable(text)
      if (broken !== undefined) return { findings: [fault(broken)], hooks: [] }
      const hooks = hooksIn(text).map((hook) => ({ ...hook, file }))
      const missing =
        hooks.length === 0 ? [] : events.filter(({ event }) => !hooks.some((hook) => hook.event === event))
      return {
        findings: [
          ...(hooks.length === 0
            ? []
            : [host.ok(`installed in ${name}: ${hooks.map(({ event }) => event).join(", ")}`)]),
          ...missing.map(({ event }) => host.fault(`${name} has no hook for ${event}`, "portcullis install claude")),
          ...[...leaks(text, managed), ...hooks.flatMap(weaknesses)].map(fault)
        ],
        hooks
      }
    }),
    Effect.catchTag("SettingsRefused", ({ problems }) =>
      Effect.succeed<Surveyed>({ findings: problems.map((problem) => host.fault(describeProblem(problem))), hooks: [] })
    )
  )

/** Looks through every settings file that Claude Code reads in a workspace. */
export const surveyClaude = (operator: OperatorPlaces, workspace: string): Effect.Effect<Surveyed> =>
  Effect.gen(function* () {
    const files = (["user", "project", "local"] as const).map((scope) => claudeSettings(scope, operator, workspace))
    const seen: Array<Surveyed> = []
    for (const file of new Set(files)) seen.push(yield* survey(file, false, operator.home))
    for (const file of claudeManaged) seen.push(yield* survey(file, true, operator.home))
    const hooks = seen.flatMap((one) => one.hooks)
    const none = hooks.length === 0 ? [host.fault("the hook is installed nowhere", "portcullis install claude")] : []
    return { findings: [...none, ...seen.flatMap((one) => one.findings)], hooks }
  })
