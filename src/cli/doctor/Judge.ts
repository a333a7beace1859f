/**
 * The check-up of the model judge: its settings, its client, its key, its place in the chain, and one round trip.
 */
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../../domain/Ask.ts"
import { chainSettingsOf } from "../../domain/ChainSettings.ts"
import { display } from "../../domain/Display.ts"
import { watchdogSeconds } from "../../hosts/Wrapper.ts"
import type { SlipFacts } from "../../links/model-judge/Facts.ts"
import { mayAllow } from "../../links/model-judge/FactsOf.ts"
import { review } from "../../links/model-judge/Review.ts"
import type { JudgeSettings } from "../../links/model-judge/Settings.ts"
import { judgeName, type SettingsLook } from "../../links/model-judge/SettingsFiles.ts"
import { AuthorizerLog } from "../../services/AuthorizerLog.ts"
import { PermissionQuery } from "../../services/PermissionQuery.ts"
import type { PolicySnapshot } from "../../services/PolicySource.ts"
import { noLog } from "../judge/Tried.ts"
import { about, type Finding } from "./Finding.ts"
import { judgeFindings } from "./Own.ts"

const settingsArea = about("Model judge")
const client = about("Client")
const chain = about("Chain")
const model = about("Model")

/** Answers what is found of the settings files; to have none is a fault for whoever asks about the judge. */
export const settingsFindings = (look: SettingsLook, snapshot: PolicySnapshot, home: string): ReadonlyArray<Finding> =>
  look._tag === "Absent"
    ? [
        ...judgeFindings(look, { ...snapshot, scopes: [] }, home),
        settingsArea.fault(
          "there are no settings",
          "write model-judge.jsonc beside your policy; a model is all it needs"
        )
      ]
    : judgeFindings(look, snapshot, home)

/** Answers what is found of the package that asks models, and of the key. */
export const clientFindings = (settings: JudgeSettings, env: NodeJS.ProcessEnv): ReadonlyArray<Finding> => {
  const version = sdkVersion()
  const { apiKeyEnv, provider } = settings
  const key = (env[apiKeyEnv] ?? "").trim() !== ""
  return [
    version === undefined
      ? client.fault("@anthropic-ai/sdk is not there", "install it where portcullis is installed")
      : client.ok(`@anthropic-ai/sdk ${display(version)}`),
    key
      ? client.ok(`${apiKeyEnv} holds a key`)
      : provider === "compatible"
        ? client.ok(`${apiKeyEnv} holds no key, and none is sent`)
        : client.fault(`${apiKeyEnv} holds no key`, "set it where your agent is started, too")
  ]
}

/** Found without loading it: beside the program, where it would be loaded from. */
const sdkVersion = (): string | undefined => {
  try {
    const { version }: { version?: unknown } = JSON.parse(fs.readFileSync(manifestOf("@anthropic-ai/sdk"), "utf8"))
    return typeof version === "string" ? version : "of an unknown version"
  } catch {
    return undefined
  }
}

const manifestOf = (name: string): string => {
  let directory = path.dirname(createRequire(import.meta.url).resolve(name))
  while (!directory.endsWith(name) && directory !== path.dirname(directory)) directory = path.dirname(directory)
  return path.join(directory, "package.json")
}

/** Live authority in a hook ends this long before the hook does, and the hook's program takes some of it to start. */
const hookMs = watchdogSeconds * 1000 - 3000

