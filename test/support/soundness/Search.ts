/**
 * Looking for what bash runs unseen: making texts, running them, and comparing.
 */
import { type Miss, missesOf, claimsOf } from "./Claims.ts"
import { isRunnable, type Ran, type Sandbox, type Seen } from "./Sandbox.ts"
import { shrink } from "./Shrink.ts"
import type { MadeText } from "./Texts.ts"

/** How many texts of a kind there were. */
export interface Tally {
  texts: number
  /** How many bash was given: one that carries a floor can hide nothing. */
  run: number
  /** Of which `bash -n` was asked about so many, and took so many, of which so many carry a floor. */
  asked: number
  accepted: number
  floored: number
  /** Commands bash looked for, and files it wrote, where no floor excuses what was not seen. */
  calls: number
  writes: number
}

/** Answers a tally of nothing. */
export const noTally = (): Tally => ({ texts: 0, run: 0, asked: 0, accepted: 0, floored: 0, calls: 0, writes: 0 })

/** Adds one tally to another. */
export const add = (to: Tally, more: Tally): void => {
  to.texts += more.texts
  to.run += more.run
  to.asked += more.asked
  to.accepted += more.accepted
  to.floored += more.floored
  to.calls += more.calls
  to.writes += more.writes
}

/** A text that does what the engine did not say. */
export interface Failure {
  readonly text: string
  readonly kind: string
  readonly seen: Seen
  readonly misses: ReadonlyArray<Miss>
}

/** One text in this many is also put to `bash -n`, which costs as much as running it. */
const askedOf = 4

/** Runs texts, adds to the tallies of their kinds, and answers those that fail. */
export const search = async (
  sandbox: Sandbox,
  texts: ReadonlyArray<MadeText>,
  tallies: Map<string, Tally>
): Promise<ReadonlyArray<Failure>> => {
  const judged = texts.map(({ kind, text }, place) => {
    const { excused } = claimsOf(text, "/w")
    return { text, kind, excused, asked: place % askedOf === 0 }
  })
  const given = judged.filter(({ asked, excused }) => asked || !excused)
  const ran = await sandbox.run(
    given.map(({ text }) => text),
    (place) => given[place]?.asked === true
  )
  for (const { kind } of judged) tallyOf(tallies, kind).texts++
  const failures: Array<Failure> = []
  for (const [place, { excused, kind, text }] of given.entries()) {
    const seen = ran[place]
    if (seen === undefined) continue
    add(tallyOf(tallies, kind), tallied(seen, excused))
    const misses = missesOf(text, seen)
    if (misses.length > 0) failures.push({ text, kind, seen, misses })
  }
  return failures
}

const tallyOf = (tallies: Map<string, Tally>, kind: string): Tally => {
  const tally = tallies.get(kind) ?? noTally()
  tallies.set(kind, tally)
  return tally
}

const tallied = (seen: Ran, excused: boolean): Tally => ({
  texts: 0,
  run: 1,
  asked: seen.accepted === undefined ? 0 : 1,
  accepted: seen.accepted === true ? 1 : 0,
  floored: seen.accepted === true && excused ? 1 : 0,
  calls: excused ? 0 : seen.calls.length,
  writes: excused ? 0 : seen.writes.length
})

/** Answers a failure made as short as it goes, still failing in the same way; the longer one when it does not recur. */
export const shortest = async (sandbox: Sandbox, failure: Failure): Promise<Failure> => {
  const what = new Set(failure.misses.map((miss) => miss.what))
  const seen = new Map<string, Failure>([[failure.text, failure]])
  const text = await shrink(failure.text, async (texts) => {
    const runnable = texts.filter(isRunnable)
    // In steps, so that not everything is run when the first already fails.
    for (let from = 0; from < runnable.length; from += 8) {
      for (const ran of await sandbox.run(runnable.slice(from, from + 8))) {
        const misses = missesOf(ran.text, ran)
        if (!misses.some((miss) => what.has(miss.what))) continue
        seen.set(ran.text, { ...failure, text: ran.text, seen: ran, misses })
        return texts.indexOf(ran.text)
      }
    }
    return -1
  })
  return seen.get(text) ?? failure
}

/** How often a text that failed is run again, by how many at a time. */
export const again = 100
const together = 20

/** Answers whether a failure happens again: bash was once seen to write a file by a name of its own making. */
export const recurs = async (sandbox: Sandbox, { misses, text }: Failure): Promise<boolean> => {
  const what = new Set(misses.map((miss) => miss.what))
  for (let run = 0; run < again; run += together) {
    for (const ran of await sandbox.run(Array.from({ length: together }, () => text))) {
      if (missesOf(text, ran).some((miss) => what.has(miss.what))) return true
    }
  }
  return false
}

/** A text and what bash was seen to do with it in `/w`, as it is kept. */
export interface KeptCase {
  readonly id: string
  readonly command: string
  readonly calls: ReadonlyArray<ReadonlyArray<string>>
  readonly writes: ReadonlyArray<string>
}

/** Answers the case that keeps a failure. */
export const caseOf = (failure: Failure, id: string): KeptCase => {
  const { calls, cwd, writes } = failure.seen
  const moved = calls.slice(0, 20).map((call) => call.map((word) => word.replaceAll(cwd, "/w")))
  return { id, command: failure.text, calls: moved, writes }
}

/** Answers a failure in words, with its text in one line. */
export const describeFailure = (failure: Failure): string =>
  `${JSON.stringify(failure.text)} (${failure.kind}): ${failure.misses.map(({ shown, what }) => `${what} ${shown}`).join(", ")}`
