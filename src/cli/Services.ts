/**
 * The services the commands ask for, each built only for a command that needs it.
 */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PolicyFiles from "../layers/PolicyFiles.ts"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import * as TrustFile from "../layers/TrustFile.ts"
import { PolicySource } from "../services/PolicySource.ts"
import { badInput } from "./Exit.ts"
import { currentDirectory } from "./Where.ts"

const operator = ProcessOperator.layer()

const trust = Layer.provideMerge(TrustFile.layer, operator)

/** Provides the operator alone. */
export const withOperator = Effect.provide(operator)

/** Provides the operator and the trust store. */
export const withTrust = Effect.provide(trust)

/** Which policy stands in for the operator's own. */
export interface PolicyFlags {
  readonly policy: Option.Option<string>
}

const policies = (flags: PolicyFlags) =>
  Layer.unwrap(
    Effect.map(currentDirectory, (here) => {
      const policyFile = Option.match(flags.policy, {
        onNone: () => undefined,
        onSome: (file) => path.resolve(here, file)
      })
      const files = PolicyFiles.layer({ policyFile })
      const found = Layer.catchTag(files, "PolicyFileMissing", (error) =>
        Layer.effect(PolicySource, badInput(error.message))
      )
      return Layer.provideMerge(found, trust)
    })
  )

/** Provides the policies as they stand, and what they are read with; a missing file stops the program. */
export const withPolicies = <A, E, R>(self: Effect.Effect<A, E, R>, flags: PolicyFlags) =>
  Effect.provide(self, policies(flags))
