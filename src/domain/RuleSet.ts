/**
 * Rules of all scopes in order, indexed so that ten thousand cost what ten do.
 */
import type { Form } from "./Access.ts"
import { compile, fold, type Pattern } from "./Pattern.ts"
import { build, last, type PatternIndex } from "./PatternIndex.ts"
import type { Rule, ScopeKind } from "./Rule.ts"

/** The rules one scope brings, in order. */
export interface RuleGroup {
  readonly scope: ScopeKind
  /** Groups of one file stand or fall together when it only tightens. */
  readonly file: string
  /** An untrusted or invalid scope: the stricter of the answers with and without it holds. */
  readonly tightensOnly: boolean
  readonly rules: ReadonlyArray<Rule>
}

/** A rule with its place among all. */
export interface Ranked {
  readonly rule: Rule
  readonly order: number
  readonly scope: ScopeKind
  /** The bit of its file when that only tightens, else 0. */
  readonly file: number
}

/** Which files that only tighten are left out, a bit for each: 0 leaves out none. */
export type View = number

/** Groups, lowest precedence first; managed denies are among them and are final all the same. */
export interface RuleSet {
  readonly groups: ReadonlyArray<RuleGroup>
  /** Whether any deny rule exists anywhere, managed ones included. */
  readonly anyDeny: boolean
  /** Whether a rule outside project files is final. */
  readonly anyFinal: boolean
  readonly anyManagedDeny: boolean
  /** Every combination of files that only tighten: the strictest answer over all of them holds. */
  readonly views: ReadonlyArray<View>
  /** The ranked rules that speak of a surface, in order. */
  readonly of: (surface: string) => ReadonlyArray<Ranked>
  /** The index of the rules written for exactly this surface. */
  readonly shelves: (surface: string) => Shelves | undefined
}

/** Two indexes of the same rules: as written, and asks and denies folded. */
export interface Shelves {
  readonly exact: PatternIndex<Ranked>
  readonly folded: PatternIndex<Ranked>
}

const PATHS: ReadonlySet<string> = new Set(["path", "external_directory", "read", "write"])

/** Answers whether values of the surface are paths, which asks and denies compare without case. */
export const isPathSurface = (surface: string): boolean => PATHS.has(surface)

/** Answers whether rules on the surface `*` speak of this one too. */
export const isUnderStar = (surface: string): boolean => surface !== "path" && surface !== "external_directory"

// Two files may only tighten besides the managed one; more than this many would multiply the views, so they share one.
const MAX_TIGHTENING_FILES = 4

const everything = compile("*", "")

/**
 * Builds a rule set; the index of a surface is built when it is first looked at.
 *
 * @param groups lowest precedence first
 */
export const make = (groups: ReadonlyArray<RuleGroup>): RuleSet => {
  const bySurface = new Map<string, Array<Ranked>>()
  const files: Array<string> = []
  let order = 0
  let anyDeny = false
  let anyFinal = false
  let anyManagedDeny = false
  for (const group of groups) {
    const file = group.tightensOnly ? bitOf(files, group.file) : 0
    for (const rule of group.rules) {
      const ranked: Ranked = { rule, order: order++, scope: group.scope, file }
      const there = bySurface.get(rule.surface)
      if (there === undefined) bySurface.set(rule.surface, [ranked])
      else there.push(ranked)
      if (rule.state === "deny") {
        anyDeny = true
        if (rule.final && group.scope !== "project") anyFinal = true
        if (group.scope === "managed") anyManagedDeny = true
      }
    }
  }
  const shelves = new Map<string, Shelves>()
  const both = new Map<string, ReadonlyArray<Ranked>>()
  return {
    groups,
    anyDeny,
    anyFinal,
    anyManagedDeny,
    views: Array.from({ length: 1 << Math.min(files.length, MAX_TIGHTENING_FILES) }, (_, view) => view),
    of: (surface) => {
      let ranked = both.get(surface)
      if (ranked === undefined) {
        const own = bySurface.get(surface) ?? []
        const star = surface !== "*" && isUnderStar(surface) ? (bySurface.get("*") ?? []) : []
        if (own.length === 0) return star
        ranked = star.length === 0 ? own : [...own, ...star].toSorted((a, b) => a.order - b.order)
        both.set(surface, ranked)
      }
      return ranked
    },
    shelves: (surface) => {
      const there = shelves.get(surface)
      if (there !== undefined) return there
      const ranked = bySurface.get(surface)
      if (ranked === undefined) return undefined
      const made = shelve(ranked, surface === "*" || isPathSurface(surface))
      shelves.set(surface, made)
      return made
    }
  }
}

