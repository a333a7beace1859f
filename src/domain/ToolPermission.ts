/**
 * What recorded authority says of a tool whatever it is called with.
 */
import { namedTools, pathTools, unreadShells } from "../knowledge/tools.ts"
import type { Authority } from "./Authority.ts"
import { isMcpName } from "./Mcp.ts"
import type { PermissionState } from "./PermissionState.ts"
import type { Ranked, RuleSet, View } from "./RuleSet.ts"

/**
 * Answers deny if every value of the tool is denied, allow if every value is allowed, ask otherwise; `undefined` for a
 * tool that has only one value, which is to be judged itself.
 *
 * A command line and a path always have values that ask, whatever the rules say: `portcullis trust`, the policy itself,
 * another's key. So a shell, and a tool that reaches paths, is never allowed whole.
 */
export const toolPermission = (tool: string, authority: Authority): PermissionState | undefined => {
  const path = pathTools.get(tool)?.surface
  const isShell = tool === "bash" || unreadShells.has(tool)
  if (isMcpName(tool) || (path === undefined && !isShell && tool !== "mcp" && !namedTools.has(tool))) return undefined
  const surface = path ?? (isShell ? "bash" : tool)
  if (deniesAll(authority, surface)) return "deny"
  if (authority.mode === "read_only" && surface !== "bash" && surface !== "read") return "deny"
  if (path !== undefined || isShell || tool === "webfetch") return "ask"
  return allowsAll(authority, surface) ? "allow" : "ask"
}

/** What a surface's rules can say in a view: its last word on everything, and every later word on something. */
interface Spoken {
  readonly whole: PermissionState | undefined
  readonly parts: ReadonlySet<PermissionState>
}

const spoken = (rules: RuleSet, view: View, surface: string, counts: (entry: Ranked) => boolean): Spoken => {
  const entries = rules.of(surface).filter((entry) => (entry.file & view) === 0 && counts(entry))
  const last = entries.findLastIndex(({ rule }) => rule.pattern.universal)
  return { whole: entries[last]?.rule.state, parts: new Set(entries.slice(last + 1).map(({ rule }) => rule.state)) }
}

const all = (): boolean => true
const managed = (entry: Ranked): boolean => entry.scope === "managed"

/** In one view is enough: the strictest over the views holds. */
const deniesAll = ({ rules }: Authority, surface: string): boolean =>
  rules.views.some((view) => {
    const denies = ({ parts, whole }: Spoken) => whole === "deny" && [...parts].every((state) => state === "deny")
    if (denies(spoken(rules, view, surface, all)) || denies(spoken(rules, view, surface, managed))) return true
    // What is final is not loosened by a project, only by what else is written after it.
    const others = rules.of(surface).filter(({ file, scope }) => (file & view) === 0 && scope !== "project")
    const final = others.findLastIndex(({ rule }) => rule.final && rule.pattern.universal)
    return final >= 0 && others.slice(final).every(({ rule }) => rule.state === "deny")
  })

/** In every view, since a file that only tightens may say otherwise. */
const allowsAll = ({ clamp, mode, rules }: Authority, surface: string): boolean =>
  clamp === undefined &&
  mode !== "read_only" &&
  !rules.of(surface).some(({ rule, scope }) => rule.state === "deny" && (rule.final || scope === "managed")) &&
  rules.views.every((view) => {
    const { parts, whole } = spoken(rules, view, surface, all)
    const states = [whole ?? (mode === "auto" ? "allow" : "ask"), ...parts]
    return states.every((state) => state === "allow" || (mode === "auto" && state === "ask"))
  })
