/**
 * One hook call: the host's JSON in, one answer out, whatever happens in between.
 *
 * A program of its own, which loads neither Effect nor a command line: an agent waits for it before every tool.
 */
import * as fs from "node:fs"
import { chainSettingsOf } from "../domain/ChainSettings.ts"
import type { CheckedCall } from "../domain/CheckResult.ts"
import { entryOf, faultEntryOf, noteOf, type Outcome } from "../domain/log/EntryOf.ts"
import type { LogEntry, Stamp } from "../domain/log/Entry.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import type { Scope } from "../domain/Scope.ts"
import { keepsLog, requiresLog } from "../domain/Scopes.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { readClaude } from "../hosts/Claude.ts"
import {
  answerText,
  heldBy,
  type HostAsk,
  type HostReading,
  type Reply,
  silenceText,
  toolCallsOf
} from "../hosts/Host.ts"
import { isAbsolute } from "../hosts/HostFields.ts"
import { clipped, longestReason, reasonOf } from "../hosts/Reason.ts"
import { silenceMark, watchdogSeconds, wrappedFlag } from "../hosts/Wrapper.ts"
import { immediateEngine } from "../layers/ImmediateEngine.ts"
import { operatorOf } from "../layers/ProcessOperator.ts"
import { appendEntry, newRequestId, nodeName, reviewLogFile } from "../layers/ReviewLogFile.ts"
import { pinnedWorkspace } from "../layers/SessionWorkspace.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import type { PolicySnapshot } from "../services/PolicySource.ts"
import { readInput } from "./HookInput.ts"

/** The answer, before it is written. */
interface Answer {
  readonly reply: Reply
  readonly state: PermissionState | "silent"
  readonly reason: string
}

/** After this many milliseconds whoever started this program stops listening. */
const limitMs = watchdogSeconds * 1000

/** An answer this late may come after that: it must not be an allow. */
const deadlineMs = limitMs - 1000

const words = process.argv.slice(2)
// As `portcullis hook claude` it is one command of several, and by the wrapper it is started alone.
const [host = "", installedFor = "", ...flags] = words[0] === "hook" ? words.slice(1) : words
const event = installedFor === "" || installedFor.startsWith("-") ? "PreToolUse" : installedFor
const isWrapped = installedFor === wrappedFlag || flags.includes(wrappedFlag)
const started = Date.now()

/** Answers the workspace a call is judged in, and whether the session's next call is judged in the same. */
const workspaceOf = (ask: HostAsk, operator: OperatorPlaces) => {
  const { CLAUDE_PROJECT_DIR: named } = process.env
  const root = ask.root ?? (named !== undefined && isAbsolute(named) ? named : undefined)
  return root === undefined ? pinnedWorkspace(ask.session, ask.cwd, operator) : { workspace: root, pinned: true }
}

const strictness: Readonly<Record<PermissionState, number>> = { allow: 0, ask: 1, deny: 2 }

interface Judged {
  readonly checked: CheckedCall
  readonly snapshot: PolicySnapshot | undefined
  /** Those of the calls that ask. */
  readonly asking: ReadonlyArray<ToolCall>
}

/** Answers the strictest of what is said of all that a call would do. */
const judge = (ask: HostAsk, operator: OperatorPlaces): Judged => {
  const engine = immediateEngine({}, operator)
  const { pinned, workspace } = workspaceOf(ask, operator)
  let snapshot: PolicySnapshot | undefined
  try {
    snapshot = engine.policies(workspace, started)
  } catch {
    // Judged as a fault, below.
  }
  const calls = toolCallsOf(ask, workspace)
  // A workspace that might be another one at the next call is no place where more is allowed than anywhere.
  const all = pinned ? calls : [...calls, ...toolCallsOf(ask, "/")]
  let checked = engine.check(calls[0], snapshot, started)
  const asking = checked.state === "ask" ? [calls[0]] : []
  for (const call of all.slice(1)) {
    const next = engine.check(call, snapshot, started)
    if (next.state === "ask") asking.push(call)
    if (strictness[next.state] > strictness[checked.state]) checked = next
  }
  // They only cost prompts, and the answer does not tell why.
  for (const { file, message } of engine.approvalProblems()) note(`${file} ${message}`)
  return { checked, snapshot, asking }
}

const stampOf = (session: string | undefined): Stamp => ({
  time: new Date(started).toISOString(),
  requestId: newRequestId(),
  session: session ?? null,
  node: nodeName()
})

const outcomeOf = (state: PermissionState): Outcome =>
  state === "ask" ? { _tag: "HandedToHost" } : { _tag: "Decided", decision: state }

/** Writes an entry, and answers why that was not possible. */
const log = (entry: LogEntry, operator: OperatorPlaces): string | undefined => {
  const written = appendEntry(reviewLogFile(operator.stateHome), entry)
  if (written === "written") return undefined
  const why = `the review log ${written.file} was not written: ${written.why}`
  note(why)
  return why
}

/** Says something on stderr, if anybody listens. */
const note = (text: string): void => {
  try {
    fs.writeSync(2, `portcullis: ${clipped(text, longestReason)}\n`)
  } catch {
    // There is nobody to tell.
  }
}

