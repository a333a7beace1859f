/**
 * Writes the JSON Schemas of the files people write, each from its Schema; with `--check` it only says whether it would.
 */
import * as fs from "node:fs"
import { policyJsonSchema } from "../src/domain/Policy.ts"
import { settingsJsonSchema } from "../src/links/model-judge/SettingsSchema.ts"

const generated = [
  ["schema/policy.schema.json", policyJsonSchema],
  ["schema/model-judge.schema.json", settingsJsonSchema]
] as const

for (const [name, schemaOf] of generated) {
  const file = new URL(`../${name}`, import.meta.url)
  const text = `${JSON.stringify(schemaOf(), null, 2)}\n`
  const current = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""
  if (current === text) {
    console.log(`${name} is up to date`)
  } else if (process.argv.includes("--check")) {
    console.error(`${name} is stale: run node scripts/schema.ts`)
    process.exitCode = 1
  } else {
    fs.writeFileSync(file, text)
    console.log(`${name} is written`)
  }
}
