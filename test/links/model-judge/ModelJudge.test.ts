import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Authorizer, DenyingAuthorizer, type LogEntry, Portcullis, ReviewLog, Verdict } from "portcullis"
import { modelJudge, type ModelJudgeOptions } from "portcullis/links"
import { temporaryDirectory, uid, writeOwn } from "../../layers/Temporary.ts"
import { key, keyVariable } from "../support/judge.ts"
import { report, serve, type Script, use, uses } from "../support/MessagesServer.ts"

const slip = "cat /src/packages/packages/a.ts"
const opaque = `python3 -c 'import os; os.system("git status")'`

const denies = report({ verdict: "deny", reason: "the first segment is pi-packages", confidence: 0.95, pieces: [] })

/** A model that takes the command apart as it should. */
const sound: Script = [
  uses(use("check_permission", { surface: "bash", value: "git status" })),
  report({
    verdict: "allow",
    reason: "it only looks",
    confidence: 0.95,
    pieces: [{ surface: "bash", value: "git status" }]
  })
]

interface World {
  readonly script?: Script
  /** Beside the endpoint; `null` for no file. */
  readonly judge?: object | null
  readonly policy?: object
  readonly options?: ModelJudgeOptions
  readonly links?: ReadonlyArray<Authorizer.Authorizer>
}

const writing = (into: Array<LogEntry>) => (entry: LogEntry) =>
  Effect.sync((): "written" => {
    into.push(entry)
    return "written"
  })

/** Runs commands where the judge is in the chain and nobody is behind it, its settings in a real file. */
const decided = (commands: ReadonlyArray<string>, { judge = {}, links = [], options, policy, script = [] }: World) =>
  Effect.scoped(
    Effect.gen(function* () {
      const root = temporaryDirectory()
      const workspace = path.join(root, "home", "code")
      const stateHome = path.join(root, "state")
      fs.mkdirSync(workspace, { recursive: true })
      const { requests, url } = yield* serve(script)
      const config = path.join(root, "config", "portcullis")
      writeOwn(
        path.join(config, "policy.jsonc"),
        JSON.stringify({
          permission: { bash: { "git status": "allow" } },
          authorizerChain: ["model-judge"],
          modelDelegation: { allowedSurfaces: ["bash"] },
          ...policy
        })
      )
      if (judge !== null) {
        writeOwn(
          path.join(config, "model-judge.jsonc"),
          JSON.stringify({
            model: "test-model",
            baseUrl: url,
            apiKeyEnv: keyVariable,
            typoPatterns: ["*/packages/packages/*"],
            ...judge
          })
        )
      }
      const places = { home: path.join(root, "home"), uid, configHome: path.join(root, "config"), stateHome }
      const managedFile = path.join(root, "etc", "policy.jsonc")
      const entries: Array<LogEntry> = []
      const debugged: Array<LogEntry> = []
      const told: Array<string> = []
      const layer = Portcullis.layer({
        policy: Portcullis.userPolicy({ ...places, managedFile }),
        links: [
          modelJudge({
            places,
            files: { managedFile: path.join(root, "etc", "model-judge.jsonc") },
            env: { [keyVariable]: key },
            tell: (text) => told.push(text),
            ...options
          }),
          ...links
        ],
        terminal: DenyingAuthorizer.layer,
        log: Layer.succeed(ReviewLog, {
          append: writing(entries),
          debug: writing(debugged)
        })
      })
      const decisions = yield* Effect.gen(function* () {
        const portcullis = yield* Portcullis
        const call = { tool: "bash", cwd: workspace, workspace }
        return yield* Effect.all(commands.map((command) => portcullis.decide({ ...call, input: { command } })))
      }).pipe(Effect.provide(Layer.fresh(layer)))
      const trail = entries.flatMap((entry) =>
        entry.event === "link.model-judge.decision" && "details" in entry ? [{ ...Object(entry.details) }] : []
      )
      return { decisions, requests, entries, debugged, trail, told, root }
    })
  )