const bitOf = (files: Array<string>, file: string): number => {
  let place = files.indexOf(file)
  if (place < 0) place = files.push(file) - 1
  return 1 << Math.min(place, MAX_TIGHTENING_FILES - 1)
}

const shelve = (ranked: ReadonlyArray<Ranked>, paths: boolean): Shelves => {
  const exact: Array<readonly [string, Ranked]> = []
  const folded: Array<readonly [string, Ranked]> = []
  for (const entry of ranked) {
    for (const pattern of patternsOf(entry.rule)) {
      exact.push([pattern.expanded, entry])
      if (paths && entry.rule.state !== "allow") folded.push([pattern.folded, entry])
    }
  }
  return { exact: build(exact), folded: build(folded) }
}

/** A pattern too costly to match speaks of everything when it restricts and of nothing when it permits. */
const patternsOf = (rule: Rule): ReadonlyArray<Pattern> => {
  const all = rule.resolved === undefined ? [rule.pattern] : [rule.pattern, rule.resolved]
  if (!all.some((pattern) => pattern.excessive)) return all
  return rule.state === "allow" ? all.filter((pattern) => !pattern.excessive) : [everything]
}

const restricts = (entry: Ranked): boolean => entry.rule.state !== "allow"

/**
 * Answers the last rule of a view that matches a form and that `accept` counts.
 *
 * @param view which files that only tighten are left out
 */
export const lastMatch = (
  rules: RuleSet,
  view: View,
  surface: string,
  form: Form,
  accept: (entry: Ranked) => boolean
): Ranked | undefined => {
  const inView = view === 0 ? accept : (entry: Ranked) => (entry.file & view) === 0 && accept(entry)
  const found = lastOn(rules.shelves(surface), isPathSurface(surface), form, inView, undefined)
  if (surface === "*" || !isUnderStar(surface)) return found
  return lastOn(rules.shelves("*"), isPathSurface(surface), form, inView, found)
}

const lastOn = (
  shelves: Shelves | undefined,
  paths: boolean,
  form: Form,
  accept: (entry: Ranked) => boolean,
  best: Ranked | undefined
): Ranked | undefined => {
  if (shelves === undefined) return best
  let found = best
  for (const spelling of form.spellings) {
    found = last(shelves.exact, spelling, accept, found)
    if (paths) found = last(shelves.folded, fold(spelling), accept, found)
  }
  if (form.tighter.length === 0) return found
  const tight = (entry: Ranked) => restricts(entry) && accept(entry)
  for (const spelling of form.tighter) {
    found = last(shelves.exact, spelling, tight, found)
    if (paths) found = last(shelves.folded, fold(spelling), tight, found)
  }
  return found
}

/** Counts every rule. */
export const any = (): boolean => true

const standsFinal = (entry: Ranked): boolean =>
  entry.scope !== "project" && entry.rule.final && entry.rule.state === "deny"
const loosensFinal = (entry: Ranked): boolean => entry.scope !== "project" && entry.rule.state !== "deny"

/**
 * Answers the rule that has the last word on a form: the last that matches, except that no project rule loosens what a
 * final deny still denies once the project's rules are left out.
 */
export const lastWord = (
  rules: RuleSet,
  view: View,
  surface: string,
  form: Form,
  accept: (entry: Ranked) => boolean = any
): Ranked | undefined => {
  const found = lastMatch(rules, view, surface, form, accept)
  if (!rules.anyFinal || found === undefined || found.scope !== "project" || found.rule.state === "deny") return found
  const final = lastMatch(rules, view, surface, form, (entry) => standsFinal(entry) && accept(entry))
  if (final === undefined) return found
  const loosened = lastMatch(rules, view, surface, form, (entry) => loosensFinal(entry) && accept(entry))
  return loosened === undefined || loosened.order < final.order ? final : found
}

/**
 * Answers the managed deny on a form: the last managed rule that matches it, if that denies.
 */
export const managedDeny = (
  rules: RuleSet,
  view: View,
  surface: string,
  form: Form,
  accept: (entry: Ranked) => boolean = any
): Ranked | undefined => {
  if (!rules.anyManagedDeny) return undefined
  const found = lastMatch(rules, view, surface, form, (entry) => entry.scope === "managed" && accept(entry))
  return found?.rule.state === "deny" ? found : undefined
}

/**
 * Answers an asking or denying rule with a literal character that matches a form, whether or not a later rule overrules
 * it: what makes a bare word of a command a path.
 */
export const restricting = (rules: RuleSet, surface: string, form: Form): Rule | undefined =>
  lastMatch(rules, 0, surface, form, (entry) => restricts(entry) && entry.rule.pattern.literal)?.rule
