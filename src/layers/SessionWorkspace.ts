/**
 * The workspace of a session whose host names none: the first directory it was seen in, written down so that no later
 * one takes its place.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import type { OperatorPlaces } from "../services/Operator.ts"
import { makeDirectories } from "./OwnFile.ts"
import { readSafely } from "./SafeFile.ts"

/** The workspace, and whether it is sure to be the same for the session's next call. */
export interface PinnedWorkspace {
  /** Absolute. */
  readonly workspace: string
  readonly pinned: boolean
}

/** Answers the workspace of a session, and pins it to `cwd` (an absolute path) if this is the session's first call. */
export const pinnedWorkspace = (
  session: string | undefined,
  cwd: string,
  { stateHome, uid }: OperatorPlaces
): PinnedWorkspace => {
  if (session === undefined) return { workspace: cwd, pinned: false }
  const directory = path.join(stateHome, "portcullis", "sessions")
  const file = path.join(directory, nameOf(session))
  // Twice: another process may have been the first in between.
  for (let attempt = 0; attempt < 2; attempt++) {
    const found = readSafely(file, { owners: [uid] })
    if (found._tag === "Text") {
      const workspace = found.text.endsWith("\n") ? found.text.slice(0, -1) : ""
      return workspace.startsWith("/") ? { workspace, pinned: true } : { workspace: cwd, pinned: false }
    }
    if (found._tag === "Refused") return { workspace: cwd, pinned: false }
    if (write(directory, file, `${cwd}\n`)) return { workspace: cwd, pinned: true }
  }
  return { workspace: cwd, pinned: false }
}

/** The file's name: the session's own where that is plain, else its hash. No two sessions have the same. */
const nameOf = (session: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(session)
    ? `${session}.workspace`
    : `${process.getBuiltinModule("node:crypto").createHash("sha256").update(session, "utf8").digest("hex")}.hash`

/** Writes the file whole, unless there is one; answers whether it was this process that made it. */
const write = (directory: string, file: string, text: string): boolean => {
  const fresh = `${file}.${process.pid}.new`
  try {
    makeDirectories(directory)
    fs.rmSync(fresh, { force: true })
    fs.writeFileSync(fresh, text, { flag: "wx", mode: 0o600 })
    // Unlike a rename, this fails where the file is there by now.
    fs.linkSync(fresh, file)
    return true
  } catch {
    return false
  } finally {
    remove(fresh)
  }
}

const remove = (file: string): void => {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // It holds nothing that anyone reads.
  }
}
