import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { Suggestion } from "../../src/domain/Suggestion.ts"
import type { ToolCall } from "../../src/domain/ToolCall.ts"
import { approvalReader, approvalsDirectory } from "../../src/layers/ApprovalFiles.ts"
import * as ApprovalStoreFile from "../../src/layers/ApprovalStoreFile.ts"
import { ApprovalStore } from "../../src/services/ApprovalStore.ts"
import { Operator, type OperatorPlaces } from "../../src/services/Operator.ts"
import { temporaryDirectory, uid } from "./Temporary.ts"

const newOperator = (): OperatorPlaces => {
  const home = temporaryDirectory()
  return { home, uid, configHome: path.join(home, "config"), stateHome: path.join(home, "state") }
}

/** A store of its own over the same files, as another process has it. */
const over = (operator: OperatorPlaces, uptime = { ms: 1_000_000 }) =>
  Effect.provide(
    Layer.fresh(ApprovalStoreFile.layer({ uptime: () => uptime.ms })).pipe(
      Layer.provide(Layer.succeed(Operator, operator))
    )
  )

const push: Suggestion = { surface: "bash", pattern: "git push", exact: true, floors: [] }
const tests: Suggestion = { surface: "bash", pattern: "npm test *", exact: false, floors: ["privilege"] }
const hosts: Suggestion = {
  surface: "external_directory",
  pattern: "/tmp/x",
  exact: true,
  direction: "read",
  resolved: "/private/tmp/x",
  floors: []
}

const call: ToolCall = {
  tool: "bash",
  input: { command: "git push", timeout: 5 },
  cwd: "/w",
  workspace: "/w",
  session: "s1",
  agent: "builder"
}

const of = (session: string) => ApprovalStore.use((store) => store.of(session))
const patternsOf = (session: string) =>
  Effect.map(of(session), (approvals) => approvals.map(({ pattern }) => pattern.source))
const add = (session: string, ...approvals: ReadonlyArray<Suggestion>) =>
  ApprovalStore.use((store) => store.add(session, approvals))

const hours = (count: number): number => count * 60 * 60 * 1000

