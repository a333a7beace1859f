/**
 * Finding what a path that does not exist was meant to be.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Concern } from "./Concern.ts"
import { weightOf } from "./Names.ts"
import * as Score from "./Score.ts"
import { type Alike, type Looked, lookFor, type TreeLimits } from "./Tree.ts"

/** Why there is no repair. */
export type Why =
  | "exists"
  /** It cannot be told whether it exists. */
  | "unknown"
  | "too-long"
  /** The call makes it, or may. */
  | "made-by-the-call"
  /** The directories it stands in are there, and lead away from the workspace. */
  | "real-directory"
  | "nothing-like-it"
  | "not-enough-in-common"
  | "several"
  | "too-large"
  | "no-time"
  | "too-many-alike"

/** Where the names were looked up. */
export type Source = "direct" | "index" | "walk"

/** What came of looking at one path. */
export interface Outcome {
  readonly path: string
  readonly writes: boolean
  readonly source: Source
  /** The way below the workspace, or why there is none. */
  readonly found: { readonly way: string } | { readonly why: Why }
}

/** The workspace, as it was given and as the kernel knows it. */
export interface Place {
  readonly written: string
  readonly real: string
}

/** Answers a workspace's place, `undefined` where there is none. */
export const placeOf = (workspace: string): Place | undefined => {
  if (!workspace.startsWith("/")) return undefined
  try {
    const real = fs.realpathSync(workspace)
    return real === "/" ? undefined : { written: path.resolve(workspace), real }
  } catch {
    return undefined
  }
}

type Standing = "there" | "missing" | "unknown"

/** Whether anything stands at a path, a link that leads nowhere included. */
const standing = (file: string): Standing => {
  try {
    // A thing that is not there is the usual answer here, and an error would cost more than the look.
    return fs.lstatSync(file, { throwIfNoEntry: false }) === undefined ? "missing" : "there"
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unknown"
  }
}

const segmentsOf = (file: string): ReadonlyArray<string> => file.split("/").filter((name) => name !== "")

const longestPath = 4096
const mostSegments = 64

/** Why a path is no slip to be looked into, told without looking at the workspace. */
const settled = (concern: Concern, place: Place): Why | undefined => {
  if (concern.path.length > longestPath || segmentsOf(concern.path).length > mostSegments) return "too-long"
  for (const form of concern.forms) {
    const stands = standing(form)
    if (stands !== "missing") return stands === "there" ? "exists" : "unknown"
  }
  if (concern.makes === "surely") return "made-by-the-call"
  for (const form of concern.forms) {
    const above = deepestThere(path.dirname(form))
    if (above === undefined) return "unknown"
    if (concern.makes !== "nothing" && above === path.dirname(form)) return "made-by-the-call"
    const missing = segmentsOf(form)[segmentsOf(above).length] ?? ""
    if (concern.words.has(missing)) return "made-by-the-call"
    // Where a path begins in another real directory, that directory is what was meant.
    if (!isAbove(above, place)) return "real-directory"
  }
  return undefined
}

/** The deepest directory on the way to a path that is there. */
const deepestThere = (directory: string): string | undefined => {
  for (let at = directory; ; at = path.dirname(at)) {
    const stands = standing(at)
    if (stands === "there") return at
    if (stands === "unknown" || at === path.dirname(at)) return undefined
  }
}

/** Whether a directory is above the workspace. */
const isAbove = (directory: string, { real }: Place): boolean => {
  try {
    const resolved = fs.realpathSync(directory)
    return resolved === "/" || real.startsWith(`${resolved}/`)
  } catch {
    return false
  }
}

interface Open {
  readonly concern: Concern
  readonly written: Score.Written
  /** What was found by looking up the ends of the path below the workspace. */
  readonly direct: ReadonlyArray<string>
}

/**
 * Looks up each end of the path below the workspace, and answers the one that is there where what stands before it is
 * known to stand for the workspace: then nothing else in the workspace need be looked at.
 */
const lookUp = (
  { makes }: Concern,
  written: Score.Written,
  place: Place
): { readonly clear: string | undefined; readonly direct: ReadonlyArray<string> } => {
  const { prefixes, segments } = written
  const direct: Array<string> = []
  const known: Array<Score.Scored> = []
  let points = 0
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    points += weightOf(segments[at] ?? "")
    const relative = segments.slice(at).join("/")
    if (standing(path.join(place.real, relative)) !== "there") continue
    direct.push(relative)
    const cost = prefixes[at] ?? Infinity
    if (cost === Score.costs.knownPrefix) known.push({ relative, score: points - cost })
  }
  const best = Score.clearest(known, needOf(makes))
  return { clear: best._tag === "One" ? best.repair.relative : undefined, direct }
}

