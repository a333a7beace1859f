/**
 * The gate over policy files: what a call would do, judged by what stands written at that moment.
 */
import * as Layer from "effect/Layer"
import type { Operator } from "../services/Operator.ts"
import type { PolicyFileMissing, PolicySource } from "../services/PolicySource.ts"
import type { Portcullis } from "../services/Portcullis.ts"
import type { TrustStore } from "../services/TrustStore.ts"
import * as ApprovalStoreFile from "./ApprovalStoreFile.ts"
import * as DenyingAuthorizer from "./DenyingAuthorizer.ts"
import * as Live from "./Live.ts"
import * as NoReviewLog from "./NoReviewLog.ts"
import * as PolicyFiles from "./PolicyFiles.ts"
import * as ProcessOperator from "./ProcessOperator.ts"
import * as Registry from "./Registry.ts"
import * as TrustFile from "./TrustFile.ts"

export interface EngineOptions extends Live.LiveOptions {}

/** Everything the gate over files can be told; what is left out is taken from the process. */
export interface Options
  extends EngineOptions, PolicyFiles.PolicyFilesOptions, ProcessOperator.ProcessOperatorOptions {}

/** Where nobody is asked: no link, no log, and a terminal that denies. */
const nobody = Layer.mergeAll(ApprovalStoreFile.layer(), Registry.layer, DenyingAuthorizer.layer, NoReviewLog.layer)

/** Provides the gate over any source of policies; what asks, its `decide` denies. */
export const layer = (options: EngineOptions = {}): Layer.Layer<Portcullis, never, Operator | PolicySource> =>
  Live.layer(options).pipe(Layer.provide(nobody))

/** Provides policies in files, with the services these need, for the operator of this process. */
export const policyFiles = (
  options: PolicyFiles.PolicyFilesOptions & ProcessOperator.ProcessOperatorOptions = {}
): Layer.Layer<Operator | PolicySource | TrustStore, PolicyFileMissing> => {
  const { managedFile = PolicyFiles.managedFileByDefault, policyFile } = options
  const guarded = [...(options.guarded ?? []), managedFile, ...(policyFile === undefined ? [] : [policyFile])]
  return PolicyFiles.layer(options).pipe(
    Layer.provideMerge(TrustFile.layer),
    Layer.provideMerge(ProcessOperator.layer({ ...options, guarded }))
  )
}

/** Provides the gate over policy files, and with it the files' own services. */
export const layerFiles = (
  options: Options = {}
): Layer.Layer<Operator | PolicySource | Portcullis | TrustStore, PolicyFileMissing> =>
  layer(options).pipe(Layer.provideMerge(policyFiles(options)))
