/**
 * An engine that keeps no review log.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ReviewLog } from "../services/ReviewLog.ts"

/** Writes nothing, and says so to a policy that requires the log. */
export const none: ReviewLog["Service"] = {
  append: () => Effect.succeed({ _tag: "LogFailure", file: "", why: "this engine keeps none" })
}

/** Provides it. */
export const layer: Layer.Layer<ReviewLog> = Layer.succeed(ReviewLog, none)
