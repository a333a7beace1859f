import { spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { filledIn, samplesOf } from "../hosts/samples.ts"
import { build, environment, type Home, hookProgram, makeHome, removeBuilt, run } from "./support/program.ts"

const homes: Array<Home> = []
const home = (policy?: unknown): Home => {
  const made = makeHome()
  homes.push(made)
  if (policy !== undefined) made.policy(policy)
  return made
}

beforeAll(build, 120_000)
afterAll(() => {
  removeBuilt()
  for (const each of homes) each.remove()
})

interface Options {
  readonly event?: string
  readonly env?: Readonly<Record<string, string>>
  readonly node?: ReadonlyArray<string>
  readonly program?: string
  readonly wrapped?: true
}

interface Answer {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const hook = (at: Home, input: string | Uint8Array, options: Options = {}): Answer => {
  const { env = {}, event = "PreToolUse", node = [], program = hookProgram, wrapped } = options
  const words = [...node, program, "claude", event, ...(wrapped === true ? ["--wrapped"] : [])]
  const { status, stderr, stdout } = spawnSync(process.execPath, words, {
    cwd: at.project,
    env: environment(at, { NODE_COMPILE_CACHE: path.join(at.home, "compiled"), ...env }),
    input,
    maxBuffer: 256 * 1024 * 1024
  })
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() }
}

const callOf = (at: Home, tool_name: string, tool_input: unknown, more: object = {}): string =>
  JSON.stringify({
    session_id: "s1",
    transcript_path: "/t",
    cwd: at.project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
    tool_use_id: "t1",
    ...more
  })

const bash = (at: Home, command: string, more: object = {}): string => callOf(at, "Bash", { command }, more)

/** What was decided and why; anything but one whole answer on stdout and exit 0 fails. */
const decided = ({ code, stdout }: Answer): { readonly decision: string; readonly reason: string } => {
  assert.strictEqual(code, 0)
  const { hookSpecificOutput, ...rest } = JSON.parse(stdout)
  assert.deepStrictEqual(rest, {})
  const { hookEventName, permissionDecision, permissionDecisionReason, ...others } = hookSpecificOutput
  assert.deepStrictEqual(others, {})
  assert.include(["PreToolUse", "PreSkillShellCommand"], hookEventName)
  assert.isString(permissionDecisionReason)
  assert.isAbove(permissionDecisionReason.length, 0)
  assert.isAtMost(permissionDecisionReason.length, 600)
  assert.notMatch(permissionDecisionReason, /[\p{Cc}\p{Cf}]/u)
  return { decision: permissionDecision, reason: permissionDecisionReason }
}

const logOf = (at: Home): string => path.join(at.home, ".local/state/portcullis/permission-review.jsonl")

const entriesOf = (at: Home): ReadonlyArray<Record<string, unknown>> =>
  fs
    .readFileSync(logOf(at), "utf8")
    .split("\n")
    // A process that met another in the middle of its line begins a new one, which may leave an empty line.
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const rules = (bashRules: unknown, more: object = {}): unknown => ({ permission: { bash: bashRules }, ...more })

describe("portcullis hook claude", () => {
  it("allows, asks and denies as the policy says, and names the rule with its file and line", () => {
    const at = home(rules({ "npm *": "allow", "git push*": "ask", "rm *": { action: "deny", reason: "Use trash." } }))
    assert.strictEqual(decided(hook(at, bash(at, "npm test"))).decision, "allow")
    const ask = decided(hook(at, bash(at, "npm test && git push")))
    assert.strictEqual(ask.decision, "ask")
    assert.match(ask.reason, /`git push`.*policy\.jsonc:5/)
    const deny = decided(hook(at, bash(at, "rm x")))
    assert.strictEqual(deny.decision, "deny")
    assert.match(deny.reason, /`rm x`.*policy\.jsonc:\d+.*Use trash\./)
  })

  it("answers every sample in the shape its host reads", () => {
    for (const [state, at] of [
      ["ask", home({ permission: { "*": "ask", external_directory: "allow" } })],
      ["deny", home({ mode: "read_only", permission: { "*": "deny" } })]
    ] as const) {
      for (const sample of samplesOf("claude").filter(({ event }) => event !== "PermissionRequest")) {
        const answer = hook(at, sample.input, { event: sample.event, env: { CLAUDE_PROJECT_DIR: "/home/dev/proj" } })
        const { hookSpecificOutput } = JSON.parse(answer.stdout)
        const wanted = filledIn(sample.expect[state]?.stdout, hookSpecificOutput.permissionDecisionReason)
        assert.deepStrictEqual({ hookSpecificOutput }, wanted, sample.name)
        assert.strictEqual(answer.stderr, "")
        assert.strictEqual(answer.code, 0)
      }
    }
  }, 120_000)

  it("has no opinion of the host's own question, nor of tools without outside effect, and says so to the wrapper", () => {
    const at = home()
    const [question] = samplesOf("claude").filter(({ event }) => event === "PermissionRequest")
    for (const input of [callOf(at, "TodoWrite", { todos: [] }), question?.input ?? ""]) {
      assert.deepStrictEqual(hook(at, input), { code: 0, stdout: "", stderr: "" })
      assert.deepStrictEqual(hook(at, input, { wrapped: true }), { code: 0, stdout: "-", stderr: "" })
    }
    assert.deepStrictEqual(
      entriesOf(at).map(({ event }) => event),
      ["silent", "silent", "silent", "silent"]
    )
  })

  it("asks about a tool that nobody knows, and names it", () => {
    const at = home()
    const { decision, reason } = decided(hook(at, callOf(at, "Zzz", { anything: 1 })))
    assert.strictEqual(decision, "ask")
    assert.match(reason, /Zzz is not known/)
  })

  it("heeds no mode of the host's", () => {
    const at = home(rules({ "rm *": "deny" }))
    const more = { permission_mode: "bypassPermissions" }
    assert.strictEqual(decided(hook(at, bash(at, "rm x", more))).decision, "deny")
    assert.strictEqual(decided(hook(at, bash(at, "touch x", more))).decision, "ask")
  })

  const spaces = new Uint8Array(10 * 1024 * 1024).fill(0x20)
  const garbage: Readonly<Record<string, string | Uint8Array>> = {
    nothing: "",
    blanks: " \n",
    "an empty list": "[]",
    "half an object": '{"a":',
    "an object of nothing": "{}",
    "no JSON": "rm -rf /",
    "10 MB of blanks": spaces,
    "a whole call behind 10 MB of blanks": Buffer.concat([spaces, Buffer.from("{}")]),
    "text that is not UTF-8": Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d),
    "a deep nest": `${"[".repeat(200_000)}`,
    "a deep nest that is whole": `{"tool_input":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
  }
  for (const [what, input] of Object.entries(garbage)) {
    it(`denies ${what}`, () => {
      const at = home(rules("allow"))
      for (const event of ["PreToolUse", "PreSkillShellCommand"]) {
        const answer = hook(at, input, { event })
        assert.strictEqual(decided(answer).decision, "deny")
        assert.include(answer.stdout, `"hookEventName":"${event}"`)
      }
    })
  }

  it("denies a call without a working directory, and takes an input of any shape", () => {
    const at = home(rules({ "*": "allow" }))
    assert.strictEqual(decided(hook(at, bash(at, "ls", { cwd: undefined }))).decision, "deny")
    assert.strictEqual(decided(hook(at, bash(at, "ls", { cwd: "project" }))).decision, "deny")
    for (const input of [undefined, null, 7, [], {}, { command: ["ls"] }, { command: 7 }]) {
      assert.notStrictEqual(decided(hook(at, callOf(at, "Bash", input))).decision, "allow")
    }
  }, 60_000)

  it("allows nothing by a policy that cannot be read", () => {
    const spoil: Readonly<Record<string, (file: string) => void>> = {
      fifo: (file) => spawnSync("/usr/bin/mkfifo", [file]),
      directory: (file) => fs.mkdirSync(file),
      link: (file) => fs.symlinkSync("/dev/null", file),
      writable: (file) => {
        fs.writeFileSync(file, '{ "mode": "auto" }')
        fs.chmodSync(file, 0o666)
      },
      broken: (file) => fs.writeFileSync(file, '{ "mode": "auto", ', { mode: 0o600 })
    }
    for (const [what, act] of Object.entries(spoil)) {
      const at = home({})
      const file = path.join(at.home, ".config/portcullis/policy.jsonc")
      fs.rmSync(file)
      act(file)
      const { decision, reason } = decided(hook(at, bash(at, "touch x")))
      assert.strictEqual(decision, "ask", what)
      assert.strictEqual(decided(hook(at, bash(at, "ls"))).decision, "ask", `${what}: ${reason}`)
    }
  }, 60_000)

  const cannotLog: Readonly<Record<string, (at: Home) => void>> = {
    "is a device that is always full": (at) => {
      fs.mkdirSync(path.dirname(logOf(at)), { recursive: true })
      fs.symlinkSync("/dev/full", logOf(at))
    },
    "is a FIFO": (at) => {
      fs.mkdirSync(path.dirname(logOf(at)), { recursive: true })
      spawnSync("/usr/bin/mkfifo", [logOf(at)])
    },
    "has no directory": (at) => at.write(".local/state", "not a directory")
  }
  for (const [what, act] of Object.entries(cannotLog)) {
    it(`answers the same when the log ${what}, and denies when the log is required`, () => {
      const policy = rules({ "npm *": "allow", "rm *": "deny" })
      const at = home(policy)
      act(at)
      const allowed = hook(at, bash(at, "npm test"))
      assert.strictEqual(decided(allowed).decision, "allow")
      assert.match(allowed.stderr, /^portcullis: the review log .* was not written: .*$/m)
      assert.strictEqual(decided(hook(at, bash(at, "rm x"))).decision, "deny")
      assert.strictEqual(decided(hook(at, bash(at, "touch x"))).decision, "ask")
      at.policy({ ...Object(policy), requireReviewLog: true })
      const denied = decided(hook(at, bash(at, "npm test")))
      assert.strictEqual(denied.decision, "deny")
      assert.match(denied.reason, /requires the review log/)
    })
  }

  it("answers when no byte more may be written to any file", () => {
    const at = home(rules({ "npm *": "allow" }))
    const words = ["-c", 'ulimit -f 0; exec "$@"', "sh", process.execPath, hookProgram, "claude", "PreToolUse"]
    const { status, stderr, stdout } = spawnSync("/bin/sh", words, {
      cwd: at.project,
      env: environment(at),
      input: bash(at, "npm test")
    })
    const answer = { code: status, stdout: stdout.toString(), stderr: stderr.toString() }
    assert.strictEqual(decided(answer).decision, "allow")
    assert.match(answer.stderr, /was not written/)
  })

  it("writes every decision down before it answers", () => {
    const at = home(rules({ "npm *": "allow", "rm *": "deny" }))
    for (const command of ["npm test", "touch x", "rm x"]) hook(at, bash(at, command))
    hook(at, "garbage")
    assert.deepStrictEqual(
      entriesOf(at).map(({ decision, event, host, session }) => ({ decision, event, host, session })),
      [
        { decision: "allow", event: "decided", host: "claude", session: "s1" },
        { decision: undefined, event: "handed_to_host", host: "claude", session: "s1" },
        { decision: "deny", event: "decided", host: "claude", session: "s1" },
        { decision: "deny", event: "decided", host: "claude", session: null }
      ]
    )
    assert.strictEqual(fs.statSync(logOf(at)).mode & 0o777, 0o600)
  })

  it("keeps no log where the operator wants none", () => {
    const at = home(rules({ "npm *": "allow" }, { log: false }))
    assert.strictEqual(decided(hook(at, bash(at, "npm test"))).decision, "allow")
    assert.strictEqual(hook(at, callOf(at, "TodoWrite", {})).stdout, "")
    assert.strictEqual(decided(hook(at, "garbage")).decision, "deny")
    assert.isFalse(fs.existsSync(logOf(at)))
  })

  it("denies what cannot be written down where the operator requires that, a tool without outside effect too", () => {
    const at = home(rules({ "npm *": "allow" }, { requireReviewLog: true }))
    fs.mkdirSync(logOf(at), { recursive: true })
    for (const call of [bash(at, "npm test"), callOf(at, "TodoWrite", {})]) {
      const { decision, reason } = decided(hook(at, call))
      assert.strictEqual(decision, "deny")
      assert.match(reason, /requires the review log/)
    }
  })

  it("says what is wrong with the approvals, and takes none from them", () => {
    const at = home()
    at.write(".local/state/portcullis/approvals/salt", "no salt")
    const answer = hook(at, bash(at, "touch x"))
    assert.strictEqual(decided(answer).decision, "ask")
    assert.match(answer.stderr, /approvals\/salt cannot be read; nothing is approved/)
  })

  it("lets nothing change the program it is, nor a host's settings that stand elsewhere, whatever the rules allow", () => {
    const at = home({ permission: { "*": "allow", path: { "/*": "allow" }, external_directory: { "/*": "allow" } } })
    const elsewhere = path.join(at.home, "elsewhere")
    const env = { CLAUDE_CONFIG_DIR: elsewhere }
    for (const file of [hookProgram, path.join(elsewhere, "settings.json"), path.join(elsewhere, "hooks/x.sh")]) {
      const { decision, reason } = decided(hook(at, callOf(at, "Write", { file_path: file, content: "" }), { env }))
      assert.deepStrictEqual([decision, /self-protection/.test(reason)], ["ask", true])
    }
    const other = callOf(at, "Write", { file_path: path.join(elsewhere, "notes.md"), content: "" })
    assert.strictEqual(decided(hook(at, other, { env })).decision, "allow")
  })

  describe("with a fault planted in the process", () => {
    /** The fault sets in when the program first reads its input: before that there is no call to answer. */
    const preload = (at: Home, text: string): ReadonlyArray<string> => {
      const late = `const { readSync } = require("fs")
        require("fs").readSync = (...args) => {
          require("fs").readSync = readSync
          ${text}
          return require("fs").readSync(...args)
        }`
      return ["--require", at.write("fault.cjs", late)]
    }
    const faults: Readonly<Record<string, string>> = {
      "standard input cannot be read": 'require("fs").readSync = () => { throw new Error("no") }',
      "JSON cannot be read": 'JSON.parse = () => { throw new Error("no") }',
      "JSON cannot be written": 'JSON.stringify = () => { throw new Error("no") }',
      "no file can be looked at":
        'const fs = require("fs"); fs.lstatSync = fs.openSync = () => { throw new Error("no") }',
      "texts cannot be matched": 'String.prototype.replace = () => { throw new Error("no") }',
      "no time passes": "Date.now = () => NaN",
      "time cannot be written": 'Date.prototype.toISOString = () => { throw new Error("no") }'
    }
    for (const [what, text] of Object.entries(faults)) {
      it(`allows nothing when ${what}`, () => {
        const at = home()
        const answer = hook(at, bash(at, "touch x"), { node: preload(at, text) })
        assert.notStrictEqual(decided(answer).decision, "allow")
      })
    }

    it("asks when the reader of command lines is gone or broken, and still finds the denies of whole surfaces", () => {
      const program = path.join(path.dirname(hookProgram), "alone", "hook.cjs")
      fs.mkdirSync(path.dirname(program), { recursive: true })
      fs.copyFileSync(hookProgram, program)
      for (const reader of [undefined, "throw new Error('no')", "exports.analyze = () => { throw new Error('no') }"]) {
        const file = path.join(path.dirname(program), "hook-shell.cjs")
        if (reader !== undefined) fs.writeFileSync(file, reader)
        const at = home()
        assert.strictEqual(
          decided(hook(home(rules({ "npm *": "allow" })), bash(at, "npm test"), { program })).decision,
          "ask"
        )
        assert.strictEqual(decided(hook(home(rules("deny")), bash(at, "npm test"), { program })).decision, "deny")
      }
    })
  })

  describe("the workspace", () => {
    const outside = (at: Home, more: object = {}): string =>
      callOf(at, "Read", { file_path: path.join(at.home, "elsewhere/a.txt") }, more)

    const ground = (): Home => {
      const at = home()
      at.write("elsewhere/a.txt", "a")
      return at
    }

    it("is the host's project, wherever the call stands", () => {
      const at = ground()
      const env = { CLAUDE_PROJECT_DIR: at.project }
      const cwd = path.join(at.home, "elsewhere")
      assert.strictEqual(decided(hook(at, outside(at, { cwd }), { env })).decision, "ask")
      assert.strictEqual(decided(hook(at, outside(at), { env: { CLAUDE_PROJECT_DIR: cwd } })).decision, "allow")
      assert.isFalse(fs.existsSync(path.join(at.home, ".local/state/portcullis/sessions")))
    })

    it("is the first directory of the session where the host names none, so that cd does not widen it", () => {
      const at = ground()
      const cwd = path.join(at.home, "elsewhere")
      for (const env of [{}, { CLAUDE_PROJECT_DIR: "relative" }]) {
        assert.strictEqual(decided(hook(at, outside(at), { env })).decision, "ask")
        assert.strictEqual(decided(hook(at, outside(at, { cwd }), { env })).decision, "ask")
        const other = { cwd, session_id: "another session / ../x" }
        assert.strictEqual(decided(hook(at, outside(at, other), { env })).decision, "allow")
        assert.strictEqual(decided(hook(at, outside(at, { ...other, cwd: at.project }), { env })).decision, "allow")
      }
    }, 60_000)

    it("holds nothing where it cannot be pinned, so that cd gains nothing", () => {
      const at = ground()
      const cwd = path.join(at.home, "elsewhere")
      assert.strictEqual(decided(hook(at, outside(at, { cwd, session_id: undefined }))).decision, "ask")
      at.write(".local/state/portcullis/sessions", "in the way")
      assert.strictEqual(decided(hook(at, outside(at, { cwd }))).decision, "ask")
      assert.strictEqual(decided(hook(at, bash(at, "echo hello"))).decision, "allow")
    })
  })

  it("is what portcullis hook claude starts", () => {
    const at = home(rules({ "rm *": "deny" }))
    const { code, stderr, stdout } = run(at, ["hook", "claude"], { input: bash(at, "rm x") })
    assert.strictEqual(decided({ code, stdout, stderr }).decision, "deny")
  })

  it("keeps the tool from running where the host has no hook here", () => {
    const at = home()
    const { code, stderr, stdout } = run(at, ["hook", "nosuch"], { input: bash(at, "ls") })
    assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
    assert.match(stderr, /nosuch/)
  })

  it("leaves every line of one log whole when 500 answer at once, some of them killed", async () => {
    const at = home(rules({ "npm *": "allow" }))
    const total = 500
    // On a machine of few cores more at once only wait for each other.
    const abreast = 16
    const killed = 25
    let next = 0
    let whole = 0
    const one = (number: number): Promise<void> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [hookProgram, "claude", "PreToolUse"], {
          cwd: at.project,
          env: environment(at, { NODE_COMPILE_CACHE: path.join(at.home, "compiled"), CLAUDE_PROJECT_DIR: at.project }),
          stdio: ["pipe", "pipe", "ignore"]
        })
        let out = ""
        child.stdout.on("data", (data) => (out += String(data)))
        child.stdin.on("error", () => undefined)
        child.stdin.end(bash(at, `npm run ${"x".repeat(number)}`))
        if (number >= total) setTimeout(() => child.kill("SIGKILL"), (number - total) * 20)
        child.on("close", () => {
          // On a machine this busy an allow may come too late to be one; a whole answer it is.
          if (number < total && /^\{.*"permissionDecision":"(?:allow|deny)".*\}$/.test(out)) whole += 1
          resolve()
        })
      })
    const work = async (): Promise<void> => {
      while (next < total + killed) await one(next++)
    }
    await Promise.all(Array.from({ length: abreast }, work))
    assert.strictEqual(whole, total)
    const entries = entriesOf(at)
    assert.isAtLeast(entries.length, total)
    assert.strictEqual(new Set(entries.map(({ requestId }) => requestId)).size, entries.length)
  }, 1_200_000)
})
