import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describeProblem } from "../../src/domain/Problem.ts"
import * as TrustFile from "../../src/layers/TrustFile.ts"
import { Operator } from "../../src/services/Operator.ts"
import { TrustStore } from "../../src/services/TrustStore.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

interface Ground {
  readonly state: string
  readonly store: string
  /** A project's policy file by its real path. */
  readonly file: string
}

const newGround = (): Ground => {
  const root = temporaryDirectory()
  const file = path.join(root, "work", ".portcullis", "policy.jsonc")
  writeOwn(file, `{"permission": {}}`)
  return { state: path.join(root, "state"), store: path.join(root, "state", "portcullis", "trust.json"), file }
}

/** Each use builds a store of its own, as each process does. */
const withStore = <A, E>(ground: Ground, use: (store: TrustStore["Service"]) => Effect.Effect<A, E>) =>
  TrustStore.use(use).pipe(
    Effect.provide(
      Layer.fresh(TrustFile.layer).pipe(
        Layer.provide(
          Layer.succeed(Operator, { home: "/home/u", uid, configHome: "/home/u/.config", stateHome: ground.state })
        )
      )
    )
  )

const trust = (ground: Ground, file = ground.file) =>
  withStore(ground, (store) => Effect.flatMap(store.diff(file), store.trust))

const isTrusted = (ground: Ground, text: string, file = ground.file) =>
  withStore(ground, (store) => store.isTrusted(file, text))

describe("the trust store", () => {
  it.live("trusts a file from the moment it is pinned, with that content and no other", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const text = fs.readFileSync(ground.file, "utf8")
      assert.isFalse(yield* isTrusted(ground, text))
      yield* trust(ground)
      assert.isTrue(yield* isTrusted(ground, text))
      assert.isFalse(yield* isTrusted(ground, `${text} `))
      assert.isFalse(yield* isTrusted(ground, text, `${ground.file}2`))
    })
  )

  it.live("pins what was shown, though the file changed since", () =>
    Effect.gen(function* () {
      const ground = newGround()
      yield* withStore(ground, (store) =>
        Effect.gen(function* () {
          const shown = yield* store.diff(ground.file)
          writeOwn(ground.file, `{"permission": {"bash": "allow"}}`)
          yield* store.trust(shown)
        })
      )
      assert.isTrue(yield* isTrusted(ground, `{"permission": {}}`))
      assert.isFalse(yield* isTrusted(ground, `{"permission": {"bash": "allow"}}`))
    })
  )

  it.live("shows a changed file beside what was trusted", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const before = yield* withStore(ground, (store) => store.diff(ground.file))
      assert.deepStrictEqual(before, {
        path: ground.file,
        text: `{"permission": {}}`,
        pinned: undefined,
        before: undefined,
        trusted: false
      })
      yield* trust(ground)
      writeOwn(ground.file, `{"mode": "ask"}`)
      const after = yield* withStore(ground, (store) => store.diff(ground.file))
      assert.strictEqual(after.before, `{"permission": {}}`)
      assert.strictEqual(after.text, `{"mode": "ask"}`)
      assert.strictEqual(after.pinned?.path, ground.file)
      assert.isFalse(after.trusted)
    })
  )

  it.live("shows no earlier text when the kept copy is not the one that was pinned", () =>
    Effect.gen(function* () {
      const ground = newGround()
      yield* trust(ground)
      writeOwn(ground.file, "{}")
      const kept = path.join(path.dirname(ground.store), "trusted")
      for (const name of fs.readdirSync(kept)) fs.writeFileSync(path.join(kept, name), "something else")
      assert.strictEqual((yield* withStore(ground, (store) => store.diff(ground.file))).before, undefined)
    })
  )

  it.live("knows a file by its real path, whichever way it was reached", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const work = path.dirname(path.dirname(ground.file))
      fs.symlinkSync(work, `${work}-link`)
      yield* trust(ground, path.join(`${work}-link`, ".portcullis", "policy.jsonc"))
      assert.isTrue(yield* isTrusted(ground, `{"permission": {}}`))
    })
  )

  it.live("pins no file that is reached through a link of its own", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const link = path.join(path.dirname(ground.file), "link.jsonc")
      fs.symlinkSync(ground.file, link)
      const error = yield* Effect.flip(trust(ground, link))
      assert.match(error.message, /is a symbolic link/)
    })
  )

  it.live("forgets, lists, and keeps one pin a file", () =>
    Effect.gen(function* () {
      const ground = newGround()
      yield* trust(ground)
      writeOwn(ground.file, "{}")
      yield* trust(ground)
      const pins = yield* withStore(ground, (store) => store.list)
      assert.deepStrictEqual(
        pins.map((pin) => [pin.path, pin.sha256]),
        [[ground.file, TrustFile.hashOf("{}")]]
      )
      fs.rmSync(path.dirname(ground.file), { recursive: true })
      assert.isTrue(yield* withStore(ground, (store) => store.forget(ground.file)))
      assert.isFalse(yield* withStore(ground, (store) => store.forget(ground.file)))
      assert.deepStrictEqual(yield* withStore(ground, (store) => store.list), [])
      assert.isFalse(yield* isTrusted(ground, "{}"))
    })
  )

  it.live("is its owner's alone on disk, whatever the umask", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const umask = process.umask(0)
      yield* Effect.ensuring(
        trust(ground),
        Effect.sync(() => process.umask(umask))
      )
      assert.strictEqual(fs.statSync(ground.store).mode & 0o777, 0o600)
      assert.strictEqual(fs.statSync(path.dirname(ground.store)).mode & 0o777, 0o700)
      assert.deepStrictEqual(fs.readdirSync(path.dirname(ground.store)).toSorted(), ["trust.json", "trusted"])
    })
  )

  it.live("sees what another process pins", () =>
    Effect.gen(function* () {
      const ground = newGround()
      yield* withStore(ground, (store) =>
        Effect.gen(function* () {
          assert.isFalse(yield* store.isTrusted(ground.file, `{"permission": {}}`))
          yield* trust(ground)
          assert.isTrue(yield* store.isTrusted(ground.file, `{"permission": {}}`))
        })
      )
    })
  )

  it.live("loses no pin of many writers at once", () =>
    Effect.gen(function* () {
      const ground = newGround()
      const files = Array.from({ length: 12 }, (_, index) => `${ground.file}${index}`)
      for (const file of files) writeOwn(file, file)
      yield* Effect.all(
        files.map((file) => trust(ground, file)),
        { concurrency: "unbounded" }
      )
      const pins = yield* withStore(ground, (store) => store.list)
      assert.deepStrictEqual(pins.map((pin) => pin.path).toSorted(), files.toSorted())
    })
  )

  it.live("is not held up by the lock of a process that died", () =>
    Effect.gen(function* () {
      const ground = newGround()
      fs.mkdirSync(path.dirname(ground.store), { recursive: true })
      writeOwn(`${ground.store}.lock`, "")
      fs.utimesSync(`${ground.store}.lock`, 1, 1)
      yield* trust(ground)
      assert.isTrue(yield* isTrusted(ground, `{"permission": {}}`))
    })
  )
})

