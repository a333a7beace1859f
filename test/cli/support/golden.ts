/**
 * Output as it is meant to look, kept in files; `UPDATE_GOLDEN=1` writes them anew, for a person to read the difference.
 */
import * as fs from "node:fs"
import { assert } from "@effect/vitest"
import { width } from "../../../src/domain/display/Text.ts"

const fileOf = (name: string): URL => new URL(`../golden/${name}.txt`, import.meta.url)

/** Asserts that `text` is what the golden file holds, and keeps to 80 columns. */
export const assertGolden = (name: string, text: string): void => {
  for (const line of text.split("\n")) assert.isAtMost(width(line), 80, `${name}: ${line}`)
  if (process.env["UPDATE_GOLDEN"] === "1") fs.writeFileSync(fileOf(name), text)
  assert.strictEqual(text, fs.readFileSync(fileOf(name), "utf8"), `golden/${name}.txt`)
}
