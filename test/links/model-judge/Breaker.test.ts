/**
 * When a model is left alone, remembered across processes.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { breakerFile, breakerOf } from "../../../src/links/model-judge/Breaker.ts"
import { firstPauseMs, longestPauseMs, windowMs } from "../../../src/links/model-judge/Circuit.ts"
import type { DeferReason } from "../../../src/links/model-judge/Transcript.ts"
import { temporaryDirectory } from "../../layers/Temporary.ts"
import { settingsOf } from "../support/judge.ts"

const settings = settingsOf({ timeoutMs: 1000 })
const newFile = () => breakerFile(temporaryDirectory())

/** A breaker in a file of its own; like processes do, it forgets everything but what is in the file. */
const breaker = (file = newFile(), options: Partial<typeof settings> = {}) => {
  const fresh = () => breakerOf(file, { ...settings, ...options })
  return {
    file,
    admit: Effect.suspend(() => fresh().admit),
    settle: (reason: DeferReason | undefined, probe = false, retryAfterMs?: number) =>
      Effect.suspend(() => fresh().settle({ reason, retryAfterMs }, probe))
  }
}

const opened = (of = breaker()) => Effect.as(Effect.repeat(of.settle("call-failed"), { times: 2 }), of)

const admitted = { _tag: "Admitted", probe: false } as const
const probe = { _tag: "Admitted", probe: true } as const

describe("the circuit breaker", () => {
  for (const reason of ["call-failed", "timeout", "auth-failed"] as const) {
    it.effect(`opens after three times ${reason}, and says so once`, () =>
      Effect.gen(function* () {
        const { admit, settle } = breaker()
        for (let time = 0; time < 3; time++) {
          assert.deepStrictEqual(yield* admit, admitted)
          yield* settle(reason)
        }
        assert.deepStrictEqual(yield* admit, { _tag: "Open", leftMs: firstPauseMs, tell: true })
        assert.deepStrictEqual(yield* admit, { _tag: "Open", leftMs: firstPauseMs, tell: false })
      })
    )
  }

  it.effect("stays closed through what says nothing of the endpoint", () =>
    Effect.gen(function* () {
      const { admit, file, settle } = breaker()
      for (const reason of ["unconfigured", "not-concerned", "no-tool-call", "turn-limit", undefined] as const) {
        for (let time = 0; time < 4; time++) yield* settle(reason)
      }
      assert.deepStrictEqual(yield* admit, admitted)
      assert.deepStrictEqual(fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {}, {})
    })
  )

  for (const reason of [undefined, "no-tool-call", "turn-limit"] as const) {
    it.effect(`begins to count anew after an answer (${reason ?? "a report"})`, () =>
      Effect.gen(function* () {
        const { admit, settle } = breaker()
        for (let time = 0; time < 5; time++) {
          yield* settle("call-failed")
          yield* settle("timeout")
          yield* settle(reason)
        }
        assert.deepStrictEqual(yield* admit, admitted)
      })
    )
  }

  it.effect("does not count failures that are far apart", () =>
    Effect.gen(function* () {
      const { admit, settle } = breaker()
      for (let time = 0; time < 6; time++) {
        yield* settle("call-failed")
        yield* TestClock.adjust(windowMs / 2 + 1)
      }
      assert.deepStrictEqual(yield* admit, admitted)
    })
  )

  it.effect("lets one review through after its pause, and closes when that has an answer", () =>
    Effect.gen(function* () {
      const { admit, file, settle } = yield* opened()
      yield* admit
      yield* TestClock.adjust(firstPauseMs - 1)
      assert.strictEqual((yield* admit)._tag, "Open")
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* admit, probe)
      assert.strictEqual((yield* admit)._tag, "Open")
      yield* settle(undefined, true)
      assert.deepStrictEqual(yield* admit, admitted)
      assert.deepStrictEqual(JSON.parse(fs.readFileSync(file, "utf8")), {})
    })
  )

  it.effect("lets another one through when that one never came back", () =>
    Effect.gen(function* () {
      const { admit } = yield* opened()
      yield* TestClock.adjust(firstPauseMs)
      assert.deepStrictEqual(yield* admit, probe)
      yield* TestClock.adjust(settings.timeoutMs + 5000)
      assert.deepStrictEqual(yield* admit, probe)
    })
  )

  it.effect("lets the next one through when the one before could not even ask", () =>
    Effect.gen(function* () {
      const { admit, settle } = yield* opened()
      yield* TestClock.adjust(firstPauseMs)
      assert.deepStrictEqual(yield* admit, probe)
      yield* settle("unconfigured", true)
      assert.deepStrictEqual(yield* admit, probe)
    })
  )

  it.effect("waits twice as long each time it fails again, up to ten minutes, and tells of one outage once", () =>
    Effect.gen(function* () {
      const { admit, settle } = yield* opened()
      const pauses: Array<number> = []
      const told: Array<boolean> = []
      for (let time = 0; time < 8; time++) {
        const admission = yield* admit
        if (admission._tag !== "Open") return assert.fail(JSON.stringify(admission))
        pauses.push(admission.leftMs / 1000)
        told.push(admission.tell)
        yield* TestClock.adjust(admission.leftMs)
        assert.deepStrictEqual(yield* admit, probe)
        yield* settle("timeout", true)
      }
      assert.deepStrictEqual(pauses, [30, 60, 120, 240, 480, 600, 600, 600])
      assert.deepStrictEqual(told, [true, ...pauses.slice(1).map(() => false)])
    })
  )

  it.effect("stays open no longer for reviews that began before it opened", () =>
    Effect.gen(function* () {
      const { admit, settle } = yield* opened()
      yield* TestClock.adjust(10_000)
      yield* settle("timeout")
      const admission = yield* admit
      assert.strictEqual(admission._tag === "Open" ? admission.leftMs : 0, firstPauseMs - 10_000)
    })
  )

  for (const [asked, waited] of [
    [7000, 7000],
    [10 ** 9, longestPauseMs]
  ] as const) {
    it.effect(`leaves an endpoint alone that asks for it, for at most ten minutes (${asked} ms)`, () =>
      Effect.gen(function* () {
        const { admit, settle } = breaker()
        yield* settle("call-failed", false, asked)
        assert.deepStrictEqual(yield* admit, { _tag: "Open", leftMs: waited, tell: true })
        yield* TestClock.adjust(waited)
        assert.deepStrictEqual(yield* admit, probe)
      })
    )
  }

  it.effect("is another one for another endpoint or model", () =>
    Effect.gen(function* () {
      const { admit, file } = yield* opened()
      assert.strictEqual((yield* admit)._tag, "Open")
      assert.deepStrictEqual(yield* breaker(file, { model: "other" }).admit, admitted)
      assert.deepStrictEqual(yield* breaker(file, { baseUrl: "https://other.example" }).admit, admitted)
      assert.strictEqual((yield* breaker(file, { timeoutMs: 7000 }).admit)._tag, "Open")
    })
  )

  it.effect("is closed when the clock was set back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(10 ** 12)
      const { admit } = yield* opened()
      assert.strictEqual((yield* admit)._tag, "Open")
      yield* TestClock.setTime(10 ** 11)
      assert.deepStrictEqual(yield* admit, admitted)
    })
  )

  it.effect("remembers a few endpoints, in a file that its owner alone can read", () =>
    Effect.gen(function* () {
      const file = newFile()
      for (let model = 0; model < 20; model++) yield* opened(breaker(file, { model: String(model) }))
      assert.strictEqual(Object.keys(JSON.parse(fs.readFileSync(file, "utf8"))).length, 8)
      assert.strictEqual((yield* breaker(file, { model: "19" }).admit)._tag, "Open")
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(fs.statSync(path.dirname(file)).mode & 0o777, 0o700)
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), [path.basename(file)])
    })
  )
})

