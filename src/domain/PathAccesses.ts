/**
 * The accesses that reaching a path makes.
 */
import { descriptorDirectory, safeDevices } from "../knowledge/devices.ts"
import type { Direction, Form, PathAccess } from "./Access.ts"
import { type Below, lookBelow } from "./Below.ts"
import type { Budget } from "./Budget.ts"
import type { Floor } from "./Floor.ts"
import { escapeGlob, namesOf, unescapeGlob } from "./Globs.ts"
import { absolutesOf, fold, formOf, type Ground, isInside, isWithin, locate, type Location } from "./Paths.ts"
import type { PermissionState } from "./PermissionState.ts"
import { protectedBy } from "./Protected.ts"
import { secretShape } from "./Secrets.ts"
import type { Span } from "./Span.ts"

/** One path a tool or a command reaches. */
export interface Reached {
  /** Every reading of it; the strictest holds. */
  readonly readings: ReadonlyArray<string>
  /** The directories it may be relative to, absolute. */
  readonly cwds: ReadonlyArray<string>
  /** Whether the readings still hold unquoted globs; a backslash in them then quotes what follows it. */
  readonly glob: boolean
  readonly direction: Direction
  readonly reach: "names" | "content" | "tree"
  /** Deleted, moved or changed as a whole. */
  readonly whole: boolean
  /** Names beginning with a dot below it are passed over. */
  readonly skipsHidden: boolean
  /** Links met below it are followed. */
  readonly follows?: boolean | undefined
  /** The surface of the tool itself, or of a redirect; a command's operand has none of its own. */
  readonly own: "read" | "write" | undefined
  readonly span: Span | undefined
}

/** What the rules say of paths, as far as finding accesses needs it. */
export interface PathRules {
  /**
   * What the last matching rule on `path`, and on `read` or `write` by direction, says of the forms of a path, when
   * that is an ask or a deny; absent when there is no such rule.
   */
  readonly restricts?: ((forms: ReadonlyArray<Form>, direction: Direction) => PermissionState | undefined) | undefined
}

const none: ReadonlyArray<Floor> = []
const reads: PathAccess["deniedAlsoBy"] = ["read"]
const writes: PathAccess["deniedAlsoBy"] = ["write"]
const both: PathAccess["deniedAlsoBy"] = ["read", "write"]
const nothing: PathAccess["deniedAlsoBy"] = []

const deniedAlsoBy = (direction: Direction): PathAccess["deniedAlsoBy"] => {
  switch (direction) {
    case "read":
      return reads
    case "write":
      return writes
    case "unknown":
      return both
  }
}

/** Answers the access of a path that cannot be known: it might lead anywhere. */
export const unknownPathAccess = (
  text: string,
  why: string,
  direction: Direction,
  span: Span | undefined,
  surface: PathAccess["surface"] = "external_directory"
): PathAccess => ({
  _tag: "Path",
  surface,
  value: text,
  forms: [],
  floors: none,
  direction,
  inside: false,
  unresolved: why,
  deniedAlsoBy: deniedAlsoBy(direction),
  span
})

/**
 * Answers whether a path as given is a device whose use reaches nothing. One that climbs is never: what `..` means
 * hangs on the links before it.
 */
export const isSafeDevice = (path: string): boolean => {
  if (!path.startsWith("/") || path.includes("..")) return false
  const text = fold(path)
  if (safeDevices.has(text)) return true
  return text.startsWith(descriptorDirectory) && /^\d{1,9}$/.test(text.slice(descriptorDirectory.length))
}

const firstDefined = <A, B>(items: ReadonlyArray<A>, answer: (item: A) => B | undefined): B | undefined => {
  for (const item of items) {
    const found = answer(item)
    if (found !== undefined) return found
  }
  return undefined
}

const locationsOf = (reached: Reached, ground: Ground): ReadonlyArray<Location> => {
  const found: Array<Location> = []
  for (const written of reached.readings) {
    const reading = reached.glob ? unescapeGlob(written) : written
    const cwds = reading.startsWith("/") ? ["/"] : reached.cwds
    for (const cwd of cwds) found.push(locate(reading, cwd, ground))
  }
  return found
}

const formsOf = (locations: ReadonlyArray<Location>): ReadonlyArray<Form> => {
  const [first] = locations
  if (first !== undefined && locations.length === 1) return first.forms
  const byPath = new Map<string, Form>()
  for (const { forms } of locations) {
    for (const form of forms) {
      const [path = ""] = form.spellings
      if (!byPath.has(path)) byPath.set(path, form)
    }
  }
  return [...byPath.values()]
}

