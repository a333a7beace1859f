/**
 * Plants each fault of test/mutants in a copy of the tree and demands that a test it names fails.
 *
 * `npm run mutants` tries them all; `npm run mutants -- WORD…` only the patches whose names hold one of the words. With
 * `--tests-passed` the caller vouches that every test passes without a fault, and they are not run once more.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import type { TestReply, TestRequest } from "./mutant-tests.ts"

const root = path.resolve(import.meta.dirname, "..")
const mutants = path.join(root, "test/mutants")
const runner = path.join(import.meta.dirname, "mutant-tests.ts")
const copied = ["src", "test", "package.json", "tsconfig.json", "vitest.config.ts"]
const parallel = 2
const deadlineMs = 120_000

const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-mutants-")))
const running = new Set<number>()
const stop = (group: number): void => {
  try {
    process.kill(-group, "SIGKILL")
  } catch {
    // It has already ended.
  }
}
process.on("exit", () => {
  for (const group of running) stop(group)
  fs.rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

interface Mutant {
  readonly name: string
  readonly file: string
  readonly tests: ReadonlyArray<string>
  /** The files it changes, below the tree. */
  readonly changed: ReadonlyArray<string>
}

/** A copy of the tree, and the one process that runs its tests. */
interface Bench {
  /** Applies a mutant's patch, or takes it back; answers what git has against it. */
  readonly patch: (mutant: Mutant, ...options: ReadonlyArray<string>) => string | undefined
  /** How many of the tests fail, or why that cannot be told; a run that takes too long is ended. */
  readonly failures: (tests: ReadonlyArray<string>) => Promise<number | string>
}

const benchOf = (name: string): Bench => {
  const tree = path.join(scratch, name)
  for (const entry of copied) fs.cpSync(path.join(root, entry), path.join(tree, entry), { recursive: true })
  fs.symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"))
  const env = { ...process.env, CI: "true", GIT_CEILING_DIRECTORIES: scratch }
  let child: ChildProcessWithoutNullStreams | undefined
  let complaints = ""
  const changed = new Set<string>()

  const start = (): ChildProcessWithoutNullStreams => {
    // Its own process group, so that a worker caught in a loop ends with it.
    const started = spawn(process.execPath, [runner], { cwd: tree, env, detached: true, stdio: "pipe" })
    if (started.pid !== undefined) running.add(started.pid)
    complaints = ""
    started.stderr.on("data", (chunk) => (complaints = (complaints + String(chunk)).slice(-10_000)))
    started.stdin.on("error", () => undefined)
    return started
  }

  return {
    patch: (mutant, ...options) => {
      for (const file of mutant.changed) changed.add(file)
      const { file } = mutant
      const { status, stderr } = spawnSync("git", ["apply", ...options, file], { cwd: tree, env, encoding: "utf8" })
      return status === 0 ? undefined : stderr.trim()
    },
    failures: async (tests) => {
      const tester = (child ??= start())
      const giveUp = new AbortController()
      const { signal } = giveUp
      const late = setTimeout(deadlineMs, `the tests were still running after ${deadlineMs / 1000} s`, { signal })
      const ended = once(tester, "close", { signal }).then(() => `the tests did not start:\n${complaints.trim()}`)
      const answered = once(tester.stdout, "data", { signal }).then(([line]) => replyOf(String(line)))
      const request: TestRequest = { changed: [...changed], tests }
      changed.clear()
      tester.stdin.write(`${JSON.stringify(request)}\n`)
      const failed = await Promise.race([answered, ended, late])
      for (const other of [answered, ended, late]) other.catch(() => undefined)
      giveUp.abort()
      if (typeof failed === "string" && tester.pid !== undefined) {
        stop(tester.pid)
        running.delete(tester.pid)
        child = undefined
      }
      return failed
    }
  }
}

// Of that shape as the one who writes it knows.
const replyOf = (line: string): number | string => (JSON.parse(line) as TestReply).failed

/** Reads `# kills-with: test/a.test.ts test/b.test.ts` from the lines before the patch proper. */
const mutantOf = (name: string): Mutant => {
  const file = path.join(mutants, name)
  const text = fs.readFileSync(file, "utf8")
  const [header = ""] = text.split(/^(?:diff|---) /m, 1)
  const tests = [...header.matchAll(/^# kills-with:(.*)$/gm)].flatMap(([, files = ""]) => files.trim().split(/[\s,]+/))
  const changed = [...text.matchAll(/^(?:---|\+\+\+) [ab]\/(\S+)/gm)].map(([, file = ""]) => file)
  return { name, file, tests: tests.filter((test) => test !== ""), changed: [...new Set(changed)] }
}

/** Why the mutant is not killed, or nothing when it is. */
const tryMutant = async (mutant: Mutant, bench: Bench): Promise<string | undefined> => {
  const { file, tests } = mutant
  if (tests.length === 0) return "names no test: its header needs `# kills-with: test/….test.ts`"
  const missing = tests.filter((test) => !fs.existsSync(path.join(root, test)))
  if (missing.length > 0) return `names a test that is not there: ${missing.join(", ")}`
  const refused = bench.patch(mutant)
  if (refused !== undefined) return `no longer applies:\n${refused}`
  const failed = await bench.failures(tests)
  const stuck = bench.patch(mutant, "--reverse")
  if (stuck !== undefined) throw new Error(`${file} cannot be taken back: ${stuck}`)
  return failed === 0 ? `SURVIVED ${tests.join(" ")}` : typeof failed === "string" ? failed : undefined
}

const vouched = process.argv.includes("--tests-passed")
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const chosen = (fs.existsSync(mutants) ? fs.readdirSync(mutants) : [])
  .filter((name) => name.endsWith(".patch") && (words.length === 0 || words.some((word) => name.includes(word))))
  .toSorted()
  .map(mutantOf)

const main = async (): Promise<boolean> => {
  if (chosen.length === 0) {
    console.log(`no mutants${words.length === 0 ? "" : ` named like ${words.join(", ")}`} in test/mutants`)
    return false
  }
  // A test that fails without any fault would kill every mutant.
  const named = [...new Set(chosen.flatMap(({ tests }) => tests))].filter((test) =>
    fs.existsSync(path.join(root, test))
  )
  const before = vouched || named.length === 0 ? 0 : await benchOf("unpatched").failures(named)
  if (before !== 0) {
    console.log(`without a fault planted: ${typeof before === "string" ? before : `${before} tests fail`}`)
    return false
  }
  const queue = [...chosen]
  let killed = 0
  const work = async (name: string): Promise<void> => {
    const bench = benchOf(name)
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const started = performance.now()
      const problem = await tryMutant(mutant, bench)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      if (problem === undefined) killed += 1
      console.log(
        `${problem === undefined ? "killed" : "FAULT "} ${mutant.name} (${seconds} s)${problem === undefined ? "" : `: ${problem}`}`
      )
    }
  }
  await Promise.all(Array.from({ length: parallel }, (_, index) => work(`bench-${index}`)))
  console.log(`${chosen.length} mutants: ${killed} killed, ${chosen.length - killed} not`)
  return killed === chosen.length
}

// The processes that run the tests wait for more.
process.exit((await main()) ? 0 : 1)
