/**
 * Files that hold a link: found without the PATH, and run only as the operator left them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { display } from "../domain/Display.ts"

/** A file to run, or in one clause why it is not run. */
export type LinkFile =
  | { readonly _tag: "File"; readonly file: string }
  | { readonly _tag: "Unsafe"; readonly why: string }

/** Where a program without a path is looked for: the PATH may be the work of the project an agent is in. */
const systemDirectories: ReadonlyArray<string> = [
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/usr/local/sbin",
  "/usr/sbin",
  "/sbin",
  "/opt/homebrew/bin",
  "/run/current-system/sw/bin"
]

/**
 * Answers the module of a link: an absolute path of a regular file, not a symbolic link, that only its owner (one of
 * `owners`) can write, in a directory where others cannot put another in its place.
 */
export const moduleFile = (file: string, owners: ReadonlyArray<number>): LinkFile => {
  if (!path.isAbsolute(file)) return unsafe(file, "is not an absolute path")
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink() === true) return unsafe(file, "is a symbolic link, and is not followed")
  } catch {
    // Told below.
  }
  return inspected(file, owners)
}

/**
 * Answers the program of a link: by absolute path, or by the name it has in a directory of the system's. `node` is the
 * Node that runs this. Links to it are followed, the file they lead to is held to the same as a module.
 */
export const programFile = (name: string, owners: ReadonlyArray<number>): LinkFile => {
  if (name === "node") return { _tag: "File", file: process.execPath }
  if (path.isAbsolute(name)) return executable(name, owners)
  if (name.includes("/")) return unsafe(name, "is not an absolute path")
  const found = systemDirectories.map((directory) => path.join(directory, name)).find((file) => fs.existsSync(file))
  return found === undefined ? unsafe(name, "is in no directory of the system's") : executable(found, owners)
}

/** Answers why a word of a command names a file that others could change, `undefined` when it names none. */
export const argumentFault = (word: string, owners: ReadonlyArray<number>): string | undefined => {
  try {
    if (!path.isAbsolute(word) || fs.statSync(word, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  } catch {
    return undefined
  }
  const found = inspected(word, owners)
  return found._tag === "Unsafe" ? found.why : undefined
}

const unsafe = (file: string, why: string): LinkFile => ({ _tag: "Unsafe", why: `${display(file)} ${why}` })

const executable = (file: string, owners: ReadonlyArray<number>): LinkFile => {
  const found = inspected(file, owners)
  if (found._tag === "Unsafe") return found
  try {
    fs.accessSync(file, fs.constants.X_OK)
    // Started by the name it was given: some programs ask which of their names that is.
    return { _tag: "File", file }
  } catch {
    return unsafe(file, "cannot be executed")
  }
}

const inspected = (file: string, owners: ReadonlyArray<number>): LinkFile => {
  try {
    const real = fs.realpathSync(file)
    const stats = fs.statSync(real)
    if (!stats.isFile()) return unsafe(file, "is not a regular file")
    if (!owners.includes(stats.uid)) return unsafe(file, `belongs to user ${stats.uid}`)
    if ((stats.mode & 0o022) !== 0) return unsafe(file, "can be written by others")
    for (const directory of new Set([path.dirname(real), path.dirname(file)])) {
      const { mode, uid } = fs.statSync(directory)
      if (!owners.includes(uid)) return unsafe(file, `is in a directory of user ${uid}`)
      if ((mode & 0o1002) === 0o0002) return unsafe(file, "is in a directory where others can replace it")
    }
    return { _tag: "File", file: real }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown"
    return unsafe(file, code === "ENOENT" ? "does not exist" : `cannot be looked at (${code})`)
  }
}
