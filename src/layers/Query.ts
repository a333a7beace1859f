/**
 * What live authority may ask of recorded authority, about one ask.
 */
import * as Effect from "effect/Effect"
import type { CheckedCall } from "../domain/CheckResult.ts"
import { queryAccesses } from "../domain/QueryAccesses.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { toolPermission } from "../domain/ToolPermission.ts"
import type { PermissionQuery, QueriedPermission } from "../services/PermissionQuery.ts"
import type { Finding, Gate, Standing } from "./Gate.ts"

/** Answers what the gate says of a call; a fault within answers as the gate's does, with an ask or a deny. */
export const judgedWith = (gate: Gate, call: ToolCall, standing: Standing, find?: Finding): CheckedCall => {
  try {
    return gate.judgedBy(call, standing, find)
  } catch {
    return gate.faulted(call, standing.snapshot, standing.mode)
  }
}

/**
 * Answers the query of one ask: it judges as the gate judged the ask's call, from the same snapshot, and never asks live
 * authority. A fault within answers as the gate's does, with an ask or a deny.
 */
export const queryOf = (gate: Gate, asked: ToolCall, standing: Standing): PermissionQuery["Service"] => {
  const callOf = (agent: string | undefined): ToolCall => (agent === undefined ? asked : { ...asked, agent })

  const permissionOf = (tool: string, agent: string | undefined) => {
    const call = callOf(agent)
    try {
      const whole = toolPermission(tool, gate.authority(call, standing))
      if (whole !== undefined) return whole
    } catch {
      // Judged below, where a fault is told.
    }
    return judgedWith(gate, { ...call, tool, input: {} }, standing).state
  }

  return {
    checkPermission: (surface, value, agent) =>
      Effect.sync(() => {
        const tool = String(surface)
        const call = { ...callOf(agent), tool }
        const find: Finding = (places, options) => queryAccesses(tool, value, asked, places, options)
        return told(judgedWith(gate, call, standing, find))
      }),
    getToolPermission: (tool, agent) => Effect.sync(() => permissionOf(String(tool), agent))
  }
}

/** A copy, as what is answered shares rules with the policies that everybody is judged by. */
const told = ({ decisive, results }: CheckedCall): QueriedPermission => {
  const checks = structuredClone(results)
  return { ...structuredClone(decisive), checks }
}
