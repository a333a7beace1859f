/**
 * Makes the entries of the review log.
 */
import type { CheckedCall, PermissionCheckResult, ResultOrigin } from "../CheckResult.ts"
import type { Mode } from "../Mode.ts"
import type { Rule } from "../Rule.ts"
import { boundedText, detailsOf, inputOf } from "./Details.ts"
import type {
  AccessEntry,
  DecidedBy,
  DecidedEntry,
  HandedToHostEntry,
  HostAnsweredEntry,
  NoteEntry,
  NoteEvent,
  RuleEntry,
  Stamp,
  TrailEntry
} from "./Entry.ts"

/** How a call ended here. */
export type Outcome =
  | { readonly _tag: "Decided"; readonly decision: "allow" | "deny"; readonly decidedBy?: DecidedBy | undefined }
  | { readonly _tag: "HandedToHost" }

/** What an entry says besides what was checked. */
export interface EntryMeta extends Stamp {
  readonly host: string | null
  readonly outcome: Outcome
  /** Where it is not the reason of what recorded authority said. */
  readonly reason?: string | undefined
  readonly mode?: Mode | undefined
  readonly trail?: ReadonlyArray<TrailEntry> | undefined
}

/** Longest text of each kind, in UTF-16 code units. */
const bounds = { name: 200, path: 1024, value: 1024, reason: 600, input: 16 * 1024 } as const

/** The most accesses an entry tells of; those that hold the call back come first. */
const maximumAccesses = 40

/**
 * Answers the entry of a call that was checked, masked and bounded; it never throws, whatever the call holds.
 */
export const entryOf = (checked: CheckedCall, meta: EntryMeta): DecidedEntry | HandedToHostEntry => {
  const { call, decisive, state } = checked
  const accesses = told(checked)
  const asked = {
    ...stampOf(meta),
    host: meta.host,
    tool: boundedText(call.tool, bounds.name),
    input: inputOf(call.input, bounds.input),
    cwd: boundedText(call.cwd, bounds.path),
    workspace: boundedText(call.workspace, bounds.path),
    agent: call.agent === undefined ? null : boundedText(call.agent, bounds.name),
    mode: meta.mode ?? checked.mode ?? null,
    recorded: state,
    reason: boundedText(meta.reason ?? decisive.reason, bounds.reason),
    accesses,
    omitted: checked.results.length - accesses.length,
    trail: (meta.trail ?? []).map(trailEntry)
  }
  const { outcome } = meta
  if (outcome._tag === "HandedToHost") return { event: "handed_to_host", ...asked }
  return {
    event: "decided",
    ...asked,
    decision: outcome.decision,
    decidedBy: outcome.decidedBy ?? decidedByOf(checked)
  }
}

/** What is known of a call that could not be read, or not be checked. */
export interface BrokenCall {
  readonly tool?: string | undefined
  readonly input?: unknown
  readonly cwd?: string | undefined
  readonly workspace?: string | undefined
  readonly agent?: string | undefined
}

/** Answers the entry of a call on which a fault spoke, with what is known of the call. */
export const faultEntryOf = (
  call: BrokenCall,
  reason: string,
  meta: Omit<EntryMeta, "reason" | "trail">
): DecidedEntry | HandedToHostEntry => {
  const asked = {
    ...stampOf(meta),
    host: meta.host,
    tool: boundedText(call.tool ?? "", bounds.name),
    input: inputOf(call.input, bounds.input),
    cwd: boundedText(call.cwd ?? "", bounds.path),
    workspace: boundedText(call.workspace ?? call.cwd ?? "", bounds.path),
    agent: call.agent === undefined ? null : boundedText(call.agent, bounds.name),
    mode: meta.mode ?? null,
    recorded: null,
    reason: boundedText(reason, bounds.reason),
    accesses: [],
    omitted: 0,
    trail: []
  }
  const { outcome } = meta
  if (outcome._tag === "HandedToHost") return { event: "handed_to_host", ...asked }
  return { event: "decided", ...asked, decision: outcome.decision, decidedBy: outcome.decidedBy ?? "fault" }
}

