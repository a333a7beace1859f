/**
 * Answers of recorded authority, built by hand for what renders them.
 */
import type { Access, PathAccess, UnitAccess } from "../../../src/domain/Access.ts"
import type { CheckedCall, PermissionCheckResult } from "../../../src/domain/CheckResult.ts"
import { compile } from "../../../src/domain/Pattern.ts"
import { type PermissionState, strictest } from "../../../src/domain/PermissionState.ts"
import type { Rule } from "../../../src/domain/Rule.ts"
import type { Span } from "../../../src/domain/Span.ts"

export const home = "/home/ada"
export const workspace = "/home/ada/project"

export const rule = (state: PermissionState, surface: string, source: string, line: number, file?: string): Rule => ({
  surface,
  pattern: compile(source, home),
  state,
  final: false,
  origin: {
    scope: file === undefined ? "user" : "preset",
    file: file ?? `${home}/.config/portcullis/policy.jsonc`,
    line,
    column: 7
  }
})

/** Finds a stretch of the command's text. */
export const at = (text: string, part: string): Span => {
  const start = text.indexOf(part)
  return { start, end: start + part.length }
}

export const unit = (value: string, span: Span, more: Partial<UnitAccess> = {}): UnitAccess => ({
  _tag: "Unit",
  surface: "bash",
  value,
  forms: [{ spellings: [value], tighter: [] }],
  floors: [],
  proof: { read: true },
  span,
  ...more
})

export const path = (value: string, span: Span | undefined, more: Partial<PathAccess> = {}): PathAccess => ({
  _tag: "Path",
  surface: "path",
  value,
  forms: [{ spellings: [value], tighter: [] }],
  floors: [],
  direction: "read",
  inside: value.startsWith(`${workspace}/`),
  deniedAlsoBy: ["read"],
  span,
  ...more
})

export const result = (
  access: Access,
  state: PermissionState,
  reason: string,
  more: Partial<PermissionCheckResult> = {}
): PermissionCheckResult => ({
  access,
  state,
  origin: "default",
  rule: undefined,
  floors: access.floors,
  reason,
  ...more
})

export const checked = (
  first: PermissionCheckResult,
  rest: ReadonlyArray<PermissionCheckResult>,
  call: { readonly tool: string; readonly input: unknown }
): CheckedCall => {
  const results = [first, ...rest]
  const state = strictest(results.map((one) => one.state))
  return {
    call: { ...call, cwd: workspace, workspace },
    state,
    results,
    decisive: results.find((one) => one.state === state) ?? first,
    floors: [...new Set(results.flatMap((one) => one.floors.map((floor) => floor.class)))]
  }
}

const sudoText = "sudo rm -rf build && cat ~/.ssh/id_rsa | grep -c KEY # 日本\u202e"

/** A command with a wrapper, a rule, a floor, a path that leaves the workspace and characters that play tricks. */
export const sudo: CheckedCall = checked(
  result(
    unit("sudo rm -rf build", at(sudoText, "sudo rm -rf build"), {
      floors: [
        { class: "privilege", cause: "sudo runs with more rights than the agent has", span: at(sudoText, "sudo") }
      ],
      proof: { read: false, why: "sudo is known to run other programs" }
    }),
    "ask",
    "sudo runs with more rights than the agent has",
    { origin: "floor", rule: rule("allow", "bash", "sudo *", 12) }
  ),
  [
    result(
      unit("rm -rf build", at(sudoText, "rm -rf build"), { proof: { read: false, why: "rm deletes" } }),
      "ask",
      "rm deletes what it is given, and no rule speaks of it"
    ),
    result(
      path(`${workspace}/build`, at(sudoText, "build"), { direction: "write" }),
      "allow",
      "no rule on path speaks of it"
    ),
    result(unit("cat ~/.ssh/id_rsa", at(sudoText, "cat ~/.ssh/id_rsa")), "allow", "a proven read", {
      rule: rule("allow", "bash", "cat *", 3, "standard")
    }),
    result(
      path(`${home}/.ssh/id_rsa`, at(sudoText, "~/.ssh/id_rsa")),
      "ask",
      "a private key, by its name, and no rule with a literal character answers for it"
    ),
    result(
      path(`${home}/.ssh/id_rsa`, at(sudoText, "~/.ssh/id_rsa"), { surface: "external_directory" }),
      "ask",
      "it leaves the workspace, and no rule allows that"
    ),
    result(unit("grep -c KEY", at(sudoText, "grep -c KEY")), "allow", "a proven read")
  ],
  { tool: "bash", input: { command: sudoText } }
)

/** One denied call of a tool that is not the shell. */
export const mcp: CheckedCall = checked(
  result(
    {
      _tag: "Name",
      surface: "mcp",
      value: "github:delete_repository",
      forms: [],
      floors: [],
      proof: { read: false, why: "it is not known what it does" }
    },
    "deny",
    "Repositories are deleted by people",
    { origin: "rule", rule: rule("deny", "mcp", "github:delete_*", 21) }
  ),
  [],
  { tool: "mcp__github__delete_repository", input: { owner: "ada", repo: "project" } }
)
