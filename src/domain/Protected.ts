/**
 * Whether a path is among the files that guard the agent.
 */
import {
  type Guarded,
  guardedAnywhere,
  guardedAtHome,
  guardedPlaces,
  guardingCommands,
  packageRunners,
  socketParents
} from "../knowledge/protected.ts"
import type { Ground } from "./Paths.ts"
import { folded } from "./Secrets.ts"

/** What of a path is changed: the thing itself, or with it all that stands below. */
export interface Change {
  readonly whole: boolean
}

/** How a path relates to a guarded one. */
type Relation = "is" | "below" | "above" | "apart"

/** Compares `path` from `start` on with a guarded path, whose last segment may end in a star. */
const relate = (path: string, start: number, guarded: string): Relation => {
  if (guarded.endsWith("*")) {
    const beginning = guarded.slice(0, -1)
    if (path.startsWith(beginning, start)) return path.includes("/", start + beginning.length) ? "below" : "is"
  } else if (path.startsWith(guarded, start)) {
    const end = start + guarded.length
    if (path.length === end) return "is"
    return path[end] === "/" ? "below" : "apart"
  }
  const rest = path.slice(start)
  return guarded.startsWith(rest) && guarded[rest.length] === "/" ? "above" : "apart"
}

const reasonFor = (relation: Relation, entry: Guarded, change: Change): string | undefined => {
  switch (relation) {
    case "is":
      return entry.why
    case "below":
      return entry.below ? entry.why : undefined
    case "above":
      return change.whole ? `it holds ${entry.path}: ${entry.why}` : undefined
    case "apart":
      return undefined
  }
}

/** Entries of `guardedAnywhere` by their first segment. */
const anywhereByFirst: ReadonlyMap<string, ReadonlyArray<Guarded>> = (() => {
  const grouped = new Map<string, Array<Guarded>>()
  for (const entry of guardedAnywhere) {
    const [first = ""] = entry.path.split("/", 1)
    const group = grouped.get(first)
    if (group === undefined) grouped.set(first, [entry])
    else group.push(entry)
  }
  return grouped
})()

const anywhere = (text: string, change: Change): string | undefined => {
  let above: string | undefined
  for (let slash = 0; slash >= 0; slash = text.indexOf("/", slash + 1)) {
    const next = text.indexOf("/", slash + 1)
    const entries = anywhereByFirst.get(text.slice(slash + 1, next < 0 ? text.length : next))
    if (entries === undefined) continue
    for (const entry of entries) {
      const relation = relate(text, slash + 1, entry.path)
      const why = reasonFor(relation, entry, change)
      if (why !== undefined && relation !== "above") return why
      above ??= why
    }
  }
  return above
}

const under = (base: string, text: string, entries: ReadonlyArray<Guarded>, change: Change): string | undefined => {
  const start = base === "/" ? 0 : base.length + 1
  if (base !== "/" && !text.startsWith(`${base}/`)) return undefined
  for (const entry of entries) {
    const why = reasonFor(relate(text, start, entry.path), entry, change)
    if (why !== undefined) return why
  }
  return undefined
}

const isAtOrAbove = (text: string, other: string): boolean =>
  text === other || text === "/" || (other.startsWith(text) && other[text.length] === "/")

const isSocket = (text: string): boolean =>
  socketParents.some((parent) => {
    if (!text.startsWith(`${parent}/`)) return false
    const user = text.indexOf("/", parent.length + 1)
    return user > 0 && relate(text, user + 1, "portcullis") !== "apart" && text.length >= user + 11
  })

const own = "Portcullis's own policy, trust or state"

const guards = "the agent is guarded by it: a policy, a link, a host's settings, or Portcullis itself"

/**
 * Answers why changing `path` could lift the agent's guard, `undefined` when it could not.
 *
 * A change of a directory as a whole counts as a change of every guarded file that stands, or could stand, below it.
 *
 * @param path absolute and folded
 */
export const protectedBy = (path: string, ground: Ground, change: Change): string | undefined => {
  const text = folded(path)
  const found = anywhere(text, change)
  if (found !== undefined) return found
  for (const home of ground.homes) {
    const base = folded(home)
    const why = under(base, text, guardedAtHome, change)
    if (why !== undefined) return why
    if (change.whole && isAtOrAbove(text, base)) return "the home holds shell start-up files and settings"
  }
  const why = under("/", text, guardedPlaces, change)
  if (why !== undefined) return why
  if (isSocket(text)) return own
  for (const guarded of ground.places.guarded ?? []) {
    const base = folded(guarded)
    if (isAtOrAbove(base, text) || (change.whole && isAtOrAbove(text, base))) return guards
  }
  if (!change.whole) return undefined
  if (socketParents.some((parent) => isAtOrAbove(text, parent) || text.startsWith(`${parent}/`))) return own
  return ground.workspaces.some((workspace) => isAtOrAbove(text, folded(workspace)))
    ? "the workspace holds its repository's hooks and its policy"
    : undefined
}

const baseName = (word: string): string => word.slice(word.lastIndexOf("/") + 1)

/** The word after a program's name that says what it shall do; an option before it may have a value of its own. */
const findVerb = (words: ReadonlyArray<string>, verbs: ReadonlyArray<string>): string | undefined => {
  let afterOption = false
  for (const word of words) {
    if (verbs.includes(folded(word))) return word
    const isOption = word.startsWith("-")
    if (!isOption && !afterOption) return undefined
    afterOption = isOption
  }
  return undefined
}

/**
 * Answers why a command could lift the agent's guard: it runs a program that changes the guard's own configuration,
 * directly or through a package runner (`npx portcullis trust`).
 *
 * @param text the unit's text, its words separated by blanks
 */
export const guardingCommand = (text: string): string | undefined => {
  const words = text.split(" ", 32)
  const [first = ""] = words
  const launched = packageRunners.has(folded(baseName(first)))
  for (const [index, word] of words.entries()) {
    if (index > 0 && !launched) return undefined
    const program = folded(baseName(word))
    const verbs = guardingCommands.get(program)
    const verb = verbs === undefined ? undefined : findVerb(words.slice(index + 1), verbs)
    if (verb !== undefined) return `${program} ${verb} changes what guards the agent`
  }
  return undefined
}
