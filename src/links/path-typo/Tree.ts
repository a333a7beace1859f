/**
 * The names of a workspace: what git's index lists, and what a bounded walk finds.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { findIndex, type FoundIndex, readerOf, type Visit } from "./GitIndex.ts"
import { likeness } from "./Names.ts"

/** How much of a tree is looked at. */
export interface TreeLimits {
  /** Entries a walk looks at, beside an index: what is new and not yet tracked stands near the top. */
  readonly walkedBesideIndex: number
  /** Entries a walk looks at where there is no index. */
  readonly walked: number
  /** Paths of one name, or one like it. */
  readonly alike: number
}

/** The limits of a review. */
export const treeLimits: TreeLimits = { walkedBesideIndex: 10_000, walked: 250_000, alike: 5000 }

/** What was found of one name. */
export interface Alike {
  readonly name: string
  /** Ways below the workspace to what has that name or one like it; of the index's, some may no longer be there. */
  readonly ways: ReadonlySet<string>
}

export interface Looked {
  readonly alike: ReadonlyArray<Alike>
  /** Entries looked at. */
  readonly count: number
  readonly source: "index" | "walk"
  /** Why not enough was seen to tell that something is the only one. */
  readonly short: "too-large" | "no-time" | "too-many-alike" | undefined
}

interface Search {
  readonly root: string
  readonly wanted: ReadonlyArray<Wanted>
  readonly limits: TreeLimits
  /** Whether time is up. */
  readonly late: () => boolean
  count: number
}

interface Wanted {
  readonly name: string
  readonly ways: Set<string>
  /** Bytes that a name like it may have. */
  readonly shortest: number
  readonly longest: number
  /** Its letters, where they are told by bytes. */
  readonly letters: number | undefined
  readonly known: Map<string, boolean>
}

/**
 * Looks for names like those given, a piece at a time so that others may run in between.
 *
 * The same tree gives the same answer, unless time runs out, and then `short` says so.
 *
 * @param root the workspace's real path
 */
export const lookFor = (
  root: string,
  names: ReadonlyArray<string>,
  late: () => boolean,
  limits: TreeLimits = treeLimits
): Effect.Effect<Looked> =>
  Effect.gen(function* () {
    const search: Search = { root, wanted: names.map(wantedOf), limits, late, count: 0 }
    const index = yield* readIndex(search)
    if (index === "none") for (const { ways } of search.wanted) ways.clear()
    const walk = index === "late" ? "late" : yield* walkTree(search, index === "read")
    const looked = (short: Looked["short"]): Looked => ({
      alike: search.wanted,
      count: search.count,
      source: index === "none" ? "walk" : "index",
      short
    })
    if (walk === "late") return looked("no-time")
    if (search.wanted.some(({ ways }) => ways.size >= limits.alike)) return looked("too-many-alike")
    return looked(walk === "cut" && index === "none" ? "too-large" : undefined)
  })

const wantedOf = (name: string): Wanted => {
  // Only of plain text is a likeness of few letters one of few bytes.
  const bytes = Buffer.byteLength(name)
  const plain = bytes === name.length
  return {
    name,
    ways: new Set(),
    shortest: plain ? bytes - 2 : 1,
    longest: plain ? bytes + 6 : Infinity,
    letters: plain ? lettersOf(name) : undefined,
    known: new Map()
  }
}

const isAlike = ({ known, name }: Wanted, real: string): boolean => {
  const before = known.get(real)
  if (before !== undefined) return before
  const alike = likeness(name, real) !== "other"
  // Trees hold few names that differ this little in length, but a hostile one may hold any number.
  if (known.size < 10_000) known.set(real, alike)
  return alike
}

/** Remembers an entry under every name that it is like. */
const meet = (search: Search, name: string, way: () => string): void => {
  for (const wanted of search.wanted) {
    if (wanted.ways.size < search.limits.alike && isAlike(wanted, name)) wanted.ways.add(way())
  }
}

const entriesAtOnce = 8192

const readIndex = (search: Search): Effect.Effect<"read" | "none" | "late"> =>
  Effect.acquireUseRelease(
    Effect.sync(() => findIndex(search.root)),
    (found) => (found === undefined ? Effect.succeed("none") : readFound(search, found)),
    (found) => Effect.sync(() => found?.close())
  )

const readFound = (search: Search, { prefix, source }: FoundIndex): Effect.Effect<"read" | "none" | "late"> =>
  Effect.gen(function* () {
    const index = readerOf(source)
    if (index === undefined) return "none"
    const visit = visitorOf(search, Buffer.from(prefix))
    for (;;) {
      const more = index.read(entriesAtOnce, visit)
      if (more === "broken") return "none"
      if (more === "done") return "read"
      if (search.late()) return "late"
      yield* Effect.yieldNow
    }
  })

