/**
 * Generated policies and calls, small enough that rules meet values often and everything meets everything.
 */
import * as Schema from "effect/Schema"
import type { Access, Form } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import { FloorClass } from "../../src/domain/Floor.ts"
import { Mode } from "../../src/domain/Mode.ts"
import { compile } from "../../src/domain/Pattern.ts"
import { PermissionState } from "../../src/domain/PermissionState.ts"
import type { Rule, ScopeKind } from "../../src/domain/Rule.ts"
import { make } from "../../src/domain/RuleSet.ts"

/** What a failing run is repeated with: `SEED=… npx vitest run test/invariants`. */
export const seed = process.env["SEED"] ?? String(Math.floor(Math.random() * 2 ** 32))

const surfaces = ["bash", "path", "external_directory", "read", "write", "mcp", "*"] as const
const units = ["ls", "rm a", "rm -rf /", "sudo rm a", "nice rm a", "nice -n 5 ls", "/bin/rm a"] as const
const unitPatterns = ["rm *", "rm a", "sudo *", "su*", "nice *", "nice*", "* a", "*rm*", "ls", "RM *", "?m a"] as const
const paths = ["/w/.env", "/w/a", "/out/k", "/OUT/K", "/w/é", "a", ".env"] as const
const pathPatterns = ["/w/*", "*.env", "/out/*", "/out/k", "*K", "/w/É", "a", "?out*", "*/?"] as const
const names = ["hub:get", "hub_get", "hub"] as const

export const Pattern = Schema.Literals(["*", "*", "**", "?*", "?", "hub*", ...unitPatterns, ...pathPatterns])
export const RuleOf = Schema.Struct({
  surface: Schema.Literals(surfaces),
  pattern: Pattern,
  state: PermissionState,
  final: Schema.Boolean
})
export type RuleOf = typeof RuleOf.Type

const few = <S extends Schema.Top>(item: S, most: number) => Schema.Array(item).check(Schema.isMaxLength(most))
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))

const FileOf = Schema.Struct({ doubtful: Schema.Boolean, rules: few(RuleOf, 5) })

const AccessOf = Schema.TaggedUnion({
  Unit: {
    value: Schema.Literals(units),
    base: Schema.Boolean,
    read: Schema.Boolean,
    floors: few(FloorClass, 2),
    inner: few(Place, 2)
  },
  Path: {
    surface: Schema.Literals(["path", "external_directory", "read", "write"]),
    written: Schema.Literals(paths),
    resolved: Schema.Literals(paths),
    direction: Schema.Literals(["read", "write", "unknown"]),
    inside: Schema.Boolean,
    secret: Schema.Boolean,
    unresolved: Schema.Boolean,
    carried: Schema.Boolean,
    floors: few(FloorClass, 1)
  },
  Name: { surface: Schema.Literals(["mcp", "webfetch"]), value: Schema.Literals(names), read: Schema.Boolean }
})
type AccessOf = typeof AccessOf.Type

export const World = Schema.Struct({
  mode: Mode,
  clamped: Schema.Boolean,
  managed: FileOf,
  user: FileOf,
  project: FileOf,
  agent: few(RuleOf, 2),
  floorsByRule: few(FloorClass, 3),
  approvals: few(
    Schema.Struct({
      surface: Schema.Literals(surfaces),
      pattern: Pattern,
      floors: few(FloorClass, 2),
      mine: Schema.Boolean
    }),
    2
  ),
  accesses: Schema.NonEmptyArray(AccessOf).check(Schema.isMaxLength(4))
})
export type World = typeof World.Type
export type FileName = "managed" | "user" | "project"

export const session = "here"

export const ruleOf = (scope: ScopeKind, rule: RuleOf): Rule => ({
  surface: rule.surface,
  pattern: compile(rule.pattern, "/home/u"),
  state: rule.state,
  final: rule.final && scope !== "project",
  origin: { scope, file: `/etc/${scope}.jsonc`, line: 1, column: 1 }
})

export const authorityOf = (world: World): Authority => {
  const group = (scope: FileName, rules: ReadonlyArray<RuleOf>) => ({
    scope,
    file: scope,
    tightensOnly: world[scope].doubtful,
    rules: rules.map((rule) => ruleOf(scope, rule))
  })
  return {
    mode: world.mode,
    rules: make([
      group("managed", world.managed.rules),
      group("user", world.user.rules),
      group("project", world.project.rules),
      group("user", world.agent)
    ]),
    clamp: world.clamped ? "a policy file is invalid" : undefined,
    floorsByRule: new Set(world.floorsByRule),
    approvals: world.approvals.map((approval) => ({
      surface: approval.surface,
      pattern: compile(approval.pattern, "/home/u"),
      floors: approval.floors,
      session: approval.mine ? session : "elsewhere"
    }))
  }
}

export const accessesOf = (world: World): ReadonlyArray<Access> =>
  world.accesses.map((one, place, all) => accessOf(one, place, all.length))

const floorsOf = (classes: ReadonlyArray<FloorClass>) => classes.map((one) => ({ class: one, cause: "a cause" }))
const proofOf = (read: boolean) => (read ? { read } : { read, why: "nothing shows it" })
const form = (value: string, ...tighter: ReadonlyArray<string>): Form => ({ spellings: [value], tighter })

const accessOf = (one: AccessOf, place: number, count: number): Access => {
  switch (one._tag) {
    case "Unit":
      return {
        _tag: "Unit",
        surface: "bash",
        value: one.value,
        forms: [form(one.value, ...(one.base ? [one.value.slice(one.value.lastIndexOf("/") + 1)] : []))],
        floors: floorsOf(one.floors),
        proof: proofOf(one.read),
        // What a wrapper runs stands after it and in the call: else a rule for its name would be no mere loosening.
        wraps:
          one.inner.length === 0
            ? undefined
            : {
                name: one.value.split(" ")[0] ?? "",
                inner: one.inner.filter((inner) => inner > place && inner < count)
              }
      }
    case "Path": {
      const written = form(one.written, ...(one.carried ? [] : ["/w/tighter"]))
      return {
        _tag: "Path",
        surface: one.surface,
        value: one.written,
        forms: one.unresolved ? [] : one.written === one.resolved ? [written] : [written, form(one.resolved)],
        floors: floorsOf(one.floors),
        direction: one.direction,
        inside: one.inside,
        secret: one.secret ? "it is a key" : undefined,
        unresolved: one.unresolved ? "it expands" : undefined,
        deniedAlsoBy: one.carried ? (one.direction === "unknown" ? ["read", "write"] : [one.direction]) : []
      }
    }
    case "Name":
      return {
        _tag: "Name",
        surface: one.surface,
        value: one.value,
        forms: [{ spellings: one.value === "hub" ? ["hub"] : ["hub:get", "hub_get", "hub"], tighter: [] }],
        floors: [],
        proof: proofOf(one.read)
      }
    default:
      return one satisfies never
  }
}
