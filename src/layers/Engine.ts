/**
 * The gate over policy files: what a call would do, judged by what stands written at that moment.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Mode } from "../domain/Mode.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import { type PolicyFileMissing, type PolicySnapshot, PolicySource } from "../services/PolicySource.ts"
import { Portcullis } from "../services/Portcullis.ts"
import type { TrustStore } from "../services/TrustStore.ts"
import { type GateOptions, gateOf } from "./Gate.ts"
import * as PolicyFiles from "./PolicyFiles.ts"
import * as ProcessOperator from "./ProcessOperator.ts"
import * as TrustFile from "./TrustFile.ts"

export interface EngineOptions extends GateOptions {
  /** Stands in for the modes of the policies. */
  readonly mode?: Mode | undefined
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
  const gate = gateOf(engine, operator)

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
              return Effect.succeed(gate.judged(call, snapshot, mode, clock.currentTimeMillisUnsafe()))
            })
          ),
          Effect.catchDefect(() => Effect.sync(() => gate.faulted(call, known, mode)))
        )
      })
  }
}
