/**
 * Whether a text, taken for a path, leads out of one directory.
 */
import { type Budget, newBudget } from "../Budget.ts"
import { escapeGlob, namesOf } from "../Globs.ts"
import { fold, type Ground, isWithin, locate, readingsOf, resolve, unusable } from "../Paths.ts"
import { rememberingView, type WorkspaceView } from "../WorkspaceView.ts"

/** The directory a command is to stay in, and the disk it stands on. */
export interface Confines {
  /** Absolute. Unlike a policy's workspace it may be any directory, `/` and the home too. */
  readonly workspace: string
  readonly home: string
  readonly view: WorkspaceView
}

/** Confines, looked at for one answer. */
export interface Confinement {
  /** Absolute, every link followed. */
  readonly workspace: string
  readonly home: string
  readonly ground: Ground
  readonly budget: Budget
  /** What was answered so far: a text often comes as a word, a piece and a path. */
  readonly answers: Map<string, boolean>
}

/** One text a word may become. */
export interface Candidate {
  readonly path: string
  /** Whether `path` still holds an unquoted glob. */
  readonly glob: boolean
  /** The expansions in `path` stand as written, for what they yield is not in the text. */
  readonly partial: boolean
}

/** How many texts one answer looks at; one too many counts as leading out. */
const maxLooks = 2_000

/** Answers confines whose disk is asked at most once a path. */
export const confine = ({ home, view, workspace }: Confines): Confinement => {
  const seen = rememberingView(view, [fold(workspace)])
  const resolution = resolve(workspace, seen)
  const root = resolution._tag === "Resolved" ? resolution.path : fold(workspace)
  const places = { cwd: root, workspace: root, roots: [], home, view: seen }
  const ground = { places, view: seen, insides: [root], workspaces: [], homes: [] }
  return { workspace: root, home, ground, budget: { ...newBudget(), paths: maxLooks }, answers: new Map() }
}

/** Answers whether a text has a segment `..`. */
export const climbs = (text: string): boolean => text.includes("..") && text.split("/").includes("..")

/** Answers whether a text is the home or something in it, as a shell or many a program would expand it. */
export const isHome = (text: string): boolean => /^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(text)

/** What is certain of a path before its first wildcard or expansion: whole segments. */
const certainPart = (path: string, partial: boolean): string => {
  const end = path.search(partial ? /[$*?[]/ : /[*?[]/)
  return end < 0 ? path : path.slice(0, path.lastIndexOf("/", end) + 1)
}

const isOutside = (path: string, cwd: string, { ground, workspace }: Confinement): boolean => {
  // No program could open it, so that only what it says counts.
  if (unusable(path) !== undefined) return !isWithin(fold(path.startsWith("/") ? path : `${cwd}/${path}`), workspace)
  return !locate(path, cwd, ground).inside
}

const readingLeaves = (path: string, candidate: Candidate, cwd: string, within: Confinement): boolean => {
  const { glob, partial } = candidate
  if (!glob && !partial) return isOutside(path, cwd, within)
  const certain = certainPart(path, partial)
  if (certain !== "" && isOutside(certain, cwd, within)) return true
  // What `..` means hangs on what stands before it.
  if (climbs(path.slice(certain.length))) return true
  if (partial || certain === path) return false
  const named = namesOf(path.startsWith("/") ? path : `${escapeGlob(cwd)}/${path}`, within.ground, within.budget)
  return !named.whole || named.paths.some((name) => isOutside(name, cwd, within))
}

/**
 * Answers whether a text leads out when taken for a path: the home, an absolute path outside, or a relative one whose
 * links lead there. What nobody can tell does.
 *
 * @param cwds the directories it may be relative to; when none is known, a path that does not climb is taken to be in
 *   the workspace
 */
export const leaves = (candidate: Candidate, cwds: ReadonlyArray<string>, within: Confinement): boolean => {
  const { path } = candidate
  // Nothing is read from it and nothing kept in it.
  if (path === "" || path === "/dev/null") return false
  if (isHome(path)) return true
  if (path.startsWith("-")) return false
  // Where `..` leads from an unknown place, nobody can tell.
  if (cwds.length === 0 && climbs(path) && !path.startsWith("/")) return true
  const bases = cwds.length === 0 ? [within.workspace] : cwds
  const key = [path, candidate.glob, candidate.partial, ...bases].join("\0")
  const before = within.answers.get(key)
  if (before !== undefined) return before
  within.budget.paths -= 1
  const answer = within.budget.paths < 0 || anyLeaves(candidate, bases, within)
  within.answers.set(key, answer)
  return answer
}

const anyLeaves = (candidate: Candidate, cwds: ReadonlyArray<string>, within: Confinement): boolean =>
  readingsOf(candidate.path, within.home).some(
    (reading) => reading !== "" && cwds.some((cwd) => readingLeaves(reading, candidate, cwd, within))
  )
