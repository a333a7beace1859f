import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { assertGolden } from "./support/golden.ts"
import { chainOf, noProd } from "./support/links.ts"
import { build, type Home, makeHome, removeBuilt, runAlone } from "./support/program.ts"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

const homes: Array<Home> = []
const home = (): Home => {
  const made = makeHome()
  homes.push(made)
  return made
}

beforeAll(build, 120_000)
afterAll(() => {
  removeBuilt()
  for (const each of homes) each.remove()
})

/** What is decided where nobody sits at a terminal. */
const decided = async (at: Home, ...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await runAlone(at, ["decide", "--json", ...words], "")
  return { code, stderr, ...JSON.parse(stdout) }
}

const entriesOf = (at: Home): ReadonlyArray<Record<string, unknown>> =>
  fs
    .readFileSync(path.join(at.home, ".local/state/portcullis/permission-review.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("portcullis decide", () => {
  it("decides by the rules where these do not ask, and asks nobody", async () => {
    const at = home()
    at.policy(chainOf(at, { loud: "process.exit(1)" }, { permission: { bash: { "rm *": "deny", "npm *": "allow" } } }))
    const allowed = await decided(at, "--", "npm test")
    assert.deepInclude(allowed, { code: 0, decision: "allow", decidedBy: "policy", trail: [] })
    const denied = await decided(at, "--", "rm x")
    assert.deepInclude(denied, { code: 11, decision: "deny", decidedBy: "policy", trail: [] })
    assert.deepInclude(await decided(at, "--tool", "read", "--input", '{"file_path":"x"}'), { decision: "allow" })
  })

  it("tells which link decided, also of those that ask a model", async () => {
    const at = home()
    const quick = `export const provenance = "model"; export default () => ({ kind: "allow" })`
    at.policy(chainOf(at, { quick }, { modelDelegation: { allowedSurfaces: ["bash"] } }))
    const { code, stdout } = await runAlone(at, ["decide", "--", "npm ls"], "")
    assert.strictEqual(code, 0)
    assert.include(stdout, "the link quick allows it")
    const [id] = entriesOf(at).flatMap(({ event, requestId }) => (event === "decided" ? [String(requestId)] : []))
    assert.include((await runAlone(at, ["why", id ?? ""], "")).stdout, "decided by the link quick: ")
  })

  it("puts what asks to the links in the operator's order, then to a terminal; alone that denies", async () => {
    const at = home()
    at.policy(chainOf(at, { gone: "export default (", exits: "process.exit(0)", "no-prod": noProd }))
    const denied = await decided(at, "--session", "s1", "--", "kubectl --context prod delete ns x")
    assert.deepInclude(denied, {
      code: 11,
      stderr: "",
      decision: "deny",
      decidedBy: "authorizer:no-prod",
      reason: "production needs a change ticket"
    })
    const [gone, exits, last] = denied.trail
    assert.deepInclude(gone, { link: "gone", verdict: "defer", cause: "failed" })
    assert.deepInclude(exits, { link: "exits", verdict: "defer", cause: "failed" })
    assert.deepStrictEqual(last, { link: "no-prod", verdict: "deny", reason: "production needs a change ticket" })
    const allowed = await decided(at, "--", "kubectl --context staging get pods")
    assert.deepInclude(allowed, { code: 0, decision: "allow", decidedBy: "authorizer:no-prod" })
    const nobody = await decided(at, "--", "kubectl get pods")
    assert.deepInclude(nobody, { code: 11, decision: "deny", decidedBy: "policy" })
    assert.match(nobody.reason, /no authority could be reached/)
    assert.deepInclude(nobody.trail.at(-1), { link: "terminal", verdict: "deny" })

    const entries = entriesOf(at).filter(({ requestId }) => requestId === denied.requestId)
    assert.deepStrictEqual(
      entries.map(({ event }) => event),
      ["authorizer_chain_resolved", "link.no-prod.looked", "decided"]
    )
    assert.deepInclude(entries[2], { session: "s1", host: null, decidedBy: "authorizer:no-prod" })
  })

  it("lets no link allow what the operator did not delegate, nor a project name links", async () => {
    const at = home()
    const yes = `export default () => ({ kind: "allow" })`
    at.policy(chainOf(at, { yes }, { modelDelegation: { allowedSurfaces: ["mcp"] } }))
    const narrowed = await decided(at, "--", "npm publish")
    assert.deepInclude(narrowed, { code: 11, decision: "deny" })
    assert.deepInclude(narrowed.trail[0], { link: "yes", verdict: "defer", cause: "envelope" })

    const project = home()
    project.write("project/.portcullis/policy.jsonc", JSON.stringify(chainOf(project, { yes })))
    const denied = await decided(project, "--", "npm publish")
    assert.deepInclude(denied, { decision: "deny", code: 65 })
    assert.deepStrictEqual(
      denied.trail.map(({ link }: { readonly link: string }) => link),
      ["terminal"]
    )
  })

  it("counts a link that is not registered, blocks or outlives its time as a defer, and ends", async () => {
    const at = home()
    const policy = chainOf(
      at,
      { blocks: "for (;;);", hangs: "export default () => new Promise(() => setInterval(() => {}, 1e3))" },
      { authorizerTimeoutMs: 1500, authorizerChain: ["blocks", "unknown", "hangs"] }
    )
    at.policy(policy)
    const started = Date.now()
    const { decision, stderr, trail } = await decided(at, "--", "npm publish")
    assert.isBelow(Date.now() - started, 30_000)
    assert.strictEqual(decision, "deny")
    assert.deepStrictEqual(
      trail.map(({ cause, link }: { readonly cause?: string; readonly link: string }) => [link, cause]),
      [
        ["blocks", "timed-out"],
        ["unknown", "unregistered"],
        ["hangs", "timed-out"],
        ["terminal", undefined]
      ]
    )
    assert.match(stderr, /"unknown", which nobody registered/)
  })

  it("is told to a person: the decision, who made it and why, and the whole trail", async () => {
    const at = home()
    at.policy(chainOf(at, { gone: "process.exit(0)", "no-prod": noProd }))
    const { stdout } = await runAlone(at, ["decide", "--", "kubectl --context prod delete ns x"], "")
    assertGolden("decide-link", stdout)
    const { stdout: alone } = await runAlone(at, ["decide", "--", "npm publish"], "")
    assertGolden("decide-alone", alone.replaceAll(/(approve\s+)[0-9a-z]{16}/g, "$1ID"))
  })

  it("refuses a policy that is not there", async () => {
    const at = home()
    assert.strictEqual((await runAlone(at, ["decide", "--policy", "none.jsonc", "--", "ls"], "")).code, 65)
    assert.strictEqual((await runAlone(at, ["decide"], "")).code, 64)
  })
})
