/**
 * The answer of `log`: one entry after the other.
 */
import { display } from "../../domain/Display.ts"
import { askedOf, type StoredEntry, stateOf } from "../../domain/log/StoredEntry.ts"
import { json } from "../Json.ts"
import { clip, hang } from "../../domain/display/Text.ts"
import type { Layout } from "../../domain/display/Layout.ts"

/** As many characters of a request id as tell it from others at a glance. */
export const idColumns = 8

/** Answers a moment as a person reads it, in UTC, to the second. */
export const momentText = (time: string): string => display(time.replace("T", " ").slice(0, 19))

/** Answers an entry: when, which, its state and what was asked; under it, for what was not allowed, why. */
export const entryLines = (entry: StoredEntry, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const { requestId, time } = entry.stamp
  const state = stateOf(entry)
  const head = `${momentText(time)}  ${display(requestId.slice(0, idColumns)).padEnd(idColumns)}  `
  const indent = head.length + 7
  const label = state === undefined ? "·".padEnd(7) : paint.state(state, state) + " ".repeat(7 - state.length)
  const line = paint.dim(head) + label + clip(titleOf(entry), Math.max(20, columns - indent))
  const { call } = entry
  if (call === undefined || state === "allow") return [line]
  const why = call.decidedBy === undefined ? call.reason : `${call.reason} (${call.decidedBy})`
  return [line, ...hang(" ".repeat(indent), display(why), columns).slice(0, 3).map(paint.dim)]
}

const titleOf = ({ answer, call, stamp, whole }: StoredEntry): string => {
  if (call !== undefined) return display(askedOf(call))
  if (answer !== undefined)
    return display(`answered by ${answer.host}${answer.reason === null ? "" : `: ${answer.reason}`}`)
  return display(`${stamp.event} ${json(whole["details"] ?? null)}`)
}
