/**
 * What every rendering is told: colours, the width to keep, and what to write short.
 */
import type { Origin, Rule } from "../Rule.ts"
import type { ToolCall } from "../ToolCall.ts"
import { display } from "../Display.ts"
import { json } from "../Json.ts"
import type { Paint } from "./Paint.ts"

/** How to lay out. */
export interface Layout {
  readonly paint: Paint
  /** Columns no line goes beyond, where its words allow. */
  readonly columns: number
  /** Written `~` at the start of a path. */
  readonly home: string
}

/** Answers a path as a person would write it. */
export const shortPath = (file: string, home: string): string => {
  const path = home !== "" && home !== "/" && (file === home || file.startsWith(`${home}/`))
  return display(path ? `~${file.slice(home.length)}` : file)
}

/** Answers where a rule stands: a file and its line, or a preset's name and line. */
export const placeOf = (origin: Origin, home: string): string => {
  const section = origin.agent === undefined ? "" : ` (agent ${display(origin.agent)})`
  const file = origin.scope === "preset" ? `preset ${display(origin.file)}` : shortPath(origin.file, home)
  return `${file}:${origin.line}${section}`
}

/** Answers a rule in one clause: what it says, on what, and where it stands. */
export const ruleClause = (rule: Rule, home: string): string =>
  `${rule.state} "${display(rule.pattern.source)}" on ${display(rule.surface)}, ${placeOf(rule.origin, home)}`

/** Answers a call in one line: its command line, or its tool and input. */
export const titleOf = (call: ToolCall): string => {
  const { input, tool } = call
  if (typeof input === "object" && input !== null && "command" in input && typeof input.command === "string") {
    if (tool === "bash") return input.command === "" ? "(an empty command)" : display(input.command)
  }
  return display(input === undefined ? tool : `${tool} ${json(input)}`)
}
