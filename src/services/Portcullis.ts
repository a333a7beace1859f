/**
 * The gate, and live authority behind it: what is said of a tool call, and the final word on it.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Decision, HandedToHost } from "../domain/Decision.ts"
import type { Mode } from "../domain/Mode.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import type { Authorizer } from "./Authorizer.ts"
import type { AuthorizerNameInvalid, AuthorizerNameTaken } from "./AuthorizerRegistry.ts"
import type { PolicySnapshot } from "./PolicySource.ts"

/** What one call is judged with besides the policies. */
export interface CheckOptions {
  /** Stands in for the mode of the policies, and of the engine. */
  readonly mode?: Mode | undefined
}

/** A tool call to be decided; without a workspace its working directory is one. */
export type DecidedCall = Omit<ToolCall, "workspace"> & Partial<Pick<ToolCall, "workspace">>

/** What one call is decided with besides the policies. */
export interface DecideOptions extends CheckOptions {
  /** Under which the log tells of it; by default a new one. */
  readonly requestId?: string | undefined
  /** Which host asks, for the log. */
  readonly host?: string | undefined
  /** After this many milliseconds whoever asks stops listening: live authority ends 2 s before. */
  readonly limitMs?: number | undefined
}

/** What becomes of an ask at this node. */
export type NodeRole =
  /** Its links and its terminal decide. */
  | "adjudicates"
  /** Its terminal asks the parent, where the links run: none registered here does. */
  | "relays"

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
    /**
     * Answers allow or deny, by whom and why: the rules first, and what they leave at ask the links and the terminal.
     * Every step is written to the review log. It neither fails nor throws: a fault within is a deny.
     */
    readonly decide: (call: DecidedCall, options?: DecideOptions) => Effect.Effect<Decision>
    /**
     * The same for a host that prompts by itself: what no link decides is handed to it, and so is a fault within. No
     * other program may hold that answer.
     */
    readonly decideForHost: (call: DecidedCall, options?: DecideOptions) => Effect.Effect<Decision | HandedToHost>
    /**
     * Offers a link and answers how to take it back. It grants nothing until the operator names the link in
     * `authorizerChain`; a policy that is read again keeps it.
     *
     * @param name lower-case letters, digits and dashes
     */
    readonly registerAuthorizer: (
      name: string,
      authorize: Authorizer["authorize"],
      options?: Pick<Authorizer, "provenance">
    ) => Effect.Effect<Effect.Effect<void>, AuthorizerNameTaken | AuthorizerNameInvalid>
    /** Answers once links can be registered, and whether they would run here. */
    readonly ready: Effect.Effect<NodeRole>
  }
>()("portcullis/services/Portcullis") {}
