/**
 * How well a real path answers for a path that does not exist, in points: what ties them together, less what would have
 * to have gone wrong.
 *
 * A path is written as the directory it is thought to be in (the prefix) and the way from there (the rest). The rest is
 * held against the real way below the workspace from its end, name by name; what is left in front is the prefix, held
 * against the workspace's own path. Each name of the rest that is there tells 10 points, one of three letters or less
 * 5, one that stands in any tree (`src`, `index.ts`) 3; each slip costs what `costs` says. The points are small whole
 * numbers, so that a person can add them up.
 */
import { isCommon, type Likeness, likeness, weightOf } from "./Names.ts"

/** What each slip costs. */
export const costs = {
  /** The prefix is a directory above the workspace, the workspace's path with one slip, or where tools mount one. */
  knownPrefix: 6,
  /** The prefix is the workspace's path with another name in one place, or another person's home and a name in it. */
  likelyPrefix: 8,
  /** The same with two slips, or further down in that home. */
  distantPrefix: 10,
  /** Any other prefix. */
  unknownPrefix: 12,
  /** A name is in another case or composition. */
  case: 3,
  /** A name is misspelled; it tells less, too. */
  near: 6,
  /** A name is written twice. */
  doubled: 6,
  /** A name is left out. */
  dropped: 6,
  /** A name is written that is not there. */
  extra: 9,
  /** Names between the workspace and the rest are left out: so much, and so much for each up to three. */
  lead: 3,
  leadEach: 3
} as const

/** A rest with more slips than these, spelling aside, is another path. */
const mostSlips = 2

/** What being the only thing of its name in the whole workspace tells. */
export const onlyOne = 4

/** A repair needs this many points. */
export const enough = 0

/** It needs this many where the call may mean to make what is not there. */
export const enoughToWrite = 6

/** It has to be ahead of every other by this many. */
export const margin = 4

/** Where tools and containers mount a project. `*` is any one name. */
const mounts: ReadonlyArray<ReadonlyArray<string>> = [
  ["workspace"],
  ["workspaces", "*"],
  ["workspace", "*"],
  ["repo"],
  ["repos", "*"],
  ["app"],
  ["code"],
  ["project"],
  ["projects", "*"],
  ["testbed"],
  ["work"],
  ["usr", "src", "app"],
  ["github", "workspace"],
  ["home", "user", "workspace"],
  ["home", "runner", "work", "*", "*"]
]

type Segments = ReadonlyArray<string>

/** A path that does not exist, taken apart once for every real path it is held against. */
export interface Written {
  readonly segments: Segments
  /** What each prefix costs, by its length. */
  readonly prefixes: ReadonlyArray<number>
}

/**
 * Takes a path apart.
 *
 * @param segments of an absolute path, folded
 * @param roots the workspace's path, as written and as resolved, as segments
 */
export const written = (segments: Segments, roots: ReadonlyArray<Segments>): Written => ({
  segments,
  prefixes: segments.map((_, length) =>
    Math.min(...roots.map((root) => prefixCost(segments.slice(0, length), root)), costs.unknownPrefix)
  )
})

/** Answers what it costs that a path is written below `prefix` and stands below `root`. */
export const prefixCost = (prefix: Segments, root: Segments): number => {
  // A relative path from the wrong base, a name left out, or `/src` for what is in the workspace.
  if (prefix.length < root.length && prefix.every((name, at) => name === root[at])) return costs.knownPrefix
  if (mounts.some((mount) => fits(prefix, mount))) return costs.knownPrefix
  const last = prefix.at(-1)
  // Another machine's path of the same project.
  const project: Likeness = last === undefined ? "other" : likeness(last, root.at(-1) ?? "")
  if (project === "same") return costs.knownPrefix
  const slips = rootSlips(prefix, root)
  if (slips <= 1) return costs.knownPrefix
  if (project !== "other" || slips <= 1.5) return costs.likelyPrefix
  const home = prefix[0] === "Users" || prefix[0] === "home" ? 2 : 1
  const isHome = home === 2 || prefix[0] === "root"
  if (isHome && prefix.length === home + 1) return costs.likelyPrefix
  if (slips <= 2 || (isHome && prefix.length > home)) return costs.distantPrefix
  return costs.unknownPrefix
}

const fits = (prefix: Segments, mount: Segments): boolean =>
  prefix.length === mount.length && mount.every((name, at) => name === "*" || name === prefix[at])

