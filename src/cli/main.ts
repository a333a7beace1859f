/**
 * The program: its commands, and how it ends whatever happens.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Terminal from "effect/Terminal"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import manifest from "../../package.json" with { type: "json" }
import { approveCommand } from "./commands/ApproveCommand.ts"
import { checkCommand } from "./commands/CheckCommand.ts"
import { configCommand } from "./commands/ConfigCommand.ts"
import { decideCommand } from "./commands/DecideCommand.ts"
import { doctorCommand } from "./commands/DoctorCommand.ts"
import { explainCommand } from "./commands/ExplainCommand.ts"
import { initCommand } from "./commands/InitCommand.ts"
import { installCommand } from "./commands/InstallCommand.ts"
import { judgeCommand } from "./commands/JudgeCommand.ts"
import { logCommand } from "./commands/LogCommand.ts"
import { schemaCommand } from "./commands/SchemaCommand.ts"
import { sessionCommand } from "./commands/SessionCommand.ts"
import { trustCommand } from "./commands/TrustCommand.ts"
import { uninstallCommand } from "./commands/UninstallCommand.ts"
import { whyCommand } from "./commands/WhyCommand.ts"
import { exitCodes } from "./Exit.ts"
import { complaintLines, presenter } from "./Help.ts"
import { layer as outputLayer, Output } from "./Output.ts"

const root = Command.make("portcullis").pipe(
  Command.withDescription(
    "Decides whether an AI agent's tool call may run.\n" +
      "Exit codes: 0 allow or done, 10 ask, 11 deny, 64 usage, 65 bad input or config, 70 internal."
  ),
  Command.withExamples([
    { command: "portcullis check -- git status", description: "May this run? And why?" },
    { command: "portcullis explain -- 'cd /tmp && rm -rf x'", description: "What would it do, piece by piece?" },
    { command: "portcullis init", description: "Write a policy of your own" }
  ]),
  Command.withSubcommands([
    checkCommand,
    decideCommand,
    explainCommand,
    initCommand,
    installCommand,
    uninstallCommand,
    doctorCommand,
    judgeCommand,
    logCommand,
    whyCommand,
    approveCommand,
    sessionCommand,
    trustCommand,
    configCommand,
    schemaCommand
  ])
)

/** Answers the words in which help for what was started is asked for. */
const pathOf = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const name = args.find((arg) => !arg.startsWith("-"))
  const known = root.subcommands.flatMap((group) => group.commands).some((command) => command.name === name)
  return name !== undefined && known ? ["portcullis", name] : ["portcullis"]
}

/**
 * What a command may ask for by its type and none of ours does: flags that open files, prompts, programs to run. The real
 * ones would be a good part of the bundle, and of a start.
 */
const unused = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => Effect.die("this program runs no other"))
  ),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: Effect.succeed(80),
      rows: Effect.succeed(24),
      size: Effect.die("the terminal is asked elsewhere"),
      readInput: Effect.die("the terminal is asked elsewhere"),
      readLine: Effect.die("the terminal is asked elsewhere"),
      display: () => Effect.void
    })
  )
)

const program = Effect.gen(function* () {
  const output = yield* Output
  const environment = Layer.mergeAll(
    NodeStdio.layer,
    unused,
    CliOutput.layerPresenter(presenter(output)),
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
  )
  yield* Command.run(root, { version: manifest.version }).pipe(
    Effect.provide(environment),
    Effect.catchTag("Stop", ({ code, lines }) => {
      const [first = "", ...more] = lines
      const told =
        code === exitCodes.usage
          ? complaintLines(pathOf(process.argv.slice(2)), [first, ...more], output.notePaint)
          : [`${output.notePaint.warning("portcullis:")} ${first}`, ...more]
      return Effect.andThen(output.notes(told), output.exit(code))
    }),
    // Its errors are presented by now.
    Effect.catchTag("ShowHelp", () => output.exit(exitCodes.usage)),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const error = Cause.squash(cause)
      const message = error instanceof Error ? error.message : String(error)
      return Effect.andThen(output.notes([`portcullis: internal error: ${message}`]), output.exit(exitCodes.internal))
    })
  )
})

NodeRuntime.runMain(Effect.provide(program, outputLayer), { disableErrorReporting: true })
