/**
 * The services the commands ask for, each built only for a command that needs it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ApprovalStoreFile from "../layers/ApprovalStoreFile.ts"
import * as DenyingAuthorizer from "../layers/DenyingAuthorizer.ts"
import * as Engine from "../layers/Engine.ts"
import * as FileLinks from "../layers/FileLinks.ts"
import * as LocalUserAuthorizer from "../layers/LocalUserAuthorizer.ts"
import { Portcullis } from "../layers/PortcullisLayer.ts"
import * as ProcessOperator from "../layers/ProcessOperator.ts"
import * as TrustFile from "../layers/TrustFile.ts"
import { hasTty } from "../layers/Tty.ts"
import { PolicyFileMissing } from "../services/PolicySource.ts"
import { badInput } from "./Exit.ts"
import { shippedLinks } from "./ShippedLinks.ts"
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

const policyFileOf = ({ policy }: PolicyFlags) =>
  Option.isSome(policy) ? absolute(policy.value) : Effect.succeed(undefined)

/** Provides the gate and the policies it reads; a missing policy file stops the program. */
export const withEngine = <A, E, R>(self: Effect.Effect<A, E, R>, flags: PolicyFlags) =>
  Effect.gen(function* () {
    const policyFile = yield* policyFileOf(flags)
    return yield* Effect.provide(self, Engine.layerFiles({ policyFile }))
  }).pipe(Effect.catchIf(isMissingPolicy, (error) => badInput(error.message)))

/**
 * Provides the gate with live authority behind it: the operator's links, and whoever sits at the controlling terminal.
 * Where there is none, what nobody decided is denied.
 */
export const withAuthority = <A, E, R>(self: Effect.Effect<A, E, R>, flags: PolicyFlags) =>
  Effect.gen(function* () {
    const policyFile = yield* policyFileOf(flags)
    const live = Portcullis.layer({
      policy: Portcullis.userPolicy({ policyFile }),
      terminal: hasTty() ? LocalUserAuthorizer.layer : DenyingAuthorizer.layer,
      linkSource: FileLinks.source({ shipped: shippedLinks })
    })
    return yield* Effect.provide(self, live)
  }).pipe(Effect.catchIf(isMissingPolicy, (error) => badInput(error.message)))
