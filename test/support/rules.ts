/**
 * The labelled facts about rules, and short ways to write rules and accesses in a test.
 */
import * as fs from "node:fs"
import * as Schema from "effect/Schema"
import type { Access, Form, PathAccess, UnitAccess } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import type { FloorClass } from "../../src/domain/Floor.ts"
import { compile } from "../../src/domain/Pattern.ts"
import { PermissionState } from "../../src/domain/PermissionState.ts"
import type { Rule, ScopeKind } from "../../src/domain/Rule.ts"
import { lastWord, make, type RuleGroup, type RuleSet } from "../../src/domain/RuleSet.ts"

const WrittenRule = Schema.Struct({ surface: Schema.String, pattern: Schema.String, action: PermissionState })

const RuleCases = Schema.Struct({
  "home-expand": Schema.Array(Schema.Struct({ input: Schema.String, home: Schema.String, output: Schema.String })),
  wildcard: Schema.Array(
    Schema.Struct({
      pattern: Schema.String,
      value: Schema.String,
      match: Schema.Boolean,
      home: Schema.optionalKey(Schema.String)
    })
  ),
  evaluate: Schema.Array(
    Schema.Struct({
      rules: Schema.Array(WrittenRule),
      surface: Schema.String,
      value: Schema.String,
      state: PermissionState,
      matchedPattern: Schema.NullOr(Schema.String)
    })
  ),
  "yolo-rewrite": Schema.Array(
    Schema.Struct({ rules: Schema.Array(WrittenRule), rewritten: Schema.Array(WrittenRule) })
  )
})

export const ruleCases = Schema.decodeUnknownSync(RuleCases)(
  JSON.parse(fs.readFileSync(new URL("../cases/rules.json", import.meta.url), "utf8"))
)

/** A rule as `surface pattern state`, the pattern in the middle with all its blanks. */
export const rule = (written: string, scope: ScopeKind = "user", more: Partial<Rule> = {}): Rule => {
  const [surface = "", ...rest] = written.split(" ")
  const state = Schema.decodeUnknownSync(PermissionState)(rest.pop())
  return {
    surface,
    pattern: compile(rest.join(" "), "/home/u"),
    state,
    final: false,
    origin: { scope, file: `/cfg/${scope}.jsonc`, line: 7, column: 3 },
    ...more
  }
}

export const group = (scope: ScopeKind, rules: ReadonlyArray<string>, more: Partial<RuleGroup> = {}): RuleGroup => ({
  scope,
  file: `/cfg/${scope}.jsonc`,
  tightensOnly: false,
  rules: rules.map((written) => rule(written, scope)),
  ...more
})

export const ruleSet = (...written: ReadonlyArray<string>): RuleSet => make([group("user", written)])

/** The rule that has the last word on a value, over all scopes. */
export const lastRule = (rules: RuleSet, surface: string, value: Form): Rule | undefined =>
  lastWord(rules, 0, surface, value)?.rule

export const authority = (rules: RuleSet, more: Partial<Authority> = {}): Authority => ({
  mode: "ask",
  rules,
  clamp: undefined,
  floorsByRule: new Set(),
  approvals: [],
  ...more
})

export const form = (...spellings: ReadonlyArray<string>): Form => ({ spellings, tighter: [] })

export const floors = (...classes: ReadonlyArray<FloorClass>) =>
  classes.map((one) => ({ class: one, cause: `a cause of ${one}` }))

/** A unit that is no proven read. */
export const unit = (value: string, more: Partial<UnitAccess> = {}): UnitAccess => ({
  _tag: "Unit",
  surface: "bash",
  value,
  forms: [form(value)],
  floors: [],
  proof: { read: false, why: "`make` may write" },
  ...more
})

/** A read of one path. */
export const path = (surface: PathAccess["surface"], value: string, more: Partial<PathAccess> = {}): PathAccess => ({
  _tag: "Path",
  surface,
  value,
  forms: [form(value)],
  floors: [],
  direction: "read",
  inside: false,
  deniedAlsoBy: [],
  ...more
})

export const name = (surface: string, value: string): Access => ({
  _tag: "Name",
  surface,
  value,
  forms: [form(value)],
  floors: [],
  proof: { read: false, why: "what the tool does is not known" }
})
