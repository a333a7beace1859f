/**
 * Probes through the very command that the host's settings hold: what it answers, and what the host would have done.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { PermissionState } from "../../domain/PermissionState.ts"
import type { ToolCall } from "../../domain/ToolCall.ts"
import { type HostEffect, hostEffect } from "../../hosts/ClaudeOutcome.ts"
import { wrappedFlag } from "../../hosts/Wrapper.ts"
import { probe, type Probed } from "../../layers/HookProbe.ts"
import type { OperatorPlaces } from "../../services/Operator.ts"
import { Portcullis } from "../../services/Portcullis.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { about, type Finding } from "./Finding.ts"
import type { Found } from "./Settings.ts"

/** The session that probes are logged under. */
export const probeSession = "portcullis-doctor"

/** Every host's default for a hook that names none is longer than anyone waits for a check-up. */
const longestMs = 60_000

/** A command that only the policy of the scratch project speaks of, and denies. */
const deniedCommand = "portcullis-doctor-denied"

const scratchPolicy = `{ "permission": { "bash": { "${deniedCommand}": "deny" } } }\n`

interface Question {
  readonly title: string
  readonly command: string
  readonly wanted: PermissionState
}

/** An untrusted project's policy can only tighten, and what guards the host's settings asks under every policy. */
const questions = (home: string): ReadonlyArray<Question> => [
  { title: "a call to allow", command: "true", wanted: "allow" },
  { title: "a call to ask about", command: `touch ${path.join(home, ".claude", "settings.json")}`, wanted: "ask" },
  { title: "a call to deny", command: deniedCommand, wanted: "deny" }
]

const effects: Readonly<Record<HostEffect["effect"], string>> = {
  runs: "the host would have run the call",
  asks: "the host would have asked you",
  blocked: "the host would have blocked the call",
  ungated: "the host would have gone on as if there were no hook"
}

const answers: Readonly<Record<PermissionState, HostEffect["effect"]>> = { allow: "runs", ask: "asks", deny: "blocked" }

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** What is sent through a hook, and how it came out. */
const run = (hook: Found, workspace: string, command: string, signal?: "SIGKILL" | "SIGSTOP"): Effect.Effect<Probed> =>
  probe({
    command: hook.command,
    args: hook.args,
    cwd: workspace,
    env: { ...process.env, CLAUDE_PROJECT_DIR: workspace },
    limitMs: Math.min(hook.timeout === undefined ? longestMs : hook.timeout * 1000, longestMs),
    harm: signal === undefined ? undefined : { signal, word: wrappedFlag },
    input: JSON.stringify({
      session_id: probeSession,
      transcript_path: path.join(workspace, "none.jsonl"),
      cwd: workspace,
      permission_mode: "default",
      hook_event_name: hook.event,
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "toolu_probe"
    })
  })

const outcomeOf = (hook: Found, probed: Probed): HostEffect => hostEffect(probed, hook.event, hook.onFailure)

/** A probe whose answer the gate itself knows. */
const asked = (hook: Found, workspace: string, question: Question) =>
  Effect.gen(function* () {
    const findings = about(`Probes of ${hook.event}`)
    const gate = yield* Portcullis
    const call: ToolCall = {
      tool: "bash",
      input: { command: question.command },
      cwd: workspace,
      workspace,
      agent: undefined,
      session: probeSession
    }
    const { state } = yield* gate.check(call)
    const probed = yield* run(hook, workspace, question.command)
    const { effect, why } = outcomeOf(hook, probed)
    const told = `${question.title}: ${effects[effect]} after ${seconds(probed.ms)}`
    if (probed.error !== undefined) return findings.fault(`${question.title}: it cannot be started: ${probed.error}`)
    if (effect !== answers[state]) {
      return findings.fault(`${told}, because ${why}; your policies say ${state}`, "portcullis install claude")
    }
    return findings.ok(state === question.wanted ? told : `${told}, as your policies say`)
  })

/** A probe whose program comes to harm: whatever it would have answered, the call must not run. */
const harmed = (hook: Found, workspace: string, signal: "SIGKILL" | "SIGSTOP") =>
  Effect.gen(function* () {
    const findings = about(`Probes of ${hook.event}`)
    const title = signal === "SIGKILL" ? "killed while it decides" : "stopped while it decides"
    const probed = yield* run(hook, workspace, "true", signal)
    if (probed.error !== undefined) return findings.fault(`${title}: it cannot be started: ${probed.error}`)
    if (!probed.harmed) {
      return findings.fault(`${title}: no process of ours was found inside the hook`, "portcullis install claude")
    }
    const { effect, why } = outcomeOf(hook, probed)
    const told = `${title}: ${effects[effect]} after ${seconds(probed.ms)}, because ${why}`
    return effect === "blocked" || effect === "asks"
      ? findings.ok(told)
      : findings.fault(told, "portcullis install claude")
  })

const scratch = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-doctor-")))
    const file = path.join(directory, ".portcullis", "policy.jsonc")
    fs.mkdirSync(path.dirname(file))
    fs.writeFileSync(file, scratchPolicy, { mode: 0o600 })
    return directory
  }),
  (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true }))
)

/** Sends every probe through one hook, in a project of its own that is gone afterwards. */
export const probeFindings = (hook: Found, operator: OperatorPlaces) =>
  Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* scratch
      const findings: Array<Finding> = []
      for (const question of questions(operator.home)) findings.push(yield* asked(hook, workspace, question))
      findings.push(yield* harmed(hook, workspace, "SIGKILL"))
      findings.push(yield* harmed(hook, workspace, "SIGSTOP"))
      return findings
    })
  )

/** Answers a hook as a person would name it. */
export const nameOf = (hook: Found, home: string): string =>
  `${[shortPath(hook.command, home), ...(hook.args ?? [])].join(" ")} (${shortPath(hook.file, home)}:${hook.line})`
