/**
 * Writes `schema/policy.schema.json` from the Schema of a policy file; with `--check` it only says whether it would.
 */
import * as fs from "node:fs"
import { policyJsonSchema } from "../src/domain/Policy.ts"

const file = new URL("../schema/policy.schema.json", import.meta.url)
const text = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`
const current = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""

if (current === text) {
  console.log("schema/policy.schema.json is up to date")
} else if (process.argv.includes("--check")) {
  console.error("schema/policy.schema.json is stale: run node scripts/schema.ts")
  process.exitCode = 1
} else {
  fs.writeFileSync(file, text)
  console.log("schema/policy.schema.json is written")
}
