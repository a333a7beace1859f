/**
 * The services the commands ask for, each built only for a command that needs it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ApprovalStoreFile from "../layers/ApprovalStoreFile.ts"
import * as Engine from "../layers/Engine.ts"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import * as TrustFile from "../layers/TrustFile.ts"
import { PolicyFileMissing } from "../services/PolicySource.ts"
import { badInput } from "./Exit.ts"
import { absolute } from "./Where.ts"

const operator = ProcessOperator.layer()

/** Provides the operator alone. */
export const withOperator = Effect.provide(operator)

/** Provides the operator and the trust store. */
export const withTrust = Effect.provide(Layer.provideMerge(TrustFile.layer, operator))

/** Provides the operator and what people approved. */
export const withApprovals = Effect.provide(Layer.provideMerge(ApprovalStoreFile.layer(), operator))

/** Which policy stands in for the operator's own. */
export interface PolicyFlags {
  readonly policy: Option.Option<string>
}

const isMissingPolicy = (error: unknown): error is PolicyFileMissing => error instanceof PolicyFileMissing

/** Provides the gate and the policies it reads; a missing policy file stops the program. */
export const withEngine = <A, E, R>(self: Effect.Effect<A, E, R>, flags: PolicyFlags) =>
  Effect.gen(function* () {
    const policy = Option.getOrUndefined(flags.policy)
    const policyFile = policy === undefined ? undefined : yield* absolute(policy)
    return yield* Effect.provide(self, Engine.layerFiles({ policyFile }))
  }).pipe(Effect.catchIf(isMissingPolicy, (error) => badInput(error.message)))
