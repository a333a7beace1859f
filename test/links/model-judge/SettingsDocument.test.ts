import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { describeProblem, type LinkSettings, Pattern } from "portcullis"
import {
  decodeSettings,
  type FoundSettings,
  settingsOf,
  type SettingsPart
} from "../../../src/links/model-judge/SettingsDocument.ts"
import { longestPattern, settingsKeys } from "../../../src/links/model-judge/SettingsFields.ts"
import { SettingsDocument } from "../../../src/links/model-judge/SettingsSchema.ts"

type Kind = LinkSettings.SettingsKind

const kinds = Schema.Literals(["managed", "user", "project"])

const told = (text: string, kind: Kind = "user"): ReadonlyArray<string> =>
  decodeSettings(text, kind, "/f").problems.map(describeProblem)

const partOf = (kind: Kind, says: object): SettingsPart => {
  const { part, problems } = decodeSettings(JSON.stringify(says), kind, `/${kind}`)
  assert.deepStrictEqual(problems, [])
  return part
}

const together = (says: Partial<Record<Kind, object>>): FoundSettings =>
  settingsOf(
    (["managed", "user", "project"] as const).flatMap((kind) => {
      const one = says[kind]
      return one === undefined ? [] : [partOf(kind, one)]
    })
  )

const settled = (says: Partial<Record<Kind, object>>) => {
  const found = together(says)
  return found._tag === "Settings" ? found.settings : assert.fail(JSON.stringify(found))
}

describe("one file", () => {
  it("may have comments and trailing commas", () => {
    assert.deepStrictEqual(told(`{\n  // which\n  "model": "m", /* it is */\n}`), [])
  })

  it("is told all of its problems at once, each with its place and what to do", () => {
    const text = `{
  "modle": "m",
  "provider": "antropic",
  "timeoutMs": 0,
  "typoPatterns": ["*/a/a/*", "*", 3],
  "baseUrl": "http://example.com",
  "timeoutMs": 1e999
}`
    assert.deepStrictEqual(told(text), [
      `/f:2:3: modle: there is no key "modle" here (did you mean "model"?)`,
      `/f:3:15: provider: is "antropic", which is none of the words it can be (did you mean "anthropic"?)`,
      "/f:4:16: timeoutMs: 0 is not a whole number of milliseconds from 1 to 600000 (the default is 5000)",
      `/f:5:31: typoPatterns[1]: would review every path (name what is wrong with the path, as in "*/src/src/*")`,
      "/f:5:36: typoPatterns[2]: is the number 3, and has to be a string",
      "/f:6:14: baseUrl: is not the address of an API (use https; http is for 127.0.0.1, [::1] and localhost)",
      `/f:7:3: timeoutMs: the key "timeoutMs" is written twice (keep one of the two)`,
      "/f:7:16: timeoutMs: Infinity is not a whole number of milliseconds from 1 to 600000 (the default is 5000)"
    ])
  })

  it("is never quoted where a secret may have been written by mistake", () => {
    const secret = "sk-ant-api03-Zm9vYmFy"
    for (const key of ["apiKey", "apiKeyEnv", "model"]) {
      const problems = told(`{"${key}": "${secret} ${secret}"}`)
      assert.lengthOf(problems, 1)
      assert.notInclude(problems.join(), secret)
    }
    for (const url of [`https://u:${secret}@example.com`, `https://example.com?key=${secret}`, secret]) {
      assert.notInclude(told(`{"baseUrl": "${url}"}`).join(), secret)
    }
  })

  it.prop("is read without a throw, whatever it holds", { text: Schema.String, kind: kinds }, ({ kind, text }) => {
    const { problems } = decodeSettings(text, kind, "/f")
    for (const { column, file, line } of problems) {
      assert.strictEqual(file, "/f")
      assert.isAtLeast(line, 0)
      assert.isAtLeast(column, 0)
    }
  })

  it("has no pattern that is too costly to match", () => {
    const runs = [`*${"a?".repeat(511)}*`, `~/*${"?".repeat(longestPattern - 5)}a`]
    for (const pattern of runs) {
      assert.deepStrictEqual(told(JSON.stringify({ typoPatterns: [pattern] })), [])
      assert.isFalse(Pattern.compile(pattern, `/home/${"u".repeat(4000)}`).excessive)
    }
    const [problem] = told(JSON.stringify({ typoPatterns: [`*${"a?".repeat(600)}*`] }))
    assert.include(problem, "has 1202 characters, and a pattern at most 1024")
  })
})

