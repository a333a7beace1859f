/**
 * `why`: one decision told in full.
 */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { display } from "../../domain/Display.ts"
import { askedOf, type StoredEntry } from "../../domain/log/StoredEntry.ts"
import { Operator } from "../../services/Operator.ts"
import { badInput, misuse } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { logFile, readAll, unreadNote } from "../ReadLog.ts"
import { momentText } from "../render/LogView.ts"
import { whyLines } from "../render/WhyView.ts"
import { withOperator } from "../Services.ts"
import { clip } from "../../domain/display/Text.ts"

const requestId = Argument.String("id").pipe(
  Argument.withDescription("The request's id, or as much of its beginning as tells it from others")
)

/** More requests than these are not listed. */
const mostListed = 10

export const whyCommand = Command.make("why", { id: requestId, json: jsonFlag }, (flags) =>
  withOperator(
    Effect.gen(function* () {
      const output = yield* Output
      const { home } = yield* Operator
      const file = yield* logFile
      const beginning = flags.id.toLowerCase()
      if (beginning === "") return yield* misuse("ID is the id of a request: portcullis log shows them")
      const requests = new Map<string, Array<StoredEntry>>()
      const unread = yield* readAll(file, (entry) => {
        const { requestId: id } = entry.stamp
        if (!id.toLowerCase().startsWith(beginning)) return
        const known = requests.get(id)
        if (known === undefined) requests.set(id, [entry])
        else known.push(entry)
      })
      yield* output.notes(unreadNote(unread))
      const found =
        requests.get(flags.id) ??
        requests.get(beginning) ??
        (requests.size === 1 ? [...requests.values()][0] : undefined)
      if (found === undefined) {
        return yield* requests.size === 0
          ? badInput(`no request ${display(flags.id)} is in the log`, `Try: portcullis log`)
          : badInput(
              `${requests.size} requests begin with ${display(flags.id)}`,
              ...[...requests.values()]
                .slice(0, mostListed)
                .map(([first]) => (first === undefined ? "" : listed(first)))
            )
      }
      const layout = { paint: output.paint, columns: output.columns, home }
      return yield* flags.json
        ? output.data(
            `${json(
              found.map((entry) => entry.whole),
              2
            )}\n`
          )
        : output.lines(whyLines(found, layout))
    })
  )
).pipe(
  Command.withDescription(
    "Tells one decision in full, from the review log: what was asked, what each rule and each link said, who decided, " +
      "when and why, and what became of it."
  ),
  Command.withShortDescription("Why was this decided?"),
  Command.withExamples([
    { command: "portcullis why 7k3q", description: "The beginning of an id that portcullis log shows" },
    { command: "portcullis why 7k3q --json", description: "All that the log holds of it" }
  ])
)

const listed = ({ call, stamp }: StoredEntry): string =>
  `  ${display(stamp.requestId)}  ${momentText(stamp.time)}  ${clip(display(call === undefined ? stamp.event : askedOf(call)), 38)}`
