/**
 * The paths that git tracks, read from its index: gitformat-index(5), versions 2 to 4. No git is run.
 */
import * as fs from "node:fs"
import * as path from "node:path"

/** An index larger than this, in bytes, is not read: a tree of 200,000 files has one of about 20 MiB. */
const largestIndex = 96 * 1024 * 1024

/** How far above the workspace the repository may begin. */
const mostAbove = 16

/** An index, and where its paths begin. */
export interface FoundIndex {
  readonly bytes: Buffer
  /** The way from the repository to the workspace: empty, or with a slash at its end. */
  readonly prefix: string
}

/** Answers the index that tracks a workspace (a real path), if there is one that can be read. */
export const findIndex = (workspace: string): FoundIndex | undefined => {
  let top = workspace
  for (let above = 0; above <= mostAbove; above += 1) {
    const directory = gitDirectory(path.join(top, ".git"))
    if (directory !== undefined) {
      const bytes = readRegular(path.join(directory, "index"), largestIndex)
      const way = path.relative(top, workspace)
      return bytes === undefined ? undefined : { bytes, prefix: way === "" ? "" : `${way}/` }
    }
    const parent = path.dirname(top)
    if (parent === top) return undefined
    top = parent
  }
  return undefined
}

/** What `.git` is: the repository itself, or in a worktree or a submodule a file that names it. */
const gitDirectory = (at: string): string | undefined => {
  const kind = fs.lstatSync(at, { throwIfNoEntry: false })
  if (kind === undefined) return undefined
  if (kind.isDirectory()) return at
  const text = readRegular(at, 4096)?.toString("utf8") ?? ""
  const named = text.startsWith("gitdir: ") ? text.slice("gitdir: ".length).trimEnd() : ""
  if (named === "" || named.includes("\0")) return undefined
  const directory = path.resolve(path.dirname(at), named)
  // Only where git itself would put one: nothing else is opened on the word of a file in the workspace.
  return /\/(?:worktrees|modules)\/./.test(directory) ? directory : undefined
}

/** The bytes of a regular file of limited size; neither a link nor a pipe is opened. */
const readRegular = (file: string, largest: number): Buffer | undefined => {
  let handle: number | undefined
  try {
    handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    const stat = fs.fstatSync(handle)
    if (!stat.isFile() || stat.size > largest) return undefined
    const bytes = Buffer.allocUnsafe(stat.size)
    let read = 0
    while (read < stat.size) {
      const more = fs.readSync(handle, bytes, read, stat.size - read, read)
      if (more === 0) return undefined
      read += more
    }
    return bytes
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** Given the bytes of one path; they are valid only until it returns. */
export type Visit = (bytes: Uint8Array, start: number, end: number) => void

/** Reads an index a piece at a time. */
export interface IndexReader {
  /** Visits at most so many paths; answers whether there are more, none, or no telling. */
  readonly read: (most: number, visit: Visit) => "more" | "done" | "broken"
}

const longestPath = 4096

/** Answers a reader, `undefined` for bytes that are no index of a known version or one in several files. */
export const readerOf = (bytes: Buffer): IndexReader | undefined => {
  if (bytes.length < 12 + 20 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const count = bytes.readUInt32BE(8)
  const hash = hashLength(bytes, version, count)
  return hash === undefined ? undefined : reader(bytes, version, count, hash)
}

/** Which hash the index is written with: the file does not say, but only one length leads from entry to entry. */
const hashLength = (bytes: Buffer, version: number, count: number): number | undefined =>
  [20, 32].find((hash) => {
    let names = true
    const visit: Visit = (of, start, end) => {
      if (of.subarray(start, end).includes(0)) names = false
    }
    return reader(bytes, version, count, hash).read(8, visit) !== "broken" && names
  })

const reader = (bytes: Buffer, version: number, count: number, hash: number): IndexReader => {
  // From version 4 a path is written as what it has beyond the path before it.
  const whole = Buffer.alloc(version === 4 ? longestPath : 0)
  let length = 0
  let at = 12
  let left = count
  const fixed = 40 + hash
  const limit = bytes.length - hash

  const next = (visit: Visit): boolean => {
    const start = at
    if (start + fixed + 2 > limit) return false
    const flags = ((bytes[start + fixed] ?? 0) << 8) | (bytes[start + fixed + 1] ?? 0)
    const extended = (flags & 0x4000) !== 0
    if (extended && version < 3) return false
    at = start + fixed + (extended ? 4 : 2)
    const named = flags & 0xfff
    if (version < 4) {
      const end = named < 0xfff ? at + named : bytes.indexOf(0, at)
      if (end <= at || end >= limit || bytes[end] !== 0) return false
      visit(bytes, at, end)
      at = start + Math.floor((end - start + 8) / 8) * 8
      return at <= limit
    }
    const cut = varint()
    const end = bytes.indexOf(0, at)
    if (cut === undefined || cut > length || end < 0 || end >= limit) return false
    length -= cut
    if (length + end - at > longestPath || (named < 0xfff && length + end - at !== named)) return false
    bytes.copy(whole, length, at, end)
    length += end - at
    at = end + 1
    visit(whole, 0, length)
    return true
  }

  /** A number as packs write offsets: seven bits a byte, each but the last one more. */
  const varint = (): number | undefined => {
    let value = 0
    for (let read = 0; read < 4; read += 1) {
      const byte = bytes[at]
      if (byte === undefined) return undefined
      at += 1
      value = read === 0 ? byte & 0x7f : (value + 1) * 128 + (byte & 0x7f)
      if ((byte & 0x80) === 0) return value
    }
    return undefined
  }

  const read = (most: number, visit: Visit): "more" | "done" | "broken" => {
    for (let visited = 0; left > 0; visited += 1) {
      if (visited === most) return "more"
      if (!next(visit)) return "broken"
      left -= 1
    }
    return isSplit(bytes, at, limit) ? "broken" : "done"
  }
  return { read }
}

/** Whether most entries stand in another file, which the extension `link` names. */
const isSplit = (bytes: Buffer, from: number, limit: number): boolean => {
  for (let at = from; at + 8 <= limit; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) === "link") return true
  }
  return false
}
