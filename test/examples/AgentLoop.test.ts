import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { agentLoop, guardFor, type Wish } from "../../examples/agent-loop.ts"
import { temporaryDirectory, uid, writeOwn } from "../layers/Temporary.ts"

describe("the example of an agent loop", () => {
  it.live("runs what is allowed, and tells the agent why the rest is not", () => {
    const root = temporaryDirectory()
    const cwd = path.join(root, "work")
    fs.mkdirSync(cwd)
    writeOwn(
      path.join(root, "config", "portcullis", "policy.jsonc"),
      `{
        "permission": { "bash": { "npm test *": "allow", "rm *": { "action": "deny", "reason": "keep the files" } } },
        "authorizerChain": ["no-prod"]
      }`
    )
    const guard = guardFor({
      home: path.join(root, "home"),
      uid,
      configHome: path.join(root, "config"),
      stateHome: path.join(root, "state"),
      managedFile: path.join(root, "etc", "policy.jsonc")
    })
    const bash = (command: string): Wish => ({ tool: "bash", input: { command } })
    const wishes = [
      bash("npm test"),
      bash("rm -rf src"),
      bash("kubectl delete pod x --context prod"),
      bash("make"),
      { tool: "read", input: { path: "a.txt" } }
    ]
    const ran: Array<unknown> = []
    const run = ({ input, tool }: Wish) =>
      Effect.sync(() => `${tool} ran ${ran.push(input["command"] ?? input["path"])}`)
    return Effect.gen(function* () {
      const turns = yield* agentLoop(wishes, run, { cwd, session: "s" })
      const told = turns.map((turn) => turn.told)
      assert.strictEqual(told[0], "bash ran 1")
      assert.match(told[1] ?? "", /^denied by policy: .*keep the files/)
      assert.strictEqual(told[2], "denied by authorizer:no-prod: production needs a change ticket")
      assert.match(told[3] ?? "", /^denied by policy: .*no authority could be reached/)
      assert.strictEqual(told[4], "read ran 2")
      assert.deepStrictEqual(ran, ["npm test", "a.txt"])
      const log = fs.readFileSync(path.join(root, "state", "portcullis", "permission-review.jsonl"), "utf8")
      const events = log.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).event]))
      assert.deepStrictEqual(events, [
        "decided",
        "decided",
        "authorizer_chain_resolved",
        "link.no-prod.looked",
        "decided",
        "authorizer_chain_resolved",
        "link.no-prod.looked",
        "decided",
        "decided"
      ])
    }).pipe(Effect.provide(guard))
  })
})
