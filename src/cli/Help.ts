/**
 * Help, version and complaints about usage, as this program words them.
 */
import * as Option from "effect/Option"
import type { CliError } from "effect/cli/CliError"
import type { Presenter } from "effect/cli/CliOutput"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { display } from "../domain/Display.ts"
import type { OutputShape } from "./Output.ts"
import type { Paint } from "../domain/display/Paint.ts"
import { hang, width, wrap } from "../domain/display/Text.ts"

/** Where descriptions begin; a longer name gets a line of its own. */
const gutter = 24

const entry = (name: string, description: string, columns: number): ReadonlyArray<string> => {
  const lines = hang(" ".repeat(gutter), description, columns)
  const head = `  ${name}`
  return width(head) + 2 > gutter
    ? [head, ...lines]
    : [head.padEnd(gutter) + (lines[0] ?? "").trimStart(), ...lines.slice(1)]
}

const flagEntry = (flag: FlagDoc, columns: number): ReadonlyArray<string> => {
  const names = [...flag.aliases, `--${flag.name}`].join(", ")
  const value = flag.type === "boolean" ? "" : ` ${flag.type}`
  return entry(
    names + value,
    Option.getOrElse(flag.description, () => ""),
    columns
  )
}

/** The flags every command has. */
const everywhere: ReadonlyArray<readonly [string, string]> = [
  ["-h, --help", "Tell how a command is used"],
  ["-v, --version", "Tell the version"],
  ["--completions SHELL", "Print completions for bash, zsh or fish"]
]

const section = (title: string, lines: ReadonlyArray<string>, paint: Paint): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", paint.heading(title), ...lines]

/** Answers the help of one command: what it does, how others use it, then every flag. */
export const helpLines = (doc: HelpDoc, paint: Paint, columns: number): ReadonlyArray<string> => {
  // A command line to judge goes behind `--`, or its own options would be taken for this program's.
  const usage = doc.usage
    .replace("[<command...>]", "[-- COMMAND...]")
    .replace("<subcommand> [flags]", "COMMAND [flags]")
    .replace("[<dir>]", "[DIR]")
    .replace("[flags] <host>", "HOST [flags]")
    .replace("[flags] <file>", "[flags] FILE")
    .replace("<id>", "ID")
  const examples = (doc.examples ?? []).flatMap((example, place) => [
    ...(place === 0 ? [] : [""]),
    ...wrap(example.description ?? "", columns - 4).map((line) => paint.dim(`  # ${line}`)),
    `  ${example.command}`
  ])
  const commands = (doc.subcommands ?? []).flatMap((group) =>
    group.commands.flatMap((command) => entry(command.name, command.shortDescription ?? command.description, columns))
  )
  const args = (doc.args ?? []).flatMap((arg) =>
    entry(
      arg.name.toUpperCase(),
      Option.getOrElse(arg.description, () => ""),
      columns
    )
  )
  const flags = doc.flags.flatMap((flag) => flagEntry(flag, columns))
  return [
    ...doc.description.split("\n").flatMap((paragraph) => wrap(paragraph, columns)),
    ...section("USAGE", [`  ${usage}`], paint),
    ...section("EXAMPLES", examples, paint),
    ...section("COMMANDS", commands, paint),
    ...section("ARGUMENTS", args, paint),
    ...section("FLAGS", [...flags, ...everywhere.flatMap(([name, text]) => entry(name, text, columns))], paint)
  ]
}

const meant = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : `; did you mean ${suggestions.map(display).join(" or ")}?`

/** Answers what is wrong with an invocation, and what to do about it. */
export const complaint = (error: CliError): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `there is no flag ${display(error.option)}${meant(error.suggestions)}`
    case "UnknownSubcommand":
      return `there is no command "${display(error.subcommand)}"${meant(error.suggestions)}`
    case "MissingOption":
      return `--${error.option} is missing`
    case "MissingArgument":
      return `${error.argument.toUpperCase()} is missing`
    case "UnexpectedArgument":
      return `"${display(error.arguments.join(" "))}" is one argument too many`
    case "InvalidValue":
      if (error.expected === "at most 1 value") return `--${error.option} is given more than once`
      return error.value === ""
        ? `--${error.option} wants a value: ${display(error.expected)}`
        : `--${error.option} cannot be "${display(error.value)}": ${display(error.expected)}`
    case "DuplicateOption":
    case "ValidationError":
    case "ShowHelp":
    case "UserError":
      return display(error.message)
  }
}

/** Answers lines of complaint for stderr: one a problem, then where help is. */
export const complaintLines = (
  path: ReadonlyArray<string>,
  problems: ReadonlyArray<string>,
  paint: Paint
): ReadonlyArray<string> => [
  ...problems.map((problem) => `${paint.warning("portcullis:")} ${problem}`),
  paint.dim(`Try: ${[...path, "--help"].join(" ")}`)
]

/** Commands behind which a command line stands. */
const takesACommand: ReadonlySet<string> = new Set(["check", "decide", "explain", "try"])

/** Presents what was asked for on stdout, and everything else on stderr. */
export const presenter = (output: OutputShape): Presenter => ({
  present: (event) => {
    switch (event._tag) {
      case "Help":
        // Help nobody asked for is a complaint: a script that got no answer must not read it as one.
        return event.reason === "Requested"
          ? output.lines(helpLines(event.helpDoc, output.paint, output.columns))
          : output.notes(helpLines(event.helpDoc, output.notePaint, output.columns))
      case "InvalidInvocation": {
        const problems = event.errors.map(complaint)
        const [, command, subcommand] = event.commandPath
        const flag = event.errors.some((error) => error._tag === "UnrecognizedOption")
        if (flag && takesACommand.has(subcommand ?? command ?? "")) problems.push("a command to judge stands after --")
        return output.notes(complaintLines(event.commandPath, problems, output.notePaint))
      }
      case "Version":
        return output.lines([`${event.name} ${event.version}`])
    }
  }
})
