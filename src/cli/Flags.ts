/**
 * Flags that several commands share.
 */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { Mode } from "../domain/Mode.ts"

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Answer in JSON"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

/** Which policy speaks. */
export const policyFlags = {
  policy: Flag.String("policy").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Read this policy in place of your own"),
    Flag.optional
  ),
  mode: Flag.Literals("mode", Mode.literals).pipe(
    Flag.withMetavar("MODE"),
    Flag.withDescription("What happens where no rule speaks"),
    Flag.optional
  )
}

/** Where the call would run, and for whom. */
export const whereFlags = {
  cwd: Flag.String("cwd").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Where the call would run; by default here"),
    Flag.optional
  ),
  workspace: Flag.String("workspace").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The workspace; by default where the call would run"),
    Flag.optional
  ),
  agent: Flag.String("agent").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Apply this agent's section of each policy"),
    Flag.optional
  ),
  session: Flag.String("session").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription("Count what was approved for this session"),
    Flag.optional
  )
}

/** The command line to judge. */
export const commandWords = Argument.String("command").pipe(
  Argument.withDescription("One word is a command line; several are the words of one command, quoted back"),
  Argument.variadic()
)

/** A tool call given whole. */
export const toolFlags = {
  tool: Flag.String("tool").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Any tool in place of a command: read, webfetch, mcp__server__tool, …"),
    Flag.optional
  ),
  input: Flag.String("input").pipe(
    Flag.withMetavar("JSON"),
    Flag.withDescription("The tool's input; by default {}"),
    Flag.optional
  )
}
