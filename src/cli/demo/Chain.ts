/**
 * The links and the terminal the demonstration's asks go through.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PromptPermissionDetails } from "../../domain/Ask.ts"
import * as Verdict from "../../domain/Verdict.ts"
import * as Authorizer from "../../services/Authorizer.ts"
import { TerminalAuthorizer } from "../../services/TerminalAuthorizer.ts"
import { bash, type Step } from "./Session.ts"

/** Knows how production is changed here, and says so. */
const ticket = Authorizer.make("ticket", ({ call }) =>
  Effect.succeed(
    call.text.includes("--context prod")
      ? Verdict.deny("production changes by a merged ticket; try --context staging")
      : Verdict.defer
  )
)

/** Allows what looks harmless to it. */
const quick = Authorizer.make("quick", ({ call }) =>
  Effect.succeed(/^(cat|npm ls)\b/.test(call.text) ? Verdict.allow : Verdict.defer)
)

/** The links of the demonstration; the policy orders them. */
export const links: ReadonlyArray<Authorizer.Authorizer> = [quick, ticket]

/** A person who wants to see the work pushed, and nothing outside it read. */
const answer = ({ call }: PromptPermissionDetails): Verdict.TerminalVerdict =>
  call.text === "git push" ? Verdict.allow : Verdict.deny("not needed for this work")

/** Plays the person at the terminal, so that the demonstration waits for nobody. */
export const person: Layer.Layer<TerminalAuthorizer> = Layer.succeed(
  TerminalAuthorizer,
  TerminalAuthorizer.of({ decidedBy: "human", authorize: (ask) => Effect.succeed(answer(ask)) })
)

/** The asks of the session that go the whole way. */
export const asks: ReadonlyArray<Step> = [
  bash("kubectl --context prod delete ns web", "A link denies, and its reason teaches what to do instead."),
  bash("npm ls --all", "A link allows what the policy lets links allow ..."),
  bash("cat ../notes/todo.md", "... and not what it does not: this allow is no answer, a person gives it."),
  bash("git push", "No link has a word to say: the terminal decides.")
]
