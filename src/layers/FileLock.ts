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
    acquire(file),
    () => self,
    () => Effect.sync(() => fs.rmSync(file, { force: true }))
  )

const acquire = Effect.fnUntraced(function* (file: string): Effect.fn.Return<void, LockBusy> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const now = yield* Clock.currentTimeMillis
    if (take(file, now)) return
    yield* Effect.sleep(pauseMs)
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
