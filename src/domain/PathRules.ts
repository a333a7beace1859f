/**
 * What the rules say of paths while the accesses of a call are still being found.
 */
import type { Direction, Form } from "./Access.ts"
import type { AccessOptions } from "./Accesses.ts"
import { fold as foldPath } from "./Paths.ts"
import { isStricter, type PermissionState } from "./PermissionState.ts"
import type { Places } from "./Places.ts"
import { speaksOfPaths } from "./RuleAnswer.ts"
import { lastWord, restricting, type RuleSet } from "./RuleSet.ts"

/** Answers which bare tokens of a command are paths, and what is denied or asked below a directory. */
export const pathRulesOf = (rules: RuleSet, places: Places): Pick<AccessOptions, "promotes" | "restricts"> => ({
  promotes: (token, cwds) => {
    if (rules.shelves("path") === undefined) return false
    // In a directory that nobody knows the token may be any path that a rule speaks of.
    if (cwds.length === 0) return rules.of("path").some(({ rule }) => rule.state !== "allow" && rule.pattern.literal)
    const spellings = cwds.flatMap((cwd) => spellingsOf(token, cwd, places.workspace))
    return restricting(rules, "path", { spellings, tighter: [] }) !== undefined
  },
  restricts: (forms, direction) => {
    let strictest: PermissionState = "allow"
    for (const surface of surfacesOf[direction]) {
      if (rules.of(surface).length === 0) continue
      for (const form of forms) {
        const state = strictestIn(rules, surface, form)
        if (isStricter(state, strictest)) strictest = state
      }
    }
    return strictest === "allow" ? undefined : strictest
  }
})

/** Answers a token as it stands, absolute, and relative to the workspace when it is below that. */
const spellingsOf = (token: string, cwd: string, workspace: string): ReadonlyArray<string> => {
  const absolute = foldPath(token.startsWith("/") ? token : `${cwd}/${token}`)
  const below = `${foldPath(workspace)}/`
  return absolute.startsWith(below) ? [token, absolute, absolute.slice(below.length)] : [token, absolute]
}

const surfacesOf: Readonly<Record<Direction, ReadonlyArray<string>>> = {
  read: ["path", "read"],
  write: ["path", "write"],
  unknown: ["path", "read", "write"]
}

/**
 * A file that only tightens must not hide what the others deny. What a rule says of every path it has said of the
 * directory already.
 */
const strictestIn = (rules: RuleSet, surface: string, form: Form): PermissionState => {
  let strictest: PermissionState = "allow"
  for (const view of rules.views) {
    const rule = lastWord(rules, view, surface, form, speaksOfPaths)?.rule
    if (rule !== undefined && !rule.pattern.universal && isStricter(rule.state, strictest)) strictest = rule.state
  }
  return strictest
}
