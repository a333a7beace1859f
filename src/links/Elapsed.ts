/**
 * How long a review takes, by a clock that nobody sets.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Begins to measure, and answers what tells how many milliseconds have passed since, with their fractions. */
export const measuring: Effect.Effect<() => number> = Clock.clockWith((clock) =>
  Effect.sync(() => {
    const started = clock.monotonicTimeNanosUnsafe()
    return () => Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
  })
)
