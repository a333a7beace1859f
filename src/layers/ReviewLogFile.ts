/**
 * The review log as a file: one whole line an entry, whoever else writes at the same time.
 *
 * Nothing here waits, and nothing but `node:fs` and `node:os` is needed: a hook pays for what it loads.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import type { LogEntry } from "../domain/log/Entry.ts"
import { lineOf } from "../domain/log/Line.ts"
import { idBytes, requestIdOf } from "../domain/log/RequestId.ts"
import type { LogFailure } from "../services/ReviewLog.ts"
import { rotate } from "./LogRotation.ts"
import { makeDirectories } from "./OwnFile.ts"

/** When the log is rotated, and how much of it is kept. */
export interface LogFileOptions {
  /** A file that would grow beyond this many bytes is put aside first. */
  readonly maxBytes?: number | undefined
  /** How many files put aside are kept. */
  readonly keep?: number | undefined
}

const defaults = { maxBytes: 8 * 1024 * 1024, keep: 8 } as const

/** Answers where the review log is. */
export const reviewLogFile = (stateHome: string): string => `${stateHome}/portcullis/permission-review.jsonl`

/** Answers where what `debugLog` adds is written. */
export const debugLogFile = (stateHome: string): string => `${stateHome}/portcullis/debug.jsonl`

/**
 * Appends one entry as one whole line, or answers why not; it never throws and never waits.
 *
 * The file is made with mode 0600 in a directory of mode 0700. A link, a FIFO, a device or a directory in its place is
 * refused.
 *
 * @param file absolute
 */
export const appendEntry = (file: string, entry: LogEntry, options: LogFileOptions = {}): "written" | LogFailure => {
  const failed = (why: string): LogFailure => ({ _tag: "LogFailure", file, why })
  let opened: Opened | undefined
  try {
    const { keep = defaults.keep, maxBytes = defaults.maxBytes } = options
    const line = Buffer.from(lineOf(entry))
    const found = open(file)
    if (typeof found === "string") return failed(found)
    opened = found
    if (
      opened.size > 0 &&
      opened.size + line.length > maxBytes &&
      rotate(file, { maxBytes, keep, now: Date.parse(entry.time) })
    ) {
      const fresh = open(file)
      if (typeof fresh === "string") return failed(fresh)
      close(opened.descriptor)
      opened = fresh
    }
    const { descriptor, size } = opened
    const bytes = size > 0 && endsTorn(descriptor, size) ? Buffer.concat([lineFeed, line]) : line
    return fs.writeSync(descriptor, bytes) === bytes.length
      ? "written"
      : failed("only a part of the entry could be written: no space is left")
  } catch (error) {
    return failed(reasonOf(error))
  } finally {
    if (opened !== undefined) close(opened.descriptor)
  }
}

const lineFeed = Buffer.from("\n")

interface Opened {
  readonly descriptor: number
  /** In bytes. */
  readonly size: number
}

const flags =
  fs.constants.O_RDWR |
  fs.constants.O_APPEND |
  fs.constants.O_CREAT |
  fs.constants.O_NOFOLLOW |
  fs.constants.O_NONBLOCK |
  fs.constants.O_NOCTTY

/** A file that another process put aside between these two is looked for again this often. */
const attempts = 5

/** Opens the file that stands at the path now, or answers why not. */
const open = (file: string): Opened | string => {
  for (let attempt = 1; ; attempt++) {
    // Looked at before it is opened: opening a device or a FIFO can itself have an effect.
    const before = fs.lstatSync(file, { throwIfNoEntry: false })
    if (before !== undefined && !before.isFile()) return `it is ${kindOf(before)}, not a regular file`
    if (before === undefined) makeDirectory(file)
    const descriptor = fs.openSync(file, flags, 0o600)
    try {
      const stats = fs.fstatSync(descriptor)
      const wrong = stats.isFile() ? undefined : `it is ${kindOf(stats)}, not a regular file`
      const there = fs.lstatSync(file, { throwIfNoEntry: false })
      const same = there !== undefined && there.ino === stats.ino && there.dev === stats.dev
      if (wrong !== undefined || (!same && attempt < attempts)) {
        close(descriptor)
        if (wrong !== undefined) return wrong
        continue
      }
      if ((stats.mode & 0o077) !== 0) fs.fchmodSync(descriptor, 0o600)
      return { descriptor, size: stats.size }
    } catch (error) {
      close(descriptor)
      throw error
    }
  }
}

const makeDirectory = (file: string): void => {
  const directory = file.slice(0, file.lastIndexOf("/"))
  makeDirectories(directory)
}

/** Whether a process died in the middle of the last line. One that is just being written only gains an empty line. */
const endsTorn = (descriptor: number, size: number): boolean => {
  const last = Buffer.alloc(1)
  return fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed[0]
}

const kindOf = (stats: fs.Stats): string => {
  if (stats.isSymbolicLink()) return "a symbolic link"
  if (stats.isDirectory()) return "a directory"
  if (stats.isFIFO()) return "a FIFO"
  if (stats.isSocket()) return "a socket"
  return "a device"
}

const close = (descriptor: number): void => {
  try {
    fs.closeSync(descriptor)
  } catch {
    // The entry is written by now, or is not.
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be written",
  EDQUOT: "no space is left to this user",
  EFBIG: "it may not grow further",
  ELOOP: "it is a symbolic link",
  ENOSPC: "no space is left on the disk",
  ENXIO: "it is a FIFO, not a regular file",
  EROFS: "the disk is read-only"
}

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault"
  return reasons[code] ?? `it cannot be written (${code})`
}

/** Answers a request id that no other process has, from the system's own randomness. */
export const newRequestId = (): string => {
  const bytes = new Uint8Array(idBytes)
  try {
    const descriptor = fs.openSync("/dev/urandom", "r")
    try {
      if (fs.readSync(descriptor, bytes, 0, idBytes, null) === idBytes) return requestIdOf(bytes)
    } finally {
      close(descriptor)
    }
  } catch {
    // A process without devices: what no two processes of a machine share must do.
  }
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, process.hrtime.bigint() << 22n)
  view.setUint32(6, process.pid)
  return requestIdOf(bytes)
}

/** Answers what this process is called in the log: host name and process id. */
export const nodeName = (): string => {
  try {
    return `${os.hostname()}:${process.pid}`
  } catch {
    return `unknown:${process.pid}`
  }
}
