/**
 * What a person sees when they are asked: what would run, why it asks, what an approval would store, the keys.
 */
import type { PromptPermissionDetails } from "../Ask.ts"
import type { PermissionCheckResult } from "../CheckResult.ts"
import { display } from "../Display.ts"
import { type Layout, placeOf, shortPath } from "../display/Layout.ts"
import { act, resultLines } from "../display/Results.ts"
import { clip, hang } from "../display/Text.ts"
import { underline } from "../display/Underline.ts"
import type { Span } from "../Span.ts"
import type { Suggested, Suggestion } from "../Suggestion.ts"

/** How a prompt is laid out. */
export interface PromptLayout extends Layout {
  /** Rows of the terminal. */
  readonly rows: number
}

/** The most rows of a command, of causes, and of what would be stored, whatever the terminal holds. */
const most = { command: 12, causes: 4, stored: 4, all: 200, text: 400 } as const

/** Rows that everything but the command takes at its usual. */
const besides = 12

/** Answers the prompt; every text in it is shown as it is, control characters as escapes. */
export const promptLines = (
  ask: PromptPermissionDetails,
  suggested: Suggested,
  layout: PromptLayout
): ReadonlyArray<string> => {
  const { columns, paint, rows } = layout
  return [
    "",
    paint.state("ask", "portcullis") + paint.bold(` ${clip(headingOf(ask, layout), columns - 11)}`),
    "",
    ...commandLines(ask, layout, Math.max(3, Math.min(most.command, rows - besides))),
    "",
    ...causeLines(ask.asking, layout),
    "",
    ...storedLines(suggested, layout),
    keysLine(suggested, layout)
  ]
}

/** Answers everything that is known of an ask: the whole text, every access, and what the links said. */
export const moreLines = (ask: PromptPermissionDetails, layout: PromptLayout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const hidden = ask.results.length - most.all
  const trail = ask.trail ?? []
  return [
    "",
    ...commandLines(ask, layout, most.text),
    "",
    ...ask.results.slice(0, most.all).flatMap((result) => resultLines(result, layout, "  ", "  ")),
    ...(hidden > 0 ? [paint.dim(`  and ${hidden} more`)] : []),
    ...(trail.length === 0 ? [] : [""]),
    ...trail.flatMap(({ cause, link, reason, verdict }) => {
      const why = [cause === undefined || cause === "deferred" ? "" : cause, reason ?? ""].filter((part) => part !== "")
      return hang("  ", display([`${link} ${verdict}`, ...why].join(": ")), columns)
    }),
    ""
  ]
}

/** Answers the last line, which names the keys that answer. */
export const keysLine = (suggested: Suggested, { paint }: Layout): string =>
  [
    `${paint.bold("y")} once`,
    ...(suggested._tag === "Storable" ? [`${paint.bold("s")} this session`] : []),
    `${paint.bold("n")} deny`,
    `${paint.bold("r")} deny with a reason`,
    `${paint.bold("?")} more`
  ].join("   ")

const headingOf = ({ call }: PromptPermissionDetails, { home }: Layout): string => {
  const who = call.agent === undefined ? "the agent" : display(call.agent)
  return `${who} asks: ${display(call.tool)} in ${shortPath(call.cwd, home)}`
}

const commandLines = (
  { asking, call }: PromptPermissionDetails,
  { columns, paint }: Layout,
  rows: number
): ReadonlyArray<string> =>
  underline(call.text, call.tool === "bash" ? spansOf(asking) : [], columns - 2, rows).map(({ marks, text }) =>
    marks ? `  ${paint.state("ask", text)}` : `  ${text}`
  )

/** A wrapper that takes the answer of what it runs spans all of it, and that asks by itself. */
const asksByItself = ({ floors, origin }: PermissionCheckResult): boolean => origin !== "wraps" || floors.length > 0

const spansOf = (asking: ReadonlyArray<PermissionCheckResult>): ReadonlyArray<Span> =>
  asking.flatMap((result) => {
    const { access } = result
    const own = access._tag === "Name" ? undefined : access.span
    const spans = [own, ...result.floors.map(({ span }) => span)]
    return asksByItself(result) ? spans.filter((span) => span !== undefined) : []
  })

const causeLines = (asking: ReadonlyArray<PermissionCheckResult>, layout: Layout): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  const own = asking.filter(asksByItself)
  const shown = own.length === 0 ? asking : own
  const hidden = shown.length - most.causes
  return [
    ...shown.slice(0, most.causes).flatMap((result) => {
      const clause = `${act(result.access, home)}: ${display(causeOf(result))}${ruleOf(result, home)}`
      const [head = "", ...rest] = hang("  ", clause, columns)
      return rest.length > 2 ? [head, clip(`${rest[0]} …`, columns)] : [head, ...rest]
    }),
    ...(hidden > 0 ? [paint.dim(`  and ${hidden} more: ?`)] : [])
  ]
}

/** Floors first: they are what a rule or an approval would not have answered. */
const causeOf = ({ floors, origin, reason }: PermissionCheckResult): string => {
  const causes = floors.map((floor) => `${floor.cause} (${floor.class})`)
  const told = origin === "wraps" || floors.some(({ cause }) => reason.includes(cause))
  return Array.from(new Set([...causes, ...(told ? [] : [reason])])).join("; ")
}

const ruleOf = ({ rule }: PermissionCheckResult, home: string): string =>
  rule === undefined ? "" : ` (${placeOf(rule.origin, home)})`

const storedLines = (suggested: Suggested, { columns, home, paint }: Layout): ReadonlyArray<string> => {
  if (suggested._tag === "Once") return [paint.dim(clip(`once only: ${suggested.why}`, columns))]
  const { suggestions } = suggested
  const hidden = suggestions.length - most.stored
  return [
    ...suggestions.slice(0, most.stored).map((one) => paint.dim(clip(`s stores ${storedText(one, home)}`, columns))),
    ...(hidden > 0 ? [paint.dim(`and ${hidden} more`)] : [])
  ]
}

const uses = { read: "to read", write: "to write", unknown: "to read or write" } as const

/** Answers what a suggestion would store, and how far it reaches, in one line. */
export const storedText = (
  { direction, exact, floors, pattern, resolved, surface }: Suggestion,
  home: string
): string => {
  const isPath = pattern.startsWith("/")
  const text = isPath ? shortPath(pattern, home) : display(pattern)
  const through = resolved === undefined ? "" : ` (${shortPath(resolved, home)})`
  const reach = exact ? (pattern === "*" ? "any use of it" : "exactly") : "with any arguments"
  const floor = floors.length === 0 ? "" : `, ${floors.join(", ")}`
  return `${display(surface)}: ${text}${through}, ${direction === undefined ? reach : uses[direction]}${floor}`
}
