/**
 * Puts a log aside that grew too large, and lets go of the oldest.
 */
import * as fs from "node:fs"
import * as path from "node:path"

export interface Rotation {
  /** A file of at least this many bytes, or near it, is put aside. */
  readonly maxBytes: number
  /** How many files put aside are kept. */
  readonly keep: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What is done under the lock takes milliseconds; a lock this old was left by a process that died. */
const staleMs = 10_000

/** `NAME.000012-4711.jsonl` beside `NAME.jsonl`: the number orders, the process id keeps two apart. */
const asideName = /^\.(\d{6,15})-\d+$/

/**
 * Puts `file` aside under a lock and answers whether the caller has to open it anew.
 *
 * It never waits: while another process holds the lock the log may outgrow its size. Whoever still has the old file
 * open writes into the one put aside, so no line is lost.
 */
export const rotate = (file: string, rotation: Rotation): boolean => {
  const lock = `${file}.lock`
  if (!take(lock, rotation.now)) return false
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    // Another process may have done it since the caller looked.
    if (stats === undefined || !stats.isFile() || stats.size < rotation.maxBytes / 2) return true
    const aside = filesAside(file)
    const last = aside.at(-1)?.number ?? 0
    const { dir, name } = path.parse(file)
    const number = String(last + 1).padStart(6, "0")
    fs.renameSync(file, path.join(dir, `${name}.${number}-${process.pid}.jsonl`))
    for (const { path: old } of aside.slice(0, Math.max(0, aside.length + 1 - rotation.keep))) {
      fs.rmSync(old, { force: true })
    }
    return true
  } catch {
    return false
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

interface Aside {
  readonly path: string
  readonly number: number
}

/** Answers the files put aside from `file`, the oldest first. */
export const filesAside = (file: string): ReadonlyArray<Aside> => {
  const { dir, name } = path.parse(file)
  let names: ReadonlyArray<string>
  try {
    names = fs.readdirSync(dir)
  } catch {
    return []
  }
  const found: Array<Aside> = []
  for (const entry of names) {
    if (!entry.startsWith(`${name}.`) || !entry.endsWith(".jsonl")) continue
    const [, number] = asideName.exec(entry.slice(name.length, -".jsonl".length)) ?? []
    if (number !== undefined) found.push({ path: path.join(dir, entry), number: Number(number) })
  }
  return found.toSorted((a, b) => a.number - b.number || (a.path < b.path ? -1 : 1))
}

const take = (lock: string, now: number): boolean => {
  try {
    fs.closeSync(fs.openSync(lock, "wx", 0o600))
    return true
  } catch {
    removeStale(lock, now)
    return false
  }
}

/** Lets the next one take a lock that nobody holds any more. Names put aside are never used twice, so no more hangs on it. */
const removeStale = (lock: string, now: number): void => {
  try {
    const stats = fs.lstatSync(lock, { throwIfNoEntry: false })
    if (stats !== undefined && now - stats.mtimeMs > staleMs) fs.rmSync(lock, { force: true })
  } catch {
    // Another process was faster.
  }
}
