/**
 * The review log in the operator's state directory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Operator } from "../services/Operator.ts"
import { ReviewLog } from "../services/ReviewLog.ts"
import { appendEntry, debugLogFile, type LogFileOptions, reviewLogFile } from "./ReviewLogFile.ts"

export interface ReviewLogOptions extends LogFileOptions {
  /** Absolute; by default `portcullis/permission-review.jsonl` in the operator's state directory. */
  readonly file?: string | undefined
  /** Absolute; by default `debug.jsonl` beside it. */
  readonly debugFile?: string | undefined
}

/** Provides the review log as a file. */
export const layer = (options: ReviewLogOptions = {}): Layer.Layer<ReviewLog, never, Operator> =>
  Layer.effect(
    ReviewLog,
    Effect.map(Operator, ({ stateHome }) => {
      const file = options.file ?? reviewLogFile(stateHome)
      const debugFile = options.debugFile ?? debugLogFile(stateHome)
      return ReviewLog.of({
        append: (entry) => Effect.sync(() => appendEntry(file, entry, options)),
        debug: (entry) => Effect.sync(() => appendEntry(debugFile, entry, options))
      })
    })
  )
