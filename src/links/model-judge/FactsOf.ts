/**
 * Which slice of the judge an ask belongs to, and what this engine knows of it.
 *
 * An ask of neither slice costs a look at its asking accesses, and nothing is asked of anybody.
 */
import * as Effect from "effect/Effect"
import { Pattern, type PermissionCheckResult, PermissionQuery, type PromptPermissionDetails } from "portcullis"
import type { Facts, LiteralCommand, OpaqueFacts, PromotedToken, SlipFacts } from "./Facts.ts"
import { candidatesOf, isShell, isWithin } from "./Candidates.ts"
import type { Literal } from "./Literals.ts"
import type { Capabilities, JudgeSettings } from "./Settings.ts"
import { shown } from "./Shown.ts"
import { mostPieces } from "./Tools.ts"

/** What decides on the slice. */
export type SliceSettings = Pick<JudgeSettings, "typoPatterns" | "capabilities">

/** A command line this long is cut in an ask, so that its end is not known. */
const longestText = 64 * 1024

/** A longer literal is not asked about. */
const longestLiteral = 8 * 1024

/**
 * Answers what an ask is to the judge; `undefined` when it is none of its concern.
 *
 * A path that looks like a slip comes first: such an ask is never one of the slice that may allow. With `["deny"]`
 * there is no other slice.
 *
 * @param home what `~` in a pattern stands for, absolute
 */
export function factsOf(
  ask: PromptPermissionDetails,
  settings: SliceSettings & { readonly capabilities: readonly ["deny"] },
  home?: string
): Effect.Effect<SlipFacts | undefined, never, PermissionQuery>
export function factsOf(
  ask: PromptPermissionDetails,
  settings: SliceSettings,
  home?: string
): Effect.Effect<Facts | undefined, never, PermissionQuery>
export function factsOf(
  ask: PromptPermissionDetails,
  { capabilities, typoPatterns }: SliceSettings,
  home = ""
): Effect.Effect<Facts | undefined, never, PermissionQuery> {
  const slips = slipsOf(ask, typoPatterns, home)
  if (slips !== undefined || !mayAllow(capabilities)) return Effect.succeed(slips)
  const opaque = opaqueOf(ask)
  return opaque === undefined ? Effect.succeed(undefined) : withLiterals(opaque)
}

/** Answers whether the judge may allow at all. */
export const mayAllow = (capabilities: Capabilities): capabilities is readonly ["deny", "allow"] =>
  capabilities.length === 2

const slipsOf = (
  ask: PromptPermissionDetails,
  typoPatterns: ReadonlyArray<string>,
  home: string
): SlipFacts | undefined => {
  if (typoPatterns.length === 0) return undefined
  const paths = ask.asking.flatMap(({ access }) =>
    access._tag === "Path" && access.surface === "external_directory" && access.unresolved === undefined
      ? [access.value]
      : []
  )
  if (paths.length === 0) return undefined
  const patterns = typoPatterns.map((source) => Pattern.compile(source, home))
  const slips: Array<SlipFacts["slips"][number]> = []
  for (const path of new Set(paths)) {
    const pattern = patterns.find((one) => Pattern.matches(one, path))
    if (pattern !== undefined) slips.push({ path, pattern: pattern.source })
  }
  return slips.length === 0 ? undefined : { slice: "deny-first", slips }
}

/** An ask of the other slice, before anything was asked about its literals. */
interface Opaque {
  readonly facts: OpaqueFacts
  readonly candidates: ReadonlyArray<Literal>
  /** What runs something that nothing in the text shows. */
  readonly unseen: ReadonlyArray<string>
  /** What runs around the opaque units, as commands: it may change where a literal runs, and what its paths name. */
  readonly around: string
}

