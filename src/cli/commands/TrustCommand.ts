/**
 * `trust`: a person reads a project's policy and pins what they read.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { projectFileOf } from "../../layers/PolicyFiles.ts"
import { isMissing } from "../../layers/SafeFile.ts"
import { Operator } from "../../services/Operator.ts"
import { type TrustDifference, TrustStore } from "../../services/TrustStore.ts"
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
    if (pins.length === 0) return yield* output.notes(["No project policy is trusted."])
    return yield* output.lines(
      pins.map((pin) => `${pin.at.slice(0, 10)}  ${pin.sha256.slice(0, 12)}  ${shortPath(pin.path, home)}`)
    )
  })

const forget = (file: string) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const { home } = yield* Operator
    yield* demand("Trust")
    const was = yield* store.forget(file)
    const name = shortPath(file, home)
    return yield* output.notes([was ? `${name} is no longer trusted.` : `${name} was not trusted.`])
  })

const pin = (file: string, asJson: boolean) =>
  Effect.gen(function* () {
    const store = yield* TrustStore
    const output = yield* Output
    const { home } = yield* Operator
    if (isMissing(file)) return yield* badInput(`there is no ${shortPath(file, home)}`)
    const shown = yield* store.diff(file)
    const name = shortPath(shown.path, home)
    if (shown.trusted) {
      if (asJson) return yield* output.data(`${json(shown.pinned, 2)}\n`)
      return yield* output.notes([`${name} is trusted as it is.`])
    }
    yield* demand("Trust")
    // To stderr, which a person sees even where stdout goes elsewhere.
    yield* output.notes([...shownLines(shown, home, output.notePaint), ""])
    const agreed = yield* confirm("Trust", "Trusted, this file may allow what your own policy leaves open.")
    if (!agreed) return yield* badInput(`${name} stays untrusted`)
    // Exactly the text that was shown, whatever the file holds by now.
    const trusted = yield* store.trust(shown)
    if (asJson) return yield* output.data(`${json(trusted, 2)}\n`)
    return yield* output.notes([`${name} is trusted with this content.`])
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
      Flag.withDescription("Trust the project's policy no longer"),
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
      const file = projectFileOf(directory)
      return yield* flags.forget ? forget(file) : pin(file, flags.json)
    }).pipe(
      Effect.catchTag("TrustError", (error) => badInput(error.message)),
      withTrust
    )
).pipe(
  Command.withDescription(
    "Shows a project's policy, or what changed in it since you last trusted it, and pins what you read.\n" +
      "Until then the file can only tighten. Asks at your terminal; no flag answers for you."
  ),
  Command.withShortDescription("Trust a project's policy after reading it"),
  Command.withExamples([
    { command: "portcullis trust", description: "Read and trust the policy of the project you are in" },
    { command: "portcullis trust --list", description: "What is trusted, since when" },
    { command: "portcullis trust --forget ~/src/old", description: "Take it back" }
  ])
)