describe("a breaker's file that is broken", () => {
  const broken: ReadonlyArray<readonly [string, (file: string) => void]> = [
    ["empty", (file) => fs.writeFileSync(file, "")],
    ["garbage", (file) => fs.writeFileSync(file, "\0{[")],
    ["of another form", (file) => fs.writeFileSync(file, '{"a": {"failures": "x"}, "__proto__": 1, "b": [null]}')],
    ["null", (file) => fs.writeFileSync(file, "null")],
    ["far too long", (file) => fs.writeFileSync(file, " ".repeat(2 ** 20))],
    ["a directory", (file) => fs.mkdirSync(file)],
    ["a link to nowhere", (file) => fs.symlinkSync("/nonexistent/x", file)]
  ]
  for (const [name, make] of broken) {
    it.effect(`is a closed circuit: ${name}`, () =>
      Effect.gen(function* () {
        const file = newFile()
        fs.mkdirSync(path.dirname(file), { recursive: true })
        make(file)
        const { admit } = breaker(file)
        assert.deepStrictEqual(yield* admit, admitted)
        yield* opened(breaker(file))
        // What can be replaced is replaced by a good one.
        const admission = yield* admit
        assert.strictEqual(admission._tag, name === "a directory" ? "Admitted" : "Open")
      })
    )
  }

  it.effect("is a closed circuit: a place where nothing can be written", () =>
    Effect.gen(function* () {
      const { admit } = yield* opened(breaker("/proc/nowhere/portcullis/breaker.json"))
      assert.deepStrictEqual(yield* admit, admitted)
    })
  )

  it.live("is not waited for when a process died that wrote it", () =>
    Effect.gen(function* () {
      const file = newFile()
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(`${file}.lock`, "")
      fs.utimesSync(`${file}.lock`, 1, 1)
      const { admit } = yield* opened(breaker(file))
      assert.strictEqual((yield* admit)._tag, "Open")
      assert.isFalse(fs.existsSync(`${file}.lock`))
    })
  )
})

describe("a breaker that processes share", () => {
  const cache = temporaryDirectory()
  const script = path.resolve(import.meta.dirname, "../support/breaker-process.ts")

  /** Runs several processes at once and answers what each of them printed. */
  const processes = (count: number, ...args: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
    Effect.promise(() =>
      Promise.all(
        Array.from(
          { length: count },
          () =>
            new Promise<string>((resolve) => {
              const env = { PATH: "/nonexistent", NODE_COMPILE_CACHE: cache }
              const child = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "pipe", "inherit"] })
              let output = ""
              child.stdout.on("data", (data) => (output += String(data)))
              child.on("close", () => resolve(output.trim()))
            })
        )
      )
    )

  const counts = "counts each one's failure, tells of the opening once, and admits one of them after the pause"
  it.live(
    counts,
    () =>
      Effect.gen(function* () {
        const file = newFile()
        yield* processes(3, file, "settle")
        const open = yield* processes(4, file, "admit")
        assert.deepStrictEqual(open.toSorted(), ["open", "open", "open", "open and told"])
        // The pause has passed.
        const circuits = Object.entries<Record<string, unknown>>(JSON.parse(fs.readFileSync(file, "utf8")))
        const past = circuits.map(([name, circuit]) => [name, { ...circuit, openUntil: 1000 }])
        fs.writeFileSync(file, JSON.stringify(Object.fromEntries(past)))
        const after = yield* processes(4, file, "admit")
        assert.deepStrictEqual(after.toSorted(), ["open", "open", "open", "probe"])
      }),
    // Processes start slowly where much else runs.
    120_000
  )
})
