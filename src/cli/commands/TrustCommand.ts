/**
 * `trust`: a person reads a project's policy and what it tells the model judge, and pins what they read.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { projectFileOf } from "../../layers/PolicyFiles.ts"
import { projectJudgeFileOf } from "../../links/model-judge/SettingsFiles.ts"
import { isMissing } from "../../layers/SafeFile.ts"
import { Operator, type OperatorPlaces } from "../../services/Operator.ts"
import { type TrustDifference, type TrustedFile, TrustStore } from "../../services/TrustStore.ts"
import { confirm, demand } from "../ControllingTerminal.ts"
import { badInput, misuse } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import type { Paint } from "../../domain/display/Paint.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { diffLines, numbered } from "../render/DiffView.ts"
import { withTrust } from "../Services.ts"
import { absolute } from "../Where.ts"

/** Answers what a person has to read: the whole file, or what changed in it since they last did. */
export const shownLines = (shown: TrustDifference, home: string, paint: Paint): ReadonlyArray<string> => {
  const name = shortPath(shown.path, home)
  if (shown.before === undefined) {
    const why = shown.pinned === undefined ? "never trusted" : "trusted before, but what was read then is gone"
    const lines = shown.text.split("\n")
    if (lines.at(-1) === "") lines.pop()
    return [
      paint.bold(name),
      `${why}; its whole text:`,
      "",
      ...lines.map((line, place) => numbered(" ", place + 1, line))
    ]
  }
  return [
    paint.bold(name),
    `trusted ${shown.pinned?.at ?? "before"}, and changed since:`,
    "",
    ...diffLines(shown.before, shown.text, paint)
  ]
}

const list = (asJson: boolean) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const { home } = yield* Operator
    const pins = yield* store.list
    if (asJson) return yield* output.data(`${json(pins, 2)}\n`)
    if (pins.length === 0) return yield* output.notes(["No project's file is trusted."])
    return yield* output.lines(
      pins.map((pin) => `${pin.at.slice(0, 10)}  ${pin.sha256.slice(0, 12)}  ${shortPath(pin.path, home)}`)
    )
  })

/** A file of a project's, and what it may do once it is trusted. */
interface Trustable {
  readonly file: string
  readonly may: string
}

const trustables = (directory: string, operator: OperatorPlaces): readonly [policy: Trustable, judge: Trustable] => [
  { file: projectFileOf(directory), may: "allow what your own policy leaves open" },
  { file: projectJudgeFileOf(directory, operator), may: "add its words and patterns to what the model judge is told" }
]

const forget = (directory: string) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const operator = yield* Operator
    yield* demand("Trust")
    const [policy, judge] = trustables(directory, operator)
    const gone: Array<string> = []
    for (const { file } of [policy, judge]) if (yield* store.forget(file)) gone.push(file)
    if (gone.length === 0) return yield* output.notes([`${shortPath(policy.file, operator.home)} was not trusted.`])
    return yield* output.notes(gone.map((file) => `${shortPath(file, operator.home)} is no longer trusted.`))
  })

/** Shows a file as it is now, and pins that if the person agrees. */
const pin = (shown: TrustDifference, may: string) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const { home } = yield* Operator
    // To stderr, which a person sees even where stdout goes elsewhere.
    yield* output.notes([...shownLines(shown, home, output.notePaint), ""])
    const agreed = yield* confirm("Trust", `Trusted, this file may ${may}.`)
    // Exactly the text that was shown, whatever the file holds by now.
    return agreed ? yield* store.trust(shown) : undefined
  })

const pinAll = (directory: string, asJson: boolean) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const operator = yield* Operator
    const [policy, judge] = trustables(directory, operator)
    const there = [policy, judge].filter(({ file }) => !isMissing(file))
    if (there.length === 0) return yield* badInput(`there is no ${shortPath(policy.file, operator.home)}`)
    const pins: Array<TrustedFile> = []
    const declined: Array<string> = []
    for (const { file, may } of there) {
      const shown = yield* store.diff(file)
      const name = shortPath(shown.path, operator.home)
      if (!shown.trusted) yield* demand("Trust")
      const pinned = shown.trusted ? shown.pinned : yield* pin(shown, may)
      if (pinned === undefined) declined.push(name)
      else pins.push(pinned)
      if (pinned !== undefined && !asJson) {
        yield* output.notes([shown.trusted ? `${name} is trusted as it is.` : `${name} is trusted with this content.`])
      }
    }
    if (asJson) yield* output.data(`${json(pins, 2)}\n`)
    if (declined.length > 0) return yield* badInput(declined.map((name) => `${name} stays untrusted`).join("; "))
    return undefined
  })

export const trustCommand = Command.make(
  "trust",
  {
    directory: Argument.String("dir").pipe(
      Argument.withDescription("The project's directory; by default the current one"),
      Argument.optional
    ),
    list: Flag.Boolean("list").pipe(Flag.withDescription("List what is trusted"), Flag.withDefault(false)),
    forget: Flag.Boolean("forget").pipe(
      Flag.withDescription("Trust the project's files no longer"),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  (flags) =>
    Effect.gen(function* () {
      if (flags.list && flags.forget) return yield* misuse("--list and --forget do not go together")
      if (flags.list && Option.isSome(flags.directory)) return yield* misuse("--list takes no directory")
      if (flags.list) return yield* list(flags.json)
      const directory = yield* absolute(Option.getOrElse(flags.directory, () => "."))
      return yield* flags.forget ? forget(directory) : pinAll(directory, flags.json)
    }).pipe(
      Effect.catchTag("TrustError", (error) => badInput(error.message)),
      withTrust
    )
).pipe(
  Command.withDescription(
    "Shows a project's policy, or what changed in it since you last trusted it, and pins what you read; then its " +
      "model-judge.jsonc, if it has one.\n" +
      "Until then the policy can only tighten, and the other counts for nothing. Asks at your terminal; no flag answers " +
      "for you."
  ),
  Command.withShortDescription("Trust a project's policy after reading it"),
  Command.withExamples([
    { command: "portcullis trust", description: "Read and trust the policy of the project you are in" },
    { command: "portcullis trust --list", description: "What is trusted, since when" },
    { command: "portcullis trust --forget ~/src/old", description: "Take it back" }
  ])
)
