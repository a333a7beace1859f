/**
 * The operator is the user this process runs as.
 */
import * as os from "node:os"
import * as path from "node:path"
import * as Layer from "effect/Layer"
import { guardedByVariable } from "../knowledge/protected.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"

/** What is taken from the process, where `options` do not say it. */
export type ProcessOperatorOptions = Partial<OperatorPlaces>

/** Answers the operator's places; a relative or empty XDG variable counts as unset, as its specification says. */
export const operatorOf = (env: NodeJS.ProcessEnv, options: ProcessOperatorOptions = {}): OperatorPlaces => {
  const home = trimmed(options.home ?? absolute(env["HOME"]) ?? homeOfUser())
  return {
    home,
    uid: options.uid ?? process.getuid?.() ?? -1,
    configHome: trimmed(options.configHome ?? absolute(env["XDG_CONFIG_HOME"]) ?? path.join(home, ".config")),
    stateHome: trimmed(options.stateHome ?? absolute(env["XDG_STATE_HOME"]) ?? path.join(home, ".local", "state")),
    guarded: [...(options.guarded ?? []), ...program, ...hostFiles(env)]
  }
}

/** Where this program stands, once it is built: whoever writes there decides in its place. */
const program: ReadonlyArray<string> = import.meta.filename.endsWith(".ts") ? [] : [import.meta.dirname]

/** Files of hosts that stand elsewhere than usual. */
const hostFiles = (env: NodeJS.ProcessEnv): ReadonlyArray<string> =>
  guardedByVariable.flatMap(({ names, variable }) => {
    const directory = absolute(env[variable])
    return directory === undefined ? [] : names.map((name) => path.join(directory, name))
  })

/** Provides the operator from the environment and the user database. */
export const layer = (options: ProcessOperatorOptions = {}): Layer.Layer<Operator> =>
  Layer.sync(Operator, () => operatorOf(process.env, options))

const absolute = (value: string | undefined): string | undefined =>
  value?.startsWith("/") === true ? value : undefined

const trimmed = (path: string): string => {
  let end = path.length
  while (end > 1 && path.endsWith("/", end)) end -= 1
  return path.slice(0, end)
}

const homeOfUser = (): string => {
  try {
    return os.userInfo().homedir
  } catch {
    // A user without an entry: a home where nothing is, so that nothing is taken for theirs.
    return "/nonexistent"
  }
}
