/**
 * `decide`: may this run, by everybody who has a say?
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import type { Decision } from "../../domain/Decision.ts"
import { Operator } from "../../services/Operator.ts"
import { Portcullis } from "../../services/Portcullis.ts"
import { codeOf } from "../Exit.ts"
import { commandWords, jsonFlag, policyFlags, toolFlags, whereFlags } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { decideLines } from "../render/DecideView.ts"
import { reporter } from "../Report.ts"
import { withAuthority } from "../Services.ts"
import { callOf, placeOf, type What, type Where } from "../Where.ts"

interface DecideFlags extends What, Where {
  readonly json: boolean
  readonly mode: Option.Option<"ask" | "read_only" | "auto">
}

const wireOf = ({ decidedBy, decision, reason, requestId, trail }: Decision) => ({
  requestId,
  decision,
  decidedBy,
  reason,
  trail
})

const decide = (flags: DecideFlags) =>
  Effect.gen(function* () {
    const call = yield* callOf(flags, yield* placeOf(flags))
    const portcullis = yield* Portcullis
    const output = yield* Output
    const { home } = yield* Operator
    const decision = yield* portcullis.decide(call, { mode: Option.getOrUndefined(flags.mode) })
    yield* flags.json
      ? output.data(`${json(wireOf(decision), 2)}\n`)
      : output.lines(decideLines(decision, { paint: output.paint, columns: output.columns, home }))
    yield* output.exit(codeOf(decision.decision))
    yield* reporter()(yield* portcullis.policies(call.workspace))
  })

export const decideCommand = Command.make(
  "decide",
  { command: commandWords, ...toolFlags, ...policyFlags, ...whereFlags, json: jsonFlag },
  (flags) => withAuthority(decide(flags), flags)
).pipe(
  Command.withDescription(
    "Decides whether a tool call may run: what the rules leave at ask goes through your authorizer chain, then to you " +
      "at this terminal; without a terminal it is denied. The decision is written to the review log.\n" +
      "Exit codes: 0 allow, 11 deny."
  ),
  Command.withShortDescription("May this tool call run? Asks who has a say"),
  Command.withExamples([
    { command: "portcullis decide -- git push", description: "The rules, the chain, then you" },
    {
      command: "portcullis decide --json --session s1 -- 'npm i left-pad'",
      description: "For a program: who decided, why, and what each link said"
    }
  ])
)