const guardFloors = (locations: ReadonlyArray<Location>, reached: Reached, ground: Ground): ReadonlyArray<Floor> => {
  if (reached.direction === "read") return none
  for (const location of locations) {
    const why = firstDefined(absolutesOf(location), (path) => protectedBy(path, ground, reached))
    if (why !== undefined)
      return [{ class: "self-protection", cause: `${location.written}: ${why}`, span: reached.span }]
  }
  return none
}

/** The accesses of one path, whose locations are known. */
const accessesAt = (locations: ReadonlyArray<Location>, reached: Reached, ground: Ground): Array<PathAccess> => {
  const [first] = locations
  if (first === undefined) return []
  const { direction, span } = reached
  const inside = locations.every((location) => location.inside)
  const secret =
    reached.reach === "names"
      ? undefined
      : firstDefined(locations, (location) => firstDefined(absolutesOf(location), secretShape))
  const common = {
    _tag: "Path",
    value: first.written,
    forms: formsOf(locations),
    floors: guardFloors(locations, reached, ground),
    direction,
    inside,
    deniedAlsoBy: nothing,
    span
  } as const
  const found: Array<PathAccess> = []
  if (reached.own !== undefined) found.push({ ...common, surface: reached.own })
  // A tool's own surface denies by itself; a redirect's says nothing of reading.
  found.push({ ...common, surface: "path", secret, deniedAlsoBy: deniedAlsoBy(direction) })
  for (const location of locations) {
    if (location.resolution._tag === "Unresolvable") {
      found.push(unknownPathAccess(location.written, location.resolution.why, direction, span))
    } else if (!location.inside) {
      found.push({ ...common, surface: "external_directory", value: location.written, forms: location.forms })
    }
  }
  return found
}

/** The access of a directory below which more stands than can be looked at: among it anything. */
const tooMuchBelow = (written: string, reached: Reached): PathAccess => ({
  ...unknownPathAccess(
    written,
    `there is too much below ${written} to look through`,
    reached.direction,
    reached.span,
    "path"
  ),
  secret: reached.reach === "tree" ? "secrets may stand below it" : undefined
})

/** Whether a directory holds so much, and somebody's secrets among it, that looking through it tells nothing new. */
const isTooWide = (path: string, ground: Ground): boolean =>
  path === "/" || ground.homes.some((home) => isWithin(home, path))

const findsBelow = (
  locations: ReadonlyArray<Location>,
  reached: Reached,
  ground: Ground,
  budget: Budget,
  rules: PathRules
): Array<PathAccess> => {
  const found: Array<PathAccess> = []
  const seen = new Set<string>()
  for (const { written, resolution, inside } of locations) {
    if (resolution._tag === "Unresolvable" || seen.has(resolution.path)) continue
    seen.add(resolution.path)
    // A file has nothing below it, and a link has been followed.
    if (ground.view.lstat(resolution.path)?.kind !== "directory") continue
    if (isTooWide(resolution.path, ground)) {
      found.push(tooMuchBelow(written, reached))
      continue
    }
    const writtenBelow = (path: string): string =>
      isWithin(path, resolution.path) ? written + path.slice(resolution.path.length) : path
    const formsBelow = (path: string): ReadonlyArray<Form> =>
      written === resolution.path ? [formOf(path, ground)] : [formOf(writtenBelow(path), ground), formOf(path, ground)]
    const { restricts } = rules
    const below: Below = lookBelow(resolution.path, ground, budget, {
      restricts:
        restricts === undefined || (reached.reach === "names" && !reached.whole)
          ? undefined
          : (path) => restricts(formsBelow(path), reached.direction) !== undefined,
      guards: reached.direction === "read" || !reached.whole ? undefined : (path) => protectedBy(path, ground, reached),
      contents: reached.reach === "tree",
      skipsHidden: reached.skipsHidden,
      leaves: reached.follows !== true ? undefined : (target) => !isInside(target, ground) && !isSafeDevice(target)
    })
    for (const find of below.finds) {
      const path = writtenBelow(find.path)
      if (find.leaves) {
        found.push(...accessesAt([locate(path, "/", ground)], reached, ground))
        continue
      }
      // What a walk would meet asks even where a rule denies it: the command may be about all the rest.
      if (find.restricted) {
        const why = `everything below ${written} is reached, and a rule restricts ${path}`
        found.push(unknownPathAccess(path, why, reached.direction, reached.span, "path"))
        continue
      }
      const floors: ReadonlyArray<Floor> =
        find.guards === undefined
          ? none
          : [{ class: "self-protection", cause: `${path}: ${find.guards}`, span: reached.span }]
      found.push({
        _tag: "Path",
        surface: "path",
        value: path,
        forms: formsBelow(find.path),
        floors,
        direction: reached.direction,
        inside,
        secret: find.secret,
        deniedAlsoBy: nothing,
        span: reached.span
      })
    }
    if (!below.whole) found.push(tooMuchBelow(written, reached))
  }
  return found
}

