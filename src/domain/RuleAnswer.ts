/**
 * The first step of judging: what the rules of all scopes say of one access, and where none speaks, the mode's default.
 */
import type { Form, NameAccess, PathAccess, UnitAccess } from "./Access.ts"
import type { ResultOrigin } from "./CheckResult.ts"
import type { Mode } from "./Mode.ts"
import { isStricter, type PermissionState, stricter } from "./PermissionState.ts"
import type { Rule } from "./Rule.ts"
import { any, lastWord, type Ranked, type RuleSet, type View } from "./RuleSet.ts"

/** What stands of one access after a step. */
export interface Answer {
  readonly state: PermissionState
  readonly origin: ResultOrigin
  readonly rule: Rule | undefined
  readonly reason: string
}

/** The rules that speak, and the mode where none does. */
export interface Bench {
  readonly rules: RuleSet
  readonly view: View
  readonly mode: Mode
}

const verbs: Readonly<Record<PermissionState, string>> = { allow: "allows it", ask: "asks", deny: "denies it" }

/** Answers a rule's pattern and place, as a person looks it up: "rule `rm *` (policy.jsonc:12)". */
export const describeRule = (rule: Rule): string => {
  const { origin } = rule
  const file = origin.file.slice(origin.file.lastIndexOf("/") + 1)
  const place = origin.scope === "preset" ? `preset ${file}` : `${file}:${origin.line}`
  return `rule \`${rule.pattern.source}\` (${place}${origin.agent === undefined ? "" : `, agent ${origin.agent}`})`
}

/** Answers what a rule says, in words, with its own reason. */
export const ruleSays = (rule: Rule): string =>
  `${describeRule(rule)} ${verbs[rule.state]}${rule.reason === undefined ? "" : `: ${rule.reason}`}`

/** Answers by a rule. */
export const byRule = (entry: Ranked): Answer => ({
  state: entry.rule.state,
  origin: "rule",
  rule: entry.rule,
  reason: ruleSays(entry.rule)
})

const byDefault = (state: PermissionState, reason: string, rule?: Rule): Answer => ({
  state,
  origin: "default",
  rule,
  reason
})

/** Answers the strictest over the forms, the first of equals. */
const strictestForm = (forms: ReadonlyArray<Form>, answer: (form: Form) => Answer): Answer => {
  let result: Answer | undefined
  for (const form of forms) {
    const next = answer(form)
    if (result === undefined || isStricter(next.state, result.state)) result = next
  }
  // An access without a form is one nothing is known of.
  return result ?? byDefault("ask", "nothing is known of what it names")
}

const modeDefault = (mode: Mode, proven: boolean, missing: string): Answer => {
  switch (mode) {
    case "ask":
      return proven
        ? byDefault("allow", "no rule speaks, and it only reads")
        : byDefault("ask", `no rule speaks, and it is not proven to only read: ${missing}`)
    case "read_only":
      return proven
        ? byDefault("allow", "no rule speaks, and it only reads")
        : byDefault("deny", `mode read_only allows only what is proven to read: ${missing}`)
    case "auto":
      return byDefault("allow", "no rule speaks, and mode auto allows what no rule speaks of")
    default:
      return mode satisfies never
  }
}

/** Answers for something named. */
export const ofName = (bench: Bench, access: NameAccess): Answer =>
  strictestForm(access.forms, (form) => {
    const entry = lastWord(bench.rules, bench.view, access.surface, form)
    if (entry !== undefined) return byRule(entry)
    return modeDefault(bench.mode, access.proof.read, access.proof.read ? "" : access.proof.why)
  })

/**
 * Answers for a command unit.
 *
 * @param inner what a transparent wrapper's inner commands answer together; asked for only when needed
 */
export const ofUnit = (bench: Bench, access: UnitAccess, inner: () => Answer): Answer =>
  strictestForm(access.forms, (form) => {
    const entry = lastWord(bench.rules, bench.view, "bash", form)
    const { wraps } = access
    if (access.glimpsed === true) {
      const counts = entry !== undefined && entry.rule.state !== "allow" && isLiteral(entry)
      return counts ? byRule(entry) : byDefault("allow", "what would run it is judged")
    }
    if (wraps !== undefined && wraps.inner.length > 0) {
      const counts = entry !== undefined && (entry.rule.state === "deny" || beginsWith(entry.rule, wraps.name))
      return counts ? byRule(entry) : inner()
    }
    if (entry !== undefined) return byRule(entry)
    return modeDefault(bench.mode, access.proof.read, access.proof.read ? "" : access.proof.why)
  })

