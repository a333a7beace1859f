/**
 * A link of the chain: it may allow, deny, defer or fail. Registered, it decides nothing until the operator names it.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import type { AuthorizerVerdict } from "../domain/Verdict.ts"
import type { AuthorizerLog } from "./AuthorizerLog.ts"
import { type AuthorizerNameInvalid, type AuthorizerNameTaken, AuthorizerRegistry } from "./AuthorizerRegistry.ts"
import type { PermissionQuery } from "./PermissionQuery.ts"

/** A link could not reach an answer; the chain's owner counts it as a defer. */
export class AuthorizerError extends Data.TaggedError("AuthorizerError")<{
  /** One clause for a person, without a full stop. */
  readonly why: string
  readonly cause?: unknown
  /** Set when it reached an answer that is no verdict. */
  readonly noVerdict?: boolean | undefined
}> {}

/** A link. */
export interface Authorizer {
  /** As `authorizerChain` names it: lower-case letters, digits and dashes. */
  readonly name: string
  readonly authorize: (
    ask: PromptPermissionDetails
  ) => Effect.Effect<AuthorizerVerdict, AuthorizerError, PermissionQuery | AuthorizerLog>
  /** Set on a link that asks a model: its decisions are recorded as `authorizer:model`. */
  readonly provenance?: "model" | undefined
}

/** Makes a link. */
export const make = (
  name: string,
  authorize: Authorizer["authorize"],
  options: { readonly provenance?: "model" } = {}
): Authorizer => ({ name, authorize, ...options })

/** Registers a link for as long as the layer lives; a name that is taken fails it. */
export const layer = (
  link: Authorizer
): Layer.Layer<never, AuthorizerNameTaken | AuthorizerNameInvalid, AuthorizerRegistry> =>
  Layer.effectDiscard(
    AuthorizerRegistry.use((registry) => Effect.acquireRelease(registry.register(link), (takeBack) => takeBack))
  )
