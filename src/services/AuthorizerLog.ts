/**
 * Where a link records its trail. It grants nothing and changes no verdict.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class AuthorizerLog extends Context.Service<
  AuthorizerLog,
  {
    /** Records durably, as `link.<name>.<event>` under the ask's request id. */
    readonly review: (event: string, details?: Readonly<Record<string, unknown>>) => Effect.Effect<void>
    /** The same in the debug log, when that is kept. */
    readonly debug: (event: string, details?: Readonly<Record<string, unknown>>) => Effect.Effect<void>
  }
>()("portcullis/services/AuthorizerLog") {}
