/**
 * Prints how the gate answers the labelled commands: counts per label, then each wrong one.
 */
import { plainRate } from "../test/support/plain.ts"
import { type Scored, scoreGated, scoreLabelled } from "../test/support/scores.ts"

const print = (title: string, scores: ReadonlyArray<Scored>): void => {
  process.stdout.write(`${title}\n`)
  for (const label of new Set(scores.map((one) => one.label))) {
    const of = scores.filter((one) => one.label === label)
    const states = (["allow", "ask", "deny"] as const)
      .map((state) => `${of.filter((one) => one.state === state).length} ${state}`)
      .join(", ")
    const right = of.filter((one) => one.right).length
    process.stdout.write(`  ${label.padEnd(15)} ${String(right).padStart(3)} of ${of.length} right   (${states})\n`)
  }
  for (const one of scores.filter((each) => !each.right)) {
    process.stdout.write(`  ✗ ${one.id} ${JSON.stringify(one.command)}\n`)
    process.stdout.write(`      ${one.label}: wanted ${one.wanted}, got ${one.state}: ${one.reason}\n`)
  }
  process.stdout.write("\n")
}

print("commands.json, no rules, mode ask", scoreLabelled())
print("policy-gate.json, its own policy", scoreGated())

const { floored, plain } = plainRate()
const percent = ((100 * floored.length) / plain).toFixed(2)
process.stdout.write(
  `corpus.json: ${floored.length} of ${plain} plain lists and pipelines are unread or opaque (${percent} %)\n`
)
