/**
 * An answer in the words a host shows to its user and to its model.
 */
import type { Access } from "../domain/Access.ts"
import type { CheckedCall, PermissionCheckResult } from "../domain/CheckResult.ts"
import { display } from "../domain/Display.ts"
import type { PermissionState } from "../domain/PermissionState.ts"

/** Longest reason, in UTF-16 code units. */
export const longestReason = 600

const longestValue = 120
const longestCause = 300

/** At most this many other things that hold the call back are named. */
const maximumOthers = 3

/** Answers `text` in at most `most` UTF-16 code units, on one line and without what a reader cannot see. */
export const clipped = (text: string, most: number): string => {
  // Cut before it is escaped too: what is thrown away need not be looked at.
  const shown = display(text.length > most * 2 ? text.slice(0, most * 2) : text)
  if (shown.length <= most) return shown
  const cut = shown.slice(0, most - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const quoted = (text: string): string => `\`${clipped(text, longestValue)}\``

const purposes = { read: "reading", write: "writing", unknown: "reading or writing" } as const

/** Answers what an access would do, in few words. */
const act = (access: Access): string => {
  switch (access._tag) {
    case "Unit":
      return access.value === "" ? "an empty command" : quoted(access.value)
    case "Path":
      return access.surface === "external_directory"
        ? `leaving the workspace for ${quoted(access.value)}`
        : `${purposes[access.direction]} ${quoted(access.value)}`
    case "Name":
      return access.value === "*" || access.value === "" || access.value === access.surface
        ? quoted(access.surface)
        : `${access.surface} ${quoted(access.value)}`
  }
}

const verbs: Readonly<Record<PermissionState, string>> = { allow: "allows", ask: "asks about", deny: "denies" }

/** Answers the other things that hold the call back, each once, without what was said already. */
const othersOf = ({ results, state }: CheckedCall, said: string): ReadonlyArray<string> => {
  const others = new Set<string>()
  for (const result of results) {
    if (result.state !== state) continue
    const what = act(result.access)
    if (what !== said) others.add(what)
  }
  return [...others]
}

/** Where the rule behind a result stands, unless the reason says it. */
const placeOf = ({ reason, rule }: PermissionCheckResult): string => {
  if (rule === undefined) return ""
  const { file, line } = rule.origin
  return reason.includes(`${file.slice(file.lastIndexOf("/") + 1)}:${line}`) ? "" : ` (${display(file)}:${line})`
}

/**
 * Answers why a call is answered as it is: what decides it, by which rule of which file and line, and what else asks.
 *
 * @param notes what else a person should know, each a clause without a full stop
 * @param requestId what the log knows the answer by, where the log has it
 */
export const reasonOf = (
  checked: CheckedCall,
  notes: ReadonlyArray<string> = [],
  requestId?: string | undefined
): string => {
  const { decisive, state } = checked
  if (state === "allow") return clipped(`Portcullis allows it: ${decisive.reason}`, longestReason)
  const said = act(decisive.access)
  const others = othersOf(checked, said)
  const more = others.length - maximumOthers
  const sentences = [
    `Portcullis ${verbs[state]} ${said}: ${clipped(decisive.reason, longestCause)}${placeOf(decisive)}`,
    ...(others.length === 0
      ? []
      : [`Also ${others.slice(0, maximumOthers).join(", ")}${more > 0 ? ` and ${more} more` : ""}`]),
    ...notes.map((note) => clipped(`Note: ${note}`, longestValue * 2))
  ]
  // A rule's own reason may end as a sentence does.
  const told = sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(" ")
  const why = requestId === undefined ? "" : ` (portcullis why ${requestId})`
  return `${clipped(told, longestReason - why.length)}${why}`
}
