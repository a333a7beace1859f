/**
 * `session`: what was approved for the sessions that run, and taking it back.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { display } from "../../domain/Display.ts"
import { clip } from "../../domain/display/Text.ts"
import { describeProblem } from "../../domain/Problem.ts"
import { storedText } from "../../domain/prompt/PromptView.ts"
import { ApprovalStore, type StoredApproval } from "../../services/ApprovalStore.ts"
import { Operator } from "../../services/Operator.ts"
import { demand } from "../ControllingTerminal.ts"
import { badInput, misuse } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { momentText } from "../render/LogView.ts"
import { withApprovals } from "../Services.ts"

const problemNotes = Effect.gen(function* () {
  const output = yield* Output
  const problems = yield* (yield* ApprovalStore).problems
  yield* output.notes(
    problems.map((problem) => `${output.notePaint.warning("portcullis:")} ${describeProblem(problem)}`)
  )
})

const line = (one: StoredApproval, home: string, columns: number): string =>
  clip(`${one.id}  ${momentText(one.at)}  ${one.session.slice(0, 6)}  ${storedText(one, home)}`, columns)

const list = (asJson: boolean) =>
  Effect.gen(function* () {
    const store = yield* ApprovalStore
    const output = yield* Output
    const { home } = yield* Operator
    const approvals = yield* store.list
    yield* problemNotes
    if (asJson) return yield* output.data(`${json(approvals, 2)}\n`)
    if (approvals.length === 0) return yield* output.notes(["Nothing is approved for any session."])
    return yield* output.lines(approvals.map((one) => line(one, home, output.columns)))
  })

const listCommand = Command.make("list", { json: jsonFlag }, (flags) => withApprovals(list(flags.json))).pipe(
  Command.withDescription("Lists what is approved: its id, when, a mark of the session, what it lets run."),
  Command.withShortDescription("What is approved for which session")
)

const revokeCommand = Command.make(
  "revoke",
  {
    id: Argument.String("id").pipe(
      Argument.withDescription("An approval's id, as portcullis session shows it"),
      Argument.optional
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Every approval of every session, and of single calls"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  ({ all, id }) =>
    Effect.gen(function* () {
      const store = yield* ApprovalStore
      const output = yield* Output
      if (all === Option.isSome(id)) return yield* misuse("name one approval by its id, or give --all")
      yield* demand("What is approved")
      if (Option.isNone(id)) {
        yield* store.revokeAll
        return yield* output.notes(["Nothing is approved any more."])
      }
      const was = yield* store.revoke(id.value)
      if (!was) return yield* badInput(`no approval has the id ${display(id.value)}`, "Try: portcullis session")
      return yield* output.notes([`${display(id.value)} is revoked.`])
    }).pipe(
      Effect.catchTag("ApprovalError", (error) => badInput(display(error.why))),
      withApprovals
    )
).pipe(
  Command.withDescription("Takes an approval back: what it let run asks again. Only at your own terminal."),
  Command.withShortDescription("Take approvals back"),
  Command.withExamples([
    { command: "portcullis session revoke 3f2a91c0", description: "One of them" },
    { command: "portcullis session revoke --all", description: "All of them" }
  ])
)

export const sessionCommand = Command.make("session", { json: jsonFlag }, (flags) =>
  withApprovals(list(flags.json))
).pipe(
  Command.withDescription(
    "Lists what was approved for the sessions that run, or takes it back. An approval ends twelve hours after it was " +
      "given, and when the machine is started anew."
  ),
  Command.withShortDescription("What is approved, and taking it back"),
  Command.withSubcommands([listCommand, revokeCommand])
)
