/**
 * One call judged by recorded authority and answered as the flags ask: what `check` and `explain` have in common.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CheckedCall } from "../domain/CheckResult.ts"
import { Operator } from "../services/Operator.ts"
import { Portcullis } from "../services/Portcullis.ts"
import { codeOf } from "./Exit.ts"
import { json } from "./Json.ts"
import { Output } from "./Output.ts"
import type { Layout } from "../domain/display/Layout.ts"
import { reporter } from "./Report.ts"
import { callOf, placeOf, type What, type Where } from "./Where.ts"

/** The flags that say which call, how it is judged, and how the answer looks. */
export interface JudgedFlags extends What, Where {
  readonly json: boolean
  readonly mode: Option.Option<"ask" | "read_only" | "auto">
}

/** How an answer looks, for a program and for a person. */
export interface Looks {
  readonly data: (checked: CheckedCall) => unknown
  readonly lines: (checked: CheckedCall, layout: Layout) => ReadonlyArray<string>
}

/** Judges the call, prints the answer, sets the exit code by its state, and tells what is wrong with the policies. */
export const judged = (flags: JudgedFlags, looks: Looks) =>
  Effect.gen(function* () {
    const call = yield* callOf(flags, yield* placeOf(flags))
    const gate = yield* Portcullis
    const output = yield* Output
    const { home } = yield* Operator
    const checked = yield* gate.check(call, { mode: Option.getOrUndefined(flags.mode) })
    yield* flags.json
      ? output.data(`${json(looks.data(checked), 2)}\n`)
      : output.lines(looks.lines(checked, { paint: output.paint, columns: output.columns, home }))
    yield* output.exit(codeOf(checked.state))
    yield* reporter()(yield* gate.policies(call.workspace))
  })
