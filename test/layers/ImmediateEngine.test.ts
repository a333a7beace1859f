import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ToolCall } from "../../src/domain/ToolCall.ts"
import * as Engine from "../../src/layers/Engine.ts"
import { immediateEngine } from "../../src/layers/ImmediateEngine.ts"
import { projectFileOf, userFileOf } from "../../src/layers/PolicyReader.ts"
import type { OperatorPlaces } from "../../src/services/Operator.ts"
import { Portcullis } from "../../src/services/Portcullis.ts"
import { TrustStore } from "../../src/services/TrustStore.ts"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

const commands = ["ls", "npm test", "rm x", "git push", "cat ../x", "sudo ls", 'eval "$X"', "cat .env", "echo x > a"]

const policies: ReadonlyArray<readonly [user: unknown, project: unknown]> = [
  [undefined, undefined],
  [{ preset: "standard" }, undefined],
  [{ mode: "auto", permission: { bash: { "rm *": "deny" } } }, { permission: { bash: { "git *": "ask" } } }],
  [{ mode: "read_only" }, { permission: { bash: { "npm *": "allow" } } }],
  ["not a policy", undefined]
]

describe("the gate that does not wait", () => {
  for (const [index, [user, project]] of policies.entries()) {
    for (const trusted of project === undefined ? [false] : [false, true]) {
      it.effect(`answers as the one that is provided: policy ${index}, ${trusted ? "trusted" : "untrusted"}`, () => {
        const home = temporaryDirectory()
        const operator: OperatorPlaces = {
          home,
          uid,
          configHome: path.join(home, "config"),
          stateHome: path.join(home, "state")
        }
        const workspace = path.join(home, "project")
        if (user !== undefined) writeOwn(userFileOf(operator), JSON.stringify(user))
        if (project !== undefined) writeOwn(projectFileOf(workspace), JSON.stringify(project))
        return Effect.gen(function* () {
          const provided = yield* Portcullis
          const store = yield* TrustStore
          if (trusted) yield* store.trust(yield* store.diff(projectFileOf(workspace)))
          const immediate = immediateEngine({}, operator)
          const snapshot = immediate.policies(workspace, 0)
          assert.deepStrictEqual(snapshot, yield* provided.policies(workspace))
          for (const command of commands) {
            const call: ToolCall = { tool: "bash", input: { command }, cwd: workspace, workspace }
            assert.deepStrictEqual(immediate.check(call, snapshot, 0), yield* provided.check(call))
          }
        }).pipe(Effect.provide(Engine.layerFiles(operator)))
      })
    }
  }

  it("allows nothing where there is no snapshot", () => {
    const home = temporaryDirectory()
    const operator: OperatorPlaces = { home, uid, configHome: `${home}/config`, stateHome: `${home}/state` }
    const call: ToolCall = { tool: "bash", input: { command: "ls" }, cwd: home, workspace: `${home}/project` }
    assert.strictEqual(immediateEngine({}, operator).check(call, undefined, 0).state, "ask")
  })
})
