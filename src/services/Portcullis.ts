/**
 * The gate: what recorded authority says of a tool call.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Mode } from "../domain/Mode.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import type { PolicySnapshot } from "./PolicySource.ts"

/** What one call is judged with besides the policies. */
export interface CheckOptions {
  /** Stands in for the mode of the policies, and of the engine. */
  readonly mode?: Mode | undefined
}

export class Portcullis extends Context.Service<
  Portcullis,
  {
    /**
     * Answers allow, ask or deny, and why, from the policies as they stand at that moment.
     *
     * It neither fails nor throws: a fault within is an ask whose cause says so, or a deny in `read_only`.
     */
    readonly check: (call: ToolCall, options?: CheckOptions) => Effect.Effect<CheckedCall>
    /** Answers the policies a workspace (an absolute path) is judged by. */
    readonly policies: (workspace: string) => Effect.Effect<PolicySnapshot>
  }
>()("portcullis/services/Portcullis") {}