describe("a trust store that cannot be read", () => {
  const broken: ReadonlyArray<readonly [string, string, (store: string) => void]> = [
    ["is no JSON", "is not a list of pins", (store) => writeOwn(store, "{")],
    ["holds something else", "is not a list of pins", (store) => writeOwn(store, `{"version": 2, "trusted": []}`)],
    ["is binary", "is not text in UTF-8", (store) => writeOwn(store, Uint8Array.of(0xff, 0))],
    ["is a link", "is a symbolic link", (store) => fs.symlinkSync("elsewhere", store)],
    [
      "can be written by others",
      "can be written by others",
      (store) => {
        fs.appendFileSync(store, "")
        fs.chmodSync(store, 0o666)
      }
    ]
  ]
  for (const [what, said, breakIt] of broken) {
    it.live(`because it ${what} trusts nothing, says so, and is kept aside by the next write`, () =>
      Effect.gen(function* () {
        const ground = newGround()
        yield* trust(ground)
        if (!what.startsWith("can")) fs.rmSync(ground.store)
        breakIt(ground.store)
        const kept = fs.lstatSync(ground.store).ino
        assert.isFalse(yield* isTrusted(ground, `{"permission": {}}`))
        const [problem, ...others] = yield* withStore(ground, (store) => store.problems)
        assert.strictEqual(others.length, 0)
        const line = problem === undefined ? "" : describeProblem(problem)
        assert.include(line, said)
        assert.include(line, "no project file is trusted")

        yield* trust(ground)
        assert.isTrue(yield* isTrusted(ground, `{"permission": {}}`))
        assert.deepStrictEqual(yield* withStore(ground, (store) => store.problems), [])
        assert.strictEqual(fs.lstatSync(`${ground.store}.unreadable-1`).ino, kept)
      })
    )
  }
})
