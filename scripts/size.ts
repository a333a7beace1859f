/**
 * Fails when a built file outgrows its budget: bytes are the cheap sign of start time.
 */
import * as fs from "node:fs"

/** The most bytes each file may have, in KB of 1024. */
const budgets: Readonly<Record<string, number>> = {
  "dist/bin.js": 2,
  "dist/main.js": 915,
  "dist/hook.cjs": 160,
  "dist/hook-shell.cjs": 375,
  "dist/chain.js": 680,
  "dist/link-runner.js": 40,
  "dist/index.js": 295,
  "dist/links.js": 140,
  "dist/pixir.js": 24,
  // What both doors of the library stand on.
  "dist/shared.js": 515
}

let failed = false
for (const [file, budget] of Object.entries(budgets)) {
  const size = fs.existsSync(file) ? fs.statSync(file).size / 1024 : undefined
  const fits = size !== undefined && size <= budget
  failed ||= !fits
  const found = size === undefined ? "not built" : `${size.toFixed(1)} KB`
  console.log(`${fits ? "ok  " : "OVER"} ${file.padEnd(14)} ${found.padStart(10)} of ${budget} KB`)
}
if (failed) process.exitCode = 1
