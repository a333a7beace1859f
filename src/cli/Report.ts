/**
 * What is wrong with the policies, told once.
 */
import * as Effect from "effect/Effect"
import { describeProblem, type Problem } from "../domain/Problem.ts"
import type { PolicySnapshot } from "../services/PolicySource.ts"
import { exitCodes } from "./Exit.ts"
import { Output } from "./Output.ts"

/** Answers every problem that makes a scope invalid. */
export const problemsOf = (snapshot: PolicySnapshot): ReadonlyArray<Problem> =>
  snapshot.scopes.flatMap((scope) => scope.problems)

/**
 * Answers a teller of problems: each goes to stderr once, and it answers whether any scope is invalid, which is exit
 * code 65 whatever the answer: a policy that could not be read whole was not applied whole.
 */
export const reporter = (): ((snapshot: PolicySnapshot) => Effect.Effect<boolean, never, Output>) => {
  const told = new Set<string>()
  let last: PolicySnapshot | undefined
  let invalid = false
  return (snapshot) =>
    Effect.gen(function* () {
      if (snapshot === last) return invalid
      last = snapshot
      const output = yield* Output
      const problems = problemsOf(snapshot)
      const lines = [...problems, ...snapshot.notices].map(describeProblem).filter((line) => !told.has(line))
      for (const line of lines) told.add(line)
      yield* output.notes(lines.map((line) => `${output.notePaint.warning("portcullis:")} ${line}`))
      invalid ||= problems.length > 0
      if (invalid) yield* output.exit(exitCodes.badInput)
      return invalid
    })
}
