import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { codeOf } from "../../src/cli/Exit.ts"
import { type Defaults, type Request, requestOf } from "../../src/cli/Request.ts"

const defaults: Defaults = { cwd: "/here", workspace: undefined, mode: "auto", agent: "a", session: "s" }

const read = (text: string, own: Defaults = defaults): Request | string => {
  const result = requestOf({ _tag: "Text", text }, own)
  return Result.isSuccess(result) ? result.success : result.failure
}

const line = (more: object): string => JSON.stringify({ tool: "bash", input: { command: "ls" }, ...more })

describe("requestOf", () => {
  it("takes what a line leaves unsaid from the operator, and the workspace from the line's own directory", () => {
    assert.deepStrictEqual(read(line({})), {
      id: null,
      mode: "auto",
      call: {
        tool: "bash",
        input: { command: "ls" },
        cwd: "/here",
        workspace: "/here",
        agent: "a",
        session: "s"
      }
    })
    const there = read(line({ cwd: "/there" }))
    assert.isTrue(typeof there === "object" && there.call.workspace === "/there")
  })

  it("takes everything a line says before what the operator says", () => {
    const said = { id: 7, cwd: "/c", workspace: "/w", mode: "read_only", agent: "b", session: "t" }
    const request = read(line(said), { ...defaults, workspace: "/other" })
    assert.deepStrictEqual(request, {
      id: 7,
      mode: "read_only",
      call: { tool: "bash", input: { command: "ls" }, cwd: "/c", workspace: "/w", agent: "b", session: "t" }
    })
  })

  it("tells what is wrong, every field at once", () => {
    assert.strictEqual(read("{"), "not JSON")
    assert.strictEqual(read(" "), "an empty line is no tool call")
    assert.strictEqual(read('{"input":1,"cwd":"x"}'), "no tool call: tool: Missing key; cwd: is no absolute path")
  })

  it.prop("answers any text with a call or a reason", [Schema.String], ([text]) => {
    assert.isNotEmpty(read(text))
  })
})

describe("codeOf", () => {
  it("tells the three states apart, and only an allow is success", () => {
    assert.deepStrictEqual([codeOf("allow"), codeOf("ask"), codeOf("deny")], [0, 10, 11])
  })
})
