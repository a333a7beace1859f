/**
 * Whether the repository a git command would read could make git run a program.
 *
 * gitrepository-layout(5), git-config(1), githooks(5). The user's and the system's configuration are the operator's.
 */
import { readingHooks } from "../../knowledge/git.ts"
import type { Entry, WorkspaceView } from "../WorkspaceView.ts"
import { readGitConfig } from "./GitConfig.ts"
import { linksIn } from "./GitIndex.ts"

/** Why a repository could run a program; `undefined` when it cannot, or when there is none. */
export type RepositoryDoubt = string | undefined

const maxConfig = 1 << 18
/** The most files of configuration that are followed. */
const maxFiles = 32
const maxModules = 64
const maxIndex = 1 << 25
/** How deep repositories within repositories are followed. */
const maxDepth = 4

interface Look {
  readonly view: WorkspaceView
  readonly home: string
  files: number
}

const join = (directory: string, name: string): string => {
  if (name.startsWith("/")) return name
  let base = directory
  let rest = name
  // A lexical fold is enough: a link below `.git` is a doubt of its own.
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2)
    else if (rest === "..") return parent(base)
    else if (rest.startsWith("../")) {
      base = parent(base)
      rest = rest.slice(3)
    } else break
  }
  return rest === "" || rest === "." ? base : `${base === "/" ? "" : base}/${rest}`
}

const parent = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 1)) || "/"

/** Answers why git, run in `cwd`, could run a program that the repository names. */
export const repositoryDoubt = (cwd: string, home: string, view: WorkspaceView): RepositoryDoubt => {
  const look: Look = { view, home, files: 0 }
  for (let directory = cwd; ; directory = parent(directory)) {
    const dotGit = `${directory === "/" ? "" : directory}/.git`
    const entry = view.lstat(dotGit)
    if (entry !== undefined) {
      const found = gitDirectory(look, directory, dotGit, entry)
      if (typeof found === "string") return found
      const doubt = directoryDoubt(look, found.at, directory)
      // What git does not take for a repository it passes by, and looks further up.
      if (doubt !== undefined || isRepository(view, found.at)) return doubt
    }
    if (looksBare(view, directory))
      return `${directory} looks like a bare repository, whose configuration git would read`
    if (directory === "/") return undefined
  }
}

/** Whether git certainly takes the directory for a repository's own. */
const isRepository = (view: WorkspaceView, directory: string): boolean => {
  const head = view.readFile(`${directory}/HEAD`, 4096)
  if (head === undefined || !/^(?:ref: refs\/|[0-9a-f]{40})/.test(head)) return false
  if (view.lstat(`${directory}/commondir`) !== undefined) return true
  return isDirectory(view, `${directory}/objects`) && isDirectory(view, `${directory}/refs`)
}

const isDirectory = (view: WorkspaceView, path: string): boolean => view.lstat(path)?.kind === "directory"

/** git's own test: `HEAD`, `objects` and `refs` stand there. */
const looksBare = (view: WorkspaceView, directory: string): boolean => {
  const base = directory === "/" ? "" : directory
  return (
    view.lstat(`${base}/HEAD`) !== undefined &&
    view.lstat(`${base}/objects`) !== undefined &&
    view.lstat(`${base}/refs`) !== undefined
  )
}

/** The directory that `.git` is, or names; a text says why it is doubtful. */
const gitDirectory = (
  look: Look,
  directory: string,
  dotGit: string,
  entry: Entry
): { readonly at: string } | string => {
  switch (entry.kind) {
    case "directory":
      return { at: dotGit }
    case "file": {
      const text = look.view.readFile(dotGit, 4096)
      const named = text === undefined ? undefined : /^gitdir: ([^\n]+)\n*$/.exec(text)?.[1]
      return named === undefined ? `${dotGit} cannot be read` : { at: join(directory, named.replace(/\r$/, "")) }
    }
    default:
      return `${dotGit} is no plain file or directory`
  }
}

/** What a repository's own directory, with its work tree at `top`, could run. */
const directoryDoubt = (look: Look, gitDir: string, top: string): RepositoryDoubt => {
  const { view } = look
  const linked = view.lstat(`${gitDir}/commondir`) !== undefined
  const shared = linked ? view.readFile(`${gitDir}/commondir`, 4096) : undefined
  if (linked && shared === undefined) return `${gitDir}/commondir cannot be read`
  const common = shared === undefined ? gitDir : join(gitDir, shared.trim())
  const config = configDoubt(look, `${common}/config`, 0)
  if (config.worktree !== undefined) return config.worktree
  if (config.doubt !== undefined) return config.doubt
  // Only with extensions.worktreeConfig does git read it, but then for every work tree.
  const worktree = config.worktreeConfig ? configDoubt(look, `${gitDir}/config.worktree`, 0) : noDoubt
  const elsewhere = worktree.worktree ?? worktree.doubt
  if (elsewhere !== undefined) return elsewhere
  const hooks = worktree.hooksPath ?? config.hooksPath
  const doubt = hooksDoubt(look, hooks === undefined ? `${common}/hooks` : hooksAt(look, top, hooks))
  if (doubt !== undefined) return doubt
  return modulesDoubt(look, `${common}/modules`, 0) ?? linksDoubt(look, gitDir, top, 0)
}

