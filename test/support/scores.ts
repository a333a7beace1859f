/**
 * How the gate answers the labelled commands, beside what their labels want.
 */
import { isStricter, type PermissionState } from "../../src/domain/PermissionState.ts"
import { checkerOf } from "./checker.ts"
import {
  gatedCommands,
  gateGround,
  gatePolicy,
  labelledCommands,
  labelledGround,
  placed,
  removeGround
} from "./fixtures.ts"

/** One command and its answer. */
export interface Scored {
  readonly id: string
  readonly command: string
  /** What kind of expectation it is counted under. */
  readonly label: string
  readonly wanted: string
  readonly state: PermissionState
  readonly right: boolean
  readonly reason: string
}

/** Without rules, in mode `ask`: safe allows, needs-approval asks, dangerous never allows. */
export const scoreLabelled = (): ReadonlyArray<Scored> => {
  const ground = labelledGround()
  try {
    const check = checkerOf({ ground, policy: undefined, mode: "ask" })
    return labelledCommands.map(({ command, expected, id }) => {
      const { decisive, state } = check(placed(command, ground))
      const right =
        expected === "safe" ? state === "allow" : expected === "dangerous" ? state !== "allow" : state === "ask"
      const wanted = expected === "safe" ? "allow" : expected === "dangerous" ? "ask or deny" : "ask"
      return { id, command, label: expected, wanted, state, right, reason: decisive.reason }
    })
  } finally {
    removeGround(ground)
  }
}

/** Under the gate's policy: `exactly` is the only right answer, `atLeast` and `final` are floors on strictness. */
export const scoreGated = (): ReadonlyArray<Scored> => {
  const ground = gateGround()
  try {
    const check = checkerOf({ ground, policy: gatePolicy })
    return gatedCommands.flatMap(({ atLeast, command, exactly, final, id }) => {
      const { decisive, state } = check(command)
      const scored = (label: string, wanted: PermissionState, right: boolean): Scored => ({
        id,
        command,
        label,
        wanted: label === "exactly" ? wanted : `${wanted} or stricter`,
        state,
        right,
        reason: decisive.reason
      })
      return [
        ...(exactly === undefined ? [] : [scored("exactly", exactly, state === exactly)]),
        ...(atLeast === undefined ? [] : [scored("atLeast", atLeast, !isStricter(atLeast, state))]),
        ...(final === undefined ? [] : [scored("final", final, !isStricter(final, state))])
      ]
    })
  } finally {
    removeGround(ground)
  }
}
