/**
 * The answer of `why`: one decision told in full.
 */
import { display } from "../../domain/Display.ts"
import {
  askedOf,
  type StoredAccess,
  type StoredAnswer,
  type StoredCall,
  type StoredEntry,
  stateOf
} from "../../domain/log/StoredEntry.ts"
import type { PermissionState } from "../../domain/PermissionState.ts"
import { json } from "../Json.ts"
import { hang } from "../../domain/display/Text.ts"
import { type Layout, shortPath } from "../../domain/display/Layout.ts"
import { deciderOf } from "./Decider.ts"
import { momentText } from "./LogView.ts"

/** As wide as the longest label, and a gap. */
const labelColumns = 11

/** Answers one request in full: what was asked, what was decided and by whom, what each rule and link said, and what came of it. */
export const whyLines = (entries: ReadonlyArray<StoredEntry>, layout: Layout): ReadonlyArray<string> => {
  const first = entries[0]
  if (first === undefined) return []
  const told = entries.flatMap(({ call, stamp }) => (call === undefined ? [] : [{ call, stamp }]))
  const { call } = told.at(-1) ?? { call: undefined }
  const after = entries.filter((entry) => entry.call === undefined)
  const answer = entries.findLast((entry) => entry.answer !== undefined)?.answer
  const last = entries.map(stateOf).findLast((state) => state !== undefined)
  return [
    ...(call === undefined || last === undefined ? [] : verdictLines(call, last, answer, layout)),
    ...(call === undefined ? [] : askLines(call, first, layout)),
    ...(call === undefined ? [] : saidLines(call, layout)),
    ...(call === undefined ? [] : trailLines(call, layout)),
    ...afterLines(after, layout)
  ]
}

const verdictLines = (
  call: StoredCall,
  state: PermissionState,
  answer: StoredAnswer | undefined,
  layout: Layout
): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  const label = `${state.toUpperCase()}  `
  const asked = hang(label, display(askedOf(call)), columns)
  return [
    ...asked.map((line, place) =>
      place === 0 ? paint.state(state, label.trimEnd()) + line.slice(label.trimEnd().length) : line
    ),
    ...hang(" ".repeat(label.length), sentenceOf(call, answer, home), columns),
    ""
  ]
}

const sentenceOf = (call: StoredCall, answer: StoredAnswer | undefined, home: string): string => {
  const reason = tilde(call.reason, home)
  if (call.decision === undefined) {
    const host = display(call.host ?? "the host")
    const then =
      answer === undefined
        ? "which asks its user"
        : answer.decision === "allow"
          ? "whose user allowed it"
          : "whose user denied it"
    return `left to ${host}, ${then}: ${reason}`
  }
  return `decided by ${deciderOf(call.decidedBy ?? "", call.trail.at(-1)?.link)}: ${reason}`
}

const tilde = (text: string, home: string): string =>
  display(home === "" || home === "/" ? text : text.replaceAll(`${home}/`, "~/"))

const fact = (label: string, text: string, layout: Layout): ReadonlyArray<string> =>
  hang(label.padEnd(labelColumns), text, layout.columns).map((line, place) =>
    place === 0 ? layout.paint.dim(line.slice(0, labelColumns)) + line.slice(labelColumns) : line
  )

const askLines = (call: StoredCall, { stamp }: StoredEntry, layout: Layout): ReadonlyArray<string> => {
  const { home } = layout
  const who = [
    call.host === null ? "by hand" : `by ${display(call.host)}`,
    ...(call.agent === null ? [] : [`for agent ${display(call.agent)}`]),
    ...(stamp.session === null ? [] : [`in session ${display(stamp.session)}`])
  ]
  const workspace = call.workspace === call.cwd ? "" : `, workspace ${shortPath(call.workspace, home)}`
  const place = call.cwd === "" ? "unknown" : shortPath(call.cwd, home) + workspace
  return [
    ...fact("asked", `${display(stamp.time.replace("T", " ").replace("Z", " UTC"))}, ${who.join(", ")}`, layout),
    ...fact("where", place, layout),
    ...fact("mode", call.mode ?? "unknown", layout),
    ...fact("request", `${display(stamp.requestId)}, written by ${display(stamp.node)}`, layout),
    ...(isBareCommand(call) ? [] : fact("tool", display(call.tool === "" ? "unknown" : call.tool), layout)),
    ...(isBareCommand(call) ? [] : fact("input", display(json(call.input ?? null)), layout))
  ]
}

