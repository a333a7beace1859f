/**
 * The answer of `decide`, for a person.
 */
import type { Decision, TrailStep } from "../../domain/Decision.ts"
import { display } from "../../domain/Display.ts"
import { type Layout, titleOf } from "../../domain/display/Layout.ts"
import { clip, hang } from "../../domain/display/Text.ts"
import { decisionText } from "./Decider.ts"

/** What a link or the terminal said, in one clause, without what was said already. */
const stepText = ({ cause, link, reason, verdict }: TrailStep, said: string): string => {
  const how = cause === undefined || cause === "deferred" ? "" : ` (${cause})`
  return `${link}: ${verdict}${how}${reason === undefined || reason === said ? "" : `, ${display(reason)}`}`
}

/** Answers the decision, who made it and why, then what each link and the terminal said. */
export const decideLines = (decision: Decision, { columns, paint }: Layout): ReadonlyArray<string> => {
  const { checked, reason, trail } = decision
  const state = decision.decision
  const label = state.toUpperCase().padEnd(5)
  const indent = " ".repeat(7)
  return [
    `${paint.state(state, label)}  ${paint.bold(clip(titleOf(checked.call), columns - indent.length))}`,
    ...hang(indent, decisionText(decision), columns),
    ...(trail.length === 0 ? [] : ["", ...trail.flatMap((step) => hang(indent, stepText(step, reason), columns))])
  ]
}
