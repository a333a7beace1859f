/**
 * Changes to a settings file that belongs to somebody else: whole or not at all, one at a time, with a backup.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type Problem, problemOfFile } from "../domain/Problem.ts"
import { withFileLock } from "./FileLock.ts"
import { makeDirectories } from "./OwnFile.ts"
import { maximumBytes } from "./SafeFile.ts"

/** The file was not changed, and why. */
export class SettingsRefused extends Data.TaggedError("SettingsRefused")<{
  readonly problems: ReadonlyArray<Problem>
}> {}

/** A settings file as it stands. */
export interface Settings {
  /** As it was named; the text may stand behind links. */
  readonly file: string
  /** Undefined where there is no file. */
  readonly text: string | undefined
  /** The text before our first edit, where one was kept. */
  readonly backup: string | undefined
}

/** What a settings file is to become. */
export interface Change {
  /** Undefined to remove the file. */
  readonly text: string | undefined
  /** Undefined to remove the backup. */
  readonly backup: string | undefined
}

/** Answers where the text before our first edit is kept. */
export const backupOf = (file: string): string => `${file}.portcullis-backup`

/** Reads a settings file and its backup; it neither waits nor throws. */
export const readSettings = (file: string): Effect.Effect<Settings, SettingsRefused> => Effect.map(read(file), shown)

/**
 * Changes a settings file to what `change` makes of it, and answers what it was.
 *
 * The file is replaced by one written whole, with its mode, owner and links kept. Of several changes at once each sees
 * the one before; a change by another program in between is seen too, and `change` asked again.
 *
 * @param lock a file that all who change settings through here agree on
 */
export const changeSettings = (
  file: string,
  lock: string,
  change: (settings: Settings) => Effect.Effect<Change, SettingsRefused>
): Effect.Effect<Settings, SettingsRefused> =>
  Effect.gen(function* () {
    yield* attempt(lock, "cannot be made", () => makeDirectories(path.dirname(lock)))
    return yield* withFileLock(lock, changeLocked(file, change))
  }).pipe(
    Effect.catchTag("LockBusy", ({ file }) =>
      refuse(problemOfFile(file, "another process is changing settings", "try again"))
    )
  )

interface Found extends Settings {
  /** Where the text really stands, or would. */
  readonly target: string
  readonly stats: fs.BigIntStats | undefined
}

const shown = ({ backup, file, text }: Found): Settings => ({ file, text, backup })

const attempts = 5

/** What was a file when it was looked at may be a FIFO by now. */
const openFlags = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

const changeLocked = Effect.fnUntraced(function* (
  file: string,
  change: (settings: Settings) => Effect.Effect<Change, SettingsRefused>
): Effect.fn.Return<Settings, SettingsRefused> {
  for (let count = 0; count < attempts; count++) {
    const found = yield* read(file)
    const next = yield* change(shown(found))
    const done = yield* attempt(file, "cannot be written", () => write(found, next))
    if (done) return shown(found)
  }
  return yield* refuse(problemOfFile(file, "is being changed by another program all the time", "try again"))
})

/** Answers false where the file is no longer what was read. */
const write = (found: Found, { backup, text }: Change): boolean => {
  const kept = backupOf(found.file)
  if (text === found.text) {
    if (backup === undefined) fs.rmSync(kept, { force: true })
    return true
  }
  // The backup goes first: whatever happens then, the text it holds is not lost.
  if (backup !== undefined && backup !== found.backup) replace(kept, backup, found.stats, () => true)
  const unchanged = (): boolean => keyOf(statsOf(found.target)) === keyOf(found.stats)
  if (text === undefined) {
    if (!unchanged()) return false
    fs.rmSync(found.target, { force: true })
  } else {
    makeDirectories(path.dirname(found.target))
    if (!replace(found.target, text, found.stats, unchanged)) return false
  }
  if (backup === undefined) fs.rmSync(kept, { force: true })
  return true
}

/** Writes a file beside the one it replaces; `still` is asked last whether it may. */
const replace = (file: string, text: string, like: fs.BigIntStats | undefined, still: () => boolean): boolean => {
  const fresh = `${file}.portcullis-new`
  // Left by a process that was killed: the lock is ours.
  fs.rmSync(fresh, { force: true })
  const descriptor = fs.openSync(fresh, "wx", 0o600)
  try {
    try {
      if (like !== undefined) {
        keepOwner(descriptor, like)
        fs.fchmodSync(descriptor, Number(like.mode & 0o777n))
      }
      fs.writeFileSync(descriptor, text)
      fs.fsyncSync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
    if (!still()) return false
    fs.renameSync(fresh, file)
    return true
  } finally {
    fs.rmSync(fresh, { force: true })
  }
}

/** Only root may give a file away; to anybody else it already belongs, or the host will say what it thinks of it. */
const keepOwner = (descriptor: number, { gid, uid }: fs.BigIntStats): void => {
  try {
    fs.fchownSync(descriptor, Number(uid), Number(gid))
  } catch {
    // The content matters more.
  }
}

const read = (file: string): Effect.Effect<Found, SettingsRefused> =>
  Effect.gen(function* () {
    const target = yield* targetOf(file)
    const stats = yield* attempt(file, "cannot be looked at", () => statsOf(target))
    const text = stats === undefined ? undefined : yield* textOf(target, stats)
    const kept = backupOf(file)
    const keptStats = yield* attempt(kept, "cannot be looked at", () => statsOf(kept))
    const backup = keptStats === undefined ? undefined : yield* textOf(kept, keptStats)
    return { file, target, stats, text, backup }
  })

/** Follows links by hand: where the last points to nothing, the file that is to be made stands there. */
const targetOf = (file: string): Effect.Effect<string, SettingsRefused> =>
  Effect.suspend(() => {
    let target = file
    for (let links = 0; links < 40; links++) {
      const found = linkOf(target)
      if (found === undefined) return Effect.succeed(target)
      target = path.resolve(path.dirname(target), found)
    }
    return refuse(problemOfFile(file, "is a link that leads in a circle"))
  })

const linkOf = (file: string): string | undefined => {
  try {
    return fs.readlinkSync(file)
  } catch {
    return undefined
  }
}

const statsOf = (file: string): fs.BigIntStats | undefined =>
  fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })

const keyOf = (stats: fs.BigIntStats | undefined): string =>
  stats === undefined ? "" : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":")

const textOf = (file: string, stats: fs.BigIntStats): Effect.Effect<string, SettingsRefused> => {
  if (!stats.isFile()) return refuse(problemOfFile(file, "is not a regular file", "put a regular file there"))
  if (stats.size > maximumBytes) {
    return refuse(problemOfFile(file, `has ${stats.size} bytes, and at most ${maximumBytes} are read`))
  }
  return Effect.flatMap(
    attempt(file, "cannot be read", () => fs.readFileSync(file, { flag: openFlags })),
    (bytes) => attempt(file, "is not text in UTF-8", () => decode(bytes))
  )
}

/** Keeps a byte order mark: what was there is written back. */
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

const refuse = (problem: Problem): Effect.Effect<never, SettingsRefused> =>
  Effect.fail(new SettingsRefused({ problems: [problem] }))

const attempt = <A>(file: string, doing: string, act: () => A): Effect.Effect<A, SettingsRefused> =>
  Effect.try({
    try: act,
    catch: (error) =>
      new SettingsRefused({
        problems: [problemOfFile(file, `${doing}: ${error instanceof Error ? error.message : "unknown"}`)]
      })
  })
