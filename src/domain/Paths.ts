/**
 * The two forms of a path: as written, and as the kernel would resolve it.
 */
import type { Form } from "./Access.ts"
import type { Places } from "./Places.ts"
import { rememberingView, type WorkspaceView } from "./WorkspaceView.ts"

/** What the kernel would open, or why that cannot be known. */
export type Resolution =
  | { readonly _tag: "Resolved"; readonly path: string }
  | { readonly _tag: "Unresolvable"; readonly why: string }

/** A path, judged from one directory. */
export interface Location {
  /** Absolute, with `.` and `..` folded textually. */
  readonly written: string
  readonly resolution: Resolution
  /** Whether the resolved form is inside the workspace or one of its roots. */
  readonly inside: boolean
  /** The written form and, where it differs, the resolved one. */
  readonly forms: ReadonlyArray<Form>
}

/** Where one call's paths are judged from: the places, looked at once. */
export interface Ground {
  readonly places: Places
  /** The view of `places`, asking the disk at most once a path. */
  readonly view: WorkspaceView
  /** Resolved directories that count as inside. */
  readonly insides: ReadonlyArray<string>
  /** The workspace as written and as resolved: what relative spellings are relative to. Empty when it is none. */
  readonly workspaces: ReadonlyArray<string>
  /** The home as written and as resolved. */
  readonly homes: ReadonlyArray<string>
}

/** Linux's own limits: PATH_MAX in bytes, and MAXSYMLINKS (path_resolution(7)). */
const maxLength = 4096
const maxLinks = 40

/** Answers whether `path` is `directory` or stands below it; both absolute and folded. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory ||
  directory === "/" ||
  (path.length > directory.length && path.startsWith(directory) && path.charCodeAt(directory.length) === 47)

/** Answers an absolute path with `.`, `..`, empty segments and trailing slashes folded textually. */
export const fold = (absolute: string): string => {
  if (!absolute.includes("/.") && !absolute.includes("//") && (!absolute.endsWith("/") || absolute === "/")) {
    return absolute
  }
  const kept: Array<string> = []
  for (const segment of absolute.split("/")) {
    if (segment === "..") kept.pop()
    else if (segment !== "" && segment !== ".") kept.push(segment)
  }
  return `/${kept.join("/")}`
}

const absoluteFrom = (path: string, cwd: string): string => (path.startsWith("/") ? path : `${cwd}/${path}`)

/** Below these names in /proc, what a path leads to depends on the process that looks: proc(5). */
const isProcess = (segment: string): boolean =>
  segment === "self" || segment === "thread-self" || (segment !== "" && Number.isInteger(Number(segment)))

/** What bytes that are no UTF-8 are read as: a name that holds it may be any of many, and the disk cannot be asked. */
const notText = "\ufffd"

/** Answers whether a name or path may stand for bytes that are no text, so that what is there cannot be looked at. */
export const isGarbled = (path: string): boolean => path.includes(notText)

const garbled: Resolution = { _tag: "Unresolvable", why: "it holds bytes that are no text" }

/**
 * Answers what the kernel would open at an absolute path: links are followed before `..`, a dangling one by its target,
 * and what does not exist is appended as written.
 */
export const resolve = (absolute: string, view: WorkspaceView): Resolution => {
  if (isGarbled(absolute)) return garbled
  const rest = absolute.split("/").toReversed()
  let links = 0
  let done = ""
  // How many trailing segments of `done` stand where nothing more can be looked up.
  let unseen = 0
  while (rest.length > 0) {
    const segment = rest.pop() ?? ""
    if (segment === "" || segment === ".") continue
    if (segment === "..") {
      done = done.slice(0, Math.max(0, done.lastIndexOf("/")))
      if (unseen > 0) unseen -= 1
      continue
    }
    if (done === "/proc" && isProcess(segment)) {
      return { _tag: "Unresolvable", why: `what stands at /proc/${segment} depends on the process that looks` }
    }
    done = `${done}/${segment}`
    if (unseen > 0) {
      unseen += 1
      continue
    }
    const entry = view.lstat(done)
    if (entry?.kind === "directory") continue
    if (entry?.kind !== "link") {
      unseen = 1
      continue
    }
    const target = view.readlink(done)
    links += 1
    if (target === undefined) return { _tag: "Unresolvable", why: `the link ${done} cannot be read` }
    if (isGarbled(target)) return garbled
    if (links > maxLinks) return { _tag: "Unresolvable", why: `more than ${maxLinks} links lead on from ${done}` }
    done = target.startsWith("/") ? "" : done.slice(0, done.lastIndexOf("/"))
    rest.push(...target.split("/").toReversed())
  }
  return { _tag: "Resolved", path: done === "" ? "/" : done }
}

/** Answers why no program could open this text as a path. */
export const unusable = (path: string): string | undefined => {
  if (path === "") return "the path is empty"
  if (path.includes("\0")) return "the path holds a NUL character"
  // A UTF-16 unit is at most three bytes: most paths need no counting.
  if (path.length * 3 > maxLength && new TextEncoder().encode(path).length >= maxLength) {
    return `the path is longer than ${maxLength} bytes`
  }
  return undefined
}

