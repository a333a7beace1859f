/**
 * The promise door: a link written without Effect, as the wire writes verdicts.
 */
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import { verdictOfWire, type WireVerdict } from "../domain/Verdict.ts"
import { type Authorizer, AuthorizerError } from "./Authorizer.ts"
import { AuthorizerLog } from "./AuthorizerLog.ts"
import { PermissionQuery, type QueriedPermission } from "./PermissionQuery.ts"

/** `PermissionQuery` without Effect. */
export interface PlainQuery {
  readonly checkPermission: (surface: string, value?: string, agent?: string) => QueriedPermission
  readonly getToolPermission: (tool: string, agent?: string) => PermissionState
}

/** `AuthorizerLog` without Effect. */
export interface PlainLog {
  readonly review: (event: string, details?: Readonly<Record<string, unknown>>) => void
  readonly debug: (event: string, details?: Readonly<Record<string, unknown>>) => void
}

/**
 * A link as a function.
 *
 * @param signal aborted when the answer is no longer waited for
 */
export type PlainAuthorize = (
  details: PromptPermissionDetails,
  query: PlainQuery,
  log: PlainLog,
  signal: AbortSignal
) => WireVerdict | PromiseLike<WireVerdict>

/** Makes a link of a function; whatever it throws, rejects with or answers that is no verdict is a defer. */
export const fromPromise = (
  name: string,
  authorize: PlainAuthorize,
  options: Pick<Authorizer, "provenance"> = {}
): Authorizer => ({
  name,
  ...options,
  authorize: Effect.fnUntraced(function* (ask) {
    const query = yield* PermissionQuery
    const log = yield* AuthorizerLog
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    const plainQuery: PlainQuery = {
      checkPermission: (...value) => run(query.checkPermission(...value)),
      getToolPermission: (...tool) => run(query.getToolPermission(...tool))
    }
    const plainLog: PlainLog = {
      review: (...entry) => run(log.review(...entry)),
      debug: (...entry) => run(log.debug(...entry))
    }
    const answer = yield* Effect.tryPromise({
      try: (signal) => Promise.resolve(authorize(ask, plainQuery, plainLog, signal)),
      catch: (cause) => new AuthorizerError({ why: cause instanceof Error ? cause.message : String(cause), cause })
    })
    const verdict = verdictOfWire(answer)
    if (verdict !== undefined) return verdict
    return yield* new AuthorizerError({ why: "it answered something that is no verdict", noVerdict: true })
  })
})
