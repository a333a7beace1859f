/**
 * A bounded look at what stands below a directory.
 */
import type { Budget } from "./Budget.ts"
import { type Ground, isGarbled, isWithin, resolve } from "./Paths.ts"
import { isSecretName, secretShape } from "./Secrets.ts"

/** A path below that matters. */
export interface Find {
  readonly path: string
  readonly secret: string | undefined
  readonly restricted: boolean
  readonly guards: string | undefined
  /** A link that is followed leads out of what counts as inside, or nowhere that can be told. */
  readonly leaves: boolean
}

/** What the look found; `whole` is false when there was more than could be looked at. */
export interface Below {
  readonly finds: ReadonlyArray<Find>
  readonly whole: boolean
}

/** What the look is for. */
export interface Interest {
  /** Whether a rule asks for or denies the path; absent when no rule could. */
  readonly restricts: ((path: string) => boolean) | undefined
  /** Why the path guards the agent; absent when nothing is written. */
  readonly guards: ((path: string) => string | undefined) | undefined
  /** Whether contents are reached, so that a secret's shape matters. */
  readonly contents: boolean
  /** Names beginning with a dot are passed over, as some searching programs do. */
  readonly skipsHidden: boolean
  /** Whether where a link leads is outside; absent when no link is followed. */
  readonly leaves: ((target: string) => boolean) | undefined
}

/**
 * Directories whose insides are not looked at: what a package manager or git itself puts there is nobody's secret, and
 * there is more of it than of all the rest. The directories themselves are.
 */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git"])
/** The same for a walk that follows links: what a package manager puts there may be a link to anywhere. */
const skippedFollowing: ReadonlySet<string> = new Set([".git"])

const isDirectory = (path: string | undefined, ground: Ground): boolean =>
  path !== undefined && ground.view.lstat(path)?.kind === "directory"

const maxFinds = 8
const maxDepth = 32

/**
 * Answers the denied, secret-shaped and guarded paths below a directory, nearest first, and where links are followed
 * those that lead outside.
 *
 * @param directory absolute and resolved
 */
export const lookBelow = (directory: string, ground: Ground, budget: Budget, interest: Interest): Below => {
  const finds: Array<Find> = []
  const base = directory === "/" ? "" : directory
  const passed = interest.leaves === undefined ? skipped : skippedFollowing
  const workspace = ground.workspaces.find((workspace) => isWithin(base, workspace)) ?? ""
  if (
    base
      .slice(workspace.length)
      .split("/")
      .some((segment) => passed.has(segment))
  )
    return { finds, whole: true }
  let level: ReadonlyArray<string> = [base]
  const met = new Set(level)
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Array<string> = []
    for (const parent of level) {
      const found = ground.view.list(parent === "" ? "/" : parent)
      if (found === undefined) continue
      budget.names -= found.length
      if (budget.names < 0 || depth > maxDepth) return { finds, whole: false }
      // A directory's own shape was judged when it was met; only names tell of what is directly in it.
      const dotted = parent.includes("/.")
      for (const { name, kind } of found) {
        if (interest.skipsHidden && name.startsWith(".")) continue
        // Its insides cannot be asked for by a name that is not its own.
        if (kind === "directory" && isGarbled(name)) return { finds, whole: false }
        const path = `${parent}/${name}`
        // Even where no link is followed, one to a secret counts as the secret.
        const target = kind === "link" ? resolve(path, ground.view) : undefined
        const led = target?._tag === "Resolved" && target.path !== path ? target.path : undefined
        const shape = interest.contents && (dotted || kind === "directory" || isSecretName(name))
        const secret =
          (shape ? secretShape(path) : undefined) ??
          (led !== undefined && interest.contents ? secretShape(led) : undefined)
        const restricted =
          interest.restricts?.(path) === true || (led !== undefined && interest.restricts?.(led) === true)
        const guards = interest.guards?.(path)
        const follows = interest.leaves !== undefined && kind === "link"
        const leaves = follows && (led === undefined || interest.leaves?.(led) === true)
        if (secret !== undefined || restricted || guards !== undefined || leaves) {
          finds.push({ path, secret, restricted, guards, leaves })
          if (finds.length >= maxFinds) return { finds, whole: true }
          continue
        }
        const directory = kind === "directory" ? path : follows && isDirectory(led, ground) ? led : undefined
        if (directory === undefined || passed.has(name) || met.has(directory)) continue
        met.add(directory)
        next.push(directory)
      }
    }
    level = next
  }
  return { finds, whole: true }
}
