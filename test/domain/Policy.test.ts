import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Policy, policyJsonSchema } from "../../src/domain/Policy.ts"
import { decodePolicy, policyKeys, type PolicySourceText } from "../../src/domain/PolicyDocument.ts"
import { presets } from "../../src/knowledge/presets.ts"

const user: PolicySourceText = {
  kind: "user",
  file: "/home/u/policy.jsonc",
  trusted: true,
  home: "/home/u",
  presets: [...presets.keys()]
}

const bySchema = (text: string): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(Policy)(JSON.parse(text), { onExcessProperty: "error" }))

const byDecoder = (text: string): boolean => decodePolicy(text, user).problems.length === 0

const state = `"bash": {"ls": "allow"}`
const valid: ReadonlyArray<string> = [
  `{}`,
  `{"$schema": "x", "preset": "strict", "mode": "auto", "yoloMode": true}`,
  `{"permission": {"*": "ask", ${state}}}`,
  `{"permission": {"webfetch": {"action": "deny", "reason": "no"}}}`,
  `{"permission": {"bash": {"rm *": {"action": "deny", "final": true, "match": ["rm x"], "notMatch": ["ls"]}}}}`,
  `{"permission": {"bash": {}, "my_tool": "allow", "server:tool": "deny"}}`,
  `{"agents": {"a": {"permission": {${state}}}, "b": {}}}`,
  `{"floors": {"opaque": "rule", "privilege": "rule", "executing-environment": "rule"}}`,
  `{"wrappers": ["a", "b"], "workspaceRoots": ["/srv/a", "~/lib", "$HOME/x", "\${HOME}/y"]}`,
  `{"authorizers": {"a": {"module": "/a.mjs"}, "b": {"command": ["b", "c"]}}}`,
  `{"authorizerChain": ["a", {"link": "b", "required": true}, {"link": "c"}]}`,
  `{"modelDelegation": {"allowedSurfaces": ["bash"], "excludedSurfaces": []}}`,
  `{"modelDelegation": {}}`,
  `{"authorizerTimeoutMs": 1, "askTimeoutMs": 0.5, "terminalTimeoutMs": 2147483647}`,
  `{"parent": "/run/x", "requireReviewLog": true, "debugLog": false, "log": true}`
]

const invalid: ReadonlyArray<string> = [
  `[]`,
  `"ask"`,
  `{"modes": "ask"}`,
  `{"$schema": 1}`,
  `{"preset": ""}`,
  `{"mode": "readonly"}`,
  `{"yoloMode": 1}`,
  `{"permission": "ask"}`,
  `{"permission": []}`,
  `{"permission": {"bash": "yes"}}`,
  `{"permission": {"bash": {"ls": null}}}`,
  `{"permission": {"bash": {"ls": {}}}}`,
  `{"permission": {"bash": {"ls": {"action": "allow", "why": "x"}}}}`,
  `{"permission": {"bash": {"ls": {"action": "allow", "reason": ""}}}}`,
  `{"permission": {"bash": {"ls": {"action": "deny", "final": "yes"}}}}`,
  `{"permission": {"bash": {"ls": {"action": "deny", "match": "ls"}}}}`,
  `{"permission": {"bash": {"ls": {"action": "deny", "notMatch": [1]}}}}`,
  `{"permission": {"edit": "allow"}}`,
  `{"permission": {"grep": {"*": "allow"}}}`,
  `{"permission": {"m*": "allow"}}`,
  `{"permission": {"a b": "allow"}}`,
  `{"permission": {"": "allow"}}`,
  `{"agents": []}`,
  `{"agents": {"": {}}}`,
  `{"agents": {"a": {"mode": "ask"}}}`,
  `{"agents": {"a": {"permission": {"ls": "ask"}}}}`,
  `{"floors": {"unread": "rule"}}`,
  `{"floors": {"self-protection": "rule"}}`,
  `{"floors": {"opaque": "allow"}}`,
  `{"wrappers": "x"}`,
  `{"wrappers": ["/bin/x"]}`,
  `{"wrappers": [""]}`,
  `{"workspaceRoots": ["srv"]}`,
  `{"workspaceRoots": {}}`,
  `{"authorizers": {"A b": {"module": "/a.mjs"}}}`,
  `{"authorizers": {"model": {"module": "/a.mjs"}}}`,
  `{"authorizerChain": ["terminal"]}`,
  `{"authorizers": {"a": {}}}`,
  `{"authorizers": {"a": {"module": "a.mjs"}}}`,
  `{"authorizers": {"a": {"module": "/a", "command": ["b"]}}}`,
  `{"authorizers": {"a": {"command": []}}}`,
  `{"authorizers": {"a": {"command": "b"}}}`,
  `{"authorizerChain": {}}`,
  `{"authorizerChain": [{"required": true}]}`,
  `{"authorizerChain": [{"link": "a", "require": true}]}`,
  `{"modelDelegation": {"allowedSurfaces": ["*"]}}`,
  `{"modelDelegation": {"allowedSurfaces": ["edit"]}}`,
  `{"modelDelegation": {"allowed": []}}`,
  `{"authorizerTimeoutMs": 0}`,
  `{"askTimeoutMs": -1}`,
  `{"terminalTimeoutMs": 2147483648}`,
  `{"terminalTimeoutMs": "5"}`,
  `{"parent": 1}`,
  `{"requireReviewLog": "yes"}`,
  `{"debugLog": 0}`,
  `{"log": {}}`
]

describe("the schema and the decoder", () => {
  for (const text of valid) {
    it(`both take ${text}`, () => {
      assert.isTrue(bySchema(text))
      assert.isTrue(byDecoder(text))
    })
  }
  for (const text of invalid) {
    it(`both refuse ${text}`, () => {
      assert.isFalse(bySchema(text))
      assert.isFalse(byDecoder(text))
    })
  }

  it("know the same keys, and the samples use each of them", () => {
    assert.deepStrictEqual(Object.keys(Policy.fields), [...policyKeys])
    for (const key of policyKeys) assert.include(valid.join(), `"${key}"`)
  })
})

describe("schema/policy.schema.json", () => {
  it("is what the Schema generates", () => {
    const file = fs.readFileSync(new URL("../../schema/policy.schema.json", import.meta.url), "utf8")
    assert.strictEqual(file, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`, "run node scripts/schema.ts")
  })

  it("describes each key", () => {
    const { properties } = Schema.decodeUnknownSync(
      Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String })) })
    )(policyJsonSchema())
    assert.deepStrictEqual(Object.keys(properties), [...policyKeys])
  })
})
