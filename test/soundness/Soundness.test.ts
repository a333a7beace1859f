import { assert, describe, it } from "@effect/vitest"
import cases from "../cases/soundness.json" with { type: "json" }
import structure from "../cases/bash-structure.json" with { type: "json" }
import { missesOf } from "../support/soundness/Claims.ts"
import { openSandbox, sandboxFault } from "../support/soundness/Sandbox.ts"
import {
  add,
  describeFailure,
  type Failure,
  type KeptCase,
  noTally,
  search,
  shortest,
  type Tally
} from "../support/soundness/Search.ts"
import { nextText, randomFrom } from "../support/soundness/Texts.ts"

/** How long to look, in milliseconds, and the most texts to look at. */
const lookMs = 8_000
const lookTexts = 1_500
const batch = 20

const given = Number(process.env["SOUNDNESS_SEED"] ?? "")
const seed = given > 0 ? given : 1 + (Date.now() % 1_000_000)

const fault = await sandboxFault()
const told = fault === undefined ? "" : ` (not run: ${fault})`
if (fault !== undefined) process.stderr.write(`bash itself is not asked what it runs: ${fault}\n`)

describe("against bash itself", () => {
  it.skipIf(fault !== undefined)(
    `nothing runs unseen${told}`,
    async () => {
      const random = randomFrom(seed)
      const tallies = new Map<string, Tally>()
      const failures: Array<Failure> = []
      const sandbox = openSandbox()
      let looked = 0
      try {
        const snippets = structure.cases.map(({ command }) => ({ text: command, kind: "structure, as it stands" }))
        failures.push(...(await search(sandbox, snippets, tallies)))
        const until = performance.now() + lookMs
        // At least some, however slow the machine is.
        while (failures.length === 0 && looked < lookTexts && (performance.now() < until || looked < 3 * batch)) {
          const texts = Array.from({ length: batch }, () => nextText(random))
          failures.push(...(await search(sandbox, texts, tallies)))
          looked += batch
        }
        const [first] = failures
        if (first !== undefined) failures[0] = await shortest(sandbox, first)
      } finally {
        sandbox.close()
      }
      const all = noTally()
      for (const tally of tallies.values()) add(all, tally)
      assert.isEmpty(failures.map(describeFailure), `seed ${seed}: SOUNDNESS_SEED=${seed} shows it again`)
      assert.isAbove(all.calls, structure.cases.length, "bash ran next to nothing")
    },
    180_000
  )

  it("says all that bash was seen to do with the texts that once hid something", () => {
    const kept: ReadonlyArray<KeptCase> = cases.cases
    for (const { calls, command, id, writes } of kept) {
      assert.isEmpty(missesOf(command, { cwd: "/w", calls, writes }), `${id}: ${command}`)
    }
  })
})
