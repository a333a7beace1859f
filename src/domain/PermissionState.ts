/**
 * What recorded authority can say of one access.
 */
import * as Schema from "effect/Schema"

/** The states' names, from the most to the least permissive. */
export const permissionStates = ["allow", "ask", "deny"] as const

/** Allow, ask or deny, from the most to the least permissive. */
export const PermissionState = /* @__PURE__ */ Schema.Literals(permissionStates)
export type PermissionState = typeof PermissionState.Type

const strictness: Readonly<Record<PermissionState, number>> = { allow: 0, ask: 1, deny: 2 }

/** Answers whether `a` is stricter than `b`: deny over ask over allow. */
export const isStricter = (a: PermissionState, b: PermissionState): boolean => strictness[a] > strictness[b]

/** Answers the stricter of two states. */
export const stricter = (a: PermissionState, b: PermissionState): PermissionState => (isStricter(a, b) ? a : b)

/** Answers the strictest of the states, allow when there are none. */
export const strictest = (states: Iterable<PermissionState>): PermissionState => {
  let result: PermissionState = "allow"
  for (const state of states) result = stricter(state, result)
  return result
}
