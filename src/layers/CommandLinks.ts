/**
 * Links that are programs: the ask as JSON on their standard input, a verdict as JSON on their standard output.
 */
import type { ChildProcess } from "node:child_process"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import { display } from "../domain/Display.ts"
import { type AuthorizerVerdict, verdictOfWire } from "../domain/Verdict.ts"
import { type Authorizer, AuthorizerError } from "../services/Authorizer.ts"
import { argumentFault, programFile } from "./LinkFile.ts"
import { endGroup, endingOf, endRest, startGroup } from "./LinkProcess.ts"

/** A longer answer is none, in bytes. */
export const longestAnswer = 64 * 1024

/** What is kept of what a program says on standard error, in characters. */
const keptComplaint = 400

/** How long after its end a program's output may stay open, in milliseconds: what it left behind is killed by then. */
const graceMs = 500

/**
 * Answers the link of a command.
 *
 * Its verdict counts only from a program that exits with 0 and has written that verdict and nothing else. At the
 * deadline it is killed with its whole group.
 *
 * @param owners who may own the program
 */
export const commandLink = (
  name: string,
  [program, ...args]: readonly [string, ...Array<string>],
  owners: ReadonlyArray<number>
): Authorizer => ({
  name,
  authorize: (ask) =>
    Effect.callback<AuthorizerVerdict, AuthorizerError>((resume) => {
      const fail = (why: string, noVerdict = false): void =>
        resume(Effect.fail(new AuthorizerError({ why, ...(noVerdict ? { noVerdict } : {}) })))
      const found = programFile(program, owners)
      const why = found._tag === "Unsafe" ? found.why : args.map((word) => argumentFault(word, owners)).find(Boolean)
      if (found._tag === "Unsafe" || why !== undefined) {
        fail(why ?? "it cannot be run")
        return
      }
      let child: ChildProcess
      try {
        child = startGroup(found.file, args, ["pipe", "pipe", "pipe"])
      } catch (error) {
        fail(`it could not be started: ${messageOf(error)}`)
        return
      }
      attend(child, ask, (verdict) => resume(Effect.succeed(verdict)), fail)
      return Effect.sync(() => endGroup(child))
    })
})

/** Hands the ask over and reads the answer; what it calls first is what counts. */
const attend = (
  child: ChildProcess,
  ask: PromptPermissionDetails,
  answer: (verdict: AuthorizerVerdict) => void,
  fail: (why: string, noVerdict?: boolean) => void
): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  let complaint = ""
  let ended: string | undefined
  const finish = (act: () => void): void => {
    endGroup(child)
    act()
  }
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > longestAnswer) finish(() => fail(`it wrote more than ${longestAnswer} bytes`, true))
    else chunks.push(chunk)
  })
  child.stderr?.on("data", (chunk: Buffer) => {
    if (complaint.length < keptComplaint) complaint = (complaint + chunk.toString("utf8")).slice(0, keptComplaint)
  })
  // A program may answer without reading; what comes of its streams is told by how it ends.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined)
  child.on("error", (error) => finish(() => fail(`it could not be started: ${messageOf(error)}`)))
  const failed = (how: string): void =>
    finish(() => fail(complaint === "" ? how : `${how}: ${display(complaint.trim())}`))
  child.on("exit", (code, signal) => {
    const how = code === 0 ? "" : endingOf(code, signal)
    ended = how
    endRest(child)
    setTimeout(() => {
      if (how !== "") failed(how)
      else finish(() => fail("it left a process behind that holds its output open", true))
    }, graceMs).unref()
  })
  // What it complained of may still be on its way when it has ended, so that is told here.
  child.on("close", () => {
    if (ended === undefined) return
    if (ended !== "") {
      failed(ended)
      return
    }
    const verdict = verdictOfText(Buffer.concat(chunks))
    finish(() => (verdict === undefined ? fail("it answered something that is no verdict", true) : answer(verdict)))
  })
  child.stdin?.end(JSON.stringify(ask))
}

const verdictOfText = (bytes: Uint8Array): AuthorizerVerdict | undefined => {
  try {
    return verdictOfWire(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
