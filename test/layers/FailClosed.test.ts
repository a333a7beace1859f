import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { attempt, failClosed } from "../../src/layers/FailClosed.ts"

/** Blocks the thread, as a bad regular expression does. */
const block = (ms: number): Effect.Effect<string> =>
  Effect.sync(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return "allowed"
  })

const sleep = (ms: number) => Effect.sleep(Duration.millis(ms))

const timed = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(self), ([took, answer]) => ({ answer, ms: Duration.toMillis(took) }))

describe("asking what may be broken", () => {
  it.live("does not take an answer that a blocked thread gives after the deadline", () =>
    Effect.gen(function* () {
      const outcome = yield* attempt(() => block(60), 20)
      assert.deepStrictEqual(outcome, { _tag: "Fault", cause: "late", why: undefined })
      assert.deepStrictEqual(yield* attempt(() => block(5), 500), { _tag: "Answered", value: "allowed" })
    })
  )

  it.live("does not take one that blocks the thread after it waited", () =>
    Effect.gen(function* () {
      const outcome = yield* attempt(() => Effect.andThen(sleep(5), block(60)), 30)
      assert.strictEqual(outcome._tag === "Fault" ? outcome.cause : outcome._tag, "late")
    })
  )

  it.live("does not wait for what refuses interruption", () =>
    Effect.gen(function* () {
      const stubborn = Effect.uninterruptible(Effect.as(sleep(400), "allowed"))
      const { answer, ms } = yield* timed(attempt(() => stubborn, 20))
      assert.deepStrictEqual(answer, { _tag: "Fault", cause: "timed-out", why: undefined })
      assert.isBelow(ms, 200)
      const slowToLeave = Effect.ensuring(Effect.never, sleep(400))
      assert.isBelow((yield* timed(attempt(() => slowToLeave, 20))).ms, 200)
    })
  )

  it.live("keeps its deadline where its caller cannot be interrupted", () =>
    Effect.gen(function* () {
      const { answer, ms } = yield* timed(Effect.uninterruptible(attempt(() => Effect.never, 20)))
      assert.strictEqual(answer._tag, "Fault")
      assert.isBelow(ms, 500)
    })
  )

  it.effect("measures by a clock that nobody sets back", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const setBack = Effect.sync(() => {
        now -= 100_000
        ticks += 50_000_000n
        return "allowed"
      })
      let now = 1_000_000
      let ticks = 0n
      const fake: Clock.Clock = {
        ...clock,
        sleep: (duration) => clock.sleep(duration),
        currentTimeMillisUnsafe: () => now,
        monotonicTimeNanosUnsafe: () => ticks
      }
      const outcome = yield* Effect.provideService(
        attempt(() => setBack, 20),
        Clock.Clock,
        fake
      )
      assert.strictEqual(outcome._tag === "Fault" ? outcome.cause : outcome._tag, "late")
    })
  )

  it.effect("stops what it asked when nobody waits for the answer any more", () =>
    Effect.gen(function* () {
      let stopped = 0
      const asked = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (stopped += 1)))
      const waiting = yield* Effect.forkChild(attempt(() => asked, 1000))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(stopped, 1)
      // And when the deadline passed.
      const late = yield* Effect.forkChild(attempt(() => asked, 1000))
      yield* TestClock.adjust(Duration.seconds(2))
      assert.strictEqual((yield* Fiber.join(late))._tag, "Fault")
      assert.strictEqual(stopped, 2)
    })
  )

  it.effect("answers a fault with what it is for, and tells it from a failure of one's own", () =>
    Effect.gen(function* () {
      const onFault = ({ cause, why }: { readonly cause: string; readonly why: string | undefined }) =>
        `${cause}: ${why ?? "-"}`
      const options = { withinMs: 10, onFault }
      assert.strictEqual(yield* failClosed(() => Effect.succeed("yes"), options), "yes")
      assert.strictEqual(yield* failClosed(() => Effect.fail("no\nline"), options), "failed: no line")
      assert.strictEqual(yield* failClosed(() => Effect.die(new Error("broken")), options), "died: broken")
      assert.strictEqual(yield* failClosed(() => Effect.interrupt, options), "interrupted: -")
      const thrown = (): Effect.Effect<string> => {
        throw new Error("at once")
      }
      assert.strictEqual(yield* failClosed(thrown, options), "died: at once")
      const hostile = {
        get message(): string {
          throw new Error("even this")
        }
      }
      assert.match(yield* failClosed(() => Effect.die(hostile), options), /^died/)
      const errors = yield* attempt(() => Effect.fail("own"), 10)
      assert.deepStrictEqual(errors, { _tag: "Failed", error: "own" })
    })
  )
})
