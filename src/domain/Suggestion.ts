/**
 * What an approval for the session would store: for each asking access the narrowest pattern that means the same again.
 */
import { repeatable } from "../knowledge/repeatable.ts"
import type { Access, Direction, NameAccess, PathAccess, UnitAccess } from "./Access.ts"
import type { PromptPermissionDetails } from "./Ask.ts"
import type { PermissionCheckResult } from "./CheckResult.ts"
import type { FloorClass } from "./Floor.ts"
import { compile, type Pattern, verbatim } from "./Pattern.ts"
import { approves, type SessionApproval } from "./SessionApproval.ts"

/** One approval as it would be stored, its session aside. */
export interface Suggestion {
  readonly surface: string
  /** A pattern, or with `exact` a text whose wildcards stand for themselves. */
  readonly pattern: string
  readonly exact: boolean
  /** A path's other form, where links lead to it: exact. */
  readonly resolved?: string | undefined
  /** Which way a path is used. */
  readonly direction?: Direction | undefined
  /** The floors that are seen. */
  readonly floors: ReadonlyArray<FloorClass>
}

/** What would be stored; or why an approval for the session is not offered, as a clause. */
export type Suggested =
  | { readonly _tag: "Storable"; readonly suggestions: ReadonlyArray<Suggestion> }
  | { readonly _tag: "Once"; readonly why: string }

const once = (why: string): Suggested => ({ _tag: "Once", why })

/**
 * Answers what an approval of the whole ask would store: a pattern for each asking access, and for no other. Where one
 * of them cannot be stored nothing is, since the same call would ask again.
 */
export const suggest = (ask: Pick<PromptPermissionDetails, "asking" | "call">): Suggested => {
  if (ask.call.session === undefined) return once("the host names no session")
  const suggestions = new Map<string, Suggestion>()
  for (const result of ask.asking) {
    // A transparent wrapper takes the answer of what it runs, which asks by itself.
    if (result.origin === "wraps" && result.floors.length === 0) continue
    const found = suggestionOf(result, ask.call.text)
    if (typeof found === "string") return once(found)
    suggestions.set(JSON.stringify(found), found)
  }
  if (suggestions.size === 0) return once("what asks has no text to store")
  return { _tag: "Storable", suggestions: Array.from(suggestions.values()) }
}

/** Answers a suggestion as an approval of a session. */
export const approvalOf = (suggestion: Suggestion, session: string): SessionApproval => ({
  surface: suggestion.surface,
  pattern: patternOf(suggestion),
  resolved: suggestion.resolved === undefined ? undefined : verbatim(suggestion.resolved),
  direction: suggestion.direction,
  floors: suggestion.floors,
  session
})

// No home: `~` in what is stored stands for itself.
const patternOf = ({ exact, pattern }: Suggestion): Pattern => (exact ? verbatim(pattern) : compile(pattern, ""))

const suggestionOf = (result: PermissionCheckResult, text: string): Suggestion | string => {
  if (result.origin === "clamp") return "a policy file is invalid"
  for (const floor of result.floors) {
    const why = unstorable[floor.class]
    if (why !== undefined) return why
  }
  const { access } = result
  const found = ofAccess(access, text)
  if (typeof found === "string") return found
  const suggestion = { ...found, floors: Array.from(new Set(result.floors.map((floor) => floor.class))) }
  return approves(approvalOf(suggestion, "here"), access, "here") ? suggestion : "it goes by more than one name"
}

/** Why a floor stands in the way of an approval for the session: the stored text would not be all that was seen. */
const unstorable: Readonly<Record<FloorClass, string | undefined>> = {
  unread: "it could not be read whole",
  opaque: "what runs is not in its text",
  "executing-environment": "what runs hangs on more than its text",
  "self-protection": "it touches what guards the agent",
  privilege: undefined
}

type Stored = Omit<Suggestion, "floors">

