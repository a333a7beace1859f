import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isMcpName, mcpCall, mcpCallAnywhere, mcpCallNamed } from "../../src/domain/Mcp.ts"

const spellings = (name: string) => mcpCallNamed(name).forms.map((form) => form.spellings)

describe("an MCP call", () => {
  it("has three spellings, and matches a rule by any", () => {
    const { value, forms } = mcpCall("github", "get_issue")
    assert.strictEqual(value, "github:get_issue")
    assert.deepStrictEqual(forms, [{ spellings: ["github:get_issue", "github_get_issue", "github"], tighter: [] }])
  })

  it("is known by the name that hosts give it", () => {
    assert.isTrue(isMcpName("mcp__github__get_issue"))
    assert.isFalse(isMcpName("mcp__github"))
    assert.isFalse(isMcpName("mcp____x"))
    assert.isFalse(isMcpName("mcp"))
    assert.deepStrictEqual(spellings("mcp__github__get_issue"), [["github:get_issue", "github_get_issue", "github"]])
  })

  it("could be any server's that its name can be split into, and each is judged", () => {
    assert.deepStrictEqual(
      spellings("mcp__a__b__c").map(([full]) => full),
      ["a:b__c", "a__b:c"]
    )
  })

  it("of a server whose name looks like another's tool is not let in by that tool's rule", () => {
    const [form] = mcpCall("github:get_issue", "x").forms
    assert.deepStrictEqual(form, {
      spellings: ["github:get_issue:x"],
      tighter: ["github:get_issue_x", "github:get_issue"]
    })
  })

  it("of a server nobody named is allowed by no rule for a server, yet denied by one for the bare name", () => {
    const { forms } = mcpCallAnywhere("delete")
    assert.deepStrictEqual(forms, [{ spellings: ["?:delete"], tighter: ["delete"] }])
  })

  it("of a server that only its name begins with is denied by every rule that might mean it", () => {
    const [form] = mcpCallAnywhere("my_git_delete").forms
    assert.deepStrictEqual(form?.tighter, ["my_git_delete", "my:git_delete", "my", "my_git:delete", "my_git"])
    assert.isBelow(mcpCallAnywhere("a_".repeat(10_000)).forms[0]?.tighter.length ?? 0, 40)
  })

  it.prop("has a form for every way to read its name, and few", [Schema.String], ([text]) => {
    const { forms } = mcpCallNamed(`mcp__a__${text}__b`)
    assert.isAbove(forms.length, 0)
    assert.isBelow(mcpCallNamed(`mcp__${"a__".repeat(1000)}b`).forms.length, 20)
  })
})