describe("approvals for a session", () => {
  it.effect("are there for every process of that session, as they were given, and for no other", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      yield* add("s1", push, tests, hosts).pipe(over(operator))
      const [first, second, third] = yield* of("s1").pipe(over(operator))
      assert.deepInclude(first, { surface: "bash", floors: [], session: "s1" })
      assert.deepInclude(first?.pattern, { source: "git push", verbatim: true })
      assert.deepInclude(second?.pattern, { source: "npm test *", verbatim: false })
      assert.deepStrictEqual(second?.floors, ["privilege"])
      assert.deepInclude(third, { direction: "read" })
      assert.strictEqual(third?.resolved?.source, "/private/tmp/x")
      assert.deepStrictEqual(yield* of("s2").pipe(over(operator)), [])
    })
  })

  it.effect("stand in files of their owner alone, and hold no session's id", () => {
    const operator = newOperator()
    const session = "the-session-of-ada"
    return Effect.gen(function* () {
      yield* add(session, push)
      const directory = approvalsDirectory(operator)
      assert.strictEqual(fs.statSync(directory).mode & 0o777, 0o700)
      assert.strictEqual(fs.statSync(path.dirname(directory)).mode & 0o777, 0o700)
      for (const name of fs.readdirSync(directory)) {
        const file = path.join(directory, name)
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600, name)
        assert.notInclude(name + fs.readFileSync(file, "utf8"), session)
      }
      // Whoever knows the session's id but not the salt finds nothing either.
      const { createHash } = process.getBuiltinModule("node:crypto")
      assert.notInclude(fs.readdirSync(directory), `${createHash("sha256").update(session).digest("hex")}.json`)
    }).pipe(over(operator))
  })

  it.effect("given anew are kept once and last anew; several at once are kept together", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      yield* add("s1", push, tests)
      yield* TestClock.adjust("11 hours")
      yield* add("s1", push)
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(yield* patternsOf("s1"), ["git push"])
    }).pipe(over(operator))
  })

  it.effect("end after twelve hours by either clock, and with the machine", () =>
    Effect.gen(function* () {
      for (const [wall, up, kept] of [
        [hours(11.9), hours(11.9), true],
        [hours(12), hours(12), false],
        // The wall clock was set back, or forward, in between.
        [hours(1), hours(12), false],
        [hours(13), hours(1), false],
        [-hours(1), hours(1), false],
        [-1000, 1000, true],
        // Started anew.
        [hours(1), -900_000, false]
      ] as const) {
        const operator = newOperator()
        const uptime = { ms: 1_000_000 }
        yield* TestClock.setTime(hours(1000))
        yield* add("s1", push).pipe(over(operator, uptime))
        yield* TestClock.setTime(hours(1000) + wall)
        uptime.ms += up
        const found = yield* patternsOf("s1").pipe(over(operator, uptime))
        assert.deepStrictEqual(found, kept ? ["git push"] : [], `${wall} ${up}`)
        const listed = yield* ApprovalStore.use((store) => store.list).pipe(over(operator, uptime))
        assert.lengthOf(listed, kept ? 1 : 0)
      }
    })
  )

  it.effect("are revoked by id, and all together", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      const store = yield* ApprovalStore
      yield* add("s1", push, tests)
      yield* add("s2", push)
      const listed = yield* store.list
      assert.lengthOf(listed, 3)
      const [first] = listed.filter(({ pattern }) => pattern === "npm test *")
      assert.isTrue(yield* store.revoke(first?.id ?? ""))
      assert.isFalse(yield* store.revoke(first?.id ?? ""))
      assert.deepStrictEqual(yield* patternsOf("s1"), ["git push"])
      yield* store.remember("a1", call)
      yield* store.approveCall("a1")
      yield* store.revokeAll
      assert.deepStrictEqual([yield* of("s1"), yield* of("s2")], [[], []])
      assert.isFalse(yield* store.takeCall(call))
    }).pipe(over(operator))
  })

  it.live("of many writers at once are all kept", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      const many = Array.from({ length: 20 }, (_, place) => ({ ...push, pattern: `make ${place}` }))
      yield* Effect.all(
        many.map((one) => add("s1", one).pipe(over(operator))),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(
        [...(yield* patternsOf("s1").pipe(over(operator)))],
        many.map(({ pattern }) => pattern)
      )
    })
  })

  it.effect("that cannot be read approve nothing, are told of once, and are kept aside", () =>
    Effect.gen(function* () {
      for (const spoil of [
        (file: string) => fs.writeFileSync(file, "{ torn"),
        (file: string) => fs.writeFileSync(file, '{"version":1,"approvals":[{"surface":"bash","pattern":"*"}]}'),
        (file: string) => fs.writeFileSync(file, '{"version":2,"approvals":[]}'),
        (file: string) => fs.chmodSync(file, 0o666)
      ]) {
        const operator = newOperator()
        yield* Effect.gen(function* () {
          const store = yield* ApprovalStore
          yield* add("s1", push)
          const directory = approvalsDirectory(operator)
          const [name = ""] = fs.readdirSync(directory).filter((one) => one.endsWith(".json"))
          const file = path.join(directory, name)
          spoil(file)
          const text = fs.readFileSync(file, "utf8")
          assert.deepStrictEqual(yield* of("s1"), [])
          assert.deepStrictEqual(yield* of("s1"), [])
          assert.lengthOf(yield* store.problems, 1)
          yield* add("s1", tests)
          assert.deepStrictEqual(yield* patternsOf("s1"), ["npm test *"])
          const [aside = ""] = fs.readdirSync(directory).filter((one) => one.includes("unreadable"))
          assert.strictEqual(fs.readFileSync(path.join(directory, aside), "utf8"), text)
        }).pipe(over(operator))
      }
    })
  )

  it.effect("end with their salt, and new ones are found under a new one", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      yield* add("s1", push)
      fs.writeFileSync(path.join(approvalsDirectory(operator), "salt"), "spoilt")
      assert.deepStrictEqual(yield* of("s1"), [])
      yield* add("s1", tests)
      assert.deepStrictEqual(yield* patternsOf("s1"), ["npm test *"])
    }).pipe(over(operator))
  })

  it.effect("that cannot be written are an error, and nothing is approved", () => {
    const operator = newOperator()
    fs.mkdirSync(path.join(operator.stateHome, "portcullis"), { recursive: true })
    fs.writeFileSync(approvalsDirectory(operator), "a file in the way")
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(add("s1", push)))._tag, "ApprovalError")
      assert.deepStrictEqual(yield* of("s1"), [])
      const store = yield* ApprovalStore
      yield* store.remember("a1", call)
      assert.isFalse(yield* store.takeCall(call))
    }).pipe(over(operator))
  })

  it("are read anew as soon as another process changed them", async () => {
    const operator = newOperator()
    const reader = approvalReader(operator)
    const now = Date.now()
    const patterns = () => reader.read("s1", now).map(({ pattern }) => pattern.source)
    const given = (one: Suggestion) =>
      Effect.runPromise(
        ApprovalStore.use((store) => store.add("s1", [one])).pipe(
          Effect.provide(ApprovalStoreFile.layer().pipe(Layer.fresh, Layer.provide(Layer.succeed(Operator, operator))))
        )
      )
    assert.deepStrictEqual(patterns(), [])
    await given(push)
    assert.deepStrictEqual(patterns(), ["git push"])
    await given(tests)
    assert.deepStrictEqual(patterns(), ["git push", "npm test *"])
  })
})

