/**
 * One access and what was said of it, as lines.
 */
import type { Access } from "../Access.ts"
import type { PermissionCheckResult } from "../CheckResult.ts"
import { display } from "../Display.ts"
import { clip, hang, width } from "./Text.ts"
import { type Layout, placeOf, ruleClause, shortPath } from "./Layout.ts"

/** As wide as the longest state, and a gap. */
const stateColumns = 7

const directions = { read: "reads", write: "writes", unknown: "may read or write" } as const
const purposes = { read: " to read", write: " to write", unknown: "" } as const

/** Answers what the access would do, in the words a person would use. */
export const act = (access: Access, home: string): string => {
  switch (access._tag) {
    case "Unit":
      return access.value === "" ? "runs nothing" : `runs ${display(access.value)}`
    case "Path": {
      const path = shortPath(access.value, home)
      if (access.surface === "external_directory") return `reaches ${path}, outside the workspace`
      if (access.surface === "path") return `reaches ${path}${purposes[access.direction]}`
      return `${directions[access.direction]} ${path}`
    }
    case "Name":
      return access.value === "*" || access.value === ""
        ? `uses ${display(access.surface)}`
        : `uses ${display(access.surface)} ${display(access.value)}`
  }
}

/** Answers the causes of a result that its reason does not already tell, each a clause. */
export const causes = (result: PermissionCheckResult, home: string): ReadonlyArray<string> => {
  // A path of which nothing in particular is said is there to be seen, not to be explained.
  const unspoken = result.access._tag === "Path" && result.access.surface === "path" && result.state === "allow"
  const clauses = unspoken && result.rule === undefined && result.floors.length === 0 ? [] : [result.reason]
  if (result.rule !== undefined) {
    const place = placeOf(result.rule.origin, home)
    // A reason that quotes the rule lacks at most the way to it.
    if (!result.reason.includes(`\`${result.rule.pattern.source}\``)) {
      clauses.push(`rule: ${ruleClause(result.rule, home)}`)
    } else if (!result.reason.includes(place)) clauses.push(`at ${place}`)
  }
  for (const floor of result.floors) {
    const clause = `${floor.class}: ${floor.cause}`
    if (!result.reason.includes(floor.cause)) clauses.push(clause)
  }
  const tilde = home === "" || home === "/" ? undefined : `${home}/`
  return clauses.map((clause) => display(tilde === undefined ? clause : clause.replaceAll(tilde, "~/")))
}

/**
 * Answers a result as a head line, `state  what it would do`, and its causes under it.
 *
 * `first` stands in front of the head line, `rest` in front of those that follow; both are of the same width.
 */
export const resultLines = (
  result: PermissionCheckResult,
  layout: Layout,
  first = "",
  rest = ""
): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  const indent = width(first) + stateColumns
  const head = clip(act(result.access, home), columns - indent)
  const label = paint.state(result.state, result.state) + " ".repeat(stateColumns - result.state.length)
  const under = " ".repeat(stateColumns)
  return [
    paint.dim(first) + label + head,
    ...causes(result, home).flatMap((clause) =>
      hang("", clause, columns - indent).map((line) => paint.dim(rest) + under + paint.dim(line))
    )
  ]
}