/** Whether a rule's pattern begins with a wrapper's name: the name, then its end, a blank or `*`. */
const beginsWith = (rule: Rule, name: string): boolean => {
  const { expanded } = rule.pattern
  if (!expanded.startsWith(name)) return false
  const next = expanded[name.length]
  return next === undefined || next === " " || next === "*"
}

const isLiteral = (entry: Ranked): boolean => entry.rule.pattern.literal
const isWildAllow = (entry: Ranked): boolean => entry.rule.state === "allow" && !entry.rule.pattern.literal
const isNoWildAllow = (entry: Ranked): boolean => !isWildAllow(entry)

/** Answers whether an access might reach any path. */
export const isUnknownPath = (access: PathAccess): boolean =>
  access.unresolved !== undefined || access.forms.length === 0

/** Answers for a path. */
export const ofPath = (bench: Bench, access: PathAccess): Answer => {
  if (isUnknownPath(access)) return ofUnknownPath(bench, access)
  const own = ofKnownPath(bench, access)
  let result = own
  for (const surface of access.deniedAlsoBy) {
    for (const form of access.forms) {
      const entry = lastWord(bench.rules, bench.view, surface, form, speaksOfPaths)
      if (entry?.rule.state === "deny" && result.state !== "deny") result = byRule(entry)
    }
  }
  return result
}

/**
 * Whether a rule on `read` or `write` is about paths. A deny of everything on the surface `*` is not: it says which
 * tools may run, and would leave no command with an operand that a `bash` rule could allow.
 */
export const speaksOfPaths = ({ rule }: Ranked): boolean =>
  !(rule.surface === "*" && rule.state === "deny" && !rule.pattern.literal)

const ofKnownPath = (bench: Bench, access: PathAccess): Answer => {
  switch (access.surface) {
    case "external_directory":
      if (access.inside) {
        return { state: "allow", origin: "inside", rule: undefined, reason: "it is inside the workspace" }
      }
      return strictestForm(access.forms, (form) => ofLeaving(bench, form))
    case "path":
      return strictestForm(access.forms, (form) => ofPathForm(bench, access, form))
    case "read":
    case "write":
      return strictestForm(access.forms, (form) => {
        const entry = lastWord(bench.rules, bench.view, access.surface, form)
        if (entry !== undefined) return byRule(entry)
        return modeDefault(bench.mode, access.direction === "read", "it may write")
      })
    default:
      return access.surface satisfies never
  }
}

/** Leaving the workspace: a rule on `external_directory`, else one on `path` that names something, else ask. */
const ofLeaving = (bench: Bench, form: Form): Answer => {
  const own = lastWord(bench.rules, bench.view, "external_directory", form)
  if (own !== undefined) return byRule(own)
  const path = lastWord(bench.rules, bench.view, "path", form, isLiteral)
  return path === undefined
    ? byDefault("ask", "it leaves the workspace, and no rule on external_directory or path names it")
    : byRule(path)
}

/**
 * One form of a path on `path`. A secret shape asks unless a rule that names something allows it; an allow of
 * everything does not answer it, but lowers what came before it to that ask.
 */
const ofPathForm = (bench: Bench, access: PathAccess, form: Form): Answer => {
  const entry = lastWord(bench.rules, bench.view, "path", form)
  if (access.secret === undefined || bench.mode === "auto") {
    return entry === undefined
      ? byDefault("allow", "no rule on path speaks, and the tool's or command's own surface decides")
      : byRule(entry)
  }
  if (entry !== undefined && isNoWildAllow(entry)) return byRule(entry)
  const outside = lastWord(bench.rules, bench.view, "external_directory", form, isNoWildAllow)
  if (outside?.rule.state === "allow") return byRule(outside)
  const earlier = entry === undefined ? undefined : lastWord(bench.rules, bench.view, "path", form, isNoWildAllow)
  if (earlier?.rule.state === "allow") return byRule(earlier)
  return byDefault("ask", `it has the shape of a secret (${access.secret}), and no rule names it`, entry?.rule)
}

