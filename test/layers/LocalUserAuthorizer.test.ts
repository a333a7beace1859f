/**
 * The prompt on a real pseudo-terminal (python3 makes one).
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it, vi } from "@effect/vitest"
import { hasTerminals, play, type Played, type Scene, type Step } from "../support/terminals.ts"
import { temporaryDirectory } from "./Temporary.ts"

// Every prompt is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

const program = path.resolve(import.meta.dirname, "..", "support", "askHere.ts")

interface Home {
  readonly home: string
  readonly project: string
}

const newHome = (): Home => {
  const home = temporaryDirectory()
  const project = path.join(home, "project")
  fs.mkdirSync(project)
  return { home, project }
}

interface Answered extends Played {
  /** What the authorizer answered; `none` where the process ended before it did. */
  readonly verdict: string
}

const sceneOf = (
  { home, project }: Home,
  commands: ReadonlyArray<string>,
  result: string,
  steps: ReadonlyArray<Step>
): Scene => ({
  argv: [process.execPath, program, project, result, "s1", ...commands],
  cwd: project,
  env: { HOME: home, PATH: "/nonexistent", LC_ALL: "C.UTF-8", NO_COLOR: "1" },
  steps,
  seconds: 60
})

const ask = async (
  home: Home,
  commands: string | ReadonlyArray<string>,
  steps: ReadonlyArray<Step>
): Promise<Answered> => {
  const result = path.join(temporaryDirectory(), "verdict")
  const played = await play(sceneOf(home, typeof commands === "string" ? [commands] : commands, result, steps))
  return { ...played, verdict: fs.existsSync(result) ? fs.readFileSync(result, "utf8") : "none" }
}

const keys = "? more"
/** A person needs longer than this to read. */
const pause = 0.4
const struck = (...types: ReadonlyArray<string>): ReadonlyArray<Step> =>
  types.map((type, place) => (place === 0 ? { see: keys, pause, type } : { pause, type }))

describe.skipIf(!hasTerminals)("a person at the terminal", () => {
  it("answers each question by the key that stands for the answer, and by no other", async () => {
    const cases: ReadonlyArray<readonly [typed: ReadonlyArray<string>, verdict: string]> = [
      [["y"], "Allow"],
      [["n"], "Deny"],
      [["\u001b"], "Deny"],
      [["\u0003"], "Deny"],
      // The end of input.
      [["\u0004"], "Deny"],
      [["r", "not todax", "\u007f", "y\r"], "Deny not today"],
      [["r", "because", "\u001b"], "Deny"],
      // Pasted.
      [["yes, please\r", "n"], "Deny"],
      [["x", "\r", " ", "\u001b[A", "n"], "Deny"],
      [["?", "y"], "Allow"]
    ]
    const commands = cases.map((_, place) => `make ${place}`)
    const steps = cases.flatMap(([typed]) => struck(...typed))
    const answered = await ask(newHome(), commands, steps)
    assert.deepStrictEqual(
      answered.verdict.split("\n"),
      cases.map(([, verdict]) => verdict),
      answered.seen
    )
    assert.isTrue(answered.restored)
  })

  it("approves for the session with s: the same kind of call no longer asks, another does", async () => {
    const commands = ["npm test && git push", "npm test -- --watch", "git push", "git push --force"]
    const { verdict } = await ask(newHome(), commands, [...struck("s"), ...struck("n")])
    assert.strictEqual(verdict, "Allow\nnot asked: allow\nnot asked: allow\nDeny")
  })

  it("is not offered s where nothing could be stored, and s then answers nothing", async () => {
    const { seen, verdict } = await ask(newHome(), 'bash -c "$X"', struck("s", "n"))
    assert.strictEqual(verdict, "Deny")
    assert.include(seen, "once only: what runs is not in its text")
    assert.notInclude(seen, "this session")
  })

  it("is not answered for by what was typed before the question stood", async () => {
    const ahead = await ask(newHome(), "make x", [
      { type: "y" },
      { pause: 0.05, type: "y\ny" },
      { see: keys, type: "y" },
      { pause, type: "n" }
    ])
    assert.strictEqual(ahead.verdict, "Deny", ahead.seen)
  })

  it("sees the characters of a command that play tricks", async () => {
    const { seen } = await ask(newHome(), "make \u202ex \u001b[2Jy", struck("n"))
    assert.include(seen, "make \\u{202e}x \\x1b[2Jy")
  })

  it("sees colours, unless NO_COLOR says otherwise", async () => {
    const home = newHome()
    const raw = async (env: Record<string, string>): Promise<string> => {
      const scene = sceneOf(home, ["make x"], path.join(home.home, "v"), [{ see: "more", pause, type: "n" }])
      return (
        await play({ ...scene, env: { HOME: home.home, PATH: "/nonexistent", TERM: "xterm", ...env }, raw: true })
      ).seen
    }
    assert.include(await raw({}), "\u001b[1m")
    assert.notInclude(await raw({ NO_COLOR: "1" }), "\u001b[1m")
  })

  it("finds the terminal as it was when the process is told to end", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const { late, restored, verdict } = await ask(newHome(), "make x", [{ see: keys, pause, signal }])
      assert.deepStrictEqual([verdict, restored, late], ["none", true, false])
    }
  })

  it("who is gone allowed nothing", async () => {
    const { late, verdict } = await ask(newHome(), "make x", [{ see: keys, pause, hangup: true }])
    assert.isFalse(late)
    assert.include(["none", "died: Error: it was lost before anyone answered"], verdict)
  })

  it("is asked one question at a time", async () => {
    const home = newHome()
    const results = [path.join(home.home, "one"), path.join(home.home, "two")]
    const both = `
      import { spawn } from "node:child_process"
      await Promise.all(${JSON.stringify(results)}.map((result) => new Promise((resolve) => {
        const args = [${JSON.stringify(program)}, ${JSON.stringify(home.project)}, result, "s1", "make " + result.slice(-3)]
        spawn(process.execPath, args, { stdio: "ignore" }).on("close", resolve)
      })))`
    const file = path.join(home.home, "both.mjs")
    fs.writeFileSync(file, both)
    const { seen } = await play({
      ...sceneOf(home, [], "", [
        { see: keys, pause: 1.5, type: "y" },
        { see: keys, pause, type: "n" }
      ]),
      argv: [process.execPath, file]
    })
    const first = seen.indexOf("allowed once")
    assert.isAbove(first, 0, seen)
    // The second question begins where the first one's answer stands.
    assert.isAbove(seen.lastIndexOf("the agent asks"), first)
    assert.strictEqual(seen.split("the agent asks").length, 3)
    assert.sameMembers(
      results.map((result) => fs.readFileSync(result, "utf8")),
      ["Allow", "Deny"]
    )
  })
})
