/**
 * `doctor`: whether the gate stands where calls go through, tried with real ones.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { settingsFor } from "../../links/model-judge/SettingsFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { PolicySource } from "../../services/PolicySource.ts"
import type { Finding } from "../doctor/Finding.ts"
import { judgeFindings, logFindings, policyFindings, programFindings } from "../doctor/Own.ts"
import { nameOf, probeFindings } from "../doctor/Probes.ts"
import { type Found, surveyClaude } from "../doctor/Settings.ts"
import { exitCodes } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { doctorLines } from "../render/DoctorView.ts"
import { withEngine } from "../Services.ts"
import { currentDirectory } from "../Where.ts"

/** Each command once: what several files hold is run once all the same. */
const toProbe = (hooks: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const byCommand = new Map<string, Found>()
  for (const hook of hooks) {
    const key = JSON.stringify([hook.command, hook.args])
    if (hook.event === "PreToolUse" && !byCommand.has(key)) byCommand.set(key, hook)
  }
  return [...byCommand.values()]
}

export const doctorCommand = Command.make(
  "doctor",
  {
    noProbes: Flag.Boolean("no-probes").pipe(
      Flag.withDescription("Only look, and send no probes"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  (flags) =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const output = yield* Output
      const source = yield* PolicySource
      const workspace = yield* currentDirectory
      const all: Array<Finding> = []
      const tell = (findings: ReadonlyArray<Finding>) =>
        Effect.suspend(() => {
          const before = all.at(-1)?.area
          all.push(...findings)
          return flags.json ? Effect.void : output.lines(doctorLines(findings, output.paint, output.columns, before))
        })

      yield* tell(yield* programFindings(operator))
      const snapshot = yield* source.snapshot(workspace)
      yield* tell(policyFindings(snapshot, operator.home))
      yield* tell(judgeFindings(yield* settingsFor(workspace, operator), snapshot, operator.home))
      yield* tell(logFindings(operator))
      const { findings, hooks } = yield* surveyClaude(operator, workspace)
      yield* tell(findings)
      if (!flags.noProbes) {
        for (const hook of toProbe(hooks)) {
          yield* output.notes(
            flags.json
              ? []
              : ["", output.notePaint.dim(`Probing ${nameOf(hook, operator.home)}; one waits for the watchdog.`)]
          )
          yield* tell(yield* probeFindings(hook, operator))
        }
      }
      const healthy = all.every(({ health }) => health !== "fault")
      if (flags.json) yield* output.data(`${json({ healthy, findings: all }, 2)}\n`)
      return yield* output.exit(healthy ? exitCodes.done : exitCodes.badInput)
    }).pipe((self) => withEngine(self, { policy: Option.none() }))
).pipe(
  Command.withDescription(
    "Finds what is installed and what would keep it from being run, and sends probes through the very command " +
      "the host's settings hold: one to allow, one to ask about, one to deny, one killed and one stopped while it decides.\n" +
      "Exit code 65 if anything is at fault."
  ),
  Command.withShortDescription("Find out whether the gate works"),
  Command.withExamples([
    { command: "portcullis doctor", description: "Look at everything; takes half a minute" },
    { command: "portcullis doctor --no-probes", description: "Only look, which takes no time" }
  ])
)
