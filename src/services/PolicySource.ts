/**
 * Where recorded authority is written down.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Problem } from "../domain/Problem.ts"
import type { Scope } from "../domain/Scope.ts"

/** Every policy file as it stood at one moment. */
export interface PolicySnapshot {
  /** Lowest precedence first: preset, user, project, managed; those that exist. */
  readonly scopes: ReadonlyArray<Scope>
  /** What a person should know though it makes no scope invalid: the trust store cannot be read. */
  readonly notices: ReadonlyArray<Problem>
}

/** The policy file the operator named is not there. */
export class PolicyFileMissing extends Data.TaggedError("PolicyFileMissing")<{ readonly file: string }> {
  override get message(): string {
    return `there is no policy file ${this.file}`
  }
}

export class PolicySource extends Context.Service<
  PolicySource,
  {
    /**
     * Answers the policies for a workspace (an absolute path) as they stand now: the very same object as the last time
     * when no file changed since.
     */
    readonly snapshot: (workspace: string) => Effect.Effect<PolicySnapshot>
  }
>()("portcullis/services/PolicySource") {}
