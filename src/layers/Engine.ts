/**
 * The gate over policy files: what a call would do, judged by what stands written at that moment.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { NameAccess } from "../domain/Access.ts"
import { accessesOf } from "../domain/Accesses.ts"
import type { CheckedCall, PermissionCheckResult } from "../domain/CheckResult.ts"
import type { Floor } from "../domain/Floor.ts"
import { checkAccesses } from "../domain/Judge.ts"
import type { Mode } from "../domain/Mode.ts"
import { groundOf } from "../domain/Paths.ts"
import { pathRulesOf } from "../domain/PathRules.ts"
import type { Places } from "../domain/Places.ts"
import { resolveRules } from "../domain/ResolvedRules.ts"
import { compose, rootsOf, wrappersOf } from "../domain/Scopes.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { rememberingView, type WorkspaceView } from "../domain/WorkspaceView.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import { type PolicyFileMissing, type PolicySnapshot, PolicySource } from "../services/PolicySource.ts"
import { Portcullis } from "../services/Portcullis.ts"
import type { TrustStore } from "../services/TrustStore.ts"
import { nodeWorkspaceView } from "./NodeWorkspaceView.ts"
import * as PolicyFiles from "./PolicyFiles.ts"
import * as ProcessOperator from "./ProcessOperator.ts"
import * as TrustFile from "./TrustFile.ts"

export interface EngineOptions {
  /** Stands in for the modes of the policies. */
  readonly mode?: Mode | undefined
  /** Files and directories that guard the agent besides the ones Portcullis knows, absolute. */
  readonly guarded?: ReadonlyArray<string> | undefined
  /** How the disk is looked at. */
  readonly view?: WorkspaceView | undefined
}

/** Everything the gate over files can be told; what is left out is taken from the process. */
export interface Options
  extends EngineOptions, PolicyFiles.PolicyFilesOptions, ProcessOperator.ProcessOperatorOptions {}

/** Provides the gate over any source of policies. */
export const layer = (options: EngineOptions = {}): Layer.Layer<Portcullis, never, Operator | PolicySource> =>
  Layer.effect(
    Portcullis,
    Effect.gen(function* () {
      const operator = yield* Operator
      const source = yield* PolicySource
      return Portcullis.of(make(options, operator, source))
    })
  )

/** Provides the gate over policy files, and with it the files' own services. */
export const layerFiles = (
  options: Options = {}
): Layer.Layer<Operator | PolicySource | Portcullis | TrustStore, PolicyFileMissing> => {
  const { managedFile = PolicyFiles.managedFileByDefault, policyFile } = options
  const guarded = [...(options.guarded ?? []), managedFile, ...(policyFile === undefined ? [] : [policyFile])]
  return layer({ ...options, guarded }).pipe(
    Layer.provideMerge(PolicyFiles.layer(options)),
    Layer.provideMerge(TrustFile.layer),
    Layer.provideMerge(ProcessOperator.layer(options))
  )
}

const make = (
  engine: EngineOptions,
  operator: OperatorPlaces,
  source: PolicySource["Service"]
): Portcullis["Service"] => {
  const view = engine.view ?? nodeWorkspaceView
  const guarded = [`${operator.configHome}/portcullis`, `${operator.stateHome}/portcullis`, ...(engine.guarded ?? [])]

  const judged = (call: ToolCall, { scopes }: PolicySnapshot, mode: Mode | undefined, now: number): CheckedCall => {
    const { agent, cwd, session, workspace } = call
    // Shared by all that looks at the disk for this call, and forgotten after it.
    const seen = rememberingView(view, [])
    const places: Places = { cwd, workspace, roots: rootsOf(scopes), home: operator.home, guarded, view: seen }
    const resolved = resolveRules(scopes, () => groundOf(places), now)
    const authority = compose(resolved, { agent, session, modeOverride: mode })
    const finding = { ...pathRulesOf(authority.rules, places), wrappers: wrappersOf(scopes) }
    return checkAccesses(call, authority, accessesOf(call, places, finding))
  }

  /** What is answered when something here is broken: the policies are still asked, for their mode and their denies. */
  const faulted = (call: ToolCall, snapshot: PolicySnapshot | undefined, mode: Mode | undefined): CheckedCall => {
    try {
      const authority = compose(snapshot?.scopes ?? [], { agent: call.agent, modeOverride: mode })
      const checked = checkAccesses(call, authority, [brokenAccess(call)])
      if (checked.state !== "allow") return checked
    } catch {
      // What was broken is broken here too.
    }
    return brokenCall(call, mode === "read_only" ? "deny" : "ask")
  }

  return {
    policies: source.snapshot,
    check: (call, options = {}) =>
      Effect.suspend(() => {
        const mode = options.mode ?? engine.mode
        let known: PolicySnapshot | undefined
        return source.snapshot(call.workspace).pipe(
          Effect.flatMap((snapshot) =>
            Effect.clockWith((clock) => {
              known = snapshot
              return Effect.succeed(judged(call, snapshot, mode, clock.currentTimeMillisUnsafe()))
            })
          ),
          Effect.catchDefect(() => Effect.sync(() => faulted(call, known, mode)))
        )
      })
  }
}

const brokenFloor: Floor = { class: "unread", cause: "Portcullis met a fault of its own while it read the call" }

const brokenAccess = ({ tool }: ToolCall): NameAccess => ({
  _tag: "Name",
  surface: tool,
  value: "*",
  forms: [{ spellings: ["*"], tighter: [] }],
  floors: [brokenFloor],
  proof: { read: false, why: brokenFloor.cause }
})

const brokenCall = (call: ToolCall, state: "ask" | "deny"): CheckedCall => {
  const decisive: PermissionCheckResult = {
    access: brokenAccess(call),
    state,
    origin: state === "deny" ? "read_only" : "floor",
    rule: undefined,
    floors: [brokenFloor],
    reason: brokenFloor.cause
  }
  return { call, state, results: [decisive], decisive, floors: ["unread"] }
}
