/**
 * Asks bash itself, on all cores and for as long as told, whether anything it runs is missing from what is said of it.
 *
 * `npm run soundness -- --minutes N --seed S`; run again with the same seed and state file, it goes on where it stopped.
 */
import { fork } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { openSandbox, sandboxFault } from "../test/support/soundness/Sandbox.ts"
import {
  add,
  again,
  caseOf,
  describeFailure,
  type KeptCase,
  noTally,
  recurs,
  search,
  shortest,
  type Tally
} from "../test/support/soundness/Search.ts"
import { nextText, randomFrom } from "../test/support/soundness/Texts.ts"

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: String(1 + (Date.now() % 1_000_000)) },
    workers: { type: "string", default: String(os.availableParallelism()) },
    state: { type: "string", default: path.join(os.tmpdir(), "portcullis-soundness.json") },
    cases: { type: "string", default: path.resolve(import.meta.dirname, "../test/cases/soundness.json") },
    worker: { type: "boolean", default: false }
  }
})

const batch = 40
const seed = Number(values.seed)

/** Each batch has a seed of its own, so that it matters not which worker takes it, and a stopped run can go on. */
const textsOf = (place: number) => {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) + place)
  return Array.from({ length: batch }, () => nextText(random))
}

/** What a worker tells of one batch. */
interface Told {
  readonly place: number
  readonly tallies: ReadonlyArray<readonly [kind: string, tally: Tally]>
  readonly failures: ReadonlyArray<{ readonly line: string; readonly kept: KeptCase }>
  /** What bash was seen to do once, and in a hundred further runs of the same text never again. */
  readonly onces: ReadonlyArray<string>
}

const work = (): void => {
  const sandbox = openSandbox()
  let last = Promise.resolve()
  const take = async (place: number): Promise<void> => {
    const tallies = new Map<string, Tally>()
    const failures: Array<Told["failures"][number]> = []
    const onces: Array<string> = []
    for (const found of await search(sandbox, textsOf(place), tallies)) {
      if (!(await recurs(sandbox, found))) {
        onces.push(describeFailure(found))
        continue
      }
      const failure = await shortest(sandbox, found)
      failures.push({
        line: describeFailure(failure),
        kept: caseOf(failure, `sound-${seed}-${place}-${failures.length}`)
      })
    }
    const told: Told = { place, tallies: [...tallies], failures, onces }
    process.send?.(told)
  }
  process.on("message", (place: number) => {
    last = last.then(() => take(place))
  })
  process.on("disconnect", () => {
    sandbox.close()
    process.exit(0)
  })
}

/** Where a run stands. */
interface State {
  readonly seed: number
  next: number
  seconds: number
  readonly tallies: Record<string, Tally>
  failures: number
  onces: number
}

const readState = (): State => {
  try {
    // Our own file, written below.
    const state = JSON.parse(fs.readFileSync(values.state, "utf8")) as State
    if (state.seed === seed) return state
  } catch {
    // There is none yet.
  }
  return { seed, next: 0, seconds: 0, tallies: {}, failures: 0, onces: 0 }
}

const writeWhole = (file: string, text: string): void => {
  fs.writeFileSync(`${file}.new`, text)
  fs.renameSync(`${file}.new`, file)
}

const keep = (kept: KeptCase): void => {
  const text = fs.existsSync(values.cases) ? fs.readFileSync(values.cases, "utf8") : '{ "about": "", "cases": [] }'
  // The file of cases has this shape; the tests read it too.
  const file = JSON.parse(text) as { about: string; cases: Array<KeptCase> }
  if (file.cases.some(({ command }) => command === kept.command)) return
  file.cases.push(kept)
  writeWhole(values.cases, `${JSON.stringify(file, undefined, 2)}\n`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const rate = (tally: Tally): string =>
  tally.accepted === 0 ? "    –" : `${((100 * tally.floored) / tally.accepted).toFixed(1).padStart(5)} %`

const report = (state: State): void => {
  const all = noTally()
  say("  texts    run  calls  writes  floored of what bash takes")
  const line = (kind: string, tally: Tally): void =>
    say(
      `${String(tally.texts).padStart(7)}${String(tally.run).padStart(7)}${String(tally.calls).padStart(7)}${String(tally.writes).padStart(8)}` +
        `  ${rate(tally)} of ${String(tally.accepted).padStart(5)}  ${kind}`
    )
  for (const [kind, tally] of Object.entries(state.tallies).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    add(all, tally)
    line(kind, tally)
  }
  line("all", all)
  if (all.accepted > 0 && all.floored / all.accepted > 0.15) say("The run does not count: too much is floored.")
}

const lead = async (): Promise<void> => {
  const fault = await sandboxFault()
  if (fault !== undefined) {
    say(`bash cannot be asked here: ${fault}`)
    process.exitCode = 2
    return
  }
  const state = readState()
  const until = performance.now() + Number(values.minutes) * 60_000
  const begun = performance.now()
  const before = state.seconds
  say(`seed ${seed}, from batch ${state.next}, ${values.workers} workers, ${values.minutes} minutes`)
  let told = 0
  let texts = 0
  const waiting = new Set<number>()
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      const worker = fork(import.meta.filename, ["--worker", "--seed", String(seed)])
      const next = (): void => {
        if (performance.now() >= until) return worker.disconnect()
        waiting.add(state.next)
        worker.send(state.next++)
      }
      worker.on("message", ({ failures, onces, place, tallies }: Told) => {
        waiting.delete(place)
        for (const [kind, tally] of tallies) {
          add((state.tallies[kind] ??= noTally()), tally)
          texts += tally.texts
        }
        for (const { kept, line } of failures) {
          state.failures++
          say(`✗ ${line}`)
          keep(kept)
        }
        for (const line of onces) {
          state.onces++
          say(`? once in ${1 + again} runs: ${line}`)
        }
        state.seconds = before + (performance.now() - begun) / 1000
        // What another worker still has would be lost to a run that goes on from here: it begins there again.
        writeWhole(values.state, JSON.stringify({ ...state, next: Math.min(state.next, ...waiting) }))
        if (performance.now() - told > 10_000) {
          told = performance.now()
          const perSecond = ((1000 * texts) / (told - begun)).toFixed(1)
          say(`${Math.round((told - begun) / 1000)} s: ${texts} texts, ${perSecond}/s, ${state.failures} misses`)
        }
        next()
      })
      worker.on("exit", () => resolve())
      next()
    })
  await Promise.all(Array.from({ length: Number(values.workers) }, one))
  report(state)
  const onces = state.onces === 0 ? "" : `, ${state.onces} seen once and not again`
  say(`${Math.round(state.seconds)} s in all, ${state.failures} misses${onces}, seed ${seed}`)
  if (state.failures > 0) process.exitCode = 1
}

if (values.worker) work()
else await lead()