describe("a project's file", () => {
  it("may add instructions and patterns", () => {
    const part = partOf("project", { $schema: "s", instructions: "i", typoPatterns: ["*/a/a/*"] })
    assert.strictEqual(part.instructions, "i")
    assert.deepStrictEqual(part.typoPatterns, ["*/a/a/*"])
  })

  const samples: { readonly [key: string]: unknown } = {
    provider: "compatible",
    model: "theirs",
    timeoutMs: 600_000,
    capabilities: ["deny", "allow"],
    maxTurns: 32,
    maxTokens: 16_384,
    confidenceThreshold: 0,
    baseUrl: "https://theirs.example",
    apiKeyEnv: "AWS_SECRET_ACCESS_KEY"
  }

  it("may set no other key", () => {
    const own = settingsKeys.filter((key) => !(key in samples))
    assert.deepStrictEqual(own, ["$schema", "instructions", "typoPatterns"])
  })

  for (const key of Object.keys(samples)) {
    it(`may not set ${key}: it says so with its place, and nothing is read of it`, () => {
      const { part, problems } = decodeSettings(`{\n  "${key}": ${JSON.stringify(samples[key])}\n}`, "project", "/f")
      assert.deepStrictEqual(problems.map(describeProblem), [
        `/f:2:3: ${key}: a project file may not set "${key}" (set it in your own model-judge.jsonc)`
      ])
      assert.deepStrictEqual(Object.keys(part), ["kind", "file", "start"])
    })
  }

  it("is also told what is wrong with a key it may not set", () => {
    assert.lengthOf(told(`{"timeoutMs": -1}`, "project"), 2)
  })

  it.prop("never changes anything but words and patterns", { says: SettingsDocument }, ({ says }) => {
    const { part } = decodeSettings(JSON.stringify(says), "project", "/project")
    const without = settled({ user: { model: "m", typoPatterns: ["*/own"] } })
    const found = settingsOf([partOf("user", { model: "m", typoPatterns: ["*/own"] }), part])
    if (found._tag !== "Settings") return assert.fail("there are settings")
    const { projectInstructions, typoPatterns, ...rest } = found.settings
    const { projectInstructions: none, typoPatterns: own, ...same } = without
    assert.deepStrictEqual(rest, same)
    assert.deepStrictEqual(none, [])
    assert.deepStrictEqual(projectInstructions, says.instructions === undefined ? [] : [says.instructions])
    assert.deepStrictEqual(typoPatterns.slice(0, own.length), own)
  })
})

describe("what several files come to", () => {
  it("is the defaults, where only a model is named", () => {
    assert.deepStrictEqual(settled({ user: { model: "m" } }), {
      provider: "anthropic",
      model: "m",
      instructions: [],
      projectInstructions: [],
      typoPatterns: [],
      timeoutMs: 5000,
      capabilities: ["deny"],
      maxTurns: 8,
      maxTokens: 1024,
      confidenceThreshold: 0.8,
      baseUrl: "https://api.anthropic.com",
      apiKeyEnv: "ANTHROPIC_API_KEY"
    })
  })

  it("is nothing without a file of the operator's, and a problem without a model", () => {
    assert.deepStrictEqual(together({}), { _tag: "Absent" })
    assert.deepStrictEqual(together({ project: { instructions: "i" } }), { _tag: "Absent" })
    const found = settingsOf([decodeSettings(`\n// why\n  {}`, "user", "/f").part])
    assert.strictEqual(found._tag, "Invalid")
    if (found._tag !== "Invalid") return
    assert.deepStrictEqual(found.problems.map(describeProblem), [`/f:3:3: model: no model is named (add "model": "…")`])
  })

  it("is the managed file's word on what has one value, and the user's where it is silent", () => {
    const { baseUrl, maxTurns, model, timeoutMs } = settled({
      managed: { model: "ours", baseUrl: "https://gateway.example/" },
      user: { model: "mine", baseUrl: "https://elsewhere.example", timeoutMs: 100 }
    })
    assert.deepStrictEqual([model, baseUrl, timeoutMs, maxTurns], ["ours", "https://gateway.example", 100, 8])
    assert.strictEqual(settled({ managed: { timeoutMs: 1 }, user: { model: "mine" } }).model, "mine")
  })

  it("allows only where every file that speaks of it does", () => {
    const both = ["deny", "allow"]
    const cases: ReadonlyArray<readonly [managed: object, user: object, allows: boolean]> = [
      [{}, {}, false],
      [{}, { capabilities: both }, true],
      [{ capabilities: both }, {}, true],
      [{ capabilities: both }, { capabilities: both }, true],
      [{ capabilities: ["deny"] }, { capabilities: both }, false],
      [{ capabilities: both }, { capabilities: ["deny"] }, false]
    ]
    for (const [managed, user, allows] of cases) {
      const { capabilities } = settled({ managed, user: { model: "m", ...user } })
      assert.deepStrictEqual([...capabilities], allows ? both : ["deny"], JSON.stringify([managed, user]))
    }
  })

  it("is everybody's words and patterns, the project's told apart", () => {
    const { instructions, projectInstructions, typoPatterns } = settled({
      managed: { model: "m", instructions: "a", typoPatterns: ["*/1", "*/2"] },
      user: { instructions: "b", typoPatterns: ["*/2", "*/3"] },
      project: { instructions: "c", typoPatterns: ["*/4", "*/1"] }
    })
    assert.deepStrictEqual(instructions, ["a", "b"])
    assert.deepStrictEqual(projectInstructions, ["c"])
    assert.deepStrictEqual(typoPatterns, ["*/1", "*/2", "*/3", "*/4"])
  })

  it("has one spelling of an address", () => {
    const spelled = (baseUrl: string) => settled({ user: { model: "m", baseUrl } }).baseUrl
    assert.strictEqual(spelled("https://Example.COM:443/"), "https://example.com")
    assert.strictEqual(spelled("http://localhost:11434/a/../b/"), "http://localhost:11434/b")
  })
})
