import { spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { wrapperText } from "../../src/hosts/Wrapper.ts"
import { temporaryDirectory } from "../layers/Temporary.ts"

const directory = temporaryDirectory()
/** The shell of the system, and bash where that is another. */
const shells = ["/bin/sh", "/bin/bash"].filter(
  (shell, at, all) => fs.existsSync(shell) && (at === 0 || fs.realpathSync(shell) !== fs.realpathSync(all[0] ?? ""))
)

let made = 0
const fileOf = (name: string, text: string): string => {
  const file = path.join(directory, `${made++}-${name}`)
  fs.writeFileSync(file, text, { mode: 0o700 })
  return file
}

interface Fixture {
  /** Ends with a program's text, or names one that is not there. */
  readonly program?: string | undefined
  readonly node?: string
  readonly watchdogSeconds?: number
}

const wrapperOf = ({ node = process.execPath, program, watchdogSeconds }: Fixture): string => {
  const file = program === undefined ? path.join(directory, "gone.cjs") : fileOf("it's a hook.cjs", program)
  const text = wrapperText({ node, program: file, home: "/h", configHome: "/c", stateHome: directory, watchdogSeconds })
  return fileOf("portcullis-hook", text)
}

interface Ran {
  readonly out: string
  readonly code: number | null
  readonly ms: number
}

const run = (fixture: Fixture, event = "PreToolUse", shell = "/bin/sh", env: Record<string, string> = {}): Ran => {
  const started = performance.now()
  const done = spawnSync(shell, [wrapperOf(fixture), "claude", event], { input: "the host's JSON", env })
  return { out: done.stdout.toString(), code: done.status, ms: performance.now() - started }
}

/** Every process that has all of these words in its command line. */
const running = (...words: ReadonlyArray<string>): ReadonlyArray<string> =>
  spawnSync("/bin/ps", ["-eo", "pid=,args="])
    .stdout.toString()
    .split("\n")
    .filter((line) => words.every((word) => line.includes(word)))

const denied = ({ code, out }: Ran, event: string): string => {
  assert.strictEqual(code, 0)
  const { hookSpecificOutput, ...rest } = JSON.parse(out)
  assert.deepStrictEqual(rest, {})
  const { permissionDecisionReason, ...others } = hookSpecificOutput
  assert.deepStrictEqual(others, { hookEventName: event, permissionDecision: "deny" })
  return permissionDecisionReason
}

const whole = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
const print = (text: string): string => `require("fs").writeSync(1, ${JSON.stringify(text)});`

describe("the wrapper", () => {
  for (const shell of shells) {
    it(`passes a whole answer on, and the host's input in: ${shell}`, () => {
      const echoing = `const fs = require("fs")
        fs.writeSync(1, JSON.stringify({ input: fs.readFileSync(0, "utf8"), words: process.argv.slice(2) }))`
      const { code, out } = run({ program: echoing }, "PreToolUse", shell)
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(JSON.parse(out), {
        input: "the host's JSON",
        words: ["claude", "PreToolUse", "--wrapped"]
      })
    })

    it(`passes a deliberate silence on as nothing: ${shell}`, () => {
      assert.deepStrictEqual(
        { ...run({ program: print("-") }, "PreToolUse", shell), ms: 0 },
        { out: "", code: 0, ms: 0 }
      )
    })

    const failures: Readonly<Record<string, Fixture>> = {
      "is missing": {},
      "has no Node any more": { program: "", node: path.join(directory, "no-node") },
      "has a Node that may not be run": { program: "", node: directory },
      "exits 1": { program: "process.exit(1)" },
      "says allow and exits 1": { program: `${print(whole)}process.exit(1)` },
      "kills itself": { program: 'process.kill(process.pid, "SIGKILL")' },
      "says allow and kills itself": { program: `${print(whole)}process.kill(process.pid, "SIGKILL")` },
      "says half of it and exits 0": { program: print(whole.slice(0, 40)) },
      "says half of it and throws": { program: `${print(whole.slice(0, 40))}throw new Error()` },
      "says nothing and exits 0": { program: "" },
      "says something else and exits 0": { program: print("all is well") },
      "says a word before it": { program: print(`Warning! ${whole}`) },
      "says silence and fails": { program: `${print("-")}process.exit(3)` },
      hangs: { program: "setInterval(() => {}, 1000)", watchdogSeconds: 1 },
      "says allow and hangs": { program: `${print(whole)}setInterval(() => {}, 1000)`, watchdogSeconds: 1 },
      "will not be ended": { program: 'process.on("SIGTERM", () => {});for (;;);', watchdogSeconds: 1 },
      "is stopped": { program: 'process.kill(process.pid, "SIGSTOP")', watchdogSeconds: 1 },
      "says allow and is stopped": {
        program: `${print(whole)}process.kill(process.pid, "SIGSTOP")`,
        watchdogSeconds: 1
      }
    }
    for (const [what, fixture] of Object.entries(failures)) {
      it(`denies when the hook ${what}: ${shell}`, () => {
        for (const event of what === "exits 1" ? ["PreToolUse", "PreSkillShellCommand"] : ["PreToolUse"]) {
          const ran = run(fixture, event, shell)
          assert.include(denied(ran, event), "denied")
          assert.isBelow(ran.ms, 8000)
        }
      })
    }

    it(`waits for nothing when the hook has ended, and leaves no process: ${shell}`, () => {
      const watchdogSeconds = 86_399 - shells.indexOf(shell)
      const ran = run({ program: print(whole), watchdogSeconds }, "PreToolUse", shell)
      assert.strictEqual(ran.out.trim(), whole)
      assert.isBelow(ran.ms, 8000)
      assert.deepStrictEqual(running("sleep", String(watchdogSeconds)), [])
    })
  }

  it("lets nothing into the hook that makes Node run other code", () => {
    const evil = fileOf("evil.cjs", 'require("fs").writeSync(1, "evil");process.exit(0)')
    const env = {
      NODE_OPTIONS: `--require ${evil}`,
      NODE_PATH: directory,
      LD_LIBRARY_PATH: directory,
      XDG_CONFIG_HOME: "/evil",
      XDG_STATE_HOME: "/evil",
      HOME: "/evil",
      PATH: "/evil",
      CLAUDE_PROJECT_DIR: "/w"
    }
    const program = `const { NODE_OPTIONS, NODE_PATH, LD_LIBRARY_PATH, XDG_CONFIG_HOME, XDG_STATE_HOME, HOME, CLAUDE_PROJECT_DIR } = process.env
      require("fs").writeSync(1, JSON.stringify({ NODE_OPTIONS, NODE_PATH, LD_LIBRARY_PATH, XDG_CONFIG_HOME, XDG_STATE_HOME, HOME, CLAUDE_PROJECT_DIR }))`
    assert.deepStrictEqual(JSON.parse(run({ program }, "PreToolUse", "/bin/sh", env).out), {
      XDG_CONFIG_HOME: "/c",
      XDG_STATE_HOME: directory,
      HOME: "/h",
      CLAUDE_PROJECT_DIR: "/w"
    })
  })

  it("answers when the hook is stopped from outside, and leaves neither it nor the watcher", async () => {
    const wrapper = wrapperOf({ program: "setInterval(() => {}, 1000)", watchdogSeconds: 3 })
    const child = spawn("/bin/sh", [wrapper, "claude", "PreToolUse"], { stdio: ["ignore", "pipe", "ignore"] })
    let out = ""
    child.stdout.on("data", (data) => (out += String(data)))
    const hooks = async (): Promise<ReadonlyArray<string>> => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const found = running("a hook.cjs", directory, "--wrapped").filter((line) => !line.includes("/bin/sh"))
        if (found.length > 0) return found
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return []
    }
    const [line = ""] = await hooks()
    const pid = Number.parseInt(line, 10)
    assert.isAbove(pid, 1)
    process.kill(pid, "SIGSTOP")
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
    denied({ out, code, ms: 0 }, "PreToolUse")
    assert.deepStrictEqual(running("a hook.cjs", directory), [])
  })

  it("is plain POSIX shell", () => {
    const text = fs.readFileSync(wrapperOf({ program: "" }), "utf8")
    assert.isTrue(text.startsWith("#!/bin/sh\n"))
    for (const shell of shells) {
      assert.strictEqual(spawnSync(shell, ["-n"], { input: text }).stderr.toString(), "")
    }
    assert.notMatch(text, /\[\[|\bfunction\b|<<<|\$'|&>|\|&|<\(/)
  })
})
