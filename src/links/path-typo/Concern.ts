/**
 * Which paths of an ask may be slips: those that would leave the workspace, and how the call uses them.
 */
import type { PathAccess, PromptPermissionDetails } from "portcullis"

/** One path to look at. */
export interface Concern {
  /** Absolute and folded, as it was written. */
  readonly path: string
  /** The same, and where links on the way lead. */
  readonly forms: ReadonlyArray<string>
  /** Whether the call changes it, or may. */
  readonly writes: boolean
  readonly makes: Makes
  /** The words of programs that change something: `cargo new NAME` makes a directory of that name. */
  readonly words: ReadonlySet<string>
}

/** What the call may do to a path that is not there. */
export type Makes =
  | "nothing"
  /** Make it, where its directory is there. */
  | "file"
  /** Make it, and the directories above it. */
  | "tree"
  /** It is there to make it. */
  | "surely"

/** Tools that change only what is there. */
const changing: ReadonlySet<string> = new Set(["edit", "multi_edit", "notebook_edit"])

/** Commands that make the directories they write to, or much at once. */
const makers: ReadonlySet<string> = new Set("mkdir install git tar bsdtar unzip 7z cpio rsync patch".split(" "))

/** Paths whose being there is a matter of the moment. */
const passing = /^\/(?:dev|proc|sys)(?:\/|$)/

/** More are not looked at: who writes so many wrong paths learns from the first. */
const mostConcerns = 8

/** Answers the asking paths out of the workspace that can be looked at, in the order of the call. */
export const concernsOf = (ask: PromptPermissionDetails): ReadonlyArray<Concern> => {
  const found = new Map<string, Concern>()
  for (const { access } of ask.asking) {
    if (access._tag !== "Path" || access.surface !== "external_directory" || access.unresolved !== undefined) continue
    if (found.size === mostConcerns || found.has(access.value) || passing.test(access.value)) continue
    if (mayBeGlob(access.value, ask)) continue
    found.set(access.value, concernOf(access, ask))
  }
  return [...found.values()]
}

/** A wildcard says that not one path is meant; in a shell a bracket may be one. */
const mayBeGlob = (path: string, ask: PromptPermissionDetails): boolean =>
  /[*?]/.test(path) || (/[[{]/.test(path) && ask.results.some(({ access }) => access._tag === "Unit"))

const concernOf = (access: PathAccess, ask: PromptPermissionDetails): Concern => {
  const { value } = access
  const absolute = access.forms.flatMap(({ spellings }) => spellings.filter((spelling) => spelling.startsWith("/")))
  const writes = ask.results.some(({ access }) => isWriteOf(access, value))
  const forms = [...new Set([value, ...absolute])]
  return { path: value, forms, writes, makes: makesOf(value, writes, ask), words: wordsOf(ask) }
}

const wordsOf = (ask: PromptPermissionDetails): ReadonlySet<string> =>
  new Set(
    ask.results.flatMap(({ access }) => (access._tag === "Unit" && !access.proof.read ? access.value.split(" ") : []))
  )

type Result = PromptPermissionDetails["results"][number]

const isWriteOf = (access: Result["access"], path: string): boolean =>
  access._tag === "Path" && access.direction !== "read" && access.value === path

const makesOf = (path: string, writes: boolean, ask: PromptPermissionDetails): Makes => {
  let made: Makes = "nothing"
  for (const { access } of ask.results) {
    switch (access._tag) {
      case "Path":
        // What stands above it is made first.
        if (access.direction !== "read" && path.startsWith(`${access.value}/`)) return "surely"
        break
      case "Name":
        if (!access.proof.read) made = "tree"
        break
      case "Unit":
        if (access.proof.read) break
        if (writes && makers.has(programOf(access.value))) return "surely"
        // Any other program may leave a file behind.
        made = "file"
        break
    }
  }
  if (!writes || changing.has(ask.call.tool)) return made
  // A shell writes into directories that are there; a tool that writes files makes them.
  return ask.results.some(({ access }) => access._tag === "Unit") ? "file" : "tree"
}

const programOf = (unit: string): string => {
  const [first = ""] = unit.split(" ", 1)
  return first.slice(first.lastIndexOf("/") + 1)
}
