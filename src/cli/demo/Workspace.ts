/**
 * A small real workspace to decide in.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "engine", "scripts": { "test": "node --test" } }\n',
  "src/app.ts": "export const answer = 41 // TODO\n",
  ".env": "API_KEY=not-a-real-key\n",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  ".git/refs/heads/.keep": "",
  ".git/objects/.keep": "",
  "build/app.js": "export const answer = 41\n"
}

/** Answers the absolute path of a fresh workspace, which is gone when the scope closes. */
export const workspace: Effect.Effect<string, never, Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = path.join(fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-"))), "engine")
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(directory, name)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, text)
    }
    return directory
  }),
  (directory) => Effect.sync(() => fs.rmSync(path.dirname(directory), { recursive: true, force: true }))
)
