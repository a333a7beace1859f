import { assert, describe, it } from "@effect/vitest"
import { casesOf } from "../../../src/cli/judge/Cases.ts"

const defaults = { cwd: "/w", workspace: undefined, mode: undefined, agent: undefined, session: undefined }

const read = (...lines: ReadonlyArray<string>) => casesOf(new TextEncoder().encode(lines.join("\n")), defaults)

describe("labelled calls", () => {
  it("are tool calls as check --jsonl takes them, with what is expected", () => {
    const { bad, cases } = read(
      `{"id":"a","tool":"bash","input":{"command":"ls"},"expect":"allow","note":"ignored"}`,
      `{"tool":"read","input":{},"cwd":"/x","expect":"defer"}\r`
    )
    assert.deepStrictEqual(bad, [])
    assert.deepStrictEqual(
      cases.map(({ call, expect, id, line }) => [line, id, call.tool, call.cwd, call.workspace, expect]),
      [
        [1, "a", "bash", "/w", "/w", "allow"],
        [2, null, "read", "/x", "/x", "defer"]
      ]
    )
  })

  it("that are none are told by their line, and the others are read all the same", () => {
    const { bad, cases } = read(
      `{"tool":"bash","input":{}}`,
      `{"tool":"bash","input":{},"expect":"ask"}`,
      `{"tool":"bash","input":{},"expect":"deny"}`,
      "",
      "[]",
      "{",
      `{"expect":"deny"}`
    )
    assert.deepStrictEqual(
      bad.map(({ line }) => line),
      [1, 2, 4, 5, 6, 7]
    )
    assert.deepStrictEqual(
      cases.map(({ line }) => line),
      [3]
    )
    assert.include(bad[0]?.why, `"expect" has to be one of "allow", "deny", "defer"`)
  })
})