const opaqueOf = (ask: PromptPermissionDetails): Opaque | undefined => {
  const excused = new Set<PermissionCheckResult>()
  const promoted: Array<PromotedToken> = []
  let beyond: string | undefined
  for (const result of ask.asking) {
    const token = promotedOf(result)
    if (token !== undefined) {
      promoted.push(token)
      if (unresolvedOf(result) !== undefined) beyond ??= unresolvedOf(result)
    } else if (isOpaque(result) || runsAsking(result, ask)) excused.add(result)
    else return undefined
  }
  const { text } = ask.call
  const opaqueUnits = unitsOf(excused).filter(isOpaque)
  const opaque = textsOf(excused)
  const others = unitsOf(ask.results).filter((result) => !excused.has(result))
  // What an opaque unit is looked at once more for has the same text, and is excused with it.
  const units = textsOf(others).filter((unit) => !opaque.includes(unit))
  // Opaque without a unit that is: an expansion or arithmetic somewhere evaluates what a text may have given it.
  const anywhere = [...excused].some(({ access }) => access._tag === "Unit" && access.wholeText === true)
  const literals = candidatesOf(ask.call, {
    opaque: opaqueUnits.map(({ access }) => access),
    read: [...excused].filter((result) => !isOpaque(result)).map(({ access }) => access),
    others: units,
    piped: others.flatMap((result) => pipedOf(result, text)),
    anywhere
  })
  if (text.length >= longestText) beyond ??= "the command is longer than is read"
  // More than a report has pieces cannot all be named.
  if (literals.more || units.length > mostPieces) beyond ??= "the command holds more than can be told of"
  return {
    facts: { slice: "allow-capable", text, units, literals: [], promoted, opaque, beyond },
    candidates: literals.found,
    unseen: [
      ...(anywhere ? ["the command"] : []),
      ...textsOf(opaqueUnits.filter((result) => isUnseen(result, text, others))).map(shown)
    ],
    around: aroundOf(text, others, opaqueUnits)
  }
}

/** Answers what keeps an ask out of the slice that may allow: something in it asks for another cause. */
export const otherCause = (ask: PromptPermissionDetails): PermissionCheckResult | undefined =>
  ask.asking.find((result) => promotedOf(result) === undefined && !isOpaque(result) && !runsAsking(result, ask))

/** A word that asks only because it may be a path. A secret's shape is another cause. */
const promotedOf = ({ access, floors, origin }: PermissionCheckResult): PromotedToken | undefined => {
  if (access._tag !== "Path" || access.promoted !== true || access.secret !== undefined) return undefined
  if (access.surface !== "path" && access.surface !== "external_directory") return undefined
  const caused = floors.length === 0 && access.floors.length === 0 && (origin === "rule" || origin === "default")
  return caused ? { surface: access.surface, value: access.value } : undefined
}

const unresolvedOf = ({ access }: PermissionCheckResult): string | undefined =>
  access._tag === "Path" ? access.unresolved : undefined

/** An explicit rule that asks is another cause. */
const isOpaque = ({ access, floors, origin }: PermissionCheckResult): boolean =>
  access._tag === "Unit" &&
  (origin === "floor" || origin === "default" || origin === "wraps") &&
  floors.length > 0 &&
  floors.every((floor) => floor.class === "opaque")

/** A transparent wrapper takes what it runs for its answer: that asks by itself, and is looked at by itself. */
const runsAsking = ({ access, floors, origin }: PermissionCheckResult, ask: PromptPermissionDetails): boolean =>
  access._tag === "Unit" &&
  origin === "wraps" &&
  floors.length === 0 &&
  (access.wraps?.inner ?? []).some((place) => ask.results[place]?.state === "ask")

/** The units of an ask; what stands for the text as a whole is none. */
const unitsOf = (results: Iterable<PermissionCheckResult>): ReadonlyArray<PermissionCheckResult> =>
  Array.from(results).filter(({ access }) => access._tag === "Unit" && access.wholeText !== true)

const textsOf = (results: Iterable<PermissionCheckResult>): ReadonlyArray<string> =>
  Array.from(new Set(unitsOf(results).map(({ access }) => access.value)))

/**
 * Whether nothing in the text shows what an opaque unit runs. What a shell is given is read, so that units show it; of
 * another program a quoted text or a here-document may be what it runs.
 */
