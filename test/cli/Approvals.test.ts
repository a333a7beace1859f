/**
 * What people approve, by the built program: at its prompt, by `session` and by `approve`.
 */
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "@effect/vitest"
import { hasTerminals, play } from "../support/terminals.ts"
import { argv, build, environment, type Home, makeHome, removeBuilt, run, runAlone } from "./support/program.ts"
import { runOnTerminal } from "./support/terminal.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(build, 120_000)
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())
afterAll(removeBuilt)

const decide = async (...words: ReadonlyArray<string>) => {
  const { code, stdout } = await runAlone(home, ["decide", "--json", "--session", "s1", "--", ...words], "")
  return { code, ...JSON.parse(stdout) }
}

describe("session and approve, without a terminal", () => {
  it("revoke and approve nothing, whatever standard input says", async () => {
    const denied = await decide("make")
    assert.strictEqual(denied.decision, "deny")
    assert.include(denied.reason, `portcullis approve ${denied.requestId}`)
    for (const args of [
      ["approve", denied.requestId],
      ["session", "revoke", "--all"],
      ["session", "revoke", "00000000"]
    ]) {
      const { code, stderr } = await runAlone(home, args, "yes\n")
      assert.strictEqual(code, 64, args.join(" "))
      assert.include(stderr, "there is no terminal")
    }
    assert.strictEqual((await decide("make")).decision, "deny")
  })

  it("session lists nothing where nothing was approved, and takes no --yes", () => {
    assert.deepStrictEqual(run(home, ["session", "--json"]), { code: 0, stdout: "[]\n", stderr: "" })
    assert.strictEqual(run(home, ["approve", "--yes", "a1"]).code, 64)
  })

  it("are self-protected when an agent runs them", () => {
    home.policy({ permission: { bash: { "portcullis *": "allow" } } })
    for (const command of ["portcullis approve a1", "portcullis session revoke --all", "npx portcullis approve a1"]) {
      const { code, stdout } = run(home, ["check", "--json", "--", command])
      assert.strictEqual(code, 10, command)
      assert.include(JSON.parse(stdout).floors, "self-protection")
    }
    for (const file of ["approvals/calls/x", "approvals/salt", "approvals"]) {
      const { stdout } = run(home, ["check", "--json", "--", `touch ~/.local/state/portcullis/${file}`])
      assert.include(JSON.parse(stdout).floors, "self-protection", file)
    }
  })
})

describe.skipIf(!hasTerminals)("on a terminal (python3 makes one)", () => {
  it("approve lets the denied call run once, and no other", async () => {
    const denied = await decide("make x")
    const no = runOnTerminal(home, ["approve", denied.requestId], "no\n")
    assert.deepStrictEqual([no.code, no.seen.includes("stays denied")], [65, true], no.seen)
    const yes = runOnTerminal(home, ["approve", denied.requestId], "yes\n")
    assert.strictEqual(yes.code, 0, yes.seen)
    assert.include(yes.seen, '{"command":"make x"}')
    assert.strictEqual((await decide("make y")).decision, "deny")
    const allowed = await decide("make x")
    assert.deepStrictEqual([allowed.code, allowed.decision, allowed.decidedBy], [0, "allow", "human"])
    assert.strictEqual((await decide("make x")).decision, "deny")
  })

  it("approve lifts no rule's deny, and nothing that was allowed or never asked", async () => {
    home.policy({ permission: { bash: { "make *": "deny" } } })
    const byRule = await decide("make")
    const allowed = await decide("ls")
    for (const [id, why] of [
      [byRule.requestId, "a rule denied it"],
      [allowed.requestId, "it was allowed"],
      ["nowhere", "no request nowhere is in the log"]
    ]) {
      const { code, seen } = runOnTerminal(home, ["approve", id], "yes\n")
      assert.strictEqual(code, 65)
      assert.include(seen, why)
    }
    assert.strictEqual((await decide("make")).decision, "deny")
  })

  it("approve does not lift a rule's deny that was written after the ask", async () => {
    const denied = await decide("make")
    assert.strictEqual(runOnTerminal(home, ["approve", denied.requestId], "yes\n").code, 0)
    home.policy({ permission: { bash: { "make *": "deny" } } })
    assert.strictEqual((await decide("make")).decision, "deny")
  })

  it("s at the prompt approves for the session, until it is revoked", async () => {
    const played = await play({
      argv: argv(["decide", "--session", "s1", "--", "npm test && git push"]),
      cwd: home.project,
      env: environment(home, { NO_COLOR: "1" }),
      steps: [{ see: "? more", pause: 0.4, type: "s" }]
    })
    assert.deepStrictEqual([played.code, played.restored], [0, true], played.seen)
    const check = (session: string, command: string) => run(home, ["check", "--session", session, "--", command]).code
    assert.deepStrictEqual(
      [check("s1", "npm test -- -w"), check("s1", "git push"), check("s1", "git push -f"), check("s2", "git push")],
      [0, 0, 10, 10]
    )
    const listed = JSON.parse(run(home, ["session", "--json"]).stdout)
    assert.deepStrictEqual(
      listed.map(({ pattern }: { pattern: string }) => pattern),
      ["npm test *", "git push"]
    )
    assert.notInclude(JSON.stringify(listed), "s1")
    const { code } = runOnTerminal(home, ["session", "revoke", listed[1].id], "")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual([check("s1", "npm test"), check("s1", "git push")], [0, 10])
    assert.strictEqual(runOnTerminal(home, ["session", "revoke", "--all"], "").code, 0)
    assert.strictEqual(check("s1", "npm test"), 10)
  })
})
