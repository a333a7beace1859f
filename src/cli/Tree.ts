/**
 * A call's accesses as a tree: what a wrapper runs stands under it, and so do the paths a command reaches.
 */
import type { Access } from "../domain/Access.ts"
import type { CheckedCall, PermissionCheckResult } from "../domain/CheckResult.ts"
import type { Span } from "../domain/Span.ts"

/** One access and what belongs to it. */
export interface Branch {
  readonly result: PermissionCheckResult
  /** Its place among the call's accesses. */
  readonly place: number
  readonly children: ReadonlyArray<Branch>
}

const spanOf = (access: Access): Span | undefined => (access._tag === "Name" ? undefined : access.span)

const contains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end

const length = (span: Span): number => span.end - span.start

/** Answers, for every access, the place of the unit it belongs to. */
export const parents = (checked: CheckedCall): ReadonlyArray<number | undefined> => {
  const accesses = checked.results.map((result) => result.access)
  const wrapped = new Map<number, number>()
  for (const [place, access] of accesses.entries()) {
    if (access._tag !== "Unit") continue
    for (const inner of access.wraps?.inner ?? []) if (inner !== place) wrapped.set(inner, place)
  }
  return accesses.map((access, place) => {
    const span = spanOf(access)
    let best = wrapped.get(place)
    if (best !== undefined || span === undefined) return best
    let size = Number.POSITIVE_INFINITY
    for (const [at, candidate] of accesses.entries()) {
      if (at === place || candidate._tag !== "Unit" || candidate.span === undefined) continue
      if (!contains(candidate.span, span)) continue
      // Of two units over the same text the first is the outer one; a path belongs to the last of them.
      const same = length(candidate.span) === length(span)
      if (access._tag === "Unit" && same && at > place) continue
      if (length(candidate.span) < size || (length(candidate.span) === size && at > (best ?? -1))) {
        best = at
        size = length(candidate.span)
      }
    }
    return best
  })
}

/** Answers the tree, in the order of the call's accesses; every access stands in it once. */
export const tree = (checked: CheckedCall): ReadonlyArray<Branch> => {
  const over = parents(checked)
  const children = new Map<number | undefined, Array<number>>()
  // A parent stated in a circle would lose its accesses: such an access stands at the top.
  const rooted = (place: number): boolean => {
    const seen = new Set<number>()
    for (let at: number | undefined = place; at !== undefined; at = over[at]) {
      if (seen.has(at)) return false
      seen.add(at)
    }
    return true
  }
  for (const place of over.keys()) {
    const parent = rooted(place) ? over[place] : undefined
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [place])
    else siblings.push(place)
  }
  const grow = (parent: number | undefined): ReadonlyArray<Branch> =>
    (children.get(parent) ?? []).flatMap((place) => {
      const result = checked.results[place]
      return result === undefined ? [] : [{ result, place, children: grow(place) }]
    })
  return grow(undefined)
}