/** Answers whether the chain asks the judge, waits for it, and counts what it says. */
export const chainFindings = (settings: JudgeSettings, { scopes }: PolicySnapshot): ReadonlyArray<Finding> => {
  const { askTimeoutMs, authorizerTimeoutMs, chain: named, delegation } = chainSettingsOf(scopes)
  const { capabilities, timeoutMs, typoPatterns } = settings
  const found: Array<Finding> = [
    named.some(({ link }) => link === judgeName)
      ? chain.ok("authorizerChain names it")
      : chain.fault("authorizerChain does not name it: nothing asks it", `add "${judgeName}" to it in your policy`)
  ]
  if (mayAllow(capabilities)) {
    const { allowedSurfaces, excludedSurfaces } = delegation
    const counts = allowedSurfaces.includes("bash") && !excludedSurfaces.includes("bash")
    found.push(
      counts
        ? chain.ok("modelDelegation lets it allow on bash")
        : chain.fault("it may allow, and modelDelegation lets no allow on bash count", 'add "bash" to allowedSurfaces')
    )
  } else if (typoPatterns.length === 0) {
    found.push(
      chain.warning("it has nothing to review: no typoPatterns, and it may not allow", "docs/model-judge.md, Recipes")
    )
  }
  const limits = [
    ["authorizerTimeoutMs", authorizerTimeoutMs],
    ["askTimeoutMs", askTimeoutMs],
    ["a hook's time for the chain", hookMs]
  ] as const
  const short = limits.filter(([, limitMs]) => limitMs < timeoutMs)
  for (const [name, limitMs] of short) {
    found.push(chain.fault(`timeoutMs is ${timeoutMs}, and ${name} is ${limitMs}: it is cut off`, "lower timeoutMs"))
  }
  if (short.length === 0) found.push(chain.ok(`the chain waits for the ${timeoutMs} ms of a review`))
  return found
}

/** Answers what is found of the circuit. */
export const circuitFinding = (openMs: number): Finding =>
  openMs === 0
    ? model.ok("it is not left alone for failures")
    : model.warning(
        `it kept failing, and is left alone for ${Math.ceil(openMs / 1000)} s more`,
        "until then every ask goes to the next link"
      )

/** A slip that nobody made. */
const sample = {
  path: "/home/ada/src/project/packages/packages/core/index.ts",
  pattern: "*/packages/packages/*",
  workspace: "/home/ada/src/project"
} as const

const sampleFacts: SlipFacts = { slice: "deny-first", slips: [{ path: sample.path, pattern: sample.pattern }] }

const sampleInput = { file_path: sample.path }

const sampleAsk: PromptPermissionDetails = {
  requestId: "judge-doctor",
  call: {
    tool: "read",
    input: sampleInput,
    text: JSON.stringify(sampleInput),
    cwd: sample.workspace,
    workspace: sample.workspace
  },
  mode: "ask",
  results: [],
  asking: [],
  reason: "it leaves the workspace"
}

/** One forced report asks recorded authority nothing. */
const nobody: PermissionQuery["Service"] = {
  checkPermission: () => Effect.die("there is nothing to check"),
  getToolPermission: () => Effect.succeed("ask")
}

/** Asks the model once, about a path that nobody asked for, and answers what is found. */
export const roundTripFindings = Effect.fnUntraced(function* (
  settings: JudgeSettings
): Effect.fn.Return<ReadonlyArray<Finding>> {
  const { baseUrl, timeoutMs } = settings
  const { ending, turns } = yield* review({ ask: sampleAsk, facts: sampleFacts, settings }).pipe(
    Effect.provideService(PermissionQuery, nobody),
    Effect.provideService(AuthorizerLog, noLog)
  )
  const name = display(settings.model)
  const place = display(baseUrl)
  const [turn] = turns
  const answers = model.ok(`${place} answers`)
  if (ending._tag === "Failed") {
    const { reason, why } = ending
    const advice = adviceFor[reason]
    return turn === undefined
      ? [model.fault(`${name} at ${place}: ${display(why)}`, advice)]
      : [answers, model.fault(`${name}: ${display(why)}`, advice)]
  }
  const { inputTokens, latencyMs, outputTokens } = turn ?? { inputTokens: 0, latencyMs: 0, outputTokens: 0 }
  const took = `reports ${ending.report.verdict} in ${latencyMs} ms; ${inputTokens} tokens in, ${outputTokens} out`
  return [
    answers,
    model.ok(`${name} ${took}`),
    ...(latencyMs * 2 > timeoutMs
      ? [model.warning(`that is more than half of timeoutMs, ${timeoutMs}`, "raise it, or take a faster model")]
      : [])
  ]
})

const adviceFor: Readonly<Record<string, string>> = {
  unconfigured: "mend the settings, the key or the client",
  "auth-failed": "is the key the right one for baseUrl?",
  timeout: "raise timeoutMs, or take a faster model",
  "call-failed": "look at baseUrl, model and the network",
  "no-tool-call": "take a model that uses the tool it is told to use"
}
