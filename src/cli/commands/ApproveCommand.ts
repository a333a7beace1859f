/**
 * `approve`: a person lets one denied ask run after all.
 */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { display } from "../../domain/Display.ts"
import { hang } from "../../domain/display/Text.ts"
import type { StoredEntry } from "../../domain/log/StoredEntry.ts"
import { ApprovalStore } from "../../services/ApprovalStore.ts"
import { Operator } from "../../services/Operator.ts"
import { confirm, demand } from "../ControllingTerminal.ts"
import { badInput } from "../Exit.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { logFile, readAll, unreadNote } from "../ReadLog.ts"
import { whyLines } from "../render/WhyView.ts"
import { withApprovals } from "../Services.ts"

/** Why a request of the log is none that a person may approve, `undefined` when it is one. */
const obstacle = (entries: ReadonlyArray<StoredEntry>): string | undefined => {
  const call = entries.findLast((entry) => entry.call?.decision !== undefined)?.call
  if (call === undefined) return "it was not decided here"
  if (call.decision === "allow") return "it was allowed"
  if (call.recorded !== "ask") return "a rule denied it, which only the policy can change"
  return call.decidedBy === "human" ? "a person denied it" : undefined
}

export const approveCommand = Command.make(
  "approve",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The request's id, as the deny and portcullis log name it"))
  },
  ({ id }) =>
    Effect.gen(function* () {
      const store = yield* ApprovalStore
      const output = yield* Output
      const { home } = yield* Operator
      yield* demand("An approval")
      const entries: Array<StoredEntry> = []
      const unread = yield* readAll(yield* logFile, (entry) => {
        if (entry.stamp.requestId === id) entries.push(entry)
      })
      yield* output.notes(unreadNote(unread))
      const name = display(id)
      if (entries.length === 0) return yield* badInput(`no request ${name} is in the log`, "Try: portcullis log")
      const why = obstacle(entries)
      if (why !== undefined) return yield* badInput(`${name} cannot be approved: ${why}`)
      const paint = output.notePaint
      const columns = output.columns
      // To stderr, which a person sees even where stdout goes elsewhere.
      yield* output.notes([
        ...whyLines(entries, { paint, columns, home }),
        "",
        "The whole call, its secrets masked:",
        ...entries.flatMap(({ call }) => (call === undefined ? [] : hang("  ", display(json(call.input)), columns))),
        ""
      ])
      const question = "Let this very call run, once, within five minutes?"
      if (!(yield* confirm("An approval", question))) return yield* badInput(`${name} stays denied`)
      yield* store.approveCall(id)
      return yield* output.notes(["Approved: it runs when the agent makes the same call again."])
    }).pipe(
      Effect.catchTag("ApprovalError", (error) => badInput(display(error.why))),
      withApprovals
    )
).pipe(
  Command.withDescription(
    "Shows a call that was denied because nobody could be asked, and lets that very call run once, if it is made again " +
      "within five minutes. What a rule denies it does not lift. Asks at your terminal; no flag answers for you."
  ),
  Command.withShortDescription("Let one denied ask run after all"),
  Command.withExamples([
    { command: "portcullis approve 7k3qm2vwx9r4t8ab", description: "The id stands in the deny, and in portcullis log" }
  ])
)
