/**
 * The envelope: what the operator lets a link allow.
 */
import type { PromptPermissionDetails } from "./Ask.ts"
import type { PermissionCheckResult } from "./CheckResult.ts"
import type { FloorClass } from "./Floor.ts"
import type { ModelDelegation } from "./Scope.ts"

/** Nothing is delegated. */
export const noDelegation: ModelDelegation = { allowedSurfaces: [], excludedSurfaces: [] }

/** Floors that only a person answers. */
const beyond: ReadonlySet<FloorClass> = new Set<FloorClass>(["unread", "self-protection", "privilege"])

/**
 * Answers why a link's allow of this ask does not count, in one clause for a person; `undefined` when it counts.
 *
 * It counts only if every access that asks is on an allowed surface, and no access, asking or not, is on an excluded
 * surface, on a path shaped like a secret, or held by a floor or a clamp that no link answers.
 */
export const outside = (
  ask: Pick<PromptPermissionDetails, "results">,
  { allowedSurfaces, excludedSurfaces }: ModelDelegation
): string | undefined => {
  if (allowedSurfaces.length === 0) return "the operator delegates no surface to links"
  let asks = false
  for (const result of ask.results) {
    const { access, state } = result
    const { surface } = access
    if (excludedSurfaces.includes(surface)) return `the operator excludes the surface ${surface}`
    const why = heldBy(result)
    if (why !== undefined) return why
    if (state === "deny") return "a link cannot allow what is denied"
    if (state !== "ask") continue
    asks = true
    if (!allowedSurfaces.includes(surface)) return `the operator does not delegate the surface ${surface}`
  }
  return asks ? undefined : "nothing in it asks"
}

/** Why no link may answer an access, whatever was delegated. */
const heldBy = ({ access, floors, origin }: PermissionCheckResult): string | undefined => {
  if (access._tag === "Path" && access.secret !== undefined) return "no link may allow a path shaped like a secret"
  const floor = floors.find((one) => beyond.has(one.class))
  if (floor !== undefined) return `no link may answer the floor ${floor.class}`
  return origin === "clamp" ? "no link may allow anything while a policy file is invalid" : undefined
}
