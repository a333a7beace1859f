/**
 * Where the hosts' settings stand, and what of ours is put there.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { wrapperText } from "../hosts/Wrapper.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import { badInput, type Stop } from "./Exit.ts"

/** Which of a host's settings files is meant. */
export type SettingsScope = "user" | "project" | "local"

/** Answers a settings file of Claude Code. */
export const claudeSettings = (scope: SettingsScope, operator: OperatorPlaces, workspace: string): string => {
  switch (scope) {
    case "user": {
      const configured = process.env["CLAUDE_CONFIG_DIR"]
      const directory = configured?.startsWith("/") === true ? configured : path.join(operator.home, ".claude")
      return path.join(directory, "settings.json")
    }
    case "project":
      return path.join(workspace, ".claude", "settings.json")
    case "local":
      return path.join(workspace, ".claude", "settings.local.json")
  }
}

/** The settings an administrator lays down, which no other file overrules. */
export const claudeManaged: ReadonlyArray<string> =
  process.platform === "darwin"
    ? ["/Library/Application Support/ClaudeCode/managed-settings.json"]
    : ["/etc/claude-code/managed-settings.json"]

/** Answers the lock that all who change hosts' settings through us hold. */
export const settingsLock = ({ stateHome }: OperatorPlaces): string =>
  path.join(stateHome, "portcullis", "settings.lock")

/** Answers the hook's program, which is built beside this one. */
export const hookProgram = (): string => {
  const beside = path.join(import.meta.dirname, "hook.cjs")
  try {
    return fs.realpathSync(beside)
  } catch {
    return beside
  }
}

/** Answers the wrapper for this program, the Node it runs on and the operator's places. */
export const wrapperNow = ({ configHome, home, stateHome }: OperatorPlaces): Effect.Effect<string, Stop> =>
  Effect.suspend(() => {
    const program = hookProgram()
    if (!fs.existsSync(program))
      return badInput(`the hook's program is missing: ${program}`, "Install Portcullis anew.")
    return Effect.succeed(wrapperText({ node: process.execPath, program, home, configHome, stateHome }))
  })

export const hostArgument = Argument.Literals("host", ["claude"]).pipe(
  Argument.withDescription("The agent host: claude")
)

/** Whose settings are meant. */
export const scopeFlags = {
  project: Flag.Boolean("project").pipe(
    Flag.withDescription("The settings of the project you are in, shared with all who work on it"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  local: Flag.Boolean("local").pipe(
    Flag.withDescription("Your own settings for the project you are in"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Show the difference and change nothing"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
}
