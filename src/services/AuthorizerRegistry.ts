/**
 * Which links there are. Order here means nothing: the operator's configuration orders them.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Authorizer } from "./Authorizer.ts"

/** A link of that name is registered already. */
export class AuthorizerNameTaken extends Data.TaggedError("AuthorizerNameTaken")<{ readonly name: string }> {
  override get message(): string {
    return `an authorizer named "${this.name}" is registered already`
  }
}

export class AuthorizerRegistry extends Context.Service<
  AuthorizerRegistry,
  {
    /** Offers a link and answers how to take it back. */
    readonly register: (link: Authorizer) => Effect.Effect<Effect.Effect<void>, AuthorizerNameTaken>
    /** Answers the link of a name as registered now. */
    readonly find: (name: string) => Effect.Effect<Authorizer | undefined>
    readonly names: Effect.Effect<ReadonlyArray<string>>
  }
>()("portcullis/services/AuthorizerRegistry") {}