/** Looks at the bytes of a path first: most names are told apart by their letters, and never become text. */
const visitorOf = (search: Search, prefix: Buffer): Visit => {
  const { wanted } = search
  const directories = new Set<string>()
  let directory: Uint8Array = new Uint8Array()
  return (bytes, from, to) => {
    search.count += 1
    const start = from + prefix.length
    if (start >= to || !holds(bytes, from, prefix)) return
    // A directory that is not checked out whole ends in a slash.
    const end = bytes[to - 1] === slash ? to - 1 : to
    let base = end
    let letters = 0
    for (let byte = bytes[base - 1] ?? 0; base > start && byte !== slash; byte = bytes[base - 1] ?? 0) {
      letters |= byte < 128 ? 1 << (byte & 31) : 0
      base -= 1
    }
    if (base > start && (base - start !== directory.length || !holds(bytes, start, directory))) {
      directory = bytes.slice(start, base)
      meetDirectories(search, textOf(bytes, start, base - 1), directories)
    }
    const length = end - base
    for (const one of wanted) {
      if (length < one.shortest || length > one.longest || !isNearly(letters, one.letters)) continue
      meet(search, textOf(bytes, base, end), () => textOf(bytes, start, end))
      return
    }
  }
}

const holds = (bytes: Uint8Array, at: number, part: Uint8Array): boolean => {
  // From the end: neighbours in an index begin alike.
  for (let of = part.length - 1; of >= 0; of -= 1) if (bytes[at + of] !== part[of]) return false
  return true
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const textOf = (bytes: Uint8Array, start: number, end: number): string => decoder.decode(bytes.subarray(start, end))

/** The plain letters of a name as a set of bits, in any case. */
const lettersOf = (name: string): number => {
  let letters = 0
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at)
    letters |= code < 128 ? 1 << (code & 31) : 0
  }
  return letters
}

/** Whether two sets of letters are at most two changed letters apart. */
const isNearly = (some: number, others: number | undefined): boolean => {
  if (others === undefined) return true
  let apart = some ^ others
  for (let left = 4; apart !== 0; left -= 1) {
    if (left === 0) return false
    apart &= apart - 1
  }
  return true
}

const slash = 47

/** Meets a directory and those above it that were not met before. */
const meetDirectories = (search: Search, way: string, met: Set<string>): void => {
  let rest = way
  while (!met.has(rest)) {
    met.add(rest)
    const here = rest
    const cut = here.lastIndexOf("/")
    meet(search, here.slice(cut + 1), () => here)
    if (cut < 0) return
    rest = here.slice(0, cut)
  }
}

/** Directories that hold what others made: looked at after everything else. */
const heavy: ReadonlySet<string> = new Set(
  (
    "node_modules bower_components vendor dist build out target coverage .cache .next .nuxt .turbo .venv venv env " +
    "__pycache__ .tox .mypy_cache .gradle .terraform Pods DerivedData site-packages bazel-out .yarn .pnpm-store"
  ).split(" ")
)

const directoriesAtOnce = 64

/** Looks at the directories nearest to the top first, each in the order of its names; follows no link. */
const walkTree = (search: Search, besideIndex: boolean): Effect.Effect<"whole" | "cut" | "late"> =>
  Effect.gen(function* () {
    const most = search.count + (besideIndex ? search.limits.walkedBesideIndex : search.limits.walked)
    const queue = [""]
    const later: Array<string> = []
    let looked = 0
    for (let at = 0; ; at += 1) {
      if (at === queue.length) queue.push(...later.splice(0))
      const way = queue[at]
      if (way === undefined) return "whole"
      for (const entry of entriesOf(path.join(search.root, way))) {
        if (search.count >= most) return "cut"
        search.count += 1
        const { name } = entry
        const below = way === "" ? name : `${way}/${name}`
        if (below === ".git") continue
        meet(search, name, () => below)
        if (entry.isDirectory()) (heavy.has(name) ? later : queue).push(below)
      }
      looked += 1
      if (looked % directoriesAtOnce !== 0) continue
      if (search.late()) return "late"
      yield* Effect.yieldNow
    }
  })

/** What stands in a directory, in the order of its names; nothing where it cannot be read. */
const entriesOf = (directory: string): ReadonlyArray<fs.Dirent> => {
  try {
    const entries = fs.readdirSync(directory, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
