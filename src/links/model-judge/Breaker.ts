/**
 * The circuit as all processes of an operator see it: a small file in their state directory.
 *
 * A file that is missing, garbled or cannot be written means a closed circuit: a model is asked once too often, and
 * whatever it answers is judged as ever.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { admit, type Admission, after, type Circuit, closed, type Outcome } from "./Circuit.ts"
import type { JudgeSettings } from "./Settings.ts"

/** One endpoint and model, and where it is remembered. */
export interface Breaker {
  /** Answers whether a review may begin. Of all processes that ask after a pause, one is admitted. */
  readonly admit: Effect.Effect<Admission>
  /** Remembers how a review ended that was admitted. */
  readonly settle: (outcome: Outcome, probe: boolean) => Effect.Effect<void>
}

/** Answers the file below an operator's state directory. */
export const breakerFile = (stateHome: string): string => path.join(stateHome, "portcullis", "model-judge-breaker.json")

/** What a probe may take beyond its deadline before another one is let through, in milliseconds. */
const graceMs = 5000

/** Answers the breaker of an endpoint and a model: with others, it is another one. */
export const breakerOf = (file: string, settings: JudgeSettings): Breaker => {
  const { timeoutMs } = settings
  const name = nameOf(settings)
  return {
    admit: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const remembered = read(file).get(name)
      if (remembered === undefined) return admit(closed, now, 0).admission
      const seen = admit(remembered, now, timeoutMs + graceMs)
      if (seen.circuit === remembered) return seen.admission
      return yield* locked(
        file,
        Effect.map(Clock.currentTimeMillis, (now) => {
          const circuits = read(file)
          const { admission, circuit } = admit(circuits.get(name) ?? closed, now, timeoutMs + graceMs)
          return write(file, circuits, name, circuit) ? admission : admitted
        }),
        // Somebody who holds the lock is there; where there can be no lock, there is no file either.
        (busy): Admission => (busy ? { _tag: "Open", leftMs: 1000, tell: false } : admitted)
      )
    }),
    settle: (outcome, probe) =>
      Effect.suspend(() => {
        // Nothing is written while all goes well.
        if (outcome.reason === undefined && !read(file).has(name)) return Effect.void
        return locked(
          file,
          Effect.map(Clock.currentTimeMillis, (now) => {
            const circuits = read(file)
            write(file, circuits, name, after(circuits.get(name) ?? closed, outcome, probe, now))
          }),
          () => undefined
        )
      })
  }
}

/** Answers how many milliseconds more an endpoint and a model are left alone, 0 while they are asked; changes nothing. */
export const openFor = (file: string, settings: JudgeSettings): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { admission } = admit(read(file).get(nameOf(settings)) ?? closed, now, settings.timeoutMs + graceMs)
    return admission._tag === "Open" ? admission.leftMs : 0
  })

const nameOf = ({ baseUrl, model }: JudgeSettings): string =>
  crypto
    .createHash("sha256")
    .update(JSON.stringify([baseUrl, model]))
    .digest("hex")
    .slice(0, 16)

const admitted: Admission = { _tag: "Admitted", probe: false }

/** The file is small; a larger one is none of ours. */
const longest = 64 * 1024

/** Endpoints remembered at once. */
const mostCircuits = 8

type Circuits = ReadonlyMap<string, Circuit>

const read = (file: string): Circuits => {
  try {
    // Neither through a link nor waiting for somebody to write into a pipe.
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    try {
      const stats = fs.fstatSync(descriptor)
      if (!stats.isFile() || stats.size > longest) return new Map()
      return circuitsOf(JSON.parse(fs.readFileSync(descriptor, "utf8")))
    } finally {
      fs.closeSync(descriptor)
    }
  } catch {
    return new Map()
  }
}

const circuitsOf = (value: unknown): Circuits => {
  const circuits = new Map<string, Circuit>()
  if (typeof value !== "object" || value === null) return circuits
  for (const [name, entry] of Object.entries(value)) {
    const circuit = circuitOf(entry)
    if (circuit !== undefined) circuits.set(name, circuit)
  }
  return circuits
}

const circuitOf = (value: unknown): Circuit | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const field = (name: string): unknown => Reflect.get(value, name)
  const failures = field("failures")
  const [openUntil, openings, probeUntil] = [field("openUntil"), field("openings"), field("probeUntil")]
  if (!Array.isArray(failures) || !failures.every(isCount) || failures.length > longest) return undefined
  if (!isCount(openUntil) || !isCount(openings) || !isCount(probeUntil)) return undefined
  return { failures, openUntil, openings, probeUntil, told: field("told") === true }
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

/** Writes the file whole, and answers whether it could. */
const write = (file: string, circuits: Circuits, name: string, circuit: Circuit | undefined): boolean => {
  const others = [...circuits].filter(([other]) => other !== name).slice(1 - mostCircuits)
  const kept = circuit === undefined ? others : [...others, [name, circuit] as const]
  const fresh = `${file}.${process.pid}.new`
  try {
    fs.rmSync(fresh, { force: true })
    fs.writeFileSync(fresh, `${JSON.stringify(Object.fromEntries(kept))}\n`, { flag: "wx", mode: 0o600 })
    fs.renameSync(fresh, file)
    return true
  } catch {
    return false
  }
}

const lockAttempts = 60
const lockPauseMs = 5

/** What is done under the lock takes a millisecond; one this old was left by a process that died. */
const staleMs = 3000

/** Unlike Node's own recursion this ends on a file system that takes no directory, such as `/proc`. */
const makeDirectory = (directory: string): void => {
  if (fs.existsSync(directory)) return
  const parent = path.dirname(directory)
  if (parent !== directory) makeDirectory(parent)
  try {
    fs.mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!fs.existsSync(directory)) throw error
  }
}

type Lock = "taken" | "busy" | "impossible"

/** Runs `self` while no other process runs its own; where no lock can be had, answers `otherwise`. */
const locked = <A>(file: string, self: Effect.Effect<A>, otherwise: (busy: boolean) => A): Effect.Effect<A> => {
  const lock = `${file}.lock`
  const take = Effect.gen(function* (): Effect.fn.Return<Lock> {
    for (let attempt = 0; attempt < lockAttempts; attempt++) {
      const taken = takeLock(file, lock, yield* Clock.currentTimeMillis)
      if (taken !== "busy") return taken
      yield* Effect.sleep(lockPauseMs)
    }
    return "busy"
  })
  return Effect.acquireUseRelease(
    take,
    (taken) => (taken === "taken" ? self : Effect.sync(() => otherwise(taken === "busy"))),
    (taken) => Effect.sync(() => taken === "taken" && remove(lock))
  )
}

const takeLock = (file: string, lock: string, nowMs: number): Lock => {
  try {
    makeDirectory(path.dirname(file))
    fs.closeSync(fs.openSync(lock, "wx", 0o600))
    return "taken"
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") return "impossible"
    try {
      // Two that see the same stale lock may both go on: what one of them writes is lost, and no more.
      if (Math.abs(nowMs - fs.lstatSync(lock).mtimeMs) > staleMs) remove(lock)
    } catch {
      // Its holder was faster.
    }
    return "busy"
  }
}

const remove = (file: string): void => {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // What cannot be removed is taken for stale before long.
  }
}