const needOf = (makes: Concern["makes"]): number => (makes === "tree" ? Score.enoughToWrite : Score.enough)

/** What came of looking at an ask's paths. */
export interface Repairs {
  readonly outcomes: ReadonlyArray<Outcome>
  /** How many entries of the workspace were looked at. */
  readonly looked: number
}

/**
 * Answers for each path what it was meant to be, or why that cannot be told. A way that is answered exists.
 *
 * @param late whether time is up
 */
export const repairsOf = (
  concerns: ReadonlyArray<Concern>,
  place: Place,
  late: () => boolean,
  limits?: TreeLimits
): Effect.Effect<Repairs> =>
  Effect.gen(function* () {
    const roots = [segmentsOf(place.real), segmentsOf(place.written)]
    const outcomes = new Map<Concern, Outcome>()
    const open: Array<Open> = []
    const end = (concern: Concern, source: Source, found: Outcome["found"]): void => {
      outcomes.set(concern, { path: concern.path, writes: concern.writes, source, found })
    }
    for (const concern of concerns) {
      const why = settled(concern, place)
      if (why !== undefined) {
        end(concern, "direct", { why })
        continue
      }
      const written = Score.written(segmentsOf(concern.path), roots)
      const { clear, direct } = lookUp(concern, written, place)
      if (clear === undefined) open.push({ concern, written, direct })
      else end(concern, "direct", { way: clear })
    }
    // One that is clear is enough for a verdict.
    const isClear = [...outcomes.values()].some(({ found }) => "way" in found)
    let looked = 0
    if (open.length > 0 && !isClear) {
      const names = open.map(({ written }) => written.segments.at(-1) ?? "")
      const tree = yield* lookFor(place.real, [...new Set(names)], late, limits)
      looked = tree.count
      for (const one of open) {
        const alike = tree.alike.find(({ name }) => name === one.written.segments.at(-1))
        end(one.concern, tree.source, yield* judged(one, alike, tree, place, late))
      }
    }
    return { outcomes: concerns.flatMap((concern) => outcomes.get(concern) ?? []), looked }
  })

const scoredAtOnce = 32

const judged = (
  { concern, direct, written }: Open,
  alike: Alike | undefined,
  tree: Looked,
  place: Place,
  late: () => boolean
): Effect.Effect<Outcome["found"]> =>
  Effect.gen(function* () {
    if (tree.short !== undefined) return { why: tree.short }
    const ways = new Set([...direct, ...(alike?.ways ?? [])])
    const scored: Array<Score.Scored> = []
    let seen = 0
    for (const relative of ways) {
      const way = relative.split("/")
      const score = way.length > mostSegments ? -Infinity : Score.scoreOf(written, way)
      if (score > -Infinity) scored.push({ relative, score })
      seen += 1
      if (seen % scoredAtOnce !== 0) continue
      if (late()) return { why: "no-time" }
      yield* Effect.yieldNow
    }
    const last = written.segments.at(-1) ?? ""
    const bonus = scored.length === 1 ? Score.onlyOneOf(last) : 0
    const standing = there(
      scored.map(({ relative, score }) => ({ relative, score: score + bonus })),
      place
    )
    const best = Score.clearest(standing, needOf(concern.makes))
    return best._tag === "One" ? { way: best.repair.relative } : { why: best.why }
  })

/** How many of the best are looked for before it is taken for granted that there are several. */
const mostLooked = 256

/** The best of those that are there: an index lists what was deleted, too. */
const there = (scored: ReadonlyArray<Score.Scored>, place: Place): ReadonlyArray<Score.Scored> => {
  const found: Array<Score.Scored> = []
  const ordered = scored.toSorted((a, b) => b.score - a.score || (a.relative < b.relative ? -1 : 1))
  for (const one of ordered.slice(0, mostLooked)) {
    const [best] = found
    if (best !== undefined && one.score <= best.score - Score.margin) break
    if (standing(path.join(place.real, one.relative)) === "there") found.push(one)
  }
  return found
}