const ofAccess = (access: Access, text: string): Stored | string => {
  switch (access._tag) {
    case "Unit":
      return ofUnit(access, text)
    case "Path":
      return ofPath(access)
    case "Name":
      return ofName(access)
    default:
      return access satisfies never
  }
}

const ofUnit = (unit: UnitAccess, text: string): Stored | string => {
  const value = unit.forms[0]?.spellings[0] ?? ""
  if (unit.wholeText === true || value === "") return "it stands for more than one command"
  if (standsForMore.some((part) => value.includes(part))) return "what it is given is not in its text"
  const kind = unit.floors.length === 0 ? kindOf(value.split(" ")) : undefined
  if (kind !== undefined) return { surface: "bash", pattern: `${kind} *`, exact: false }
  // `rm "a b"` and `rm a b` have one text: what was seen of the first must not let the second run.
  const raw = unit.span === undefined ? "" : text.slice(unit.span.start, unit.span.end)
  if (raw === "" || (holdsHiddenBlank(raw) && !raw.includes(value))) return "one of its words holds a blank"
  return { surface: "bash", pattern: value, exact: true }
}

/** What a unit's text shows in place of words that are known only when it runs. */
const standsForMore: ReadonlyArray<string> = ["$", "`", "…", "{}", "<(", ">("]

/** The words that make the kind of a command; `undefined` where only its exact text does. */
const kindOf = (words: ReadonlyArray<string>): string | undefined => {
  const [program = ""] = words
  let longest: string | undefined
  for (const entry of repeatable.get(program) ?? []) {
    const rest = entry === "" ? [] : entry.split(" ")
    const kind = rest.every((word, place) => isWord(word, words[place + 1]))
      ? words.slice(0, rest.length + 1).join(" ")
      : ""
    if (kind.length > (longest?.length ?? 0)) longest = kind
  }
  return longest
}

const isWord = (expected: string, word: string | undefined): boolean =>
  expected === "?" ? word !== undefined && isName(word) : word === expected

/** A name of the project's own, such as a script's: no option, no wildcard, no path. */
const isName = (word: string): boolean => /^[A-Za-z0-9][A-Za-z0-9:._-]*$/.test(word)

/** Whether a blank in the raw text of a command belongs to a word: it is quoted or escaped. */
const holdsHiddenBlank = (raw: string): boolean => {
  let quote = ""
  for (let at = 0; at < raw.length; at++) {
    const character = raw.charAt(at)
    if (isBlank(character) && quote !== "") return true
    if (character === "\\" && quote !== "'") {
      at++
      if (isBlank(raw.charAt(at))) return true
    } else if (character === quote) quote = ""
    else if (quote === "" && (character === "'" || character === '"')) quote = character
  }
  return false
}

const isBlank = (character: string): boolean => character === " " || character === "\t" || character === "\n"

const ofPath = (path: PathAccess): Stored | string => {
  if (path.unresolved !== undefined || path.forms.length === 0) return "which path it reaches is not known"
  const others = new Set(
    path.forms.flatMap(({ spellings }) =>
      spellings.includes(path.value) ? [] : spellings.filter((spelling) => spelling.startsWith("/")).slice(0, 1)
    )
  )
  if (others.size > 1) return "it may be more than one path"
  const [resolved] = others
  return {
    surface: path.surface,
    pattern: path.value,
    exact: true,
    direction: path.direction,
    ...(resolved === undefined ? {} : { resolved })
  }
}

/** Surfaces whose value tells commands and paths apart: there a bare name would be all of them. */
const named = (surface: string): boolean =>
  !["*", "bash", "path", "external_directory", "read", "write"].includes(surface)

const ofName = (name: NameAccess): Stored | string => {
  if (!named(name.surface)) return "nothing in it could be read"
  if (name.value === "") return "it has no name"
  // A server is no tool: its name alone would approve all it offers.
  if (name.surface === "mcp" && !name.value.includes(":")) return "which server it is for is not known"
  return { surface: name.surface, pattern: name.value, exact: true }
}