/** Answers the entry that tells what the host's user answered to a call handed to the host. */
export const hostAnsweredOf = (
  stamp: Stamp,
  answer: { readonly host: string; readonly decision: "allow" | "deny"; readonly reason?: string | undefined }
): HostAnsweredEntry => ({
  event: "host_answered",
  ...stampOf(stamp),
  host: answer.host,
  decision: answer.decision,
  reason: answer.reason === undefined ? null : boundedText(answer.reason, bounds.reason)
})

/** Answers an entry of any other event; details that cannot be told, or not within 16 KiB, are replaced by a note. */
export const noteOf = (event: NoteEvent, stamp: Stamp, details: unknown): NoteEntry => ({
  event,
  ...stampOf(stamp),
  details: detailsOf(details, bounds.input)
})

/**
 * Answers who decided what recorded authority decided: for a deny whatever settled the decisive access, for an allow
 * the most lenient of what settled any access.
 */
export const decidedByOf = (checked: CheckedCall): DecidedBy => {
  if (checked.fault === true) return "fault"
  if (checked.state !== "allow") return byOrigin(checked.decisive.origin, checked.decisive.rule)
  const deciders = new Set(checked.results.map(({ origin, rule }) => byOrigin(origin, rule)))
  const lenient: ReadonlyArray<DecidedBy> = ["yolo", "session", "policy"]
  return lenient.find((decider) => deciders.has(decider)) ?? "mode"
}

const byOrigin = (origin: ResultOrigin, rule: Rule | undefined): DecidedBy => {
  switch (origin) {
    case "rule":
    case "managed":
    case "floor":
    case "clamp":
      return "policy"
    case "wraps":
      return rule === undefined ? "mode" : "policy"
    case "default":
    case "inside":
    case "read_only":
      return "mode"
    case "session":
      return "session"
    case "yolo":
      return "yolo"
    default:
      return origin satisfies never
  }
}

const stampOf = ({ node, requestId, session, time }: Stamp): Stamp => ({
  time,
  requestId,
  session: session === null ? null : boundedText(session, bounds.name),
  node: boundedText(node, bounds.name)
})

/** Answers the accesses to tell of: all in their order, or of too many those that hold the call back first. */
const told = ({ results, state }: CheckedCall): ReadonlyArray<AccessEntry> => {
  if (results.length <= maximumAccesses) return results.map(accessEntry)
  const decisive = results.filter((result) => result.state === state)
  const others = results.filter((result) => result.state !== state)
  const chosen = new Set([...decisive, ...others].slice(0, maximumAccesses))
  return results.filter((result) => chosen.has(result)).map(accessEntry)
}

const accessEntry = ({ access, floors, origin, reason, rule, state }: PermissionCheckResult): AccessEntry => ({
  surface: boundedText(access.surface, bounds.name),
  value: boundedText(access.value, bounds.value),
  state,
  setBy: origin,
  reason: boundedText(reason, bounds.reason),
  rule: rule === undefined ? null : ruleEntry(rule),
  floors: floors.slice(0, 8).map((floor) => ({ class: floor.class, cause: boundedText(floor.cause, bounds.reason) })),
  ...(access._tag === "Path" ? { direction: access.direction, inside: access.inside } : {})
})

const ruleEntry = ({ origin, pattern, state, surface }: Rule): RuleEntry => ({
  surface: boundedText(surface, bounds.name),
  pattern: boundedText(pattern.source, bounds.value),
  state,
  scope: origin.scope,
  file: boundedText(origin.file, bounds.path),
  line: origin.line,
  ...(origin.agent === undefined ? {} : { agent: boundedText(origin.agent, bounds.name) })
})

const trailEntry = ({ cause, link, reason, verdict }: TrailEntry): TrailEntry => ({
  link: boundedText(link, bounds.name),
  verdict,
  ...(cause === undefined ? {} : { cause: boundedText(cause, bounds.name) }),
  ...(reason === undefined ? {} : { reason: boundedText(reason, bounds.reason) })
})