const answerTo = (reading: HostReading, operator: OperatorPlaces): Answer | Promise<Answer> => {
  const { reply } = reading
  switch (reading._tag) {
    case "Silence": {
      const scopes = operatorScopes(operator)
      const silent: Answer = { reply, state: "silent", reason: reading.why }
      if (!keepsLog(scopes)) return silent
      const details = { host, event: reply.event, why: reading.why }
      const failed = log(noteOf("silent", stampOf(reading.session), details), operator)
      return failed !== undefined && requiresLog(scopes) ? unwritten(reply, failed) : silent
    }
    case "Failure": {
      const reason = failureReason(reading.why)
      if (keepsLog(operatorScopes(operator))) {
        log(faultEntryOf({}, reading.why, { ...stampOf(undefined), host, outcome: outcomeOf("deny") }), operator)
      }
      return { reply, state: "deny", reason }
    }
    case "Call": {
      const judged = judge(reading, operator)
      return asksOthers(judged, reply) ? ruling(reading, judged, operator) : recorded(reading, judged, operator)
    }
  }
}

/** Answers what recorded authority says. */
const recorded = (ask: HostAsk, { checked, snapshot }: Judged, operator: OperatorPlaces): Answer => {
  const { notes, reply } = ask
  const state = heldBy(reply, checked.state)
  const scopes = snapshot?.scopes ?? []
  if (!keepsLog(scopes)) return { reply, state, reason: reasonOf(checked, notes) }
  const stamp = stampOf(ask.session)
  const reason = reasonOf(checked, notes, stamp.requestId)
  const failed = log(entryOf(checked, { ...stamp, host, outcome: outcomeOf(state) }), operator)
  if (failed === undefined || !requiresLog(scopes)) {
    return { reply, state, reason: failed === undefined ? reason : reasonOf(checked, notes) }
  }
  return unwritten(reply, failed)
}

/** What is answered where the entry that the policy requires could not be written. */
const unwritten = (reply: Reply, failed: string): Answer => ({
  reply,
  state: "deny",
  reason: failureReason(`the policy requires the review log, and ${failed}`)
})

/** Answers the policies of no project: whether a log is kept is the operator's word alone. */
const operatorScopes = (operator: OperatorPlaces): ReadonlyArray<Scope> => {
  try {
    return immediateEngine({}, operator).policies("/", started).scopes
  } catch {
    return []
  }
}

/** Whether somebody but the host's user may answer: the operator's links, or a person who approves that very call. */
const asksOthers = ({ checked, snapshot }: Judged, reply: Reply): boolean =>
  checked.state === "ask" &&
  checked.fault !== true &&
  (chainSettingsOf(snapshot?.scopes ?? []).chain.length > 0 || heldBy(reply, "ask") !== "ask")

/** Answers what live authority says; where it cannot be asked, what recorded authority says. */
const ruling = (ask: HostAsk, judged: Judged, operator: OperatorPlaces): Promise<Answer> => {
  const { notes, reply } = ask
  // Counted from the start of the process, which on a busy machine is a good while before that of this program.
  const leftMs = limitMs - process.uptime() * 1000
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), Math.max(0, leftMs - 1500)))
  const asked = import("./chain.ts").then(({ ruleOn }) =>
    ruleOn({
      calls: judged.asking,
      host,
      prompts: heldBy(reply, "ask") === "ask",
      notes,
      told: keepsLog(judged.snapshot?.scopes ?? []),
      limitMs: leftMs
    })
  )
  return Promise.race([asked, late])
    .catch((error: unknown) => {
      note(`live authority could not be asked: ${error instanceof Error ? error.message : "unknown"}`)
      return undefined
    })
    .then((said) => (said === undefined ? recorded(ask, judged, operator) : { reply, ...said }))
}

const failureReason = (why: string): string =>
  clipped(`Portcullis could not decide, so the call is denied: ${why}`, longestReason)

const textOf = ({ reason, reply, state }: Answer): string => {
  if (state === "silent") return silenceText(reply) || (isWrapped ? silenceMark : "")
  if (state === "allow" && process.uptime() * 1000 > deadlineMs) {
    return answerText(reply, "deny", failureReason("the answer came too late; try again"))
  }
  return answerText(reply, state, reason)
}

/** What is said when even saying it failed: made of nothing that could fail again. */
const lastWord =
  `{"hookSpecificOutput":{"hookEventName":"${event === "PreSkillShellCommand" ? event : "PreToolUse"}",` +
  '"permissionDecision":"deny","permissionDecisionReason":"Portcullis could not decide, so the call is denied"}}'

/** Answers what the host is told; it neither throws nor rejects. */
const hook = (): string | Promise<string> => {
  try {
    const operator = operatorOf(process.env)
    const input = readInput()
    const reading: HostReading =
      input._tag === "Text"
        ? readClaude(input.text, event)
        : { _tag: "Failure", why: input.why, reply: { shape: "nested", event } }
    const broken = (error: unknown): string => {
      const why = `a fault of its own: ${error instanceof Error ? error.message : "unknown"}`
      return textOf({ reply: reading.reply, state: "deny", reason: failureReason(why) })
    }
    try {
      const answer = answerTo(reading, operator)
      return answer instanceof Promise
        ? answer
            .then(textOf)
            .catch(broken)
            .catch(() => lastWord)
        : textOf(answer)
    } catch (error) {
      return broken(error)
    }
  } catch {
    return lastWord
  }
}

/** Writes the answer as one piece, as the last thing, and ends. */
const finish = (text: string): never => {
  try {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at)
    process.exit(0)
  } catch {
    note("the answer could not be written")
    process.exit(2)
  }
}

if (host === "claude") {
  const text = hook()
  // An allow or a deny of recorded authority waits for nothing.
  if (typeof text === "string") finish(text)
  else text.then(finish)
} else {
  // With this code and a word on stderr every host that runs commands keeps the tool from running.
  note(`there is no hook for the host ${host === "" ? "that was not named" : host}; there is one for claude`)
  process.exit(2)
}
