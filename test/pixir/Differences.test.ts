/**
 * Every row of docs/pixir.md that says where these functions differ from Pixir's.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Pixir from "portcullis/pixir"
import { newWorkspace } from "./workspace.ts"

const { workspace } = newWorkspace()
const text = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/pixir.md"), "utf8")

const functions: Readonly<Record<string, (first: unknown, second: unknown) => unknown>> = {
  isSafeCommand: Pixir.isSafeCommand,
  isMutatingFindPredicate: Pixir.isMutatingFindPredicate,
  classifyParentDirectoryToken: Pixir.classifyParentDirectoryToken,
  outsideWorkspaceShellToken: Pixir.outsideWorkspaceShellToken
}

const rows = [...text.matchAll(/^\| `(\w+)\((.+?)\)` \| `(.+?)` \| `(.+?)` \|/gm)].map((row) =>
  row.map((cell) => cell.replaceAll("\\|", "|"))
)

describe("docs/pixir.md", () => {
  it("has rows", () => {
    assert.isAbove(rows.length, 40)
    // A row that is not read is a row that nothing holds.
    const calls = text.split("\n").filter((line) => /^\| `\w+\(".*\)` \|/.test(line))
    assert.strictEqual(rows.length, calls.length)
  })

  for (const [, name = "", args = "", theirs = "", ours = ""] of rows) {
    it(`says what ${name}(${args}) answers, and that it differs`, () => {
      const [first, second]: ReadonlyArray<unknown> = JSON.parse(`[${args.replace(/, ws$/, ', "ws"')}]`)
      const answer = functions[name]?.(first, second === "ws" ? workspace : second)
      assert.deepStrictEqual(answer, JSON.parse(ours))
      assert.notDeepEqual(JSON.parse(theirs), answer)
    })
  }

  it("says what its example answers", () => {
    assert.strictEqual(Pixir.decide("ask", "bash", { command: "git log -3 | head" }, workspace), "allow")
    assert.deepStrictEqual(Pixir.decide("ask", "bash", { command: "npm install" }, workspace), {
      ask: "run a shell command"
    })
    assert.strictEqual(Pixir.decide("read_only", "write", { path: "a.txt" }), "deny")
    assert.strictEqual(Pixir.outsideWorkspaceShellToken("cat notes.txt ~/.netrc", workspace), "~/.netrc")
    for (const line of ["git log -3 | head", "npm install", "a.txt", "cat notes.txt ~/.netrc"]) {
      assert.include(text, line)
    }
  })
})
