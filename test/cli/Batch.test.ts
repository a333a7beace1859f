import * as fs from "node:fs"
import { spawn, spawnSync } from "node:child_process"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { argv, build, environment, type Home, makeHome, removeBuilt, run } from "./support/program.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(() => {
  build()
  home = makeHome()
  home.policy({ permission: { bash: { "rm *": "deny", "make *": "allow" } } })
}, 120_000)

afterAll(() => {
  home.remove()
  removeBuilt()
})

const bash = (id: string, command: string, more: object = {}): string =>
  JSON.stringify({ id, tool: "bash", input: { command }, cwd: home.project, ...more })

const batch = (input: string | Uint8Array, args: ReadonlyArray<string> = []) => {
  const { code, stderr, stdout } = run(home, ["check", "--jsonl", ...args], { input })
  return {
    code,
    stderr,
    answers: stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  }
}

describe("check --jsonl", () => {
  it("answers each line in order, with exit code 0 whatever the answers are", () => {
    const { answers, code, stderr } = batch([bash("1", "pwd"), bash("2", "rm x"), bash("3", "curl x")].join("\n"))
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr, "")
    assert.deepStrictEqual(
      answers.map(({ decision, id }) => [id, decision]),
      [
        ["1", "allow"],
        ["2", "deny"],
        ["3", "ask"]
      ]
    )
    assert.deepStrictEqual(Object.keys(answers[0]), [
      "id",
      "decision",
      "reason",
      "accesses",
      "units",
      "paths",
      "floors"
    ])
    assert.deepStrictEqual(answers[0].accesses, [
      { surface: "bash", value: "pwd", state: "allow", rule: null, floors: [] }
    ])
  })

  it("answers a thousand lines", () => {
    const lines = Array.from({ length: 1_000 }, (_, place) => bash(String(place), place % 2 === 0 ? "ls" : "rm x"))
    const { answers, code } = batch(`${lines.join("\n")}\n`)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      answers.map(({ id }) => id),
      lines.map((_, place) => String(place))
    )
    assert.isTrue(answers.every(({ decision }, place) => decision === (place % 2 === 0 ? "allow" : "deny")))
  })

  it("gives an error for a line that is no tool call, goes on, and exits with 65", () => {
    const bad = [
      "",
      "garbage",
      "[1]",
      "null",
      "{}",
      '{"tool":"bash"}',
      '{"tool":1,"input":{}}',
      '{"tool":"bash","input":{},"cwd":"relative"}',
      '{"tool":"bash","input":{},"mode":"yolo"}',
      '{"id":{},"tool":"bash","input":{}}'
    ]
    const { answers, code, stderr } = batch([...bad, bash("last", "ls")].join("\n"))
    assert.strictEqual(code, 65)
    assert.strictEqual(stderr, "")
    assert.strictEqual(answers.length, bad.length + 1)
    for (const answer of answers.slice(0, -1)) {
      assert.deepStrictEqual(Object.keys(answer), ["id", "error"])
      assert.isNull(answer.id)
      assert.isNotEmpty(answer.error)
    }
    assert.strictEqual(answers.at(-1).decision, "allow")
  })

  it("answers nothing for nothing", () => {
    assert.deepStrictEqual(batch(""), { code: 0, stderr: "", answers: [] })
  })

  it("tells an input that cannot be read", () => {
    const [node, ...words] = argv(["check", "--jsonl"])
    const directory = fs.openSync(home.project, "r")
    const { status, stderr } = spawnSync(node, words, { env: environment(home), stdio: [directory, "pipe", "pipe"] })
    fs.closeSync(directory)
    assert.strictEqual(status, 65)
    assert.include(String(stderr), "standard input is a directory")
  })

  it("reads lines that end in CRLF, and a last line without an end", () => {
    const { answers, code } = batch(`${bash("1", "ls")}\r\n${bash("2", "ls")}`)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      answers.map(({ id }) => id),
      ["1", "2"]
    )
  })

  it("tells bytes that are no UTF-8", () => {
    const { answers, code } = batch(Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(bash("1", "ls"))]))
    assert.strictEqual(code, 65)
    assert.deepStrictEqual(answers[0], { id: null, error: "line 1 is not UTF-8" })
    assert.strictEqual(answers[1].id, "1")
  })

  it("answers a line of five megabytes, and what follows it", () => {
    const { answers, code } = batch(`${bash("1", `ls ${"x".repeat(5_000_000)}`)}\n${bash("2", "rm x")}\n`)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      answers.map(({ decision, id }) => [id, decision]),
      [
        ["1", "ask"],
        ["2", "deny"]
      ]
    )
    assert.deepStrictEqual(answers[0].floors, ["unread"])
  })

  it("judges each line in its own directory, workspace and mode, else in those of the flags", () => {
    const line = JSON.stringify({ id: "1", tool: "bash", input: { command: "cat ../a" } })
    const outside = batch(line, ["--cwd", `${home.project}/b`]).answers[0]
    assert.deepStrictEqual(outside.paths, [{ path: `${home.project}/a`, direction: "read", inside: false }])
    const inside = batch(line, ["--cwd", `${home.project}/b`, "--workspace", home.project]).answers[0]
    assert.isTrue(inside.paths[0].inside)
    const modes = batch([bash("1", "curl x"), bash("2", "curl x", { mode: "read_only" })].join("\n"), [
      "--mode",
      "auto"
    ])
    assert.deepStrictEqual(
      modes.answers.map(({ decision }) => decision),
      ["allow", "deny"]
    )
  })

  it("answers a line before the next one comes", async () => {
    const [node, ...words] = argv(["check", "--jsonl"])
    const child = spawn(node, words, { cwd: home.project, env: environment(home), stdio: "pipe" })
    const next = () => new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))))
    for (const id of ["1", "2"]) {
      const answer = next()
      child.stdin.write(`${bash(id, "ls")}\n`)
      assert.strictEqual(JSON.parse(await answer).id, id)
    }
    const code = new Promise((resolve) => child.once("close", resolve))
    child.stdin.end()
    assert.strictEqual(await code, 0)
  })

  it("does not look like an allow to a script whose reader left", async () => {
    const [node, ...words] = argv(["check", "--jsonl"])
    const child = spawn(node, words, { cwd: home.project, env: environment(home), stdio: "pipe" })
    const code = new Promise((resolve) => child.once("exit", resolve))
    child.stdout.destroy()
    child.stdin.on("error", () => undefined)
    child.stdin.end(`${bash("1", "ls")}\n`.repeat(5_000))
    assert.strictEqual(await code, 70)
  })
})
