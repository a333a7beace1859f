/**
 * Where the program stands.
 */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ToolCall } from "../domain/ToolCall.ts"
import { badInput, misuse, type Stop } from "./Exit.ts"
import { quoteVector } from "./Quote.ts"

/** The current directory, which may have been removed under the program's feet. */
export const currentDirectory: Effect.Effect<string, Stop> = Effect.try({
  try: () => process.cwd(),
  catch: () => badInput("the current directory does not exist any more")
})

/** What the flags say of where and for whom a call would run. */
export interface Where {
  readonly cwd: Option.Option<string>
  readonly workspace: Option.Option<string>
  readonly agent: Option.Option<string>
  readonly session: Option.Option<string>
}

/** The same, resolved. */
export interface Place {
  /** Absolute. */
  readonly cwd: string
  /** Absolute; undefined where the call's cwd is the workspace. */
  readonly workspace: string | undefined
  readonly agent: string | undefined
  readonly session: string | undefined
}

/** Answers a path as it is from here; one that is absolute needs no here. */
export const absolute = (file: string): Effect.Effect<string, Stop> =>
  path.isAbsolute(file)
    ? Effect.succeed(path.resolve(file))
    : Effect.map(currentDirectory, (here) => path.resolve(here, file))

/** Answers the place a call would run in, its directories absolute. */
export const placeOf = (where: Where): Effect.Effect<Place, Stop> =>
  Effect.gen(function* () {
    const workspace = Option.getOrUndefined(where.workspace)
    return {
      cwd: yield* absolute(Option.getOrElse(where.cwd, () => ".")),
      workspace: workspace === undefined ? undefined : yield* absolute(workspace),
      agent: Option.getOrUndefined(where.agent),
      session: Option.getOrUndefined(where.session)
    }
  })

/** What the flags say of the call itself. */
export interface What {
  readonly command: ReadonlyArray<string>
  readonly tool: Option.Option<string>
  readonly input: Option.Option<string>
}

const parseInput = (text: string): Effect.Effect<unknown, Stop> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => badInput(`--input is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  })

/** Answers the call the flags describe: a command line, an argument vector or any tool's. */
export const callOf = (what: What, place: Place): Effect.Effect<ToolCall, Stop> =>
  Effect.gen(function* () {
    const { agent, cwd, session, workspace = cwd } = place
    const tool = Option.getOrUndefined(what.tool)
    const input = Option.getOrUndefined(what.input)
    const [first, ...rest] = what.command
    if (tool !== undefined) {
      if (first !== undefined) return yield* misuse("a command and --tool do not go together")
      return { tool, input: input === undefined ? {} : yield* parseInput(input), cwd, workspace, agent, session }
    }
    if (input !== undefined) return yield* misuse("--input is the input of a tool: name it with --tool")
    if (first === undefined) return yield* misuse("there is nothing to judge: give a command after --, or --tool")
    const command = rest.length === 0 ? first : quoteVector(what.command)
    return { tool: "bash", input: { command }, cwd, workspace, agent, session }
  })
