/**
 * The demonstration: one session of an agent, decided call by call. It reads no policy of yours and no network.
 */
import * as path from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CheckedCall } from "../domain/CheckResult.ts"
import { display } from "../domain/Display.ts"
import { decodePolicy } from "../domain/PolicyDocument.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import * as Engine from "../layers/Engine.ts"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import { PolicySource } from "../services/PolicySource.ts"
import { Portcullis } from "../services/Portcullis.ts"
import { policyName, policyText } from "./demo/Policy.ts"
import { session, type Step } from "./demo/Session.ts"
import { workspace } from "./demo/Workspace.ts"
import { exitCodes } from "./Exit.ts"
import { layer as outputLayer, Output } from "./Output.ts"
import type { Paint } from "../domain/display/Paint.ts"
import { act, causes } from "../domain/display/Results.ts"
import { hang } from "../domain/display/Text.ts"

/** Provides the embedded policy in place of any file, for an operator who has no other. */
const embedded = (home: string) =>
  Engine.layer().pipe(
    Layer.provide(
      Layer.sync(PolicySource, () => {
        const source = { kind: "user", file: policyName, trusted: true, home, presets: [] } as const
        const snapshot = { scopes: [decodePolicy(policyText, source)], notices: [] }
        return PolicySource.of({ snapshot: () => Effect.succeed(snapshot) })
      })
    ),
    Layer.provide(
      ProcessOperator.layer({
        home,
        configHome: path.join(home, ".config"),
        stateHome: path.join(home, ".local/state")
      })
    )
  )

const shown = ({ input, tool }: Step): string => {
  if (typeof input !== "object" || input === null) return tool
  const [first = ""] = Object.values(input)
  return tool === "bash" ? display(String(first)) : `${tool}  ${display(String(first))}`
}

const labels: Readonly<Record<PermissionState, string>> = { allow: "ALLOW", ask: " ASK ", deny: "DENY " }

const stepLines = (
  step: Step,
  checked: CheckedCall,
  home: string,
  directory: string,
  paint: Paint,
  columns: number
) => {
  const short = (text: string): string => text.replaceAll(`${directory}/`, "").replaceAll(path.dirname(directory), "…")
  const indent = " ".repeat(7)
  // Of a call that does several things, which of them decides.
  const whole =
    checked.state === "allow" || checked.results.length === 1 || step.tool !== "bash"
      ? []
      : [`it ${act(checked.decisive.access, home)}:`]
  return [
    ...hang(indent, step.lesson, columns).map(paint.dim),
    ...hang(indent, short(shown(step)), columns).map((line, place) =>
      place === 0
        ? `${paint.state(checked.state, labels[checked.state])}  ${paint.bold(line.slice(indent.length))}`
        : paint.bold(line)
    ),
    ...whole.flatMap((line) => hang(indent, short(line), columns)),
    ...causes(checked.decisive, home).flatMap((clause) => hang(indent, short(clause), columns)),
    ""
  ]
}

const program = Effect.scoped(
  Effect.gen(function* () {
    const output = yield* Output
    const { columns, paint } = output
    const directory = yield* workspace
    const home = path.join(path.dirname(directory), "home")
    const steps = session(directory)
    const count = { allow: 0, ask: 0, deny: 0 }
    yield* output.lines([
      paint.heading("The policy this session is decided by"),
      "",
      ...policyText
        .trimEnd()
        .split("\n")
        .map((line, place) => `${paint.dim(String(place + 1).padStart(3))}  ${line}`),
      "",
      paint.heading("The session"),
      ""
    ])
    yield* Effect.gen(function* () {
      const gate = yield* Portcullis
      for (const step of steps) {
        const { input, tool } = step
        const checked = yield* gate.check({ tool, input, cwd: directory, workspace: directory })
        count[checked.state]++
        yield* output.lines(stepLines(step, checked, home, directory, paint, columns))
      }
    }).pipe(Effect.provide(embedded(home)))
    const counts = `${steps.length} calls: ${count.allow} may run, ${count.deny} may not, and ${count.ask} are put to a person.`
    yield* output.lines([
      paint.bold(counts),
      "",
      "Nothing was executed: Portcullis only answers. Ask it about a command of yours:",
      "  npx portcullis explain -- 'cd /tmp && sudo rm -rf x'"
    ])
  })
).pipe(
  Effect.catchDefect((error) =>
    Effect.gen(function* () {
      const output = yield* Output
      yield* output.notes([`portcullis: internal error: ${error instanceof Error ? error.message : String(error)}`])
      yield* output.exit(exitCodes.internal)
    })
  ),
  Effect.provide(outputLayer)
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
