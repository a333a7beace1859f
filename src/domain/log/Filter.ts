/**
 * Which entries a person wants to see.
 */
import type { PermissionState } from "../PermissionState.ts"
import { type StoredEntry, stateOf } from "./StoredEntry.ts"

/** What an entry must have; what is undefined it need not. */
export interface Filter {
  readonly decision?: PermissionState | undefined
  readonly tool?: string | undefined
  readonly session?: string | undefined
  /** In milliseconds since 1970, inclusive. */
  readonly since?: number | undefined
  /** In milliseconds since 1970, exclusive. */
  readonly until?: number | undefined
  /** Stands in the line somewhere, in any case: plain text, no pattern. */
  readonly grep?: string | undefined
}

/** Answers whether an entry has all the filter names. */
export const passes = (entry: StoredEntry, filter: Filter): boolean => {
  const { decision, grep, session, since, tool, until } = filter
  if (decision !== undefined && stateOf(entry) !== decision) return false
  if (tool !== undefined && entry.call?.tool !== tool) return false
  if (session !== undefined && entry.stamp.session !== session) return false
  if (since !== undefined || until !== undefined) {
    const time = Date.parse(entry.stamp.time)
    if (!(time >= (since ?? -Infinity) && time < (until ?? Infinity))) return false
  }
  return grep === undefined || holds(entry.whole, grep.toLowerCase())
}

/** Whether a text is in any value: not in the JSON, whose escapes nobody types. */
const holds = (value: unknown, text: string): boolean => {
  switch (typeof value) {
    case "string":
      return value.toLowerCase().includes(text)
    case "number":
    case "boolean":
      return String(value).includes(text)
    case "object":
      return value !== null && Object.values(value).some((member) => holds(member, text))
    default:
      return false
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * Answers the moment a person means, in milliseconds since 1970: `2h` ago, a date, or a date and time (UTC where no
 * zone is given); `undefined` when it is none.
 *
 * @param now in milliseconds since 1970
 */
export const momentOf = (text: string, now: number): number | undefined => {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text)
  if (ago !== null) {
    const [, count, unit = ""] = ago
    return now - Number(count) * (unitMs[unit] ?? 0)
  }
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined
  const zoned = text.length <= 10 || /Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`
  const time = Date.parse(zoned.replace(" ", "T"))
  return Number.isNaN(time) ? undefined : time
}