describe("a single call that was approved", () => {
  const approved = (other: ToolCall) =>
    Effect.gen(function* () {
      const store = yield* ApprovalStore
      yield* store.remember("a1", call)
      yield* store.approveCall("a1")
      return yield* store.takeCall(other)
    }).pipe(over(newOperator()))

  it.effect("runs once, whichever process asks first", () => {
    const operator = newOperator()
    const take = ApprovalStore.use((store) => store.takeCall(call)).pipe(over(operator))
    return Effect.gen(function* () {
      yield* ApprovalStore.use((store) => Effect.andThen(store.remember("a1", call), store.approveCall("a1"))).pipe(
        over(operator)
      )
      const taken = yield* Effect.all([take, take, take, take], { concurrency: "unbounded" })
      assert.lengthOf(
        taken.filter((one) => one),
        1
      )
      assert.isFalse(yield* take)
    })
  })

  it.effect("is this very call: input in any order of its members, and nothing else changed", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* approved(call))
      assert.isTrue(yield* approved({ ...call, input: { timeout: 5, command: "git push" } }))
      const others: ReadonlyArray<Partial<ToolCall>> = [
        { tool: "shell" },
        { input: { command: "git push", timeout: 6 } },
        { input: { command: "git push --force", timeout: 5 } },
        { input: { command: "git push" } },
        { cwd: "/v" },
        { workspace: "/" },
        { session: "s2" },
        { session: undefined },
        { agent: undefined }
      ]
      for (const other of others) assert.isFalse(yield* approved({ ...call, ...other }), JSON.stringify(other))
    })
  )

  it.effect("is remembered for an hour, and runs within five minutes", () =>
    Effect.gen(function* () {
      const operator = newOperator()
      const store = yield* ApprovalStore.use(Effect.succeed).pipe(over(operator))
      yield* TestClock.setTime(hours(1000))
      yield* store.remember("a1", call)
      yield* TestClock.adjust("59 minutes")
      yield* store.approveCall("a1")
      yield* TestClock.adjust("5 minutes")
      assert.isFalse(yield* store.takeCall(call))
      yield* store.remember("a2", call)
      yield* TestClock.adjust("60 minutes")
      assert.strictEqual((yield* Effect.flip(store.approveCall("a2")))._tag, "ApprovalError")
    })
  )

  it.effect("must have been denied first, under an id that names no path, and is approved once", () =>
    Effect.gen(function* () {
      const store = yield* ApprovalStore
      for (const id of ["a1", "", "../salt", "a/b", "x".repeat(65)]) {
        if (id !== "a1") yield* store.remember(id, call)
        assert.strictEqual((yield* Effect.flip(store.approveCall(id)))._tag, "ApprovalError", id)
      }
      yield* store.remember("a1", call)
      yield* store.approveCall("a1")
      assert.strictEqual((yield* Effect.flip(store.approveCall("a1")))._tag, "ApprovalError")
    }).pipe(over(newOperator()))
  )

  it.effect("is kept as a hash: nothing of it stands on the disk", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      yield* ApprovalStore.use((store) => store.remember("a1", call))
      const directory = path.join(approvalsDirectory(operator), "asks")
      assert.strictEqual(fs.statSync(directory).mode & 0o777, 0o700)
      const file = path.join(directory, "a1")
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
      assert.notInclude(fs.readFileSync(file, "utf8"), "push")
    }).pipe(over(operator))
  })

  it.effect("whose input cannot be told whole is not remembered", () => {
    const cycle: Record<string, unknown> = {}
    cycle["self"] = cycle
    return Effect.gen(function* () {
      const store = yield* ApprovalStore
      yield* store.remember("a1", { ...call, input: cycle })
      assert.strictEqual((yield* Effect.flip(store.approveCall("a1")))._tag, "ApprovalError")
      assert.isFalse(yield* store.takeCall({ ...call, input: cycle }))
    }).pipe(over(newOperator()))
  })

  it.effect("is forgotten where an agent asks for more than anyone would read", () => {
    const operator = newOperator()
    return Effect.gen(function* () {
      const store = yield* ApprovalStore
      for (let place = 0; place < 300; place++) yield* store.remember(`a${place}`, call)
      assert.isAtMost(fs.readdirSync(path.join(approvalsDirectory(operator), "asks")).length, 256)
    }).pipe(over(operator))
  })
})