/** Whether the call is a command line and no more, which is told by now. */
const isBareCommand = ({ input, tool }: StoredCall): boolean =>
  tool === "bash" &&
  typeof input === "object" &&
  input !== null &&
  "command" in input &&
  Object.keys(input).length === 1

const saidLines = (call: StoredCall, layout: Layout): ReadonlyArray<string> => [
  "",
  layout.paint.heading(
    call.recorded === null ? "Recorded authority was not asked" : `Recorded authority said ${call.recorded}`
  ),
  ...call.accesses.flatMap((access) => accessLines(access, layout)),
  ...(call.omitted > 0 ? [layout.paint.dim(`  and ${call.omitted} more, which the log leaves out`)] : [])
]

const directions = { read: "reads", write: "writes", unknown: "may read or write" } as const
const purposes = { read: " to read", write: " to write", unknown: "" } as const

const actOf = ({ direction, surface, value }: StoredAccess, home: string): string => {
  if (surface === "bash") return value === "" ? "runs nothing" : `runs ${display(value)}`
  if (direction === undefined)
    return value === "*" || value === "" ? `uses ${display(surface)}` : `uses ${display(surface)} ${display(value)}`
  const path = shortPath(value, home)
  if (surface === "external_directory") return `reaches ${path}, outside the workspace`
  return surface === "path" ? `reaches ${path}${purposes[direction]}` : `${directions[direction]} ${path}`
}

const accessLines = (access: StoredAccess, layout: Layout): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  const { floors, reason, rule, state } = access
  const head = `  ${state.padEnd(7)}`
  const under = " ".repeat(head.length)
  const clauses = [`${tilde(reason, home)} (${display(access.setBy)})`]
  if (rule !== null) {
    const section = rule.agent === undefined ? "" : ` (agent ${display(rule.agent)})`
    const file = rule.scope === "preset" ? `preset ${display(rule.file)}` : shortPath(rule.file, home)
    clauses.push(
      `rule: ${rule.state} "${display(rule.pattern)}" on ${display(rule.surface)}, ${file}:${rule.line}${section}`
    )
  }
  for (const { cause, class: name } of floors) {
    clauses.push(reason.includes(cause) ? `floor: ${name}` : `floor: ${name}, ${tilde(cause, home)}`)
  }
  return [
    ...hang(head, actOf(access, home), columns).map((line, place) =>
      place === 0 ? `  ${paint.state(state, state)}${line.slice(2 + state.length)}` : line
    ),
    ...clauses.flatMap((clause) => hang(under, clause, columns).map((line) => paint.dim(line)))
  ]
}

const trailLines = (call: StoredCall, layout: Layout): ReadonlyArray<string> => {
  if (call.trail.length === 0) return []
  const lines = call.trail.flatMap(({ cause, link, reason, verdict }) => {
    const why = [cause, reason].filter((part) => part !== undefined).join(": ")
    return hang(`  ${display(verdict).padEnd(7)}`, display(why === "" ? link : `${link}: ${why}`), layout.columns)
  })
  return ["", layout.paint.heading("Links, in their order"), ...lines]
}

const afterLines = (entries: ReadonlyArray<StoredEntry>, layout: Layout): ReadonlyArray<string> => {
  if (entries.length === 0) return []
  const lines = entries.flatMap(({ answer, stamp, whole }) => {
    const told =
      answer === undefined
        ? `${stamp.event} ${json(whole["details"] ?? null)}`
        : `${answer.host} answered ${answer.decision}${answer.reason === null ? "" : `: ${answer.reason}`}`
    return hang(`  ${momentText(stamp.time)}  `, display(told), layout.columns)
  })
  return ["", layout.paint.heading("Also recorded"), ...lines]
}
