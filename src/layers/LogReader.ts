/**
 * Reads the log back, whatever happened to it: files put aside, lines torn by a crash, a file that still grows.
 */
import * as fs from "node:fs"
import { filesAside } from "./LogRotation.ts"

/** A line of the log, or one too long to be an entry. */
export type LogLine = { readonly _tag: "Line"; readonly text: string } | { readonly _tag: "TooLong" }

export interface LogCursor {
  /** Answers the lines that were added since the last time, the oldest first, a file put aside in between included. */
  readonly drain: () => Generator<LogLine>
  /** Answers what stands behind the last line feed: a line torn by a crash, or one that is just being written. */
  readonly rest: () => ReadonlyArray<LogLine>
  readonly close: () => void
}

/** No entry is longer; more is let go as it is read, in bytes. */
const longest = 1024 * 1024

const chunkBytes = 256 * 1024

/**
 * Answers a cursor over a log and the files put aside from it, from the oldest line on. Memory is bounded by a line.
 *
 * A log that does not exist has no lines; one that is a link or no regular file throws.
 *
 * @param file absolute
 */
export const openLog = (file: string): LogCursor => {
  let held: Held | undefined

  /** The files whose lines come after those read so far; the last is the log itself. */
  const further = (): ReadonlyArray<Held> => {
    // Opened before the others are listed, so that one put aside in between is met here and not twice.
    const current = open(file)
    const aside: Array<Held> = []
    for (const { path } of filesAside(file)) {
      const opened = open(path)
      if (opened !== undefined && opened.inode !== current?.inode) aside.push(opened)
      else if (opened !== undefined) fs.closeSync(opened.descriptor)
    }
    const all = current === undefined ? aside : [...aside, current]
    const place = held === undefined ? -1 : all.findIndex(({ inode }) => inode === held?.inode)
    // One that was removed meanwhile is followed by the log as it is now, or lines would be told twice.
    const before = held !== undefined && place < 0 ? all.length - 2 : place
    for (const { descriptor } of all.slice(0, before + 1)) fs.closeSync(descriptor)
    return all.slice(before + 1)
  }

  return {
    *drain() {
      if (held !== undefined) {
        yield* linesOf(held)
        if (isCurrent(file, held)) return
      }
      for (const next of further()) {
        if (held !== undefined) {
          // A process with the old file open may have added a line meanwhile.
          yield* linesOf(held)
          yield* restOf(held)
          fs.closeSync(held.descriptor)
        }
        held = next
        yield* linesOf(next)
      }
    },
    rest: () => (held === undefined ? [] : restOf(held)),
    close: () => {
      if (held !== undefined) fs.closeSync(held.descriptor)
      held = undefined
    }
  }
}

/** An open file, and how far it has been read. */
interface Held {
  readonly descriptor: number
  readonly inode: string
  /** In bytes. */
  at: number
  /** What stands behind the last line feed. */
  parts: Array<Uint8Array>
  partBytes: number
}

const flags = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY

const inodeOf = ({ dev, ino }: fs.Stats): string => `${dev}:${ino}`

const open = (file: string): Held | undefined => {
  const before = fs.lstatSync(file, { throwIfNoEntry: false })
  if (before === undefined) return undefined
  if (!before.isFile()) throw new Error(`${file} is not a regular file`)
  let descriptor: number
  try {
    descriptor = fs.openSync(file, flags)
  } catch (error) {
    // Let go of by a rotation since it was listed.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
  return { descriptor, inode: inodeOf(fs.fstatSync(descriptor)), at: 0, parts: [], partBytes: 0 }
}

const isCurrent = (file: string, { inode }: Held): boolean => {
  const there = fs.lstatSync(file, { throwIfNoEntry: false })
  return there === undefined || inodeOf(there) === inode
}

function* linesOf(held: Held): Generator<LogLine> {
  for (;;) {
    const chunk = new Uint8Array(chunkBytes)
    const count = fs.readSync(held.descriptor, chunk, 0, chunk.length, held.at)
    if (count === 0) return
    held.at += count
    let from = 0
    for (let end = chunk.indexOf(0x0a); end !== -1 && end < count; end = chunk.indexOf(0x0a, from)) {
      keep(held, chunk.subarray(from, end))
      yield* restOf(held)
      from = end + 1
    }
    keep(held, chunk.subarray(from, count))
  }
}

const keep = (held: Held, part: Uint8Array): void => {
  held.partBytes += part.length
  if (held.partBytes > longest) held.parts = []
  else if (part.length > 0) held.parts.push(part)
}

/** Answers the line kept so far, none when it is empty: an empty line is no fault, a writer may leave one. */
const restOf = (held: Held): ReadonlyArray<LogLine> => {
  const { partBytes, parts } = held
  held.parts = []
  held.partBytes = 0
  if (partBytes === 0) return []
  return partBytes > longest ? [{ _tag: "TooLong" }] : [{ _tag: "Line", text: Buffer.concat(parts).toString("utf8") }]
}