/** How many slips part a prefix and the workspace's path: another name for one of them is one and a half. */
const rootSlips = (prefix: Segments, root: Segments): number => {
  const most = 2
  if (Math.abs(prefix.length - root.length) > most || prefix.length === 0) return Infinity
  let above = Array.from({ length: root.length + 1 }, (_, at) => at)
  for (let row = 1; row <= prefix.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= root.length; at += 1) {
      const like = likeness(prefix[row - 1] ?? "", root[at - 1] ?? "")
      const changed = like === "same" ? 0 : like === "other" ? 1.5 : 1
      current.push(Math.min((above[at] ?? row) + 1, (current[at - 1] ?? row) + 1, (above[at - 1] ?? row) + changed))
    }
    above = current
  }
  const slips = above[root.length] ?? Infinity
  // Where every name was replaced, nothing of the workspace's path is left.
  return slips < Math.max(prefix.length, root.length) ? slips : Infinity
}

/** What a name tells that is there, as it was written or nearly so. */
const pointsOf = (name: string, like: Exclude<Likeness, "other">): number => {
  const weight = weightOf(name)
  switch (like) {
    case "same":
      return weight
    case "case":
      return weight - Math.min(costs.case, weight)
    case "near":
      // A long name still tells its own behind a slip; a short one, or one that stands in any tree, does not.
      return weight === 10 ? weight + costs.case - costs.near : weight - costs.near
  }
}

/**
 * Answers how well a real path answers for a written one, `-Infinity` when their last names are not alike.
 *
 * @param relative the way of the real path below the workspace
 */
export const scoreOf = ({ prefixes, segments }: Written, relative: Segments): number => {
  const [wide, deep] = [segments.length, relative.length]
  const last = likeness(segments[wide - 1] ?? "", relative[deep - 1] ?? "")
  if (wide === 0 || deep === 0 || last === "other") return -Infinity
  const stride = (deep + 1) * (mostSlips + 1)
  const at = (i: number, j: number, slips: number): number => i * stride + j * (mostSlips + 1) + slips
  // The most points with `i` written and `j` real names left in front, and so many slips behind.
  const table = new Float64Array((wide + 1) * stride).fill(-Infinity)
  const raise = (place: number, points: number): void => {
    if (points > (table[place] ?? -Infinity)) table[place] = points
  }
  table[at(wide - 1, deep - 1, 0)] = pointsOf(relative[deep - 1] ?? "", last)
  let best = -Infinity
  for (let i = wide - 1; i >= 0; i -= 1) {
    for (let j = deep - 1; j >= 0; j -= 1) {
      let both: number | undefined
      for (let slips = 0; slips <= mostSlips; slips += 1) {
        const points = table[at(i, j, slips)] ?? -Infinity
        if (points === -Infinity) continue
        best = Math.max(best, points - (prefixes[i] ?? costs.unknownPrefix) - leadCost(j))
        if (i > 0 && j > 0) {
          both ??= pairPoints(segments[i - 1] ?? "", relative[j - 1] ?? "")
          raise(at(i - 1, j - 1, slips), points + both)
        }
        if (slips === mostSlips) continue
        if (i > 0) {
          const twice = segments[i - 1] === segments[i]
          raise(at(i - 1, j, slips + 1), points - (twice ? costs.doubled : costs.extra))
        }
        if (j > 0) raise(at(i, j - 1, slips + 1), points - costs.dropped)
      }
    }
  }
  return best
}

/** What two names tell that stand in the same place. */
const pairPoints = (name: string, real: string): number => {
  const like = likeness(name, real)
  return like === "other" ? -Infinity : pointsOf(real, like)
}

const leadCost = (names: number): number => (names === 0 ? 0 : costs.lead + costs.leadEach * Math.min(names, 3))

/** A real path and how well it answers. */
export interface Scored {
  readonly relative: string
  readonly score: number
}

/** What came of comparing: the one repair, or why there is none. */
export type Best =
  | { readonly _tag: "One"; readonly repair: Scored }
  | { readonly _tag: "None"; readonly why: "nothing-like-it" | "not-enough-in-common" | "several" }

/**
 * Answers the one clear repair among real paths that exist.
 *
 * @param need the points it needs
 */
export const clearest = (candidates: ReadonlyArray<Scored>, need: number = enough): Best => {
  let best: Scored | undefined
  for (const one of candidates) if (best === undefined || one.score > best.score) best = one
  if (best === undefined) return { _tag: "None", why: "nothing-like-it" }
  const { relative, score } = best
  if (score < need) return { _tag: "None", why: "not-enough-in-common" }
  const rivals = candidates.some((one) => one.relative !== relative && one.score > score - margin)
  return rivals ? { _tag: "None", why: "several" } : { _tag: "One", repair: best }
}

/** Answers the points of a last name that nothing else in the whole workspace has. */
export const onlyOneOf = (name: string): number => (isCommon(name) ? 0 : onlyOne)
