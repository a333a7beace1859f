/**
 * Asking an authorizer that may be broken: whatever it does, an answer or the fault in its place comes in time.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { DeferCause } from "../domain/Decision.ts"
import { reasonText } from "../domain/Verdict.ts"

/** Why there is no answer. */
export interface Fault {
  readonly _tag: "Fault"
  readonly cause: Extract<DeferCause, "failed" | "died" | "interrupted" | "timed-out" | "late" | "no-verdict">
  /** What went wrong, for a person. */
  readonly why: string | undefined
}

/** What came of asking. */
export type Attempt<A, E> =
  | { readonly _tag: "Answered"; readonly value: A }
  | { readonly _tag: "Failed"; readonly error: E }
  | Fault

/** What one run left behind, and when by the monotonic clock, in nanoseconds. */
interface Left<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly at: bigint
}

/**
 * Runs what `run` answers until it ends or the deadline passes, and never fails, dies or waits longer.
 *
 * A failure, a defect, a throw and an interruption of itself are faults. What refuses interruption is abandoned, not
 * waited for; an answer given after the deadline, as one may that blocks the thread, is a fault too.
 *
 * @param withinMs milliseconds, more than 0
 */
export const attempt = <A, E, R>(
  run: () => Effect.Effect<A, E, R>,
  withinMs: number
): Effect.Effect<Attempt<A, E>, never, R> =>
  Clock.clockWith((clock) => {
    const started = clock.monotonicTimeNanosUnsafe()
    const deadline = started + BigInt(Math.ceil(withinMs * 1e6))
    const stamped = (exit: Exit.Exit<A, E>): Left<A, E> => ({ exit, at: clock.monotonicTimeNanosUnsafe() })
    // Suspended: a throw before there is an effect is a fault like any other.
    const running = Effect.map(Effect.exit(Effect.suspend(run)), stamped)
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.forkDetach(running, now), (fiber) => {
        const done = fiber.pollUnsafe()
        if (done !== undefined) return Effect.succeed(attemptOf(done, deadline))
        return Effect.flatMap(Effect.forkDetach(clock.sleep(Duration.millis(withinMs)), now), (timer) =>
          restore(first(fiber, timer)).pipe(
            Effect.map((left) => (left === undefined ? timedOut : attemptOf(left, deadline))),
            Effect.ensuring(
              Effect.sync(() => {
                fiber.interruptUnsafe()
                timer.interruptUnsafe()
              })
            )
          )
        )
      })
    )
  })

const now = { startImmediately: true } as const

/** Waits for the run or its timer, whichever ends first; unlike a race it does not wait for the other to be stopped. */
const first = <A>(fiber: Fiber.Fiber<A>, timer: Fiber.Fiber<void>): Effect.Effect<Exit.Exit<A> | undefined> =>
  Effect.callback((resume) => {
    const forgetRun = fiber.addObserver((exit) => resume(Effect.succeed(exit)))
    const forgetTimer = timer.addObserver(() => resume(Effect.succeed(undefined)))
    return Effect.sync(() => {
      forgetRun()
      forgetTimer()
    })
  })

const timedOut: Fault = { _tag: "Fault", cause: "timed-out", why: undefined }

const attemptOf = <A, E>(left: Exit.Exit<Left<A, E>>, deadline: bigint): Attempt<A, E> => {
  // Only an interruption from outside ends a run whose exit is read.
  if (Exit.isFailure(left)) return faultOf(left.cause)
  const { at, exit } = left.value
  if (Exit.isSuccess(exit)) {
    if (at < deadline) return { _tag: "Answered", value: exit.value }
    return { _tag: "Fault", cause: "late", why: undefined }
  }
  for (const reason of exit.cause.reasons) if (reason._tag === "Fail") return { _tag: "Failed", error: reason.error }
  return faultOf(exit.cause)
}

const faultOf = (cause: Cause.Cause<unknown>): Fault =>
  Cause.hasDies(cause)
    ? { _tag: "Fault", cause: "died", why: messageOf(Cause.squash(cause)) }
    : { _tag: "Fault", cause: "interrupted", why: undefined }

/** What a defect says of itself; it may be anything at all. */
const messageOf = (defect: unknown): string | undefined => {
  try {
    return reasonText(defect instanceof Error ? defect.message : defect)
  } catch {
    return undefined
  }
}

/**
 * Answers what `run` answers, or what `onFault` makes of the fault in its place: a defer for a link, a deny for the
 * terminal.
 */
export const failClosed = <A, E, R, B>(
  run: () => Effect.Effect<A, E, R>,
  options: { readonly withinMs: number; readonly onFault: (fault: Fault) => B }
): Effect.Effect<A | B, never, R> =>
  Effect.map(attempt(run, options.withinMs), (outcome) => {
    switch (outcome._tag) {
      case "Answered":
        return outcome.value
      case "Failed":
        return options.onFault({ _tag: "Fault", cause: "failed", why: messageOf(outcome.error) })
      case "Fault":
        return options.onFault(outcome)
    }
  })
