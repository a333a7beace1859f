import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { decodeSettings, settingsOf } from "../../../src/links/model-judge/SettingsDocument.ts"
import { projectKeys, settingsDefaults, settingsKeys } from "../../../src/links/model-judge/SettingsFields.ts"

const doc = fs.readFileSync(new URL("../../../docs/model-judge.md", import.meta.url), "utf8")

const [, theFile = ""] = /\n## The file\n(.*?)\n## /su.exec(doc) ?? []

const rows = new Map(
  [...theFile.matchAll(/^\| `(\$?\w+)` \| (.*?) \| (.*) \|$/gmu)].map(([, key = "", byDefault = ""]) => [
    key,
    byDefault
  ])
)

describe("docs/model-judge.md", () => {
  it("explains every key and no other", () => {
    assert.sameMembers([...rows.keys()], [...settingsKeys])
  })

  it("tells the defaults", () => {
    for (const [key, value] of Object.entries(settingsDefaults)) {
      assert.strictEqual(rows.get(key), `\`${JSON.stringify(value)}\``, key)
    }
  })

  it("says what a project may set", () => {
    const [row = ""] = doc.match(/^.*at the workspace root.*$/mu) ?? []
    for (const key of settingsKeys) {
      if (key !== "$schema") assert.strictEqual(row.includes(`\`${key}\``), projectKeys.has(key), key)
    }
  })

  it("shows only files that are sound", () => {
    const shown = [...doc.matchAll(/<!-- model-judge\.jsonc -->\n```jsonc\n(.*?)```/gsu)].map(([, text = ""]) => text)
    assert.isNotEmpty(shown)
    for (const text of shown) {
      const { part, problems } = decodeSettings(text, "user", "docs/model-judge.md")
      assert.deepStrictEqual(problems, [])
      assert.strictEqual(settingsOf([part])._tag, "Settings", text)
    }
  })
})
