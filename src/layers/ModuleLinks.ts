/**
 * Links that are modules, each run for one ask in a Node of its own: what it prints, that it exits, hangs or blocks its
 * thread is no matter to the one who asks.
 */
import type { ChildProcess } from "node:child_process"
import * as path from "node:path"
import { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import { type AuthorizerVerdict, reasonText, verdictOfWire } from "../domain/Verdict.ts"
import { type Authorizer, AuthorizerError } from "../services/Authorizer.ts"
import { AuthorizerLog } from "../services/AuthorizerLog.ts"
import { PermissionQuery } from "../services/PermissionQuery.ts"
import { moduleFile } from "./LinkFile.ts"
import { endGroup, endingOf, startGroup } from "./LinkProcess.ts"
import { type LinkMessage, linkMessageOf, longestMessage, mostMessages } from "./LinkMessage.ts"

/** The program that runs a module: built, a file beside this one. */
const runner = path.join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "LinkRunner.ts" : "link-runner.js")

/**
 * Answers the link of a module, whose default export is an `Authorizer` or a function as the promise door takes it.
 *
 * @param owners who may own the module
 */
export const moduleLink = (name: string, module: string, owners: ReadonlyArray<number>): Authorizer => {
  // Known once the module has answered: what it decides is recorded as a model's when it says so.
  let provenance: "model" | undefined
  return {
    name,
    get provenance() {
      return provenance
    },
    authorize: Effect.fnUntraced(function* (ask) {
      const query = yield* PermissionQuery
      const log = yield* AuthorizerLog
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      const found = moduleFile(module, owners)
      if (found._tag === "Unsafe") return yield* new AuthorizerError({ why: found.why })
      return yield* Effect.callback<AuthorizerVerdict, AuthorizerError>((resume) => {
        const fail = (why: string, noVerdict: boolean): void =>
          resume(Effect.fail(new AuthorizerError({ why, noVerdict })))
        let child: ChildProcess
        try {
          child = startGroup(process.execPath, [runner], ["ignore", "ignore", "ignore", "pipe"])
        } catch (error) {
          fail(`it could not be started: ${error instanceof Error ? error.message : String(error)}`, false)
          return
        }
        converse(child, { name, module: found.file, ask }, (message) => {
          switch (message._tag) {
            case "Log":
              run(log[message.level](message.event, message.details))
              return undefined
            case "Check":
              return run(query.checkPermission(message.surface, message.value, message.agent))
            case "Tool":
              return run(query.getToolPermission(message.tool, message.agent))
            case "Failed":
              fail(reasonText(message.why) ?? "it failed", message.noVerdict)
              return undefined
            case "Verdict": {
              const verdict = verdictOfWire(message.verdict)
              provenance = message.provenance
              if (verdict === undefined) fail("it answered something that is no verdict", true)
              else resume(Effect.succeed(verdict))
              return undefined
            }
          }
        })
        return Effect.sync(() => endGroup(child))
      })
    })
  }
}

/** What the runner is told first. */
interface Start {
  readonly name: string
  /** Absolute. */
  readonly module: string
  readonly ask: PromptPermissionDetails
}

/**
 * Tells the runner what to run and answers its questions, one line of JSON each, until it has given an answer or ended
 * without one; then nothing of it is left.
 */
const converse = (child: ChildProcess, start: Start, hear: (message: LinkMessage) => unknown): void => {
  const channel = child.stdio[3]
  let done = false
  const finish = (message: LinkMessage): void => {
    if (done) return
    done = true
    endGroup(child)
    hear(message)
  }
  const failed = (why: string, noVerdict = false): void => finish({ _tag: "Failed", why, noVerdict })
  child.on("error", (error) => failed(`it could not be started: ${error.message}`))
  if (!(channel instanceof Duplex)) return failed("it could not be started")
  const tell = (value: unknown): void => {
    channel.write(`${JSON.stringify(value)}\n`)
  }
  const heard = (line: string): void => {
    const message = linkMessageOf(line)
    if (message === undefined) return failed("it spoke out of turn", true)
    if (message._tag === "Verdict" || message._tag === "Failed") return finish(message)
    try {
      const answer = hear(message)
      if (message._tag !== "Log") tell({ answer })
    } catch (error) {
      if (message._tag !== "Log") tell({ error: error instanceof Error ? error.message : String(error) })
    }
  }
  let rest = ""
  let count = 0
  let ended: string | undefined
  channel.setEncoding("utf8")
  channel.on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\n")
    rest = lines.pop() ?? ""
    count += lines.length
    if (rest.length > longestMessage || count > mostMessages) return failed("it spoke without end", true)
    for (const line of lines) if (!done) heard(line)
  })
  channel.on("error", () => undefined)
  const over = (): void => failed(ended === undefined ? "it closed its channel" : `${ended} without an answer`)
  // What it said before it ended is read first; a process it left behind may hold the channel open.
  channel.on("end", () => setTimeout(over, ended === undefined ? 100 : 0).unref())
  child.on("exit", (code, signal) => {
    ended = endingOf(code, signal)
    setTimeout(over, 100).unref()
  })
  tell(start)
}
