/**
 * The link `path-typo`: a path that would leave the workspace, does not exist, and was clearly meant to be one that is
 * in the workspace is denied with the right one as the reason. All else defers; it never allows.
 */
import * as Effect from "effect/Effect"
import { Authorizer, AuthorizerLog, display, PermissionQuery, type PromptPermissionDetails, Verdict } from "portcullis"
import { measuring } from "./Elapsed.ts"
import { type Concern, concernsOf } from "./path-typo/Concern.ts"
import { type Outcome, placeOf, type Repairs, repairsOf } from "./path-typo/Repair.ts"

/** How long one review may take, in milliseconds. */
export const budgetMs = 500

/** A repair longer than this teaches nothing once it is shortened. */
const longestRepair = 400

/** Why a repair is not told. */
type Withheld = "outside" | "secret" | "protected" | "denied" | "too-long"

/** Answers whether a path may be told to whoever called: what it may not reach, it need not know of. */
const withheld = (repair: string, writes: boolean) =>
  Effect.gen(function* () {
    const query = yield* PermissionQuery
    const where = yield* query.checkPermission("external_directory", repair)
    const inside = where.checks.every(({ access }) => access._tag === "Path" && access.inside)
    if (!inside || where.state !== "allow") return "outside"
    const surfaces = writes ? ["read", "write"] : ["read"]
    for (const surface of surfaces) {
      const { checks, state } = yield* query.checkPermission(surface, repair)
      if (checks.some(({ access }) => access._tag === "Path" && access.secret !== undefined)) return "secret"
      if (checks.some(({ access }) => access.floors.length > 0)) return "protected"
      if (state === "deny") return "denied"
    }
    return undefined
  })

/** What came of one path, once it is known whether its repair may be told. */
interface Reviewed {
  readonly outcome: Outcome
  /** Absolute. */
  readonly repair: string | undefined
  readonly why: string | undefined
}

const reviewed = (outcome: Outcome, workspace: string) =>
  Effect.gen(function* () {
    const { found } = outcome
    if ("why" in found) return { outcome, repair: undefined, why: found.why }
    const repair = `${workspace === "/" ? "" : workspace}/${found.way}`
    const why: Withheld | undefined =
      quoted(repair).length > longestRepair ? "too-long" : yield* withheld(repair, outcome.writes)
    return { outcome, repair: why === undefined ? repair : undefined, why }
  })

/** A path as one line that holds no quote, control or unseen character, and no blanks that could run together. */
const quoted = (path: string): string =>
  `"${display(path.replace(/["\\]/g, "\\$&")).replace(/ {2,}/g, (blanks) => "\\x20".repeat(blanks.length))}"`

const nothing: Repairs = { outcomes: [], looked: 0 }

const review = (ask: PromptPermissionDetails, concerns: ReadonlyArray<Concern>) =>
  Effect.gen(function* () {
    const elapsedMs = yield* measuring
    const log = yield* AuthorizerLog
    const query = yield* PermissionQuery
    const place = placeOf(ask.call.workspace)
    // Home, say, is no workspace: nothing is inside it.
    const { checks } = yield* query.checkPermission("external_directory", ask.call.workspace)
    const isPlace = checks.every(({ access }) => access._tag === "Path" && access.inside)
    const { looked, outcomes } =
      place === undefined || !isPlace ? nothing : yield* repairsOf(concerns, place, () => elapsedMs() > budgetMs)
    let told: Reviewed | undefined
    const all: Array<Reviewed> = []
    for (const outcome of outcomes) {
      const one = yield* reviewed(outcome, place?.written ?? "/")
      all.push(one)
      if (one.repair !== undefined) told ??= one
    }
    const [first] = all
    const shown = told ?? first
    yield* log.review("decision", {
      path: shown?.outcome.path ?? concerns[0]?.path,
      verdict: told === undefined ? "defer" : "deny",
      ...(told === undefined ? { why: shown?.why ?? "no-workspace" } : { repair: told.repair }),
      looked,
      elapsedMs: Math.round(elapsedMs() * 10) / 10,
      source: shown?.outcome.source ?? "direct",
      ...(all.length > 1 ? { others: all.filter((one) => one !== shown).map(brief) } : {})
    })
    if (told?.repair === undefined) return Verdict.defer
    return Verdict.deny(`that path does not exist; did you mean ${quoted(told.repair)}?`)
  })

const brief = ({ outcome, repair, why }: Reviewed) => ({
  path: outcome.path,
  ...(repair === undefined ? { why } : { repair })
})

/** The link: it answers a deny or a defer, without a model, and looks no further once half a second is over. */
export const pathTypo: Authorizer.Authorizer = Authorizer.make("path-typo", (ask) => {
  const concerns = concernsOf(ask)
  return concerns.length === 0 ? Effect.succeed(Verdict.defer) : review(ask, concerns)
})
