/**
 * Where the program's words go: data to stdout, everything said about it to stderr.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exitCodes } from "./Exit.ts"
import { type Paint, paintFor } from "../domain/display/Paint.ts"

/** The two streams, how they may look, and the exit code. */
export interface OutputShape {
  /** Writes data as it is; done when the reader took it. */
  readonly data: (text: string) => Effect.Effect<void>
  /** Writes lines of data. */
  readonly lines: (lines: ReadonlyArray<string>) => Effect.Effect<void>
  /** Writes lines about the data, to stderr. */
  readonly notes: (lines: ReadonlyArray<string>) => Effect.Effect<void>
  /** Writes to stderr what is under way, over what was before; nothing where that is no terminal. */
  readonly status: (text: string) => Effect.Effect<void>
  /** The paint for stdout. */
  readonly paint: Paint
  /** The paint for stderr. */
  readonly notePaint: Paint
  /** Columns of the terminal, at least 40 and at most 100; 80 where there is none. */
  readonly columns: number
  /** Sets the exit code. */
  readonly exit: (code: number) => Effect.Effect<void>
}

export class Output extends Context.Service<Output, OutputShape>()("portcullis/cli/Output") {}

const written = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  text === ""
    ? Effect.void
    : Effect.callback<void>((resume) => {
        stream.write(text, () => resume(Effect.void))
      })

const textOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line.trimEnd()}\n`).join("")

const columnsOf = (stream: NodeJS.WriteStream): number =>
  stream.isTTY && stream.columns > 0 ? Math.min(100, Math.max(40, stream.columns)) : 80

/** The process's own streams. */
export const layer: Layer.Layer<Output> = Layer.sync(Output, () => {
  const { env, stderr, stdout } = process
  // A reader that left took no answer: that must not look like a call that may run.
  const stop = (): void => process.exit(exitCodes.internal)
  stdout.on("error", stop)
  stderr.on("error", stop)
  return Output.of({
    data: (text) => written(stdout, text),
    lines: (lines) => written(stdout, textOf(lines)),
    notes: (lines) => written(stderr, textOf(lines)),
    status: (text) => (stderr.isTTY ? written(stderr, `\r\u001b[K${text}`) : Effect.void),
    paint: paintFor(env, stdout.isTTY),
    notePaint: paintFor(env, stderr.isTTY),
    columns: columnsOf(stdout),
    exit: (code) =>
      Effect.sync(() => {
        process.exitCode = code
      })
  })
})
