/**
 * How many of the corpus's plain lists and pipelines carry a floor that says they were not read or hide what runs.
 */
import * as fs from "node:fs"
import * as Schema from "effect/Schema"
import { memoryView } from "../../src/domain/MemoryView.ts"
import type { Flow, SimpleCommand } from "../../src/domain/shell/Flow.ts"
import { analyze } from "../../src/domain/shell/Analyze.ts"
import { parseText } from "../../src/domain/shell/Parse.ts"

const Corpus = Schema.Struct({ commands: Schema.Array(Schema.String) })

const isPlainCommand = ({ assignments, redirects, words }: SimpleCommand): boolean =>
  [...words, ...assignments.flatMap((one) => one.words), ...redirects.flatMap(({ target }) => target ?? [])].every(
    ({ nested }) => nested.length === 0
  ) && redirects.every(({ body }) => body === undefined)

/** Whether a flow is simple commands, lists and pipelines of them, without substitutions and here-documents. */
const isPlain = (flow: Flow): boolean => {
  switch (flow._tag) {
    case "Command":
      return isPlainCommand(flow.command)
    case "Sequence":
      return flow.steps.every(isPlain)
    case "AndOr":
      return isPlain(flow.left) && isPlain(flow.right)
    case "Not":
      return isPlain(flow.body)
    case "Pipeline":
      return flow.stages.every(
        (stage) => stage._tag === "Subshell" && stage.body._tag === "Command" && isPlain(stage.body)
      )
    default:
      return false
  }
}

/** How many are plain, and those of them with such a floor. */
export interface PlainRate {
  readonly plain: number
  readonly floored: ReadonlyArray<{ readonly command: string; readonly causes: ReadonlyArray<string> }>
}

const surroundings = {
  cwds: ["/w"],
  workspace: "/w",
  roots: [],
  home: "/home/u",
  view: memoryView({ w: { a: "" } }),
  promotes: () => false,
  variables: new Map()
}

/** Answers the rate over the corpus. What bash does not accept is told by the guard: it is not parsed without a floor. */
export const plainRate = (): PlainRate => {
  const text = fs.readFileSync(new URL("../cases/corpus.json", import.meta.url), "utf8")
  const { commands } = Schema.decodeUnknownSync(Corpus)(JSON.parse(text))
  const plain = commands.filter((command) => {
    const { floors, flow } = parseText(command)
    return isPlain(flow) && !floors.some(({ cause }) => cause.startsWith("it does not parse"))
  })
  const floored = plain.flatMap((command) => {
    const { floors, units } = analyze(command, surroundings)
    const causes = [...floors, ...units.flatMap((unit) => unit.floors)].flatMap(({ cause, class: floor }) =>
      floor === "unread" || floor === "opaque" ? [cause] : []
    )
    return causes.length === 0 ? [] : [{ command, causes }]
  })
  return { plain: plain.length, floored }
}
