import { assert, describe, it } from "@effect/vitest"
import { missesOf } from "../support/soundness/Claims.ts"
import { randomFrom } from "../support/soundness/Texts.ts"
import { asked, nextCall, openGround, programOf } from "../support/soundness/WrapperRuns.ts"

/** How long each wrapper is asked, in milliseconds, and how often at most. */
const lookMs = 350
const most = 60

const given = Number(process.env["SOUNDNESS_SEED"] ?? "")
const seed = given > 0 ? given : 1 + (Date.now() % 1_000_000)

const quoted = (word: string): string => (/^[\w./:=%+,-]+$/.test(word) ? word : `'${word}'`)

/** To bash `time` is a word of its own. */
const lineOf = ([name = "", ...args]: ReadonlyArray<string>): string =>
  [name === "time" ? "/usr/bin/time" : name, ...args.map(quoted)].join(" ")

describe(`against the wrappers themselves (SOUNDNESS_SEED=${seed})`, () => {
  for (const name of asked) {
    const missing = programOf(name) === undefined
    it.skipIf(missing)(
      `what ${name} runs is seen${missing ? " (not run: it is not installed)" : ""}`,
      () => {
        const random = randomFrom(seed)
        const ground = openGround()
        const until = performance.now() + lookMs
        try {
          for (let count = 0; count < most && (count < 5 || performance.now() < until); count++) {
            const words = nextCall(name, random)
            const line = lineOf(words)
            assert.isEmpty(missesOf(line, { cwd: "/w", calls: ground.run(words), writes: [] }), line)
          }
        } finally {
          ground.close()
        }
      },
      60_000
    )
  }
})
