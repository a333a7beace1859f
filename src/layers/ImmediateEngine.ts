/**
 * The gate over policy files for a process that judges one call and ends: nothing is provided, nothing waits.
 */
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Problem } from "../domain/Problem.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import type { PolicySnapshot } from "../services/PolicySource.ts"
import { type GateOptions, gateOf } from "./Gate.ts"
import { managedFileByDefault, type PolicyFilesOptions, policyReader } from "./PolicyReader.ts"
import { isPinned, loadPins } from "./TrustPins.ts"

export interface ImmediateOptions extends GateOptions, PolicyFilesOptions {}

export interface ImmediateEngine {
  /** Answers the policies for a workspace (an absolute path) at a moment in milliseconds since 1970. */
  readonly policies: (workspace: string, now: number) => PolicySnapshot
  /** Answers what recorded authority says of a call; a fault within is an ask or a deny, and never throws. */
  readonly check: (call: ToolCall, snapshot: PolicySnapshot | undefined, now: number) => CheckedCall
  /** What is wrong with the approvals that were looked at. */
  readonly approvalProblems: () => ReadonlyArray<Problem>
}

/** Answers the gate of an operator's policy files. */
export const immediateEngine = (options: ImmediateOptions, operator: OperatorPlaces): ImmediateEngine => {
  const { managedFile = managedFileByDefault, policyFile } = options
  const guarded = [...(options.guarded ?? []), managedFile, ...(policyFile === undefined ? [] : [policyFile])]
  const gate = gateOf({ ...options, guarded }, operator)
  const reader = policyReader(options, operator)
  return {
    policies: (workspace, now) => {
      const look = reader.look(workspace, now)
      if (!look.hasProject) return look.snapshot(false, [])
      const stored = loadPins(operator)
      const { project } = look
      return look.snapshot(project !== undefined && isPinned(stored, project.path, project.text), stored.problems)
    },
    check: (call, snapshot, now) => {
      try {
        if (snapshot !== undefined) return gate.judged(call, snapshot, undefined, now)
      } catch {
        // Told by the answer.
      }
      return gate.faulted(call, snapshot, undefined)
    },
    approvalProblems: gate.problems
  }
}
