/**
 * Opens files that grant authority: never through a link, never waiting, and only as the operator left them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { type Problem, problemOfFile, quoted } from "../domain/Problem.ts"

/** Why a file was not read. */
export type Refusal =
  | { readonly _tag: "Link"; readonly file: string }
  | { readonly _tag: "NotRegular"; readonly file: string; readonly kind: string }
  | { readonly _tag: "Foreign"; readonly file: string; readonly uid: number; readonly owners: ReadonlyArray<number> }
  | { readonly _tag: "Writable"; readonly file: string; readonly mode: number }
  | { readonly _tag: "TooLarge"; readonly file: string; readonly size: number }
  | { readonly _tag: "Binary"; readonly file: string }
  | { readonly _tag: "Changed"; readonly file: string }
  | { readonly _tag: "Unreadable"; readonly file: string; readonly code: string }

/** What a look at a file found. */
export type SafeRead =
  | { readonly _tag: "Text"; readonly text: string; readonly identity: Identity }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Refused"; readonly refusal: Refusal }

/** Tells one state of a file from another: missing, unreachable, or its device, number, size and times. */
export interface Identity {
  readonly key: string
  /** When it last changed in any way, in milliseconds of the file system's clock; 0 for a missing file. */
  readonly changedMs: number
}

export interface SafeOptions {
  /** User ids that may own the file. */
  readonly owners: ReadonlyArray<number>
}

/** Larger files are refused, in bytes. */
export const maximumBytes = 1024 * 1024

const missing: Identity = { key: "missing", changedMs: 0 }

/** Answers the file's present identity; a path that cannot be looked at is told from one that is missing. */
export const identityOf = (file: string): Identity => {
  try {
    const stats = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? missing : identityOfStats(stats)
  } catch (error) {
    return { key: `unreadable ${codeOf(error)}`, changedMs: 0 }
  }
}

/** Answers whether the directory a file stands in is reached by a link of its own. */
export const isBelowLink = (file: string): boolean => {
  try {
    return fs.lstatSync(path.dirname(file), { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
}

/** Answers whether nothing stands at the path. */
export const isMissing = (file: string): boolean => identityOf(file).key === missing.key

/**
 * Reads a file's text, or says why not; it neither throws nor waits.
 *
 * The file must be regular, reached without a link in its last segment, owned by one of `owners`, writable by its owner
 * alone, at most 1 MiB, and UTF-8 without a NUL.
 */
export const readSafely = (file: string, options: SafeOptions): SafeRead => {
  let descriptor: number | undefined
  try {
    // Looked at before it is opened: opening a device or a FIFO can itself have an effect.
    const before = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (before === undefined) return { _tag: "Missing" }
    const early = refusalOf(file, before, options)
    if (early !== undefined) return { _tag: "Refused", refusal: early }
    descriptor = fs.openSync(file, openFlags)
    const stats = fs.fstatSync(descriptor, { bigint: true })
    const refusal = refusalOf(file, stats, options)
    if (refusal !== undefined) return { _tag: "Refused", refusal }
    const bytes = readBytes(descriptor)
    if (bytes.length > maximumBytes) {
      return { _tag: "Refused", refusal: { _tag: "TooLarge", file, size: bytes.length } }
    }
    const identity = identityOfStats(stats)
    // A write in the middle of the read would leave a text nobody wrote.
    if (identityOfStats(fs.fstatSync(descriptor, { bigint: true })).key !== identity.key) {
      return { _tag: "Refused", refusal: { _tag: "Changed", file } }
    }
    const text = textOf(bytes)
    if (text === undefined) return { _tag: "Refused", refusal: { _tag: "Binary", file } }
    return { _tag: "Text", text, identity }
  } catch (error) {
    const code = codeOf(error)
    if (code === "ENOENT" || code === "ENOTDIR") return { _tag: "Missing" }
    return { _tag: "Refused", refusal: { _tag: "Unreadable", file, code } }
  } finally {
    if (descriptor !== undefined) close(descriptor)
  }
}

/** Answers a refusal as a problem with what to do about it. */
export const problemOf = (refusal: Refusal): Problem => {
  const { file } = refusal
  const name = quoted(file)
  switch (refusal._tag) {
    case "Link":
      return problemOfFile(file, "is a symbolic link, and is not followed", "put the file itself there")
    case "NotRegular":
      return problemOfFile(file, `is ${refusal.kind}, not a regular file`, "put a regular file there")
    case "Foreign":
      return problemOfFile(
        file,
        `belongs to user ${refusal.uid}, and may belong only to ${[...new Set(refusal.owners)].join(" or ")}`,
        `chown ${refusal.owners[0] ?? 0} ${name}`
      )
    case "Writable":
      return problemOfFile(
        file,
        `can be written by others (mode ${refusal.mode.toString(8).padStart(4, "0")})`,
        `chmod go-w ${name}`
      )
    case "TooLarge":
      return problemOfFile(file, `has ${refusal.size} bytes, and at most ${maximumBytes} are read`, "shorten it")
    case "Binary":
      return problemOfFile(file, "is not text in UTF-8", "save it as UTF-8")
    case "Changed":
      return problemOfFile(file, "changed while it was read", "try again")
    case "Unreadable":
      return problemOfFile(file, `cannot be read (${refusal.code})`, "check its permissions")
  }
}

const openFlags = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY

const identityOfStats = ({ ctimeMs, ctimeNs, dev, ino, mtimeNs, size }: fs.BigIntStats): Identity => ({
  key: `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`,
  changedMs: Number(ctimeMs)
})

const refusalOf = (file: string, stats: fs.BigIntStats, { owners }: SafeOptions): Refusal | undefined => {
  if (stats.isSymbolicLink()) return { _tag: "Link", file }
  if (!stats.isFile()) return { _tag: "NotRegular", file, kind: kindOf(stats) }
  const uid = Number(stats.uid)
  if (!owners.includes(uid)) return { _tag: "Foreign", file, uid, owners }
  const mode = Number(stats.mode & 0o7777n)
  if ((mode & 0o022) !== 0) return { _tag: "Writable", file, mode }
  if (stats.size > maximumBytes) return { _tag: "TooLarge", file, size: Number(stats.size) }
  return undefined
}

const kindOf = (stats: fs.BigIntStats): string => {
  if (stats.isDirectory()) return "a directory"
  if (stats.isFIFO()) return "a FIFO"
  if (stats.isSocket()) return "a socket"
  return "a device"
}

/** Reads to the end, or one byte past the limit: a file can grow after it was looked at. */
const readBytes = (descriptor: number): Uint8Array => {
  const chunks: Array<Uint8Array> = []
  let total = 0
  while (total <= maximumBytes) {
    const chunk = new Uint8Array(Math.min(64 * 1024, maximumBytes + 1 - total))
    const count = fs.readSync(descriptor, chunk, 0, chunk.length, null)
    if (count === 0) break
    chunks.push(chunk.subarray(0, count))
    total += count
  }
  return Buffer.concat(chunks)
}

const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"

const close = (descriptor: number): void => {
  try {
    fs.closeSync(descriptor)
  } catch {
    // Nothing that was read depends on it.
  }
}
