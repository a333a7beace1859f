import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeSettings } from "../../../src/links/model-judge/SettingsDocument.ts"
import { settingsKeys } from "../../../src/links/model-judge/SettingsFields.ts"
import { SettingsDocument, settingsJsonSchema } from "../../../src/links/model-judge/SettingsSchema.ts"

const bySchema = (text: string): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(SettingsDocument)(JSON.parse(text), { onExcessProperty: "error" }))

const byDecoder = (text: string): boolean => decodeSettings(text, "user", "/f").problems.length === 0

const valid: ReadonlyArray<string> = [
  `{}`,
  `{"$schema": "x", "provider": "anthropic", "model": "claude-haiku-4-5"}`,
  `{"provider": "compatible", "model": "qwen2.5-coder:7b", "baseUrl": "http://127.0.0.1:11434"}`,
  `{"instructions": "Paths below packages/ begin with the package's name."}`,
  `{"typoPatterns": []}`,
  `{"typoPatterns": ["*/pi-packages/pi-packages/*", "~/src/*/src/src/*", "/Users/*", "/?ome/*"]}`,
  `{"timeoutMs": 1, "maxTurns": 32, "maxTokens": 16384, "confidenceThreshold": 0}`,
  `{"timeoutMs": 600000, "maxTurns": 1, "maxTokens": 1, "confidenceThreshold": 1}`,
  `{"timeoutMs": 5e3, "confidenceThreshold": 0.5}`,
  `{"capabilities": ["deny"], "apiKeyEnv": "_KEY_2"}`,
  `{"capabilities": ["deny", "allow"]}`,
  `{"baseUrl": "https://gateway.example/anthropic/"}`,
  `{"baseUrl": "https://10.0.0.1:8443"}`,
  `{"baseUrl": "http://localhost:8080/v"}`,
  `{"baseUrl": "http://[::1]:1"}`,
  `{"baseUrl": "http://127.255.0.9"}`
]

const invalid: ReadonlyArray<string> = [
  `[]`,
  `null`,
  `"deny"`,
  `{"modle": "x"}`,
  `{"apiKey": "x"}`,
  `{"__proto__": 1}`,
  `{"$schema": ""}`,
  `{"provider": "openai"}`,
  `{"provider": null}`,
  `{"model": ""}`,
  `{"model": "claude haiku"}`,
  `{"model": "a\\u0000"}`,
  `{"model": "${"m".repeat(257)}"}`,
  `{"instructions": ""}`,
  `{"instructions": ["a"]}`,
  `{"instructions": "${"i".repeat(16_385)}"}`,
  `{"typoPatterns": "a"}`,
  `{"typoPatterns": [""]}`,
  `{"typoPatterns": ["a", 1]}`,
  `{"typoPatterns": ["*"]}`,
  `{"typoPatterns": ["/*", "a"]}`,
  `{"typoPatterns": ["*/?/**"]}`,
  `{"typoPatterns": ["*${"a?".repeat(520)}*"]}`,
  `{"typoPatterns": [${Array.from({ length: 1001 }, () => `"a"`).join()}]}`,
  ...["0", "-1", "600001", "1.5", "1e999", `"5000"`, "null", "true"].map((value) => `{"timeoutMs": ${value}}`),
  ...["0", "33", "2.5", "-8"].map((value) => `{"maxTurns": ${value}}`),
  ...["0", "16385", "0.5", "1e999"].map((value) => `{"maxTokens": ${value}}`),
  ...["-0.1", "1.01", `"1"`, "1e999"].map((value) => `{"confidenceThreshold": ${value}}`),
  ...[
    `[]`,
    `["allow"]`,
    `["allow", "deny"]`,
    `["deny", "deny"]`,
    `["deny", "allow", "allow"]`,
    `"deny"`,
    `["deny", 1]`
  ].map((value) => `{"capabilities": ${value}}`),
  ...[
    "",
    "api.example.com",
    "ftp://example.com",
    "http://example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1@example.com",
    "http://127.1.2",
    "http://128.0.0.1",
    "http://0.0.0.0",
    "http://[::ffff:127.0.0.1]",
    "http://127.0.0.1:99999",
    "http://127.0.0.300",
    "https://",
    "https://user@example.com",
    "https://user:secret@example.com",
    "https://example.com?",
    "https://example.com?a=b",
    "https://example.com/#a",
    "https://example.com\\\\@a",
    " https://example.com",
    "https://exa mple.com",
    "https://example.com/a b",
    "javascript:alert(1)"
  ].map((value) => `{"baseUrl": "${value}"}`),
  ...["", "1KEY", "MY-KEY", "A B", "$KEY", "KEY=1", "K".repeat(256)].map((value) => `{"apiKeyEnv": "${value}"}`)
]

describe("the judge's schema and its reader", () => {
  for (const text of valid) {
    it(`both take ${text.slice(0, 100)}`, () => {
      assert.isTrue(bySchema(text))
      assert.isTrue(byDecoder(text))
    })
  }
  for (const text of invalid) {
    it(`both refuse ${text.slice(0, 100)}`, () => {
      assert.isFalse(bySchema(text))
      assert.isFalse(byDecoder(text))
    })
  }

  it("know the same keys, and the samples use each of them", () => {
    assert.deepStrictEqual(Object.keys(SettingsDocument.fields), [...settingsKeys])
    for (const key of settingsKeys) assert.include(valid.join(), `"${key}"`)
  })

  it.prop("agree that a document the Schema makes is sound", { document: SettingsDocument }, ({ document }) => {
    assert.deepStrictEqual(decodeSettings(JSON.stringify(document), "user", "/f").problems, [])
  })

  const near = (values: ReadonlyArray<unknown>) => Schema.Literals(values.map((value) => JSON.stringify(value)))
  const numbers = near([-1, 0, 0.5, 1, 8, 32, 33, 16_384, 16_385, 600_000, 600_001, "1", null])
  it.prop(
    "agree on documents that are nearly sound",
    {
      fields: Schema.Array(
        Schema.Tuple([
          Schema.Literals([...settingsKeys, "extra"]),
          Schema.Union([numbers, near(["a", [], ["deny"], ["a/", "*"], {}])])
        ])
      )
    },
    ({ fields }) => {
      const unique = [...new Map(fields)]
      const text = `{${unique.map(([key, value]) => `"${key}": ${value}`).join(", ")}}`
      assert.strictEqual(byDecoder(text), bySchema(text), text)
    }
  )
})

describe("schema/model-judge.schema.json", () => {
  it("is what the Schema generates", () => {
    const file = fs.readFileSync(new URL("../../../schema/model-judge.schema.json", import.meta.url), "utf8")
    assert.strictEqual(file, `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`, "run node scripts/schema.ts")
  })

  it("describes each key, and says which are not for project files", () => {
    const { properties } = Schema.decodeUnknownSync(
      Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String })) })
    )(settingsJsonSchema())
    assert.deepStrictEqual(Object.keys(properties), [...settingsKeys])
    const open = settingsKeys.filter((key) => !properties[key]?.description.includes("Not for project files"))
    assert.deepStrictEqual(open, ["$schema", "instructions", "typoPatterns"])
  })
})
