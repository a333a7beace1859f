/**
 * What recorded authority said of a call, as it goes over the wire.
 */
import type { Access, Direction } from "../domain/Access.ts"
import type { CheckedCall, PermissionCheckResult } from "../domain/CheckResult.ts"
import type { FloorClass } from "../domain/Floor.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import type { Rule, ScopeKind } from "../domain/Rule.ts"

/** A rule, and where it stands. */
export interface RuleAnswer {
  readonly pattern: string
  readonly origin: ScopeKind
  /** Absolute path, or the preset's name. */
  readonly file: string
  readonly line: number
}

/** One access and its state. */
export interface AccessAnswer {
  readonly surface: string
  readonly value: string
  readonly state: PermissionState
  readonly rule: RuleAnswer | null
  readonly floors: ReadonlyArray<FloorClass>
}

/** A path the call would reach. */
export interface PathAnswer {
  readonly path: string
  readonly direction: Direction
  readonly inside: boolean
}

/** The answer to one call. */
export interface Answer {
  readonly decision: PermissionState
  readonly reason: string
  readonly accesses: ReadonlyArray<AccessAnswer>
  readonly units: ReadonlyArray<string>
  readonly paths: ReadonlyArray<PathAnswer>
  readonly floors: ReadonlyArray<FloorClass>
}

const ruleAnswer = (rule: Rule): RuleAnswer => ({
  pattern: rule.pattern.source,
  origin: rule.origin.scope,
  file: rule.origin.file,
  line: rule.origin.line
})

const accessAnswer = (result: PermissionCheckResult): AccessAnswer => ({
  surface: result.access.surface,
  value: result.access.value,
  state: result.state,
  rule: result.rule === undefined ? null : ruleAnswer(result.rule),
  floors: [...new Set(result.floors.map((floor) => floor.class))]
})

/** Answers each path once in each direction, however many accesses it makes. */
const pathsOf = (accesses: ReadonlyArray<Access>): ReadonlyArray<PathAnswer> => {
  const paths = new Map<string, PathAnswer>()
  for (const access of accesses) {
    if (access._tag !== "Path") continue
    const { direction, inside, value } = access
    const key = `${direction}\0${value}`
    // Two accesses of one path agree on where it stands unless one is unresolved; outside is the stricter word.
    const before = paths.get(key)
    paths.set(key, { path: value, direction, inside: inside && (before?.inside ?? true) })
  }
  return [...paths.values()]
}

/** Answers the wire form of what was said of a call. */
export const answerOf = (checked: CheckedCall): Answer => {
  const accesses = checked.results.map((result) => result.access)
  return {
    decision: checked.state,
    reason: checked.decisive.reason,
    accesses: checked.results.map(accessAnswer),
    units: accesses.flatMap((access) => (access._tag === "Unit" ? [access.value] : [])),
    paths: pathsOf(accesses),
    floors: checked.floors
  }
}
