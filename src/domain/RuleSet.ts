/**
 * Rules of all scopes in order, indexed so that ten thousand cost what ten do.
 */
import type { Rule, ScopeKind } from "./Rule.ts"

/** The rules one scope brings, in order. */
export interface RuleGroup {
  readonly scope: ScopeKind
  readonly file: string
  /** An untrusted or invalid scope: the stricter of the answers with and without it holds. */
  readonly tightensOnly: boolean
  readonly rules: ReadonlyArray<Rule>
}

/** Groups, lowest precedence first; managed denies stand apart, since they are final. */
export interface RuleSet {
  readonly groups: ReadonlyArray<RuleGroup>
  /** Whether any deny rule exists anywhere, managed ones included. */
  readonly anyDeny: boolean
}