const isUnseen = (
  { access, floors }: PermissionCheckResult,
  text: string,
  others: ReadonlyArray<PermissionCheckResult>
): boolean => {
  if (access._tag !== "Unit") return false
  const { span, value } = access
  if (span === undefined || floors.some(({ cause }) => besides.test(cause))) return true
  const source = text.slice(span.start, span.end)
  const shell = isShell(value)
  // What a command within it says is not in the text, though the command is.
  if (shell && /[$<>]\(|`/.test(source)) return true
  const shows = ({ access: other }: PermissionCheckResult): boolean => {
    if (other._tag !== "Unit" || other.span === undefined) return false
    if (isWithin(other.span, span)) return true
    // What is piped into it is read as its text, where it stands.
    return other.glimpsed === true && /^\s*\|&?\s*$/.test(text.slice(other.span.end, span.start))
  }
  if (others.some(shows)) return false
  if (shell) return true
  return floors.some(({ cause }) => input.test(cause)) ? !/<<[^<]*$/.test(source) : !/["'`]|<</.test(source)
}

/** The causes of what runs more than its words: an image, another machine's programs, a file, words read otherwise. */
const besides = /(?:another system's|elsewhere|runs a file first|changes how it reads its text)$/

/** The causes of a program that reads what it runs. */
const input = /what its input says$/

/** The words that an `echo` or a `printf` says into a pipe: whoever reads it may run them. */
const pipedOf = ({ access }: PermissionCheckResult, text: string): ReadonlyArray<string> => {
  if (access._tag !== "Unit" || access.span === undefined || !/^\s*\|(?!\|)/.test(text.slice(access.span.end)))
    return []
  const words =
    /^(?:echo|printf)((?: .*)?)$/s
      .exec(access.value)?.[1]
      ?.replace(/^(?: -[a-zA-Z-]+)+/, "")
      .trim() ?? ""
  return words === "" ? [] : [words]
}

/** The other commands as they stand in the text; where a word of the text holds them, as their units' texts. */
const aroundOf = (
  text: string,
  others: ReadonlyArray<PermissionCheckResult>,
  opaque: ReadonlyArray<PermissionCheckResult>
): string => {
  const within = opaque.flatMap(({ access }) =>
    access._tag === "Unit" && access.span !== undefined ? [access.span] : []
  )
  const commands = others.flatMap(({ access }) => {
    if (access._tag !== "Unit" || access.glimpsed === true) return []
    const { span, value } = access
    if (span === undefined || within.some((one) => isWithin(one, span) || isWithin(span, one))) return [value]
    return [text.slice(span.start, span.end)]
  })
  return Array.from(new Set(commands)).join("\n")
}

/** Asks recorded authority which of the literals bash would take for commands, and what it says of them. */
const withLiterals = Effect.fnUntraced(function* ({ around, candidates, facts, unseen }: Opaque) {
  const query = yield* PermissionQuery
  const literals: Array<LiteralCommand> = []
  let beyond = facts.beyond
  for (const { gap, text } of candidates) {
    if (text.length > longestLiteral || literals.length > mostPieces) {
      beyond ??= "the command holds more texts than can be told of"
      break
    }
    const { checks, state } = yield* query.checkPermission("bash", text)
    // What stands between literals is most often no text at all: it counts when bash can read the whole of it.
    if (gap && checks.some(({ floors }) => floors.some((floor) => floor.class === "unread"))) continue
    const units = textsOf(checks)
    // A redirect alone is no command, and yet empties a file.
    if (units.length === 0 && !checks.some(({ access }) => access._tag === "Path")) continue
    // After a `cd` or an `ln` around it, it does something else.
    const there = around === "" ? state : (yield* query.checkPermission("bash", `${around}\n${text}`)).state
    literals.push({ text, units, state: state === "allow" ? there : state })
  }
  const [first] = unseen
  if (first !== undefined) beyond ??= `what ${first} runs is not in the text`
  return { ...facts, literals, beyond }
})
