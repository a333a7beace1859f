/**
 * The paths that git tracks, read from its index: gitformat-index(5), versions 2 to 4. No git is run.
 */
import * as fs from "node:fs"
import * as path from "node:path"

/** An index larger than this, in bytes, is not read: a tree of 200,000 files has one of about 20 MiB. */
const largestIndex = 96 * 1024 * 1024

/** How far above the workspace the repository may begin. */
const mostAbove = 16

/** Bytes that are read where they are needed: an index of many MiB is never held whole. */
export interface Source {
  readonly size: number
  /** Fills a buffer from so far on, and answers with how many bytes; fewer only at the end. */
  readonly read: (into: Buffer, from: number) => number
}

/** An index, and where its paths begin. */
export interface FoundIndex {
  readonly source: Source
  readonly close: () => void
  /** The way from the repository to the workspace: empty, or with a slash at its end. */
  readonly prefix: string
}

/** Answers the index that tracks a workspace (a real path), if there is one that can be read; it is to be closed. */
export const findIndex = (workspace: string): FoundIndex | undefined => {
  let top = workspace
  for (let above = 0; above <= mostAbove; above += 1) {
    const directory = gitDirectory(path.join(top, ".git"))
    if (directory !== undefined) {
      const found = openRegular(path.join(directory, "index"), largestIndex)
      const way = path.relative(top, workspace)
      return found === undefined ? undefined : { ...found, prefix: way === "" ? "" : `${way}/` }
    }
    const parent = path.dirname(top)
    if (parent === top) return undefined
    top = parent
  }
  return undefined
}

/** What `.git` is: the repository itself, or in a worktree or a submodule a file that names it. */
const gitDirectory = (at: string): string | undefined => {
  const kind = kindOf(at)
  if (kind === undefined) return undefined
  if (kind.isDirectory()) return at
  const text = readSmall(at)
  const named = text.startsWith("gitdir: ") ? text.slice("gitdir: ".length).trimEnd() : ""
  if (named === "" || named.includes("\0")) return undefined
  const directory = path.resolve(path.dirname(at), named)
  // Only where git itself would put one: nothing else is opened on the word of a file in the workspace.
  return /\/(?:worktrees|modules)\/./.test(directory) ? directory : undefined
}

const kindOf = (at: string): fs.Stats | undefined => {
  try {
    return fs.lstatSync(at, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Opens a regular file of limited size, in bytes; neither a link nor a pipe is opened. */
const openRegular = (file: string, largest: number): Omit<FoundIndex, "prefix"> | undefined => {
  let handle: number | undefined
  try {
    const opened = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    handle = opened
    const stat = fs.fstatSync(opened)
    if (stat.isFile() && stat.size <= largest) {
      handle = undefined
      return { source: { size: stat.size, read: readFrom(opened) }, close: () => fs.closeSync(opened) }
    }
  } catch {
    // There is none, or none that is ours to read.
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
  return undefined
}

const readFrom = (handle: number) => (into: Buffer, from: number) => {
  let read = 0
  try {
    while (read < into.length) {
      const more = fs.readSync(handle, into, read, into.length - read, from + read)
      if (more === 0) break
      read += more
    }
  } catch {
    // What was read is what there is.
  }
  return read
}

const readSmall = (file: string): string => {
  const found = openRegular(file, 4096)
  if (found === undefined) return ""
  const bytes = Buffer.alloc(found.source.size)
  const length = found.source.read(bytes, 0)
  found.close()
  return bytes.toString("utf8", 0, length)
}

/** Given the bytes of one path; they are valid only until it returns. */
export type Visit = (bytes: Uint8Array, start: number, end: number) => void

/** Reads an index a piece at a time. */
export interface IndexReader {
  /** Visits at most so many paths; answers whether there are more, none, or no telling. */
  readonly read: (most: number, visit: Visit) => "more" | "done" | "broken"
}

const longestPath = 4096

/** How much is held at once, and how much of it an entry may take: its fixed part, its path, its padding. */
const windowBytes = 128 * 1024
const entryBytes = longestPath + 128

/** More than git has kinds of. */
const mostExtensions = 32

/** Answers a reader, `undefined` for bytes that are no index of a known version. */
export const readerOf = (source: Source): IndexReader | undefined => {
  const head = Buffer.alloc(12)
  if (source.read(head, 0) < 12 || head.toString("latin1", 0, 4) !== "DIRC") return undefined
  const version = head.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const count = head.readUInt32BE(8)
  const hash = hashLength(source, version, count)
  return hash === undefined ? undefined : reader(source, version, count, hash)
}

/** Which hash the index is written with: the file does not say, but only one length leads from entry to entry. */
const hashLength = (source: Source, version: number, count: number): number | undefined =>
  [20, 32].find((hash) => {
    let names = true
    const visit: Visit = (of, start, end) => {
      if (of.subarray(start, end).includes(0)) names = false
    }
    return reader(source, version, count, hash).read(8, visit) !== "broken" && names
  })

const reader = (source: Source, version: number, count: number, hash: number): IndexReader => {
  const bytes = Buffer.allocUnsafe(Math.min(windowBytes, source.size))
  // Where in the file the window begins, how much is in it, and how far it is read.
  let base = 0
  let filled = source.read(bytes, 0)
  let at = 12
  // From version 4 a path is written as what it has beyond the path before it.
  const whole = Buffer.alloc(version === 4 ? longestPath : 0)
  let length = 0
  let left = count
  const fixed = 40 + hash
  // The last thing in the file is a hash of the rest.
  const last = source.size - hash

  const next = (visit: Visit): boolean => {
    if (filled - at < entryBytes && base + filled < source.size) {
      base += at
      at = 0
      filled = source.read(bytes, base)
    }
    const limit = Math.min(filled, last - base)
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
    return isWhole(source, base + at, last) ? "done" : "broken"
  }
  return { read }
}

/** Whether no entries stand in another file, which the extension `link` would name. */
const isWhole = (source: Source, from: number, last: number): boolean => {
  const head = Buffer.alloc(8)
  let at = from
  for (let seen = 0; seen < mostExtensions; seen += 1) {
    if (at + 8 > last) return true
    if (source.read(head, at) < 8 || head.toString("latin1", 0, 4) === "link") return false
    at += 8 + head.readUInt32BE(4)
  }
  return false
}
