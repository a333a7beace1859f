/**
 * How an ask is decided, said as plainly as can be: no effect, no clock. The chain must agree with it.
 */
import type { PermissionCheckResult } from "../../src/domain/CheckResult.ts"
import type { DeferCause } from "../../src/domain/Decision.ts"
import type { ModelDelegation } from "../../src/domain/Scope.ts"
import type { AuthorizerVerdict } from "../../src/domain/Verdict.ts"

/** What a link or a terminal does when it is asked; `Refuses` cannot be interrupted. */
export type Behaviour =
  | { readonly _tag: "Answers" | "Refuses"; readonly verdict: AuthorizerVerdict["_tag"]; readonly afterMs: number }
  | { readonly _tag: "Fails" | "Dies" | "Throws" | "Garbage" | "NoEffect" | "Interrupts" | "Hangs" }

/** One entry of the chain; without a behaviour nobody registered it. */
export interface Entry {
  readonly name: string
  readonly required: boolean
  readonly behaviour: Behaviour | undefined
}

export interface Chain {
  readonly entries: ReadonlyArray<Entry>
  readonly terminal: Behaviour
  readonly delegation: ModelDelegation
  /** A policy file is invalid: it might have excluded, or denied. */
  readonly clamped: boolean
  readonly linkMs: number
  readonly linksMs: number
  readonly terminalMs: number
}

export interface Step {
  readonly link: string
  readonly verdict: AuthorizerVerdict["_tag"]
  readonly cause: DeferCause | undefined
}

export interface Answer {
  readonly verdict: "Allow" | "Deny"
  /** The link's name, `terminal`, or `fault`. */
  readonly by: string
  readonly steps: ReadonlyArray<Step>
}

interface Said {
  readonly verdict: AuthorizerVerdict["_tag"]
  readonly cause: DeferCause | undefined
  readonly fault: boolean
  readonly tookMs: number
}

const faults: Readonly<Record<Exclude<Behaviour["_tag"], "Answers" | "Refuses">, DeferCause>> = {
  Fails: "failed",
  Dies: "died",
  Throws: "died",
  Garbage: "no-verdict",
  NoEffect: "no-verdict",
  Interrupts: "interrupted",
  Hangs: "timed-out"
}

/** What comes of asking, within a deadline. */
const said = (behaviour: Behaviour | undefined, withinMs: number): Said => {
  const fault = (cause: DeferCause, tookMs: number): Said => ({ verdict: "Defer", cause, fault: true, tookMs })
  if (behaviour === undefined) return fault("unregistered", 0)
  if (withinMs <= 0) return fault("no-time", 0)
  if (behaviour._tag === "Answers" || behaviour._tag === "Refuses") {
    const { afterMs, verdict } = behaviour
    if (afterMs >= withinMs) return fault("timed-out", withinMs)
    return { verdict, cause: verdict === "Defer" ? "deferred" : undefined, fault: false, tookMs: afterMs }
  }
  return fault(faults[behaviour._tag], behaviour._tag === "Hangs" ? withinMs : 0)
}

const untouchable = ["unread", "self-protection", "privilege"]

/** Whether the operator delegates this ask. */
export const delegated = (
  results: ReadonlyArray<PermissionCheckResult>,
  { allowedSurfaces, excludedSurfaces }: ModelDelegation
): boolean =>
  results
    .filter((result) => result.state === "ask")
    .every((result) => allowedSurfaces.includes(result.access.surface)) &&
  results.every(
    ({ access, floors }) =>
      !excludedSurfaces.includes(access.surface) &&
      !(access._tag === "Path" && access.secret !== undefined) &&
      !floors.some((floor) => untouchable.includes(floor.class))
  )

/** How the chain answers an ask with these results. */
export const specifyChain = (chain: Chain, results: ReadonlyArray<PermissionCheckResult>): Answer => {
  const steps: Array<Step> = []
  let left = chain.linksMs
  let blocked = false
  for (const { behaviour, name, required } of chain.entries) {
    const { cause, fault, tookMs, verdict } = said(behaviour, Math.min(chain.linkMs, left))
    left -= tookMs
    const counts = !blocked && !chain.clamped && delegated(results, chain.delegation)
    const why = verdict !== "Allow" || counts ? undefined : "envelope"
    steps.push(why === undefined ? { link: name, verdict, cause } : deferred(name, blocked ? "required-missing" : why))
    if (verdict !== "Defer" && why === undefined) return { verdict, by: name, steps }
    if (required && fault) blocked = true
  }
  const last = said(chain.terminal, chain.terminalMs)
  // What is a defer for a link is a deny for the terminal, and so is a defer.
  const broken = last.fault ? last.cause : last.verdict === "Defer" ? "no-verdict" : undefined
  const verdict = broken !== undefined || last.verdict !== "Allow" ? "Deny" : "Allow"
  steps.push({ link: "terminal", verdict, cause: broken })
  return { verdict, by: broken === undefined ? "terminal" : "fault", steps }
}

const deferred = (link: string, cause: DeferCause): Step => ({ link, verdict: "Defer", cause })
