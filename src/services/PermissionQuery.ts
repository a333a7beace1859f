/**
 * What live authority may ask of recorded authority: the deterministic engine, never the chain.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PermissionCheckResult } from "../domain/CheckResult.ts"
import type { PermissionState } from "../domain/PermissionState.ts"

/** The strictest result of a value's accesses, and all of them. */
export interface QueriedPermission extends PermissionCheckResult {
  readonly checks: ReadonlyArray<PermissionCheckResult>
}

export class PermissionQuery extends Context.Service<
  PermissionQuery,
  {
    /**
     * Answers what the gate would say of a value in the ask's own directory, workspace, session and mode.
     *
     * @param value on `bash` a whole command line; absent, the surface's answer for `*`
     * @param agent another agent's section; absent, the ask's own
     */
    readonly checkPermission: (surface: string, value?: string, agent?: string) => Effect.Effect<QueriedPermission>
    /** Answers deny only if every value of the tool is denied, allow only if every value is allowed, else ask. */
    readonly getToolPermission: (tool: string, agent?: string) => Effect.Effect<PermissionState>
  }
>()("portcullis/services/PermissionQuery") {}
