/**
 * The gate itself: one call judged by one snapshot of the policies, at once and without waiting.
 */
import type { Access, NameAccess } from "../domain/Access.ts"
import { type AccessOptions, accessesOf } from "../domain/Accesses.ts"
import type { Authority } from "../domain/Authority.ts"
import type { CheckedCall, PermissionCheckResult } from "../domain/CheckResult.ts"
import type { Floor } from "../domain/Floor.ts"
import { checkAccesses } from "../domain/Judge.ts"
import { linkFilesOf } from "../domain/LinkFiles.ts"
import type { Mode } from "../domain/Mode.ts"
import { groundOf } from "../domain/Paths.ts"
import { pathRulesOf } from "../domain/PathRules.ts"
import type { Places } from "../domain/Places.ts"
import type { Problem } from "../domain/Problem.ts"
import { resolveRules } from "../domain/ResolvedRules.ts"
import { compose, rootsOf, wrappersOf } from "../domain/Scopes.ts"
import type { SessionApproval } from "../domain/SessionApproval.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { rememberingView, type WorkspaceView } from "../domain/WorkspaceView.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import type { PolicySnapshot } from "../services/PolicySource.ts"
import { type ApprovalReader, approvalReader } from "./ApprovalFiles.ts"
import { nodeWorkspaceView } from "./NodeWorkspaceView.ts"

export interface GateOptions {
  /** Files and directories that guard the agent besides the ones Portcullis knows, absolute. */
  readonly guarded?: ReadonlyArray<string> | undefined
  /** How the disk is looked at. */
  readonly view?: WorkspaceView | undefined
  /** Where the approvals of a session are found; by default among the operator's files. */
  readonly approvals?: ApprovalReader | undefined
}

/** What a call is judged by: one moment of recorded authority, which whoever asks again about the call shares. */
export interface Standing {
  readonly snapshot: PolicySnapshot
  /** Stands in for the policies' mode. */
  readonly mode: Mode | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** Those of the call's session. */
  readonly approvals: ReadonlyArray<SessionApproval>
}

/** Finds what something would do, where a call stands. */
export type Finding = (places: Places, options: AccessOptions) => ReadonlyArray<Access>

export interface Gate {
  /** Judges a call by a snapshot at a moment, in milliseconds since 1970. */
  readonly judged: (call: ToolCall, snapshot: PolicySnapshot, mode: Mode | undefined, now: number) => CheckedCall
  /** Judges what `find` finds, by default what the call would do. */
  readonly judgedBy: (call: ToolCall, standing: Standing, find?: Finding) => CheckedCall
  /** Answers the authority a call of an agent is judged from. */
  readonly authority: (call: ToolCall, standing: Standing) => Authority
  /** What is answered when something here is broken: the policies are still asked, for their mode and their denies. */
  readonly faulted: (call: ToolCall, snapshot: PolicySnapshot | undefined, mode: Mode | undefined) => CheckedCall
  /** What is wrong with the approvals looked at so far: it approves nothing, and a person should know. */
  readonly problems: () => ReadonlyArray<Problem>
}

/** Answers the gate of an operator. */
export const gateOf = (options: GateOptions, operator: OperatorPlaces): Gate => {
  const view = options.view ?? nodeWorkspaceView
  const reader = options.approvals ?? approvalReader(operator)
  const guarded = [
    `${operator.configHome}/portcullis`,
    `${operator.stateHome}/portcullis`,
    ...(operator.guarded ?? []),
    ...(options.guarded ?? [])
  ]

  const judgedBy = (call: ToolCall, standing: Standing, find: Finding = (...at) => accessesOf(call, ...at)) => {
    const { agent, cwd, session, workspace } = call
    const { approvals, mode, now } = standing
    const { scopes } = standing.snapshot
    // Shared by all that looks at the disk for this call, and forgotten after it.
    const seen = rememberingView(view, [])
    const files = linkFilesOf(scopes)
    const places: Places = {
      cwd,
      workspace,
      roots: rootsOf(scopes),
      home: operator.home,
      guarded: files.length === 0 ? guarded : [...guarded, ...files],
      view: seen
    }
    const resolved = resolveRules(scopes, () => groundOf(places), now)
    const authority = compose(resolved, { agent, session, modeOverride: mode, approvals })
    const options = { ...pathRulesOf(authority.rules, places), wrappers: wrappersOf(scopes) }
    return checkAccesses(call, authority, find(places, options))
  }

  const judged: Gate["judged"] = (call, snapshot, mode, now) => {
    const approvals = call.session === undefined ? [] : reader.read(call.session, now)
    return judgedBy(call, { snapshot, mode, now, approvals })
  }

  const authority: Gate["authority"] = ({ agent, session }, { approvals, mode, snapshot }) =>
    compose(snapshot.scopes, { agent, session, modeOverride: mode, approvals })

  const faulted = (call: ToolCall, snapshot: PolicySnapshot | undefined, mode: Mode | undefined): CheckedCall => {
    try {
      const authority = compose(snapshot?.scopes ?? [], { agent: call.agent, modeOverride: mode })
      const checked = checkAccesses(call, authority, [brokenAccess(call)])
      if (checked.state !== "allow") return { ...checked, fault: true }
    } catch {
      // What was broken is broken here too.
    }
    return brokenCall(call, mode === "read_only" ? "deny" : "ask")
  }

  return { judged, judgedBy, authority, faulted, problems: reader.problems }
}

const brokenFloor: Floor = { class: "unread", cause: "Portcullis met a fault of its own while it read the call" }

const brokenAccess = ({ tool }: ToolCall): NameAccess => ({
  _tag: "Name",
  surface: tool,
  value: "*",
  forms: [{ spellings: ["*"], tighter: [] }],
  floors: [brokenFloor],
  proof: { read: false, why: brokenFloor.cause }
})

const brokenCall = (call: ToolCall, state: "ask" | "deny"): CheckedCall => {
  const decisive: PermissionCheckResult = {
    access: brokenAccess(call),
    state,
    origin: state === "deny" ? "read_only" : "floor",
    rule: undefined,
    floors: [brokenFloor],
    reason: brokenFloor.cause
  }
  return { call, state, results: [decisive], decisive, floors: ["unread"], fault: true }
}
