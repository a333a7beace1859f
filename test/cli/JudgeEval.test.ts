import { afterAll, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { casesOf } from "../../src/cli/judge/Cases.ts"
import { type Outcome, percentile, scoreOf } from "../../src/cli/judge/Score.ts"
import { type Behaviour, report, type Seen } from "../links/support/MessagesServer.ts"
import { key } from "../links/support/judge.ts"
import { assertGolden } from "./support/golden.ts"
import { afresh, against, filesIn, steadyJudge } from "./support/judging.ts"
import { addModelClient, build, type Home, makeHome, removeBuilt, run } from "./support/program.ts"

const defaults = { cwd: "/w", workspace: undefined, mode: undefined, agent: undefined, session: undefined }

const read = (...lines: ReadonlyArray<string>) => casesOf(new TextEncoder().encode(lines.join("\n")), defaults)

describe("labelled calls", () => {
  it("are tool calls as check --jsonl takes them, with what is expected", () => {
    const { bad, cases } = read(
      `{"id":"a","tool":"bash","input":{"command":"ls"},"expect":"allow","note":"ignored"}`,
      `{"tool":"read","input":{},"cwd":"/x","expect":"defer"}\r`
    )
    assert.deepStrictEqual(bad, [])
    assert.deepStrictEqual(
      cases.map(({ call, expect, id, line }) => [line, id, call.tool, call.cwd, call.workspace, expect]),
      [
        [1, "a", "bash", "/w", "/w", "allow"],
        [2, null, "read", "/x", "/x", "defer"]
      ]
    )
  })

  it("that are none are told by their line, and the others are read all the same", () => {
    const { bad, cases } = read(
      `{"tool":"bash","input":{}}`,
      `{"tool":"bash","input":{},"expect":"ask"}`,
      `{"tool":"bash","input":{},"expect":"deny"}`,
      "",
      "[]",
      "{",
      `{"expect":"deny"}`
    )
    assert.deepStrictEqual(
      bad.map(({ line }) => line),
      [1, 2, 4, 5, 6, 7]
    )
    assert.deepStrictEqual(
      cases.map(({ line }) => line),
      [3]
    )
    assert.include(bad[0]?.why, `"expect" has to be one of "allow", "deny", "defer"`)
  })
})

const outcome = (more: Partial<Outcome>): Outcome => ({
  line: 1,
  id: null,
  title: "ls",
  expect: "defer",
  got: { by: "judge", word: "defer" },
  deferReason: undefined,
  reason: undefined,
  why: "",
  turns: 1,
  latencyMs: 10,
  inputTokens: 100,
  outputTokens: 10,
  ...more
})

describe("a score", () => {
  it("counts what was expected against what was got, and what the rules decide apart", () => {
    const allowed = outcome({ expect: "deny", got: { by: "judge", word: "allow" } })
    const denied = outcome({ expect: "defer", got: { by: "judge", word: "deny" } })
    const right = outcome({ expect: "deny", got: { by: "judge", word: "deny" } })
    const ruled = outcome({ expect: "deny", got: { by: "rules", word: "allow" }, turns: 0 })
    const score = scoreOf([allowed, denied, right, ruled], undefined)
    assert.deepStrictEqual(score.matrix, {
      allow: { allow: 0, deny: 0, defer: 0 },
      deny: { allow: 1, deny: 1, defer: 0 },
      defer: { allow: 0, deny: 1, defer: 0 }
    })
    assert.deepStrictEqual([score.asked, score.asExpected], [3, 1])
    assert.deepStrictEqual([score.wrongAllows, score.wrongDenies], [[allowed], [denied]])
    assert.deepStrictEqual(score.notAsked, { allow: 1, deny: 0, otherwise: [ruled] })
  })

  it("tells why it deferred, the most frequent reason first", () => {
    const timeout = outcome({ deferReason: "timeout" })
    const score = scoreOf([outcome({}), timeout, timeout], undefined)
    assert.deepStrictEqual(score.defers, [
      ["timeout", 2],
      ["defer", 1]
    ])
  })

  it("takes latencies of those reviews alone in which a model was asked", () => {
    const slow = outcome({ latencyMs: 500 })
    const { latencyMs, reviews } = scoreOf([slow, outcome({ turns: 0, latencyMs: 1 })], undefined)
    assert.deepStrictEqual([reviews, latencyMs], [1, { p50: 500, p90: 500, p99: 500 }])
    assert.isUndefined(scoreOf([outcome({ turns: 0 })], undefined).latencyMs)
  })

  it("has a cost only at given prices", () => {
    const many = Array.from({ length: 1000 }, () => outcome({}))
    assert.isUndefined(scoreOf(many, undefined).cost)
    assert.closeTo(scoreOf(many, { input: 1, output: 5 }).cost ?? 0, 0.15, 1e-9)
  })

  it("has percentiles that are values which occurred", () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1)
    assert.deepStrictEqual(
      [50, 90, 99].map((percent) => percentile(values, percent)),
      [50, 90, 99]
    )
    assert.strictEqual(percentile([7], 99), 7)
    assert.strictEqual(percentile([1, 2], 50), 1)
  })
})

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(() => {
  build()
  addModelClient()
  home = makeHome()
}, 120_000)
beforeEach(() => afresh(home))
afterAll(() => {
  home.remove()
  removeBuilt()
})

/** A model that tells by the name of a file what it has to answer. */
const byName = ({ text }: Seen): Behaviour => {
  const verdict = text.includes("wrong.ts") ? "deny" : "defer"
  return report({ verdict, reason: "\u001b[2Jthe directory is doubled", confidence: 0.9 })
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
      assert.notInclude(stdout, "\u001b")
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

  it.live("has at most so many reviews at once as it is told", () =>
    Effect.gen(function* () {
      let running = 0
      let most = 0
      const slow = (seen: Seen): Behaviour => {
        most = Math.max(most, (running += 1))
        setTimeout(() => (running -= 1), 50)
        const answer = byName(seen)
        return answer.does === "message" ? { ...answer, afterMs: 100 } : answer
      }
      const input = Array.from({ length: 8 }, () => reading("right.ts", "defer")).join("\n")
      const args = ["judge", "eval", "--concurrency", "2", "-"]
      const { code, server } = yield* against(home, [slow], args, {}, input)
      assert.strictEqual(code, 0)
      assert.lengthOf(server.requests, 8)
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
