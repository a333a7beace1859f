import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Behaviour, report, type Seen } from "../links/support/MessagesServer.ts"
import { key } from "../links/support/judge.ts"
import { assertGolden } from "./support/golden.ts"
import { afresh, against, configureJudge, filesIn, judgedHome, steadyJudge } from "./support/judging.ts"
import { run } from "./support/program.ts"
import { hasTerminals, runOnTerminal } from "./support/terminal.ts"

const home = judgedHome()

/** A model that tells by the name of a file what it has to answer. */
const byName = ({ text }: Seen): Behaviour => {
  const verdict = text.includes("wrong.ts") ? "deny" : "defer"
  return report({ verdict, reason: "the directory is doubled", confidence: 0.9 })
}

const reading = (name: string, expect: string): string => {
  const input = { file_path: `/srv/packages/packages/${name}` }
  return JSON.stringify({ tool: "read", input, expect })
}

const command = (text: string, expect: string): string =>
  JSON.stringify({ tool: "bash", input: { command: text }, expect })

const calls = [
  reading("wrong.ts", "deny"),
  reading("wrong.ts", "defer"),
  reading("right.ts", "defer"),
  reading("right.ts", "deny"),
  command("make", "defer"),
  command("git status", "deny"),
  command("rm x", "deny")
]

describe("judge eval", () => {
  it.live("tells what was expected and got, each mistake, why it deferred and what it took", () =>
    Effect.gen(function* () {
      const file = home.write("calls.jsonl", calls.join("\n"))
      const prices = ["--price-in", "1", "--price-out", "5"]
      const before = filesIn(home)
      const { code, server, stderr, stdout } = yield* against(home, [byName], ["judge", "eval", ...prices, file])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.lengthOf(server.requests, 4)
      assert.notInclude(stdout, key)
      assertGolden("judge-eval", steadyJudge(stdout, home, server))
      assert.strictEqual(filesIn(home).size, before.size + 1)
    })
  )

  it.live("goes on after a line that is no labelled call, tells it, and ends with 65", () =>
    Effect.gen(function* () {
      const input = [reading("right.ts", "defer"), "{", reading("wrong.ts", "deny")].join("\n")
      const { code, stderr, stdout } = yield* against(home, [byName], ["judge", "eval", "--json", "-"], {}, input)
      assert.strictEqual(code, 65)
      assert.include(stderr, "line 2: not JSON")
      const { asExpected, asked, bad, cost, tokens } = JSON.parse(stdout)
      assert.deepStrictEqual([asked, asExpected, cost, tokens], [2, 2, null, { input: 200, output: 40 }])
      assert.deepStrictEqual(bad, [{ line: 2, why: "not JSON" }])
    })
  )

  it.live("counts the time of a review that the model never answered", () =>
    Effect.gen(function* () {
      const args = ["judge", "eval", "--json", "-"]
      const input = reading("right.ts", "defer")
      const { stdout } = yield* against(home, [{ does: "silence" }], args, { timeoutMs: 2000 }, input)
      const { defers, latencyMs, reviews } = JSON.parse(stdout)
      assert.deepStrictEqual([defers, reviews], [{ timeout: 1 }, 1])
      assert.isAtLeast(latencyMs.p50, 2000)
    })
  )

  it.live("has at most so many reviews at once as it is told", () =>
    Effect.gen(function* () {
      let running = 0
      let most = 0
      const slow = (seen: Seen): Behaviour => {
        most = Math.max(most, (running += 1))
        // Before it is answered, so that no next one comes while it counts.
        setTimeout(() => (running -= 1), 400)
        const answer = byName(seen)
        return answer.does === "message" ? { ...answer, afterMs: 500 } : answer
      }
      const input = Array.from({ length: 5 }, () => reading("right.ts", "defer")).join("\n")
      const args = ["judge", "eval", "--concurrency", "2", "-"]
      const { code, server } = yield* against(home, [slow], args, {}, input)
      assert.strictEqual(code, 0)
      assert.lengthOf(server.requests, 5)
      assert.strictEqual(most, 2)
    })
  )

  it.live("asks nobody and ends with 65 without a key, without settings, or without the file", () =>
    Effect.gen(function* () {
      const file = home.write("calls.jsonl", calls.join("\n"))
      const unset = yield* against(home, [byName], ["judge", "eval", file], { apiKeyEnv: "NOT_SET" })
      assert.strictEqual(unset.code, 65)
      assert.include(unset.stderr, "the environment variable NOT_SET holds no key")
      assert.lengthOf(unset.server.requests, 0)
      const missing = yield* against(home, [byName], ["judge", "eval", "nowhere.jsonl"])
      assert.strictEqual(missing.code, 65)
      assert.include(missing.stderr, "nowhere.jsonl cannot be read")
      afresh(home)
      assert.strictEqual(run(home, ["judge", "eval", file]).code, 65)
    })
  )

  it.runIf(hasTerminals)("tells a person at a terminal how far it is", () => {
    const input = [command("make", "defer"), command("make", "defer")].join("\n")
    const file = home.write("calls.jsonl", input)
    configureJudge(home, "http://127.0.0.1:9", { provider: "compatible" })
    const { code, seen } = runOnTerminal(home, ["judge", "eval", file])
    assert.strictEqual(code, 0)
    assert.include(seen, "\r\u001b[K2 of 2 reviewed\r\u001b[K")
    assert.include(seen, "2 of 2 asks as expected")
  })

  it("wants both prices or none, and a number of reviews that it can have at once", () => {
    for (const args of [
      ["--price-in", "1"],
      ["--concurrency", "0"],
      ["--price-in", "-1", "--price-out", "1"]
    ]) {
      assert.strictEqual(run(home, ["judge", "eval", ...args, "calls.jsonl"]).code, 64, args.join(" "))
    }
  })
})