/** A path that might be any: only what speaks of every path can allow it, and whatever could forbid it asks. */
const ofUnknownPath = (bench: Bench, access: PathAccess): Answer => {
  const why = access.unresolved ?? "nothing is known of what it names"
  const leaving = overAll(bench, "external_directory", any)
  const path = overAll(bench, "path", any)
  const carried = directions(access).map((surface) => overAll(bench, surface, carries))
  const own = access.surface === "read" || access.surface === "write" ? overAll(bench, access.surface, any) : undefined
  const all = [leaving, path, ...carried, ...(own === undefined ? [] : [own])]
  const deny = all.find((one) => one.state === "deny")
  if (deny?.entry !== undefined) return byRule(deny.entry)
  const ask = all.find((one) => one.state === "ask")
  if (ask?.entry !== undefined) {
    const { rule } = ask.entry
    return byDefault("ask", `it might be any path (${why}), also one that ${describeRule(rule)} speaks of`, rule)
  }
  const secret = access.secret !== undefined && bench.mode !== "auto"
  const writes = access.surface === "write" && own?.state !== "allow" && bench.mode !== "auto"
  if (leaving.state !== "allow" || leaving.entry === undefined || secret || writes) {
    return byDefault("ask", `it might be any path: ${why}`, leaving.entry?.rule)
  }
  return byRule(leaving.entry)
}

/** An ask for everything on `read` or `write` speaks of those tools, not of a command's path; one for something might. */
const carries = (entry: Ranked): boolean =>
  speaksOfPaths(entry) && !(entry.rule.state === "ask" && entry.rule.pattern.universal)

/** The surfaces of the access's direction. */
const directions = (access: PathAccess): ReadonlyArray<"read" | "write"> => {
  switch (access.direction) {
    case "read":
      return ["read"]
    case "write":
      return ["write"]
    case "unknown":
      return ["read", "write"]
    default:
      return access.direction satisfies never
  }
}

interface OverAll {
  readonly state: PermissionState | undefined
  readonly entry: Ranked | undefined
}

/**
 * What a surface says of a path that might be any. The last rule that speaks of everything, raised to ask by a later
 * one that asks or denies; an allow of something is no answer for everything.
 */
const overAll = (bench: Bench, surface: string, accept: (entry: Ranked) => boolean): OverAll => {
  const entries = bench.rules.of(surface)
  const whole = foldOverAll(bench, entries, accept)
  if (!bench.rules.anyFinal) return whole
  const final = (entry: Ranked) => entry.scope !== "project" && entry.rule.final && entry.rule.state === "deny"
  if (!entries.some((entry) => final(entry) && accept(entry))) return whole
  // A project's allow of everything must not hide what is final below it.
  const below = foldOverAll(bench, entries, (entry) => entry.scope !== "project" && accept(entry))
  return stricter(below.state ?? "allow", whole.state ?? "allow") === whole.state ? whole : below
}

const foldOverAll = (bench: Bench, entries: ReadonlyArray<Ranked>, accept: (entry: Ranked) => boolean): OverAll => {
  let raised: Ranked | undefined
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry === undefined || (entry.file & bench.view) !== 0 || !accept(entry)) continue
    if (!entry.rule.pattern.universal) {
      if (entry.rule.state !== "allow") raised ??= entry
      continue
    }
    return raised !== undefined && entry.rule.state === "allow"
      ? { state: "ask", entry: raised }
      : { state: entry.rule.state, entry }
  }
  return raised === undefined ? { state: undefined, entry: undefined } : { state: "ask", entry: raised }
}

/**
 * Answers what managed denies say of a path that might be any: one of everything denies it, one of something asks.
 */
export const managedOverAll = (bench: Bench, access: PathAccess): Answer | undefined => {
  let result: Answer | undefined
  for (const surface of new Set<string>(["external_directory", "path", access.surface, ...directions(access)])) {
    const entries = bench.rules
      .of(surface)
      .filter(
        (entry) =>
          entry.scope === "managed" &&
          (entry.file & bench.view) === 0 &&
          (surface === access.surface || speaksOfPaths(entry))
      )
    const whole = entries.findLastIndex((entry) => entry.rule.pattern.universal)
    const last = entries[whole]
    if (last?.rule.state === "deny") return { ...byRule(last), origin: "managed" }
    const some = entries.slice(whole + 1).find((entry) => entry.rule.state === "deny")
    if (some === undefined) continue
    const reason = `it might be any path, also one a managed rule denies: ${describeRule(some.rule)}`
    result ??= { state: "ask", origin: "managed", rule: some.rule, reason }
  }
  return result
}