/** `git status` and `git diff` run git in every repository that the index links to and that stands in the work tree. */
const linksDoubt = (look: Look, gitDir: string, top: string, depth: number): RepositoryDoubt => {
  const { view } = look
  const shared = view.readdir(gitDir)?.filter((name) => name.startsWith("sharedindex.")) ?? []
  for (const file of [`${gitDir}/index`, ...shared.map((name) => `${gitDir}/${name}`)]) {
    if (view.lstat(file) === undefined) continue
    const index = view.readBytes?.(file, maxIndex)
    const links = index === undefined ? undefined : linksIn(index)
    if (links === undefined) return `${file} cannot be read`
    for (const link of links) {
      const directory = join(top, link)
      const doubt = linkDoubt(look, directory, depth)
      if (doubt !== undefined) return doubt
    }
  }
  return undefined
}

const linkDoubt = (look: Look, directory: string, depth: number): RepositoryDoubt => {
  const dotGit = `${directory}/.git`
  const entry = look.view.lstat(dotGit)
  if (entry === undefined) return undefined
  const found = gitDirectory(look, directory, dotGit, entry)
  if (typeof found === "string") return found
  const { at } = found
  if (depth >= maxDepth) return `${directory}: its submodules are not followed`
  if (look.view.lstat(`${at}/commondir`) !== undefined) return `${directory} is a work tree of another repository`
  const config = configDoubt(look, `${at}/config`, 0)
  if (config.doubt !== undefined) return config.doubt
  if (config.worktreeConfig) return `${at}/config.worktree is not followed`
  const hooks = hooksDoubt(
    look,
    config.hooksPath === undefined ? `${at}/hooks` : hooksAt(look, directory, config.hooksPath)
  )
  return hooks ?? modulesDoubt(look, `${at}/modules`, depth + 1) ?? linksDoubt(look, at, directory, depth + 1)
}

const hooksAt = (look: Look, top: string, path: string): string =>
  path.startsWith("~/") ? `${look.home}${path.slice(1)}` : join(top, path)

interface ConfigDoubt {
  readonly doubt: RepositoryDoubt
  /** Why the work tree may be elsewhere: expected of a submodule's, not of a repository in its own work tree. */
  readonly worktree: RepositoryDoubt
  readonly hooksPath: string | undefined
  readonly worktreeConfig: boolean
}

const noDoubt: ConfigDoubt = { doubt: undefined, worktree: undefined, hooksPath: undefined, worktreeConfig: false }

/** Reads one configuration file and all it includes. */
const configDoubt = (look: Look, file: string, depth: number): ConfigDoubt => {
  const entry = look.view.lstat(file)
  if (entry === undefined) return noDoubt
  if (++look.files > maxFiles || depth > 10) return { ...noDoubt, doubt: `${file}: too many files are included` }
  const text = entry.kind === "file" ? look.view.readFile(file, maxConfig) : undefined
  if (text === undefined) return { ...noDoubt, doubt: `${file} cannot be read` }
  const reading = readGitConfig(text)
  if (reading.program !== undefined) {
    const { key, line } = reading.program
    return { ...noDoubt, doubt: `${file}:${line} sets ${key}, which can run a program` }
  }
  if (reading.unreadable !== undefined) return { ...noDoubt, doubt: `${file}:${reading.unreadable} cannot be read` }
  let { hooksPath, worktreeConfig } = reading
  let worktree =
    reading.worktree === undefined
      ? undefined
      : `${file}:${reading.worktree.line} sets core.worktree, so git looks elsewhere`
  for (const { path, line } of reading.includes) {
    if (path.startsWith("~") && !path.startsWith("~/")) {
      return { ...noDoubt, doubt: `${file}:${line} includes ${path}, which is not followed` }
    }
    const target = path.startsWith("~/") ? `${look.home}${path.slice(1)}` : join(parent(file), path)
    const included = configDoubt(look, target, depth + 1)
    if (included.doubt !== undefined) return included
    hooksPath = included.hooksPath ?? hooksPath
    worktree ??= included.worktree
    worktreeConfig = worktreeConfig || included.worktreeConfig
  }
  return { doubt: undefined, worktree, hooksPath, worktreeConfig }
}

/** A hook that reading runs. */
const hooksDoubt = (look: Look, directory: string): RepositoryDoubt => {
  for (const hook of readingHooks) {
    const entry = look.view.lstat(`${directory}/${hook}`)
    if (entry !== undefined && (entry.executable || entry.kind !== "file")) {
      return `${directory}/${hook} is a hook that git runs even when it only reads`
    }
  }
  return undefined
}

/** `git status` and `git diff` look into submodules, each with a configuration of its own. */
const modulesDoubt = (look: Look, directory: string, depth: number): RepositoryDoubt => {
  const entry = look.view.lstat(directory)
  if (entry === undefined) return undefined
  const names = entry.kind === "directory" && depth < 4 ? look.view.readdir(directory) : undefined
  if (names === undefined || names.length > maxModules) return `${directory}: its submodules are not followed`
  for (const name of names) {
    const module = `${directory}/${name}`
    if (look.view.lstat(`${module}/HEAD`) === undefined) {
      const below = modulesDoubt(look, module, depth + 1)
      if (below !== undefined) return below
      continue
    }
    const config = configDoubt(look, `${module}/config`, 0)
    const doubt = config.doubt ?? hooksDoubt(look, config.hooksPath ?? `${module}/hooks`)
    const nested = doubt ?? modulesDoubt(look, `${module}/modules`, depth + 1)
    if (nested !== undefined) return nested
  }
  return undefined
}
