/**
 * The wrapper that a host's settings name: a file of ours outside every workspace.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { problemOfFile } from "../domain/Problem.ts"
import { wrapperName } from "../knowledge/hosts/wrapper.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import { makeDirectories } from "./OwnFile.ts"
import { SettingsRefused } from "./SettingsFile.ts"

/** Answers where the wrapper stands: among our state, which no agent may write. */
export const wrapperFileOf = ({ stateHome }: Pick<OperatorPlaces, "stateHome">): string =>
  path.join(stateHome, "portcullis", wrapperName)

/** Answers the wrapper's text as it stands, or undefined. */
export const readWrapper = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, { encoding: "utf8", flag: fs.constants.O_RDONLY | fs.constants.O_NONBLOCK })
  } catch {
    return undefined
  }
}

/** Writes the wrapper whole or not at all, for its owner alone to change and run. */
export const writeWrapper = (file: string, text: string): Effect.Effect<void, SettingsRefused> =>
  Effect.try({
    try: () => {
      const directory = path.dirname(file)
      makeDirectories(directory)
      const fresh = `${file}.${process.pid}.new`
      fs.rmSync(fresh, { force: true })
      try {
        fs.writeFileSync(fresh, text, { flag: "wx", mode: 0o700, flush: true })
        // Whatever the umask took away, and not what it would leave to others.
        fs.chmodSync(fresh, 0o700)
        fs.renameSync(fresh, file)
      } finally {
        fs.rmSync(fresh, { force: true })
      }
    },
    catch: (error) =>
      new SettingsRefused({
        problems: [problemOfFile(file, `cannot be written: ${error instanceof Error ? error.message : "unknown"}`)]
      })
  })
