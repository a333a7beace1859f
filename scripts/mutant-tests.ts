/**
 * Runs test files of one tree again and again in one process, so that what a fault does not touch is read only once.
 *
 * A line of JSON on standard input names what has changed since and what to run; a line on standard output tells how
 * many tests failed before it stopped, or why that cannot be told.
 */
import * as path from "node:path"
import * as readline from "node:readline"
import { createVitest } from "vitest/node"

/** What is to be run, in paths below the tree. */
export interface TestRequest {
  readonly changed: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** What came of it. */
export interface TestReply {
  readonly failed: number | string
}

const tree = process.cwd()
// What the tests print would be taken for an answer.
const answers = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

const vitest = await createVitest(
  "test",
  { root: tree, watch: false, reporters: [{}], maxWorkers: 1, bail: 1 },
  { clearScreen: false },
  { stdout: process.stderr }
)
await vitest.standalone()

const ran = async ({ changed, tests }: TestRequest): Promise<number | string> => {
  for (const file of changed) vitest.invalidateFile(path.join(tree, file))
  const project = vitest.getRootProject()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((file) => project.createSpecification(path.join(tree, file)))
  )
  const asked = testModules.filter(({ moduleId }) => tests.includes(path.relative(tree, moduleId)))
  const counts = asked.map(({ children }) => [...children.allTests("failed")].length)
  const failed = counts.reduce((sum, count) => sum + count, 0)
  if (failed > 0) return failed
  // A file that does not even load says nothing about the fault: any typing error would do that.
  const loaded = asked.length === tests.length && asked.every((module) => module.state() === "passed")
  return loaded && unhandledErrors.length === 0 ? 0 : "no test failed, a file did not load"
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  // Of that shape as the one who starts this writes it.
  const reply: TestReply = { failed: await ran(JSON.parse(line) as TestRequest).catch(String) }
  answers(`${JSON.stringify(reply)}\n`)
}
await vitest.close()
