/**
 * Rules on paths, meaning the same where links lead elsewhere.
 */
import { type Ground, resolvedPattern } from "./Paths.ts"
import { compile, type Pattern } from "./Pattern.ts"
import type { Rule } from "./Rule.ts"
import { isPathSurface } from "./RuleSet.ts"
import type { Scope } from "./Scope.ts"

/** What is known of an array of scopes from earlier calls. */
interface Known {
  /** Every literal directory that a pattern on paths begins with, once. */
  readonly directories: ReadonlyArray<string>
  /** Where each of them led the last time, and the scopes that say so. */
  led: ReadonlyArray<string | undefined>
  ledAt: number
  scopes: ReadonlyArray<Scope>
}

const known = new WeakMap<ReadonlyArray<Scope>, Known>()

/** More directories than this are too many to look at in every call. */
const few = 64
const lookAgainMs = 1000

/**
 * Answers the scopes with the resolved form of each pattern on paths beside it.
 *
 * The disk is looked at each time, or once a second when the rules speak of very many directories; while no link
 * changed, the answer is the very same array.
 *
 * @param groundOf called only when a rule speaks of a directory
 * @param now milliseconds of any clock
 */
export const resolveRules = (
  scopes: ReadonlyArray<Scope>,
  groundOf: () => Ground,
  now: number
): ReadonlyArray<Scope> => {
  const before = known.get(scopes) ?? { directories: directoriesOf(scopes), led: [], ledAt: -Infinity, scopes }
  known.set(scopes, before)
  const { directories } = before
  if (directories.length === 0) return scopes
  if (directories.length > few && Math.abs(now - before.ledAt) < lookAgainMs) return before.scopes
  before.ledAt = now
  const ground = groundOf()
  const led = directories.map((directory) => resolvedPattern(directory, ground))
  if (led.every((place, index) => place === before.led[index])) return before.scopes
  const places = new Map(directories.map((directory, index) => [directory, led[index]]))
  before.led = led
  before.scopes = led.every((place) => place === undefined)
    ? scopes
    : scopes.map((scope) => resolveScope(scope, places))
  return before.scopes
}

/** Answers the literal directory a pattern begins with; without a wildcard that is the whole of it. */
const directoryOf = ({ expanded, prefix }: Pattern): string =>
  prefix.length === expanded.length ? expanded : prefix.slice(0, Math.max(0, prefix.lastIndexOf("/")))

/** On the surface `*` only what tightens: an allow there may be meant for something that is no path. */
const speaksOfPaths = ({ pattern, state, surface }: Rule): boolean =>
  isPathSurface(surface) || (surface === "*" && state !== "allow" && pattern.expanded.startsWith("/"))

const rulesOf = (scope: Scope): ReadonlyArray<ReadonlyArray<Rule>> => [scope.rules, ...scope.agents.values()]

const directoriesOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const scope of scopes) {
    for (const rules of rulesOf(scope)) {
      for (const rule of rules) {
        if (speaksOfPaths(rule)) found.add(directoryOf(rule.pattern))
      }
    }
  }
  found.delete("")
  return [...found]
}

const resolveScope = (scope: Scope, places: ReadonlyMap<string, string | undefined>): Scope => {
  const resolve = (rule: Rule): Rule => {
    if (!speaksOfPaths(rule)) return rule
    const directory = directoryOf(rule.pattern)
    const place = places.get(directory)
    if (place === undefined) return rule
    // Already expanded, so that no home is expanded a second time.
    return { ...rule, resolved: compile(place + rule.pattern.expanded.slice(directory.length), "") }
  }
  return {
    ...scope,
    rules: scope.rules.map(resolve),
    agents: new Map([...scope.agents].map(([agent, rules]) => [agent, rules.map(resolve)]))
  }
}
