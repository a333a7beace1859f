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

/** The name cannot be a link's: the log would not tell whose an event is. */
export class AuthorizerNameInvalid extends Data.TaggedError("AuthorizerNameInvalid")<{
  readonly name: string
  /** One clause for a person, without a full stop. */
  readonly why: string
}> {
  override get message(): string {
    return `an authorizer cannot be named ${JSON.stringify(this.name)}: ${this.why}`
  }
}

export class AuthorizerRegistry extends Context.Service<
  AuthorizerRegistry,
  {
    /** Offers a link and answers how to take it back. */
    readonly register: (
      link: Authorizer
    ) => Effect.Effect<Effect.Effect<void>, AuthorizerNameTaken | AuthorizerNameInvalid>
    /** Answers the link of a name as registered now. */
    readonly find: (name: string) => Effect.Effect<Authorizer | undefined>
    /** In no order that means anything. */
    readonly names: Effect.Effect<ReadonlyArray<string>>
  }
>()("portcullis/services/AuthorizerRegistry") {}
