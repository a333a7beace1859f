/**
 * Directories that live as long as a test file.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll } from "@effect/vitest"

const made: Array<string> = []

afterAll(() => {
  for (const directory of made) fs.rmSync(directory, { recursive: true, force: true })
})

/** Answers a fresh directory by its real path. */
export const temporaryDirectory = (): string => {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-")))
  made.push(directory)
  return directory
}

/** Writes a file that its owner alone can write, whatever the umask, with the directories above it. */
export const writeOwn = (file: string, text: string | Uint8Array): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  fs.chmodSync(file, 0o644)
}

/** The user's id, as the files made here have it. */
export const uid: number = process.getuid?.() ?? 0
