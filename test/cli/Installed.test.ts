/**
 * The command that an installation leaves in the settings, read back from there and run as the host would, while what
 * it needs is missing or broken.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hostEffect } from "../../src/hosts/ClaudeOutcome.ts"
import { hooksIn, type InstalledHook } from "../../src/hosts/ClaudeSettings.ts"
import { watchdogSeconds, wrappedFlag } from "../../src/hosts/Wrapper.ts"
import { probe, type Probed, type ProbeOptions } from "../../src/layers/HookProbe.ts"
import { build, environment, type Home, makeHome, removeBuilt, run } from "./support/program.ts"
import { hasTerminals, runOnTerminal } from "./support/terminal.ts"

vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(build, 120_000)
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())
afterAll(removeBuilt)

const settings = (): string => path.join(home.home, ".claude", "settings.json")

const install = (): void => {
  const { code, seen } = runOnTerminal(home, ["install", "claude"], "yes\n")
  assert.strictEqual(code, 0, seen)
}

/** The hook as the settings file has it. */
const installed = (): InstalledHook => {
  const [hook] = hooksIn(fs.readFileSync(settings(), "utf8"))
  if (hook === undefined) throw new Error("no hook is installed")
  return hook
}

const input = (command: string): string =>
  JSON.stringify({
    session_id: "s",
    cwd: home.project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command }
  })

const send = (command: string, more: Partial<ProbeOptions> = {}): Promise<Probed> => {
  const hook = installed()
  return Effect.runPromise(
    probe({
      command: hook.command,
      args: hook.args,
      cwd: home.project,
      env: { ...environment(home), CLAUDE_PROJECT_DIR: home.project },
      limitMs: (hook.timeout ?? 0) * 1000,
      input: input(command),
      ...more
    })
  )
}

/** What the host does with what came out, and that it came out in time and whole. */
const effectOf = (probed: Probed): string => {
  assert.isFalse(probed.late)
  assert.strictEqual(probed.code, 0, probed.stderr)
  assert.isTrue(probed.harmed)
  const { hookSpecificOutput } = JSON.parse(probed.stdout)
  assert.isAbove(String(hookSpecificOutput.permissionDecisionReason).length, 0)
  return hostEffect(probed, "PreToolUse", undefined).effect
}

/** Changes the wrapper's text, which must hold `from`. */
const rewrite = (from: string, to: string): void => {
  const { command } = installed()
  const text = fs.readFileSync(command, "utf8")
  assert.include(text, from)
  fs.writeFileSync(
    command,
    text.replaceAll(from, () => to)
  )
}

/** The same command, started where every write to a file fails as it does on a full disk. */
const withoutRoom = ({ args, command }: InstalledHook): Partial<ProbeOptions> => ({
  command: "/bin/sh",
  args: ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", command, ...(args ?? [])]
})

const seconds = (amount: number): number => amount * 1000

describe.skipIf(!hasTerminals)("the installed command", () => {
  beforeEach(install)

  it("answers what the gate answers", async () => {
    home.policy({ permission: { bash: { "make *": "allow", "rm *": "deny" } } })
    assert.strictEqual(effectOf(await send("make")), "runs")
    assert.strictEqual(effectOf(await send("npm test")), "asks")
    assert.strictEqual(effectOf(await send("rm x")), "blocked")
  })

  it("denies within its watchdog's time when Node is stopped", async () => {
    home.policy({ permission: { bash: { "make *": "allow" } } })
    rewrite(`sleep ${watchdogSeconds} `, "sleep 2 ")
    const probed = await send("make", { harm: { signal: "SIGSTOP", word: wrappedFlag } })
    assert.strictEqual(effectOf(probed), "blocked")
    assert.isAtLeast(probed.ms, seconds(1.9))
    assert.isBelow(probed.ms, seconds(12))
  })

  it("denies before the host's limit when Node is stopped, with the watchdog it is installed with", async () => {
    home.policy({ permission: { bash: { "make *": "allow" } } })
    const probed = await send("make", { harm: { signal: "SIGSTOP", word: wrappedFlag } })
    assert.strictEqual(effectOf(probed), "blocked")
    assert.isAtLeast(probed.ms, seconds(watchdogSeconds - 1))
    assert.isBelow(probed.ms, seconds((installed().timeout ?? 0) - 2))
  })

  it("denies at once when Node is killed", async () => {
    home.policy({ permission: { bash: { "make *": "allow" } } })
    const probed = await send("make", { harm: { signal: "SIGKILL", word: wrappedFlag } })
    assert.strictEqual(effectOf(probed), "blocked")
    assert.isBelow(probed.ms, seconds(10))
  })

  it("denies at once when Node or the program is missing", async () => {
    home.policy({ permission: { bash: { "make *": "allow" } } })
    const whole = fs.readFileSync(installed().command, "utf8")
    for (const part of [process.execPath, "hook.cjs"]) {
      fs.writeFileSync(installed().command, whole)
      rewrite(part, `${part}.gone`)
      const probed = await send("make")
      assert.strictEqual(effectOf(probed), "blocked", part)
      assert.isBelow(probed.ms, seconds(10))
    }
  })

  it("answers where nothing can be written, and denies where the policy requires the log", async () => {
    home.policy({ permission: { bash: { "make *": "allow" } } })
    const full = withoutRoom(installed())
    const probed = await send("make", full)
    assert.strictEqual(effectOf(probed), "runs")
    assert.include(probed.stderr, "the review log")
    assert.isBelow(probed.ms, seconds(10))
    home.policy({ requireReviewLog: true, permission: { bash: { "make *": "allow" } } })
    const required = await send("make", full)
    assert.strictEqual(effectOf(required), "blocked")
    assert.include(required.stdout, "requires the review log")
  })

  it("asks at once where a policy is a FIFO, the user's and the project's", async () => {
    const user = home.policy({ permission: { bash: { "make *": "allow" } } })
    assert.strictEqual(effectOf(await send("make")), "runs")
    const project = path.join(home.project, ".portcullis", "policy.jsonc")
    fs.mkdirSync(path.dirname(project))
    spawnSync("/usr/bin/mkfifo", [project])
    const probed = await send("make")
    assert.strictEqual(effectOf(probed), "asks")
    assert.isBelow(probed.ms, seconds(10))
    fs.rmSync(project)
    fs.rmSync(user)
    spawnSync("/usr/bin/mkfifo", [user])
    const second = await send("ls")
    assert.strictEqual(effectOf(second), "asks")
    assert.isBelow(second.ms, seconds(10))
  })
})

