/**
 * A program that asks at its controlling terminal about commands in turn, by the policy of a home, and writes the verdicts
 * to a file.
 */
import * as fs from "node:fs"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { askOf } from "../../src/domain/AskOf.ts"
import * as ApprovalStoreFile from "../../src/layers/ApprovalStoreFile.ts"
import * as Engine from "../../src/layers/Engine.ts"
import * as LocalUserAuthorizer from "../../src/layers/LocalUserAuthorizer.ts"
import { PermissionQuery } from "../../src/services/PermissionQuery.ts"
import { Portcullis } from "../../src/services/Portcullis.ts"
import { TerminalAuthorizer } from "../../src/services/TerminalAuthorizer.ts"

const [workspace = "", result = "", session, ...commands] = process.argv.slice(2)

const asked = Effect.fnUntraced(function* (command: string) {
  const gate = yield* Portcullis
  const terminal = yield* TerminalAuthorizer
  const call = { tool: "bash", input: { command }, cwd: workspace, workspace, session }
  const checked = yield* gate.check(call)
  if (checked.state !== "ask") return `not asked: ${checked.state}`
  const verdict = yield* terminal.authorize(askOf(checked, "a1"))
  return verdict._tag === "Deny" ? `Deny ${verdict.reason ?? ""}`.trim() : verdict._tag
})

const program = Effect.all(commands.map(asked)).pipe(
  Effect.provide(
    LocalUserAuthorizer.layer.pipe(Layer.provide(ApprovalStoreFile.layer()), Layer.provideMerge(Engine.layerFiles()))
  ),
  // It asks nothing of recorded authority.
  Effect.provideService(
    PermissionQuery,
    PermissionQuery.of({ checkPermission: () => Effect.never, getToolPermission: () => Effect.never })
  )
)

const exit = await Effect.runPromiseExit(program)
fs.writeFileSync(result, Exit.isSuccess(exit) ? exit.value.join("\n") : `died: ${String(Cause.squash(exit.cause))}`)
