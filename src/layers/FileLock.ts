/**
 * Lets one process at a time do something, by a file that only one can make.
 */
import * as fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Another process held the lock all the time that was waited. */
export class LockBusy extends Data.TaggedError("LockBusy")<{ readonly file: string }> {}

const pauseMs = 20
const attempts = 100

/** What is done under a lock takes milliseconds; a lock this old was left by a process that died. */
const staleMs = 10_000

/** Runs `self` while holding `file`, waiting for another holder up to two seconds. */
export const withFileLock = <A, E, R>(file: string, self: Effect.Effect<A, E, R>): Effect.Effect<A, E | LockBusy, R> =>
  Effect.acquireUseRelease(
    acquire(file, pauseMs, attempts),
    () => self,
    () => Effect.sync(() => fs.rmSync(file, { force: true }))
  )

const longPauseMs = 100

/**
 * Runs `self`, which may take as long as a person thinks, while holding `file`; other holders are waited for up to
 * `waitMs` milliseconds.
 */
export const withLongFileLock = <A, E, R>(
  file: string,
  waitMs: number,
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E | LockBusy, R> =>
  Effect.acquireUseRelease(
    acquire(file, longPauseMs, Math.max(1, Math.ceil(waitMs / longPauseMs))),
    () => Effect.raceFirst(self, keepFresh(file)),
    () => Effect.sync(() => fs.rmSync(file, { force: true }))
  )

/** Shows that the holder lives, so that nobody takes the lock for a dead one's. */
const keepFresh = Effect.fnUntraced(function* (file: string): Effect.fn.Return<never> {
  for (;;) {
    yield* Effect.sleep(staleMs / 4)
    const now = yield* Clock.currentTimeMillis
    touch(file, now)
  }
})

const touch = (file: string, now: number): void => {
  try {
    fs.utimesSync(file, now / 1000, now / 1000)
  } catch {
    // Whoever removed it holds it now.
  }
}

const acquire = Effect.fnUntraced(function* (
  file: string,
  pause: number,
  times: number
): Effect.fn.Return<void, LockBusy> {
  for (let attempt = 0; attempt < times; attempt++) {
    const now = yield* Clock.currentTimeMillis
    if (take(file, now)) return
    yield* Effect.sleep(pause)
  }
  return yield* new LockBusy({ file })
})

/** A directory that cannot be written counts as busy: the holder cannot be told from the refusal, nor need it be. */
const take = (file: string, now: number): boolean => {
  try {
    fs.closeSync(fs.openSync(file, "wx", 0o600))
    return true
  } catch {
    removeStale(file, now)
    return false
  }
}

const removeStale = (file: string, now: number): void => {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stats === undefined || now - stats.mtimeMs < staleMs) return
    const aside = `${file}.stale-${process.pid}`
    fs.renameSync(file, aside)
    // Of two that saw the same stale lock the second may have taken the first one's new lock: it is put back.
    if (fs.lstatSync(aside).ino !== stats.ino) fs.linkSync(aside, file)
    fs.rmSync(aside, { force: true })
  } catch {
    // Another process was faster.
  }
}
