/**
 * Plants each fault of test/mutants in a copy of the tree and demands that a test it names fails.
 *
 * `npm run mutants` tries them all; `npm run mutants -- WORD…` only the patches whose names hold one of the words. With
 * `--tests-passed` the caller vouches that every test passes without a fault, and they are not run once more.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "..")
const mutants = path.join(root, "test/mutants")
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

interface Ran {
  readonly code: number
  readonly late: boolean
  readonly output: string
}

const run = (cwd: string, command: string, args: ReadonlyArray<string>): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, CI: "true", GIT_CEILING_DIRECTORIES: scratch }
    // Its own process group, so that a worker caught in a loop ends with it.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    const { pid } = child
    let output = ""
    let late = false
    if (pid !== undefined) running.add(pid)
    const timer = setTimeout(() => {
      late = true
      if (pid !== undefined) stop(pid)
    }, deadlineMs)
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.on("error", reject)
    child.on("close", (code) => {
      clearTimeout(timer)
      if (pid !== undefined) running.delete(pid)
      resolve({ code: code ?? 1, late, output })
    })
  })

const copyTree = (name: string): string => {
  const tree = path.join(scratch, name)
  for (const entry of copied) fs.cpSync(path.join(root, entry), path.join(tree, entry), { recursive: true })
  fs.symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"))
  return tree
}

/** How many tests of `files` failed in `tree`, or why that cannot be told. */
const failures = async (
  tree: string,
  files: ReadonlyArray<string>,
  ...options: ReadonlyArray<string>
): Promise<number | string> => {
  const report = path.join(tree, "report.json")
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs")
  const args = [vitest, "run", ...options, "--reporter=json", `--outputFile=${report}`, ...files]
  const { code, late, output } = await run(tree, process.execPath, args)
  if (late) return `the tests were still running after ${deadlineMs / 1000} s`
  if (!fs.existsSync(report)) return `the tests did not start:\n${output.trim()}`
  const { numFailedTests, numTotalTests } = JSON.parse(fs.readFileSync(report, "utf8")) as Record<string, number>
  if (numFailedTests === undefined || numTotalTests === undefined) return "the report cannot be read"
  // A file that does not even load says nothing about the fault: any typing error would do that.
  if (numFailedTests === 0 && code !== 0) return "no test failed, a file did not load"
  return numFailedTests
}

interface Mutant {
  readonly name: string
  readonly file: string
  readonly tests: ReadonlyArray<string>
}

/** Reads `# kills-with: test/a.test.ts test/b.test.ts` from the lines before the patch proper. */
const mutantOf = (name: string): Mutant => {
  const file = path.join(mutants, name)
  const [header = ""] = fs.readFileSync(file, "utf8").split(/^(?:diff|---) /m, 1)
  const tests = [...header.matchAll(/^# kills-with:(.*)$/gm)].flatMap(([, files = ""]) => files.trim().split(/[\s,]+/))
  return { name, file, tests: tests.filter((test) => test !== "") }
}

/** Why the mutant is not killed, or nothing when it is. */
const tryMutant = async ({ file, name, tests }: Mutant): Promise<string | undefined> => {
  if (tests.length === 0) return "names no test: its header needs `# kills-with: test/….test.ts`"
  const missing = tests.filter((test) => !fs.existsSync(path.join(root, test)))
  if (missing.length > 0) return `names a test that is not there: ${missing.join(", ")}`
  const tree = copyTree(name)
  try {
    const applied = await run(tree, "git", ["apply", file])
    if (applied.code !== 0) return `no longer applies:\n${applied.output.trim()}`
    const failed = await failures(tree, tests, "--maxWorkers=1", "--bail=1")
    return failed === 0 ? `SURVIVED ${tests.join(" ")}` : typeof failed === "string" ? failed : undefined
  } finally {
    fs.rmSync(tree, { recursive: true, force: true })
  }
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
  const before =
    vouched || named.length === 0 ? 0 : await failures(copyTree("unpatched"), named, `--maxWorkers=${parallel}`)
  if (before !== 0) {
    console.log(`without a fault planted: ${typeof before === "string" ? before : `${before} tests fail`}`)
    return false
  }
  const queue = [...chosen]
  let killed = 0
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const started = performance.now()
      const problem = await tryMutant(mutant)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      if (problem === undefined) killed += 1
      console.log(
        `${problem === undefined ? "killed" : "FAULT "} ${mutant.name} (${seconds} s)${problem === undefined ? "" : `: ${problem}`}`
      )
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  console.log(`${chosen.length} mutants: ${killed} killed, ${chosen.length - killed} not`)
  return killed === chosen.length
}

process.exitCode = (await main()) ? 0 : 1
