/**
 * Files of Portcullis's own: written whole or not at all, and never thrown away unread.
 */
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Makes a directory and those above it that are missing, for their owner alone.
 *
 * Node's own recursive way never returns where a directory is missing and cannot be made for being missing, as in /proc.
 */
export const makeDirectories = (directory: string): void => {
  const missing: Array<string> = []
  for (let at = path.resolve(directory); !isDirectory(at); at = path.dirname(at)) missing.push(at)
  for (const at of missing.toReversed()) {
    try {
      fs.mkdirSync(at, { mode: 0o700 })
    } catch (error) {
      // Another process may have been faster.
      if (!isDirectory(at)) throw error
    }
  }
}

const isDirectory = (at: string): boolean => fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a directory and those above it, open to their owner alone. */
export const makePrivateDirectory = (directory: string): void => {
  makeDirectories(directory)
  if ((fs.statSync(directory).mode & 0o077) !== 0) fs.chmodSync(directory, 0o700)
}

/** Keeps what cannot be read under a name of its own, so that nothing in it is lost. */
export const setAside = (file: string): void => {
  for (let number = 1; ; number++) {
    const aside = `${file}.unreadable-${number}`
    if (fs.lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue
    fs.renameSync(file, aside)
    return
  }
}

/** Writes a file whole or not at all; the caller holds the lock, so that the name beside it is free to use. */
export const replaceFile = (file: string, text: string): void => {
  const fresh = `${file}.new`
  writeWhole(fresh, text)
  fs.renameSync(fresh, file)
}

/** Writes a file whole unless there is one, and answers whether it was this process that made it. */
export const createFile = (file: string, text: string): boolean => {
  const fresh = `${file}.${process.pid}.new`
  try {
    writeWhole(fresh, text)
    // Unlike a rename, this fails where the file is there by now.
    fs.linkSync(fresh, file)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  } finally {
    fs.rmSync(fresh, { force: true })
  }
}

const writeWhole = (file: string, text: string): void => {
  fs.rmSync(file, { force: true })
  const descriptor = fs.openSync(file, "wx", 0o600)
  try {
    fs.writeFileSync(descriptor, text)
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
