/**
 * Pins in `trust.json` of the state directory, and beside it a copy of each trusted text.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { problemOfFile } from "../domain/Problem.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import { type TrustDifference, type TrustedFile, TrustError, TrustStore } from "../services/TrustStore.ts"
import { withFileLock } from "./FileLock.ts"
import { makeDirectories, replaceFile, setAside } from "./OwnFile.ts"
import { identityOf, isBelowLink, problemOf, readSafely } from "./SafeFile.ts"
import { hashOf, isPinned, loadPins, type Stored, storeOf } from "./TrustPins.ts"

export { hashOf } from "./TrustPins.ts"

/** Provides a trust store in `stateHome`, each file its owner's alone. */
export const layer: Layer.Layer<TrustStore, never, Operator> = Layer.effect(
  TrustStore,
  Effect.map(Operator, (operator) => TrustStore.of(make(operator)))
)

/** A write of a record this young may be followed by another that leaves the same times: look again. */
const settlingMs = 100

const make = (operator: OperatorPlaces): TrustStore["Service"] => {
  const store = storeOf(operator)
  const directory = path.dirname(store)
  const texts = path.join(directory, "trusted")
  const owners = [operator.uid, 0]
  let cached: { readonly key: string; readonly stored: Stored } | undefined

  const load = (): Stored => loadPins(operator)

  const current: Effect.Effect<Stored> = Effect.clockWith((clock) =>
    Effect.sync(() => {
      const identity = identityOf(store)
      if (cached?.key === identity.key) return cached.stored
      const stored = load()
      const settled = clock.currentTimeMillisUnsafe() - identity.changedMs > settlingMs
      cached = settled ? { key: identity.key, stored } : undefined
      return stored
    })
  )

  const attempt = <A>(file: string, doing: string, act: () => A): Effect.Effect<A, TrustError> =>
    Effect.try({
      try: act,
      catch: (error) =>
        new TrustError({
          problem: problemOfFile(file, `${doing}: ${error instanceof Error ? error.message : "unknown"}`)
        })
    })

  /** Changes the pins under the lock, from what the store holds at that moment. */
  const change = <A>(act: (stored: Stored, now: number) => readonly [pins: ReadonlyArray<TrustedFile>, answer: A]) =>
    Effect.gen(function* () {
      yield* attempt(directory, "cannot be made", () => {
        makeDirectories(texts)
        fs.chmodSync(directory, 0o700)
        fs.chmodSync(texts, 0o700)
      })
      const changed = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return yield* attempt(store, "cannot be written", () => {
          const stored = load()
          const [pins, answer] = act(stored, now)
          if (stored.problems.length > 0) setAside(store)
          replaceFile(store, `${JSON.stringify({ version: 1, trusted: pins }, null, 2)}\n`)
          cached = undefined
          return answer
        })
      })
      return yield* withFileLock(`${store}.lock`, changed)
    }).pipe(
      Effect.catchTag("LockBusy", ({ file }) =>
        Effect.fail(
          new TrustError({ problem: problemOfFile(file, "another process holds the trust store", "try again") })
        )
      )
    )

  const realPath = (file: string): Effect.Effect<string, TrustError> =>
    attempt(file, "cannot be found", () => path.join(fs.realpathSync(path.dirname(file)), path.basename(file)))

  const readText = (file: string): Effect.Effect<string, TrustError> =>
    Effect.suspend(() => {
      const found = readSafely(file, { owners })
      switch (found._tag) {
        case "Text":
          return Effect.succeed(found.text)
        case "Missing":
          return Effect.fail(new TrustError({ problem: problemOfFile(file, "does not exist") }))
        case "Refused":
          return Effect.fail(new TrustError({ problem: problemOf(found.refusal) }))
      }
    })

  const keptText = (pin: TrustedFile): string | undefined => {
    if (!/^[0-9a-f]{64}$/.test(pin.sha256)) return undefined
    const found = readSafely(path.join(texts, pin.sha256), { owners })
    return found._tag === "Text" && hashOf(found.text) === pin.sha256 ? found.text : undefined
  }

  return {
    isTrusted: (file, text) => Effect.map(current, (stored) => isPinned(stored, file, text)),
    diff: Effect.fn("TrustStore.diff")(function* (file: string): Effect.fn.Return<TrustDifference, TrustError> {
      if (isBelowLink(file)) {
        const said = "is a link: what a project is trusted with has to stand in the project"
        return yield* new TrustError({
          problem: problemOfFile(path.dirname(file), said, "put the directory itself there")
        })
      }
      const real = yield* realPath(file)
      const text = yield* readText(real)
      const { pins } = yield* current
      const pinned = pins.find((pin) => pin.path === real)
      const trusted = pinned !== undefined && pinned.sha256 === hashOf(text)
      const before = pinned === undefined ? undefined : trusted ? text : keptText(pinned)
      return { path: real, text, pinned, before, trusted }
    }),
    trust: Effect.fn("TrustStore.trust")(({ path: file, text }) =>
      change(({ pins }, now) => {
        const pin: TrustedFile = { path: file, sha256: hashOf(text), at: new Date(now).toISOString() }
        replaceFile(path.join(texts, pin.sha256), text)
        const others = pins.filter((other) => other.path !== file)
        return [[...others, pin], pin]
      })
    ),
    forget: Effect.fn("TrustStore.forget")(function* (file: string): Effect.fn.Return<boolean, TrustError> {
      // The file itself may be gone by now, and its directory too.
      const real = yield* Effect.orElseSucceed(realPath(file), () => path.resolve(file))
      return yield* change(({ pins }) => {
        const rest = pins.filter((pin) => pin.path !== real)
        return [rest, rest.length < pins.length]
      })
    }),
    list: Effect.map(current, ({ pins }) => pins),
    problems: Effect.map(current, ({ problems }) => problems)
  }
}