const findingsOf = (stdout: string): ReadonlyArray<{ health: string; text: string }> => JSON.parse(stdout).findings

const faultsOf = (stdout: string): string =>
  findingsOf(stdout)
    .filter(({ health }) => health === "fault")
    .map(({ text }) => text)
    .join("\n")

describe("doctor", () => {
  it("finds that nothing is installed", () => {
    const { code, stdout } = run(home, ["doctor", "--json"])
    assert.strictEqual(code, 65)
    assert.include(faultsOf(stdout), "the hook is installed nowhere")
  })
})

describe.skipIf(!hasTerminals)("doctor, on what is installed", () => {
  beforeEach(install)

  it("sends probes through it, and is content with what they come to", () => {
    home.policy({ mode: "auto" })
    const { code, stderr, stdout } = run(home, ["doctor", "--json"])
    assert.strictEqual(code, 0, stdout + stderr)
    const texts = findingsOf(stdout).map(({ text }) => text)
    const told = (title: string): string => texts.find((text) => text.startsWith(title)) ?? ""
    assert.include(told("a call to allow"), "the host would have run the call")
    assert.include(told("a call to ask about"), "the host would have asked you")
    assert.include(told("a call to deny"), "the host would have blocked the call")
    assert.include(told("killed"), "the host would have blocked the call")
    assert.include(told("stopped"), "the host would have blocked the call after 2")
  })

  it("tells of every switch that lets calls run unseen", () => {
    const whole = fs.readFileSync(settings(), "utf8")
    const broken: ReadonlyArray<readonly [string, string, string]> = [
      ["{", '{ "disableAllHooks": true,', "disableAllHooks is on"],
      ['"matcher": "*"', '"matcher": "bash"', 'its matcher "bash" leaves tools out'],
      ['"type"', '"async": true, "type"', "async is on"],
      ['"type"', '"if": "Bash(ls)", "type"', "keeps calls from it"],
      ['"onFailure": "block"', '"onFailure": "continue"', "if the hook fails, the call runs"],
      ['"timeout": 30', '"timeout": 5', "ends before the watchdog's"],
      ["{", "{ // mine", "the host loads nothing of it"],
      ['"PreSkillShellCommand"', '"Stop"', "has no hook for PreSkillShellCommand"]
    ]
    for (const [from, to, fault] of broken) {
      fs.writeFileSync(
        settings(),
        whole.replace(from, () => to)
      )
      const { code, stdout } = run(home, ["doctor", "--no-probes", "--json"])
      assert.strictEqual(code, 65, fault)
      assert.include(faultsOf(stdout), fault)
    }
    fs.writeFileSync(settings(), whole)
    assert.strictEqual(run(home, ["doctor", "--no-probes"]).code, 0)
  })

  it("finds a wrapper that lets calls through when its program is killed, and one that cannot be run", () => {
    const { command } = installed()
    const whole = fs.readFileSync(command, "utf8")
    fs.writeFileSync(
      command,
      whole.replace(/^ {2}1\[3-5\].*$/m, "  1[3-5][0-9]:*) ;;").replace(`sleep ${watchdogSeconds} `, "sleep 1 ")
    )
    const open = run(home, ["doctor", "--json"])
    assert.strictEqual(open.code, 65)
    assert.include(
      faultsOf(open.stdout),
      "killed while it decides: the host would have gone on as if there were no hook"
    )
    assert.include(faultsOf(open.stdout), "stopped while it decides: the host would have gone on")
    fs.writeFileSync(command, whole)
    fs.chmodSync(command, 0o600)
    const unrunnable = run(home, ["doctor", "--json"])
    assert.strictEqual(unrunnable.code, 65)
    assert.include(faultsOf(unrunnable.stdout), "cannot be run")
  })
})
