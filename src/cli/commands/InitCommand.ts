/**
 * `init`: a first policy of one's own.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { makeDirectories } from "../../layers/OwnFile.ts"
import { userFileOf } from "../../layers/PolicyFiles.ts"
import { Operator } from "../../services/Operator.ts"
import { confirm, demand } from "../ControllingTerminal.ts"
import { badInput, type Stop } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { withOperator } from "../Services.ts"

/** The presets, and what each is for; the policies themselves are knowledge. */
const choices = {
  standard: "reads and edits inside the workspace run, commands that are no proven read ask",
  strict: "only proven reads inside the workspace run, nothing leaves it, no network",
  "read-only": "proven reads run, everything else is denied",
  auto: "everything runs but what the preset denies; leaving the workspace asks"
} as const

/** A preset's name. */
export type Preset = keyof typeof choices

/** Answers the text of a first policy. */
export const policyText = (preset: Preset): string => `{
  // The rules you start from: ${choices[preset]}.
  // Others: standard, strict, read-only, auto. "portcullis config" shows every rule with its line.
  "preset": "${preset}",

  // Your own rules come after the preset's, and of all that match a value the last one speaks.
  // Each is a surface (bash, read, write, path, external_directory, mcp, webfetch, a tool's name), then
  // patterns in order: * is any text, ? one character, and "git *" matches "git" too.
  "permission": {
    "bash": {
      // "npm test *": "allow",
      // "git push *": { "action": "ask", "reason": "others will see it" },
      // "terraform destroy *": { "action": "deny", "reason": "people do that", "match": ["terraform destroy"] }
    },
    "mcp": {
      // "github:get_*": "allow"
    }
  }
}
`

/** Writes a file that was not there, with its directories; whatever is there stays. */
const create = (file: string, text: string): Effect.Effect<void, Stop> =>
  Effect.try({
    try: () => {
      makeDirectories(path.dirname(file))
      fs.writeFileSync(file, text, { flag: "wx", mode: 0o600 })
    },
    catch: (error) => badInput(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  })

export const initCommand = Command.make(
  "init",
  {
    preset: Flag.Literals("preset", ["standard", "strict", "read-only", "auto"]).pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("The rules to start from"),
      Flag.withDefault("standard" as const)
    ),
    json: jsonFlag
  },
  ({ json: asJson, preset }) =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const output = yield* Output
      const file = userFileOf(operator)
      const name = shortPath(file, operator.home)
      if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
        return yield* badInput(`${name} is there already, and stays as it is`)
      }
      yield* demand("A policy")
      yield* output.notes([`${preset}: ${choices[preset]}`])
      const agreed = yield* confirm("A policy", `Write ${name}?`)
      if (!agreed) return yield* badInput("nothing was written")
      yield* create(file, policyText(preset))
      if (asJson) return yield* output.data(`${json({ file, preset }, 2)}\n`)
      return yield* output.notes([`Wrote ${name}. See what it says: portcullis config`])
    }).pipe(withOperator)
).pipe(
  Command.withDescription(
    "Writes a first policy of your own, with comments, at $XDG_CONFIG_HOME/portcullis/policy.jsonc.\n" +
      "A policy that is there already stays as it is. Asks at your terminal; no flag answers for you."
  ),
  Command.withShortDescription("Write a first policy of your own"),
  Command.withExamples([
    { command: "portcullis init", description: "Start from the standard preset" },
    { command: "portcullis init --preset strict", description: "Start from one that lets less run" }
  ])
)
