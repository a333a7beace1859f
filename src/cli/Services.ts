/**
 * The services the commands ask for, built once a start and only as far as a command needs them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import * as TrustFile from "../layers/TrustFile.ts"

const operator = ProcessOperator.layer()

const trust = Layer.provideMerge(TrustFile.layer, operator)

/** Provides the operator alone. */
export const withOperator = Effect.provide(operator)

/** Provides the operator and the trust store. */
export const withTrust = Effect.provide(trust)
