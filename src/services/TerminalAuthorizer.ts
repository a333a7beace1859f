/**
 * The end of the chain. Its answer has no defer and its error type is `never`, so a chain that ends in it decides.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import type { DecidedBy } from "../domain/log/Entry.ts"
import type { TerminalVerdict } from "../domain/Verdict.ts"
import type { PermissionQuery } from "./PermissionQuery.ts"

export class TerminalAuthorizer extends Context.Service<
  TerminalAuthorizer,
  {
    readonly authorize: (ask: PromptPermissionDetails) => Effect.Effect<TerminalVerdict, never, PermissionQuery>
    /** Who speaks through it: a person, or nobody (its denies are policy's). */
    readonly decidedBy: DecidedBy
  }
>()("portcullis/services/TerminalAuthorizer") {}
