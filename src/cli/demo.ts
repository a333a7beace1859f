/**
 * The demonstration: one session of an agent, decided call by call. It reads no policy of yours and no network.
 */
import * as path from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Decision } from "../domain/Decision.ts"
import { display } from "../domain/Display.ts"
import { decodePolicy } from "../domain/PolicyDocument.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import * as NoReviewLog from "../layers/NoReviewLog.ts"
import { Portcullis } from "../layers/PortcullisLayer.ts"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import { PolicySource } from "../services/PolicySource.ts"
import { asks, links, person } from "./demo/Chain.ts"
import { policyName, policyText } from "./demo/Policy.ts"
import { session, type Step } from "./demo/Session.ts"
import { workspace } from "./demo/Workspace.ts"
import { exitCodes } from "./Exit.ts"
import { decisionText } from "./render/Decider.ts"
import { layer as outputLayer, Output } from "./Output.ts"
import type { Paint } from "../domain/display/Paint.ts"
import { act, causes } from "../domain/display/Results.ts"
import { hang } from "../domain/display/Text.ts"

/** The embedded policy in place of any file, for an operator who has no other. */
const policy = (home: string) =>
  Layer.merge(
    Layer.sync(PolicySource, () => {
      const source = { kind: "user", file: policyName, trusted: true, home, presets: [] } as const
      const snapshot = { scopes: [decodePolicy(policyText, source)], notices: [] }
      return PolicySource.of({ snapshot: () => Effect.succeed(snapshot) })
    }),
    ProcessOperator.layer({
      home,
      configHome: path.join(home, ".config"),
      stateHome: path.join(home, ".local/state")
    })
  )

/** The gate, and live authority behind it: nothing of it is kept. */
const embedded = (home: string) =>
  Portcullis.layer({ policy: policy(home), links, terminal: person, log: NoReviewLog.layer })

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
    ...causes(checked.decisive, home).flatMap((clause) => hang(indent, short(clause), columns))
  ]
}

/** What the links and the terminal made of an ask. */
const rulingLines = (decision: Decision, paint: Paint, columns: number) => {
  const state = decision.decision
  const indent = " ".repeat(7)
  const narrowed = decision.trail.flatMap((step) =>
    step.cause === "envelope" ? [`the link ${step.link} allows it, which does not count: ${step.reason ?? ""}`] : []
  )
  return [
    ...narrowed.flatMap((line) => hang(indent, line, columns)),
    ...hang(indent, decisionText(decision), columns).map((line, place) =>
      place === 0 ? `${paint.state(state, labels[state])}  ${line.slice(indent.length)}` : line
    ),
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
    const decided = { allow: 0, deny: 0 }
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
        yield* output.lines([...stepLines(step, checked, home, directory, paint, columns), ""])
      }
      yield* output.lines([paint.heading("What asks, the whole way (a person is played by this demonstration)"), ""])
      for (const step of asks) {
        const { input, tool } = step
        const decision = yield* gate.decide({ tool, input, cwd: directory, workspace: directory })
        decided[decision.decision]++
        yield* output.lines(stepLines(step, decision.checked, home, directory, paint, columns))
        yield* output.lines(rulingLines(decision, paint, columns))
      }
    }).pipe(Effect.provide(embedded(home)))
    const counts = `${steps.length} calls: ${count.allow} may run, ${count.deny} may not, and ${count.ask} are put to a person.`
    yield* output.lines([
      paint.bold(counts),
      paint.bold(`${asks.length} asks went the whole way: ${decided.allow} may run, ${decided.deny} may not.`),
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