const maxNamed = 16

/** Those of a glob's names that a rule, a shape, a guard or a link out of the workspace makes matter. */
const findsNamed = (
  reached: Reached,
  ground: Ground,
  budget: Budget,
  rules: PathRules
): { readonly accesses: Array<PathAccess>; readonly locations: ReadonlyArray<Location> } => {
  const denied: Array<PathAccess> = []
  const others: Array<PathAccess> = []
  const locations: Array<Location> = []
  for (const reading of reached.readings) {
    for (const cwd of reading.startsWith("/") ? ["/"] : reached.cwds) {
      const named = namesOf(reading.startsWith("/") ? reading : `${escapeGlob(cwd)}/${reading}`, ground, budget)
      if (!named.whole) {
        const why = `${reading} could name more than can be looked at`
        others.push(unknownPathAccess(reading, why, reached.direction, reached.span))
      }
      for (const path of named.paths) {
        const location = locate(path, "/", ground)
        locations.push(location)
        const accesses = accessesAt([location], reached, ground)
        const restricted = rules.restricts?.(location.forms, reached.direction)
        const matters =
          restricted !== undefined ||
          !location.inside ||
          accesses.some((access) => access.secret !== undefined || access.floors.length > 0)
        if (!matters || isSafeDevice(path)) continue
        const list = restricted === "deny" ? denied : others
        if (list.length < maxNamed) list.push(...accesses)
      }
    }
  }
  return { accesses: [...denied, ...others], locations }
}

/** A directory that no rule speaks of: what is denied even there is denied in any. */
const anywhere: ReadonlyArray<string> = ["/portcullis/any/directory"]

/** The accesses of paths relative to a directory that is not known, as far as they are denied wherever that is. */
const deniedAnywhere = (reached: Reached, ground: Ground, rules: PathRules): ReadonlyArray<PathAccess> => {
  if (reached.glob || rules.restricts === undefined) return []
  const { restricts } = rules
  return reached.readings.flatMap((reading) => {
    const there: Reached = { ...reached, readings: [reading], cwds: anywhere }
    return accessesAt(locationsOf(there, ground), there, ground).filter(
      ({ forms, surface }) => surface === "path" && restricts(forms, reached.direction) === "deny"
    )
  })
}

/**
 * Answers every access that reaching a path makes: on the tool's own surface, on `path`, on `external_directory` where
 * it leaves the workspace, and what a glob or a walk below it would reach that matters.
 */
export const pathAccesses = (
  reached: Reached,
  ground: Ground,
  budget: Budget,
  rules: PathRules
): ReadonlyArray<PathAccess> => {
  const readings = reached.readings.filter((reading) => !isSafeDevice(reading))
  const [text] = readings
  if (text === undefined) return []
  const known: Reached = readings.length === reached.readings.length ? reached : { ...reached, readings }
  if (reached.cwds.length === 0 && readings.some((reading) => !reading.startsWith("/"))) {
    const located = readings.filter((reading) => reading.startsWith("/"))
    const why = "the directory it is relative to is not known"
    return [
      ...pathAccesses({ ...known, readings: located }, ground, budget, rules),
      ...deniedAnywhere({ ...known, readings: readings.filter((reading) => !reading.startsWith("/")) }, ground, rules),
      unknownPathAccess(text, why, reached.direction, reached.span)
    ]
  }
  const locations = locationsOf(known, ground)
  const found = accessesAt(locations, known, ground)
  let starts = locations
  if (reached.glob) {
    const named = findsNamed(known, ground, budget, rules)
    found.push(...named.accesses)
    starts = named.locations
  }
  if (reached.reach === "tree" || reached.whole || reached.follows === true)
    found.push(...findsBelow(starts, known, ground, budget, rules))
  return found
}
