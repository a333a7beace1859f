/**
 * A bounded look at what stands below a directory.
 */
import type { Budget } from "./Budget.ts"
import { type Ground, isWithin, resolve } from "./Paths.ts"
import { isSecretName, secretShape } from "./Secrets.ts"

/** A path below that matters. */
export interface Find {
  readonly path: string
  readonly secret: string | undefined
  readonly restricted: boolean
  readonly guards: string | undefined
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
}

/**
 * Directories whose insides are not looked at: what a package manager or git itself puts there is nobody's secret, and
 * there is more of it than of all the rest. The directories themselves are.
 */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git"])

const maxFinds = 8
const maxDepth = 32

/**
 * Answers the denied, secret-shaped and guarded paths below a directory, nearest first; no link is followed.
 *
 * @param directory absolute and resolved
 */
export const lookBelow = (directory: string, ground: Ground, budget: Budget, interest: Interest): Below => {
  const finds: Array<Find> = []
  const base = directory === "/" ? "" : directory
  const workspace = ground.workspaces.find((workspace) => isWithin(base, workspace)) ?? ""
  if (
    base
      .slice(workspace.length)
      .split("/")
      .some((segment) => skipped.has(segment))
  )
    return { finds, whole: true }
  let level: ReadonlyArray<string> = [base]
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
        const path = `${parent}/${name}`
        // No link is followed, yet some programs follow: one to a secret counts as the secret.
        const target = kind === "link" ? resolve(path, ground.view) : undefined
        const led = target?._tag === "Resolved" && target.path !== path ? target.path : undefined
        const shape = interest.contents && (dotted || kind === "directory" || isSecretName(name))
        const secret =
          (shape ? secretShape(path) : undefined) ??
          (led !== undefined && interest.contents ? secretShape(led) : undefined)
        const restricted =
          interest.restricts?.(path) === true || (led !== undefined && interest.restricts?.(led) === true)
        const guards = interest.guards?.(path)
        if (secret !== undefined || restricted || guards !== undefined) {
          finds.push({ path, secret, restricted, guards })
          if (finds.length >= maxFinds) return { finds, whole: true }
        } else if (kind === "directory" && !skipped.has(name)) next.push(path)
      }
    }
    level = next
  }
  return { finds, whole: true }
}
