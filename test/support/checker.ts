/**
 * The whole gate over real files, as an embedder would provide it, called without waiting.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { CheckedCall } from "../../src/domain/CheckResult.ts"
import type { Mode } from "../../src/domain/Mode.ts"
import type { ToolCall } from "../../src/domain/ToolCall.ts"
import * as Engine from "../../src/layers/Engine.ts"
import { Portcullis } from "../../src/services/Portcullis.ts"
import type { Ground } from "./fixtures.ts"

export interface CheckerOptions {
  readonly ground: Ground
  /** The text of the operator's policy file; none by default. */
  readonly policy: string | undefined
  readonly mode?: Mode | undefined
}

/** Answers what the gate says of a command line run in the ground's workspace, or of any call there. */
export const checkerOf = ({
  ground,
  mode,
  policy
}: CheckerOptions): ((call: string | Partial<ToolCall>) => CheckedCall) => {
  const operatorHome = fs.mkdtempSync(path.join(ground.root, "operator-"))
  const policyFile = policy === undefined ? undefined : path.join(operatorHome, "policy.jsonc")
  if (policyFile !== undefined && policy !== undefined) fs.writeFileSync(policyFile, policy)
  const runtime = ManagedRuntime.make(
    Engine.layerFiles({
      home: ground.home,
      configHome: path.join(operatorHome, "config"),
      stateHome: path.join(operatorHome, "state"),
      managedFile: path.join(operatorHome, "managed.jsonc"),
      policyFile,
      mode
    })
  )
  const check = Effect.fnUntraced(function* (call: ToolCall) {
    const portcullis = yield* Portcullis
    return yield* portcullis.check(call)
  })
  return (call) =>
    runtime.runSync(
      check({
        tool: "bash",
        cwd: ground.workspace,
        workspace: ground.workspace,
        input: {},
        ...(typeof call === "string" ? { input: { command: call } } : call)
      })
    )
}
