/**
 * The disk as it is, through `node:fs`.
 */
import * as fs from "node:fs"
import type { Entry, WorkspaceView } from "../domain/WorkspaceView.ts"

const quietly = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

const kindOf = (stat: fs.Stats | fs.Dirent): Entry["kind"] => {
  if (stat.isSymbolicLink()) return "link"
  if (stat.isDirectory()) return "directory"
  return stat.isFile() ? "file" : "other"
}

const anyExecute = 0o111

/** Room for files that announce no size, as those below /proc do. */
const unannounced = 65_536

/** Reads a regular file of at most `maxBytes`; opening a FIFO or a device must not wait for its other end. */
const readRegular = (path: string, maxBytes: number, encoding: "utf8" | "latin1"): string | undefined => {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  try {
    const stat = fs.fstatSync(descriptor)
    if (!stat.isFile() || stat.size > maxBytes) return undefined
    // What is read counts, not what was announced: one byte more than there is room for means it was more.
    const room = Math.min(maxBytes, Math.max(stat.size, unannounced))
    const buffer = Buffer.allocUnsafe(room + 1)
    let length = 0
    while (length <= room) {
      const read = fs.readSync(descriptor, buffer, length, room + 1 - length, null)
      if (read === 0) return buffer.toString(encoding, 0, length)
      length += read
    }
    return undefined
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Looks at the real disk, read-only, and never throws: what cannot be seen is absent. */
export const nodeWorkspaceView: WorkspaceView = {
  lstat: (path) =>
    quietly(() => {
      const stat = fs.lstatSync(path, { throwIfNoEntry: false })
      if (stat === undefined) return undefined
      const kind = kindOf(stat)
      return { kind, size: kind === "file" ? stat.size : 0, executable: (stat.mode & anyExecute) !== 0 }
    }),
  readlink: (path) => quietly(() => fs.readlinkSync(path)),
  readdir: (path) => quietly(() => fs.readdirSync(path)),
  list: (path) =>
    quietly(() =>
      fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    ),
  realpath: (path) => quietly(() => fs.realpathSync.native(path)),
  readFile: (path, maxBytes) => quietly(() => readRegular(path, maxBytes, "utf8")),
  readBytes: (path, maxBytes) => quietly(() => readRegular(path, maxBytes, "latin1"))
}
