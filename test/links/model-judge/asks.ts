/**
 * Asks as the gate makes them in a workspace of files in memory, and what recorded authority answers about them.
 */
import * as Effect from "effect/Effect"
import { askOf } from "../../../src/domain/AskOf.ts"
import { memoryView, type Tree } from "../../../src/domain/MemoryView.ts"
import { decodePolicy } from "../../../src/domain/PolicyDocument.ts"
import { gateOf } from "../../../src/layers/Gate.ts"
import { queryOf } from "../../../src/layers/Query.ts"
import { factsOf } from "../../../src/links/model-judge/FactsOf.ts"
import { answerOf } from "../../../src/links/model-judge/Tools.ts"
import type { Checked, Piece } from "../../../src/links/model-judge/Transcript.ts"
import { verdictOf } from "../../../src/links/model-judge/VerdictOf.ts"
import { PermissionQuery, type PromptPermissionDetails } from "portcullis"

export interface Asked {
  readonly ask: PromptPermissionDetails
  readonly query: PermissionQuery["Service"]
}

const home = "/home/u"
const defaults: Tree = { w: { src: { "a.ts": "" }, "notes.txt": "" }, etc: { hosts: "" }, home: { u: {} } }

/** Answers the ask of a call under a policy; throws when recorded authority decides it by itself. */
export const askedOf = (
  tool: string,
  input: unknown,
  policy: Readonly<Record<string, unknown>> = {},
  tree: Tree = defaults
): Asked => {
  const file = `${home}/.config/portcullis/policy.jsonc`
  const scope = decodePolicy(JSON.stringify(policy), { kind: "user", file, trusted: true, home, presets: [] })
  const gate = gateOf(
    { view: memoryView(tree) },
    { home, uid: 1000, configHome: `${home}/.config`, stateHome: `${home}/.local/state` }
  )
  const standing = { snapshot: { scopes: [scope], notices: [] }, mode: undefined, now: 0, approvals: [] }
  const call = { tool, input, cwd: "/w", workspace: "/w" }
  const checked = gate.judgedBy(call, standing)
  if (checked.state !== "ask") throw new Error(`it is ${checked.state}: ${checked.decisive.reason}`)
  return { ask: askOf(checked, "r1"), query: PermissionQuery.of(queryOf(gate, call, standing)) }
}

/** The same for a command line. */
export const commandAsked = (command: string, permission: Readonly<Record<string, unknown>> = {}, tree?: Tree): Asked =>
  askedOf("bash", { command }, { permission }, tree)

/** Permissions that allow git and say nothing of anything else. */
export const git = { bash: { "git *": "allow" } }

/** The ask of a program for Python, which this engine does not read. */
export const pythonAsked = (program: string, permission: Readonly<Record<string, unknown>> = git): Asked =>
  commandAsked(`python3 -c '${program}'`, permission)

const settings = {
  typoPatterns: ["*/packages/packages/*"],
  capabilities: ["deny", "allow"],
  confidenceThreshold: 0.8
} as const

/** Answers what the judge knows of an ask when it may allow. */
export const factsIn = ({ ask, query }: Asked) =>
  Effect.runSync(Effect.provideService(factsOf(ask, settings, home), PermissionQuery, query))

/** Answers what a model's checks are answered, in the order they are asked. */
export const checksIn = ({ query }: Asked, pieces: ReadonlyArray<Piece>): ReadonlyArray<Checked> =>
  pieces.map((piece) =>
    Effect.runSync(Effect.provideService(answerOf({ _tag: "Permission", ...piece }), PermissionQuery, query))
  )

/** Answers the verdict on an ask when a model checks some pieces and reports an allow that names them, or others. */
export const allowedBy = (asked: Asked, checked: ReadonlyArray<Piece>, reported: ReadonlyArray<Piece> = checked) => {
  const facts = factsIn(asked)
  if (facts === undefined) throw new Error("it does not concern the judge")
  const report = { verdict: "allow", reason: "it is fine", confidence: 0.9, pieces: reported } as const
  const turn = { latencyMs: 1, inputTokens: 1, outputTokens: 1, checks: checksIn(asked, checked) }
  return verdictOf({ turns: [turn], ending: { _tag: "Reported", report } }, facts, settings)
}

/** Pieces on `bash`. */
export const commands = (...values: ReadonlyArray<string>): ReadonlyArray<Piece> =>
  values.map((value) => ({ surface: "bash", value }))