const spellings = (path: string, workspaces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [path]
  for (const workspace of workspaces) {
    if (!isWithin(path, workspace)) continue
    const relative = path === workspace ? "." : path.slice(workspace.length + 1)
    if (!all.includes(relative)) all.push(relative)
  }
  return all
}

const noSpellings: ReadonlyArray<string> = []

/** Answers the form of an absolute, folded path: absolute, and relative to the workspace when inside it. */
export const formOf = (path: string, ground: Ground): Form => ({
  spellings: spellings(path, ground.workspaces),
  tighter: noSpellings
})

/** Answers whether a resolved path is inside. */
export const isInside = (path: string, ground: Ground): boolean =>
  ground.insides.some((inside) => isWithin(path, inside))

/** Answers where `path` leads when used in the directory `cwd` (absolute). */
export const locate = (path: string, cwd: string, ground: Ground): Location => {
  const why = unusable(path)
  const absolute = absoluteFrom(path, cwd)
  const written = fold(why === undefined ? absolute : absolute.slice(0, maxLength))
  const resolution: Resolution = why === undefined ? resolve(absolute, ground.view) : { _tag: "Unresolvable", why }
  const form = formOf(written, ground)
  if (resolution._tag === "Unresolvable") return { written, resolution, inside: false, forms: [form] }
  return {
    written,
    resolution,
    inside: isInside(resolution.path, ground),
    forms: resolution.path === written ? [form] : [form, formOf(resolution.path, ground)]
  }
}

const resolvedOr = (path: string, view: WorkspaceView): string => {
  const resolution = resolve(path, view)
  return resolution._tag === "Resolved" ? resolution.path : path
}

const distinct = (...paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)]

/**
 * Answers where a call's paths are judged from.
 *
 * `/`, the home and its ancestors are no workspaces, and no roots either: there, nothing is inside.
 */
export const groundOf = (places: Places): Ground => {
  const view = rememberingView(places.view, [fold(places.workspace), fold(places.cwd)])
  const home = fold(places.home)
  const homes = home.startsWith("/") ? distinct(home, resolvedOr(home, view)) : []
  const isTooWide = (directory: string): boolean =>
    directory === "/" || !directory.startsWith("/") || homes.some((home) => isWithin(home, directory))
  const insides: Array<string> = []
  let workspaces: ReadonlyArray<string> = []
  for (const [index, root] of [places.workspace, ...places.roots].entries()) {
    const written = fold(root)
    const resolved = resolvedOr(root, view)
    if (isTooWide(written) || isTooWide(resolved)) continue
    insides.push(resolved)
    if (index === 0) workspaces = distinct(written, resolved)
  }
  return { places, view, insides, workspaces, homes }
}

/** Answers the absolute, folded texts that stand for a location: what secret shapes and protected files are told by. */
export const absolutesOf = (location: Location): ReadonlyArray<string> =>
  location.resolution._tag === "Resolved" && location.resolution.path !== location.written
    ? [location.written, location.resolution.path]
    : [location.written]

/**
 * Answers every reading of a path a tool was given, whose host may or may not expand it: as it stands, and with `~`,
 * `$HOME`, a file URL or a leading `@` read as some hosts do.
 */
export const readingsOf = (path: string, home: string): ReadonlyArray<string> => {
  for (const prefix of ["~", "$HOME", "${HOME}"]) {
    if (path === prefix || path.startsWith(`${prefix}/`)) return [path, `${home}${path.slice(prefix.length)}`]
  }
  if (path.startsWith("@")) return [path, path.slice(1)]
  const scheme = "file://"
  if (path.slice(0, scheme.length).toLowerCase() !== scheme) return [path]
  const afterHost = path.indexOf("/", scheme.length)
  return afterHost < 0 ? [path] : [path, decoded(path.slice(afterHost))]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Answers the pattern that means the same on resolved paths, when links make it another: its literal directory prefix
 * resolved, the rest as written.
 *
 * @param expanded a pattern whose home is expanded, absolute or relative to the workspace
 */
export const resolvedPattern = (expanded: string, ground: Ground): string | undefined => {
  const wildcard = expanded.search(/[*?]/)
  const literal = wildcard < 0 ? expanded : expanded.slice(0, wildcard)
  // The last segment may be half a name; a pattern without wildcards names one path whole.
  const end = wildcard < 0 ? expanded.length : literal.lastIndexOf("/")
  if (end <= 0) return undefined
  const prefix = expanded.slice(0, end)
  const isAbsolute = prefix.startsWith("/")
  const [workspace] = ground.workspaces
  if (!isAbsolute && workspace === undefined) return undefined
  const absolute = absoluteFrom(prefix, workspace ?? "/")
  const resolution = resolve(absolute, ground.view)
  if (resolution._tag === "Unresolvable" || resolution.path === absolute) return undefined
  // A relative pattern already meets whatever moves with the workspace as a whole.
  if (!isAbsolute && ground.workspaces.some((base) => resolution.path === `${base}/${prefix}`)) return undefined
  return resolution.path + expanded.slice(end)
}
