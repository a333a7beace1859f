/**
 * `check --jsonl`: one tool call a line in, one answer a line out, in order, as they come.
 */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Portcullis } from "../services/Portcullis.ts"
import { answerOf } from "./Answer.ts"
import { badInput, exitCodes, type Stop } from "./Exit.ts"
import { json } from "./Json.ts"
import { type Line, splitter } from "./Lines.ts"
import { Output } from "./Output.ts"
import { reporter } from "./Report.ts"
import { type Defaults, requestOf } from "./Request.ts"

/** A longer line is answered with an error, in bytes. */
const maxLineBytes = 64 * 1024 * 1024

/** Lines answered before their answers are written. */
const atOnce = 64

const isDirectory = (descriptor: number): boolean => {
  try {
    return fs.fstatSync(descriptor).isDirectory()
  } catch {
    return false
  }
}

/**
 * Answers every line of standard input on standard output.
 *
 * The exit code is 0 whatever the answers are, and 65 when a line was no tool call or a policy is invalid.
 */
export const batch = (defaults: Defaults): Effect.Effect<void, Stop, Portcullis | Output | Stdio.Stdio> =>
  Effect.gen(function* () {
    const gate = yield* Portcullis
    const output = yield* Output
    const stdio = yield* Stdio.Stdio
    const report = reporter()
    const lines = splitter(maxLineBytes)

    const answer = (line: Line) =>
      Effect.gen(function* () {
        const request = requestOf(line, defaults)
        if (Result.isFailure(request)) {
          yield* output.exit(exitCodes.badInput)
          return `${json({ id: null, error: request.failure })}\n`
        }
        const { call, id, mode } = request.success
        yield* report(yield* gate.policies(call.workspace))
        return `${json({ id, ...answerOf(yield* gate.check(call, { mode })) })}\n`
      })

    const answerAll = (batch: ReadonlyArray<Line>) =>
      Effect.gen(function* () {
        for (let from = 0; from < batch.length; from += atOnce) {
          const answers = yield* Effect.all(batch.slice(from, from + atOnce).map(answer))
          yield* output.data(answers.join(""))
        }
      })

    // Node reads a directory as an empty input, and no answer at all would be taken for a batch that is done.
    if (isDirectory(0)) return yield* badInput("standard input is a directory")
    yield* report(yield* gate.policies(defaults.workspace ?? defaults.cwd))
    yield* Stream.runForEach(stdio.stdin, (chunk) => answerAll(lines.push(chunk))).pipe(
      // An input that breaks off ends the batch; what was read is answered.
      Effect.catch((error) =>
        Effect.andThen(output.notes([`portcullis: ${error.message}`]), output.exit(exitCodes.badInput))
      )
    )
    yield* answerAll(lines.end())
  })
