/**
 * `judge doctor`: whether the judge could do its work.
 */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { breakerFile, openFor } from "../../links/model-judge/Breaker.ts"
import { settingsFor } from "../../links/model-judge/SettingsFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { PolicySource } from "../../services/PolicySource.ts"
import type { Finding } from "../doctor/Finding.ts"
import { chainFindings, circuitFinding, clientFindings, roundTripFindings, settingsFindings } from "../doctor/Judge.ts"
import { exitCodes } from "../Exit.ts"
import { jsonFlag, policyFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { doctorLines } from "../render/DoctorView.ts"
import { reporter } from "../Report.ts"
import { withEngine } from "../Services.ts"
import { currentDirectory } from "../Where.ts"

const { policy } = policyFlags

const examine = (asJson: boolean) =>
  Effect.gen(function* () {
    const operator = yield* Operator
    const output = yield* Output
    const workspace = yield* currentDirectory
    const snapshot = yield* (yield* PolicySource).snapshot(workspace)
    const look = yield* settingsFor(workspace, operator)
    const all: Array<Finding> = []
    const tell = (findings: ReadonlyArray<Finding>) =>
      Effect.suspend(() => {
        const before = all.at(-1)?.area
        all.push(...findings)
        return asJson ? Effect.void : output.lines(doctorLines(findings, output.paint, output.columns, before))
      })

    yield* tell(settingsFindings(look, snapshot, operator.home))
    if (look._tag === "Settings") {
      const { settings } = look
      yield* tell(chainFindings(settings, snapshot))
      const found = clientFindings(settings, process.env)
      yield* tell(found)
      yield* tell([circuitFinding(yield* openFor(breakerFile(operator.stateHome), settings))])
      if (found.every(({ health }) => health !== "fault")) yield* tell(yield* roundTripFindings(settings))
    }
    const healthy = all.every(({ health }) => health !== "fault")
    if (asJson) yield* output.data(`${json({ healthy, findings: all }, 2)}\n`)
    yield* output.exit(healthy ? exitCodes.done : exitCodes.badInput)
    yield* reporter()(snapshot)
  })

export const judgeDoctorCommand = Command.make("doctor", { policy, json: jsonFlag }, (flags) =>
  withEngine(examine(flags.json), flags)
).pipe(
  Command.withDescription(
    "Finds what would keep the model judge from its work: its settings, its place in your chain and the time it is " +
      "given, the package it asks models with, the key (which is never shown), and whether the model answers. It asks " +
      "the model once, about a path that nobody asked for.\n" +
      "Exit code 65 if anything is at fault."
  ),
  Command.withShortDescription("Find out whether it works"),
  Command.withExamples([
    { command: "portcullis judge doctor", description: "Look at everything, and ask the model once" }
  ])
)
