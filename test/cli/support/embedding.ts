import * as Effect from "effect/Effect"
import { Engine, Portcullis } from "portcullis"

/** Answers `allow`, `ask` or `deny` for a command line, and why. */
export const mayRun = (command: string, project: string) =>
  Effect.gen(function* () {
    const gate = yield* Portcullis
    const { decisive, state } = yield* gate.check({
      tool: "bash",
      input: { command },
      cwd: project,
      workspace: project
    })
    return `${state}: ${decisive.reason}`
  })

// Build the layer once; every call reads the policies as they stand.
export const gate = Engine.layerFiles({ mode: "ask" })

// await Effect.runPromise(Effect.provide(mayRun("git status", process.cwd()), gate))