describe("The model judge in the chain", () => {
  it.live("denies a slip with what the model teaches, as a model", () =>
    Effect.gen(function* () {
      const { decisions, trail } = yield* decided([slip], { script: [denies] })
      assert.deepInclude(decisions[0], {
        decision: "deny",
        decidedBy: "authorizer:model",
        reason: "the first segment is pi-packages"
      })
      assert.lengthOf(trail, 1)
      assert.include(trail[0], {
        surface: "external_directory",
        value: "/src/packages/packages/a.ts",
        matchedPattern: "*/packages/packages/*",
        model: "test-model",
        verdict: "deny",
        turns: 1
      })
    })
  )

  it.live("asks no model about an ask of another kind, and records nothing", () =>
    Effect.gen(function* () {
      const { decisions, requests, trail } = yield* decided(["make", opaque, "cat /src/a.ts"], { script: [denies] })
      assert.deepStrictEqual(
        decisions.map(({ decidedBy }) => decidedBy),
        ["policy", "policy", "policy"]
      )
      assert.lengthOf(requests, 0)
      assert.lengthOf(trail, 0)
    })
  )

  it.live("allows an opaque command whose every part the rules allow, where its settings and the operator let it", () =>
    Effect.gen(function* () {
      const { decisions, trail } = yield* decided([opaque], {
        script: sound,
        judge: { capabilities: ["deny", "allow"] }
      })
      assert.deepInclude(decisions[0], { decision: "allow", decidedBy: "authorizer:model" })
      assert.include(trail[0], { surface: "bash", verdict: "allow", turns: 2 })
      assert.deepStrictEqual(trail[0]?.pieces, [{ surface: "bash", value: "git status", state: "allow" }])
    })
  )

  it.live("allows nothing that the operator did not delegate", () =>
    Effect.gen(function* () {
      const judge = { capabilities: ["deny", "allow"] }
      const policy = { modelDelegation: { allowedSurfaces: ["read"] } }
      const { decisions } = yield* decided([opaque], { script: sound, judge, policy })
      assert.strictEqual(decisions[0]?.decision, "deny")
      assert.strictEqual(decisions[0]?.trail[0]?.cause, "envelope")
    })
  )

  it.live("defers to the next link whatever it cannot answer, with a name for it", () =>
    Effect.gen(function* () {
      const next = Authorizer.make("next", () => Effect.succeed(Verdict.deny("ask somebody")))
      const { decisions, trail } = yield* decided([slip], {
        script: [report({ verdict: "allow", reason: "fine", confidence: 1, pieces: [] })],
        policy: { authorizerChain: ["model-judge", "next"] },
        links: [next]
      })
      assert.strictEqual(decisions[0]?.decidedBy, "authorizer:next")
      assert.include(trail[0], { verdict: "defer", deferReason: "non-deny-verdict" })
    })
  )

  it.live("without settings defers, says so once, and records it for every ask", () =>
    Effect.gen(function* () {
      const { decisions, requests, told, trail } = yield* decided([slip, "make"], { judge: null })
      assert.deepStrictEqual(
        decisions.map(({ decision }) => decision),
        ["deny", "deny"]
      )
      assert.lengthOf(requests, 0)
      assert.isTrue(told.every((text) => text.includes("portcullis judge doctor")))
      assert.deepStrictEqual(
        trail.map(({ deferReason }) => deferReason),
        ["unconfigured", "unconfigured"]
      )
    })
  )

  it.live("without a key makes no request", () =>
    Effect.gen(function* () {
      const { requests, trail } = yield* decided([slip], { script: [denies], options: { env: {} } })
      assert.lengthOf(requests, 0)
      assert.include(trail[0], { verdict: "defer", deferReason: "unconfigured" })
    })
  )

  it.live("leaves a model alone that failed three times, and says so once", () =>
    Effect.gen(function* () {
      const { requests, told, trail } = yield* decided([slip, slip, slip, slip, slip], {
        script: [{ does: "raw", status: 500, body: "no" }]
      })
      assert.lengthOf(requests, 3)
      assert.deepStrictEqual(
        trail.map(({ deferReason }) => deferReason),
        ["call-failed", "call-failed", "call-failed", "circuit-open", "circuit-open"]
      )
      assert.lengthOf(told, 1)
      assert.include(told[0], "out of service")
    })
  )

  it.live("records a review that the chain does not wait for, and counts it as a failure", () =>
    Effect.gen(function* () {
      const { decisions, trail } = yield* decided([slip, slip, slip, slip], {
        script: [{ does: "silence" }],
        policy: { authorizerTimeoutMs: 60 }
      })
      assert.strictEqual(decisions[0]?.trail[0]?.cause, "timed-out")
      assert.deepStrictEqual(
        trail.map(({ deferReason }) => deferReason),
        ["timeout", "timeout", "timeout", "circuit-open"]
      )
    })
  )

  it.live("keeps what was said in the debug log alone, under the call's request, and a secret nowhere", () =>
    Effect.gen(function* () {
      const secret = `ghp_${"a".repeat(36)}`
      const echo = report({ verdict: "deny", reason: `write ${secret}`, confidence: 1 })
      const answer = yield* decided([`${slip} # ${secret}`], { script: [echo], policy: { debugLog: true } })
      const { debugged, decisions, entries, requests } = answer
      const told = [...entries, ...debugged].filter(({ event }) => event.startsWith("link.model-judge."))
      assert.sameMembers(
        told.map(({ event, requestId }) => `${event} ${requestId}`),
        ["decision", "request", "answer"].map((event) => `link.model-judge.${event} ${decisions[0]?.requestId}`)
      )
      assert.include(JSON.stringify(debugged), "report_verdict")
      assert.notInclude(JSON.stringify(entries), "report_verdict")
      assert.include(JSON.stringify(debugged), "write [masked]")
      const sent = requests.map(({ text }) => text)
      assert.notInclude(JSON.stringify([decisions[0]?.reason, entries, debugged, sent]), secret)
    })
  )

  it.live("keeps the key out of everything that is told, written or remembered", () =>
    Effect.gen(function* () {
      const script: Script = [{ does: "raw", status: 401, body: JSON.stringify({ error: { message: `bad ${key}` } }) }]
      const { decisions, root, told, trail } = yield* decided([slip, slip, slip, slip], { script })
      const files = fs
        .readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
      assert.notInclude(JSON.stringify([decisions, told, trail, files]), key)
      assert.include(trail[0], { deferReason: "auth-failed" })
    })
  )
})
