/**
 * One ask's way through the links and to the terminal. No link can undo what is done here.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { PromptPermissionDetails } from "../domain/Ask.ts"
import { copyOf } from "../domain/AskOf.ts"
import type { TrailStep } from "../domain/Decision.ts"
import { outside } from "../domain/Envelope.ts"
import type { DecidedBy } from "../domain/log/Entry.ts"
import type { ModelDelegation } from "../domain/Scope.ts"
import {
  type AuthorizerVerdict,
  defer,
  deny,
  isTerminal,
  reasonText,
  type TerminalVerdict,
  verdictOf
} from "../domain/Verdict.ts"
import { type Authorizer, AuthorizerError } from "../services/Authorizer.ts"
import { AuthorizerLog } from "../services/AuthorizerLog.ts"
import { PermissionQuery } from "../services/PermissionQuery.ts"
import type { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"
import { attempt, type Attempt, failClosed, type Fault } from "./FailClosed.ts"

/** One entry of the chain as the operator wrote it, with the link that is registered under its name. */
export interface ChainLink {
  readonly name: string
  /** Absent when nobody registered the name. */
  readonly link: Authorizer | undefined
  /** While it is missing or faults, no later link's allow counts. */
  readonly required: boolean
}

/** What an ask's links are run with. */
export interface Links {
  /** In the operator's order. */
  readonly links: ReadonlyArray<ChainLink>
  readonly delegation: ModelDelegation
  /** What one link may take, in milliseconds. */
  readonly linkMs: number
  /** What all of them may take together, in milliseconds; 0 runs none. */
  readonly linksMs: number
  readonly query: PermissionQuery["Service"]
  readonly logOf: (link: string) => AuthorizerLog["Service"]
}

/** Links that end in a terminal. */
export interface AuthorizerChain extends Links {
  readonly terminal: TerminalAuthorizer["Service"]
  /** What the terminal may take, in milliseconds; 0 denies at once. */
  readonly terminalMs: number
  /** What is left for links and terminal together, in milliseconds, where somebody stops listening. */
  readonly leftMs?: number | undefined
}

/** A verdict, who gave it, and what everyone before said. */
export interface ChainAnswer<Verdict extends AuthorizerVerdict> {
  readonly verdict: Verdict
  readonly decidedBy: DecidedBy
  /** Of the verdict, for whoever called. */
  readonly reason: string
  readonly trail: ReadonlyArray<TrailStep>
}

/**
 * Asks the links in the operator's order and answers the first allow or deny that counts, else a defer.
 *
 * A link that is missing, broken or late counts as a defer, and so does an allow outside the envelope.
 */
export const runLinks = (chain: Links, ask: PromptPermissionDetails): Effect.Effect<ChainAnswer<AuthorizerVerdict>> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const end = clock.monotonicTimeNanosUnsafe() + BigInt(Math.ceil(chain.linksMs * 1e6))
    const trail: Array<TrailStep> = []
    let blockedBy: string | undefined
    for (const { link, name, required } of chain.links) {
      const leftMs = Number(end - clock.monotonicTimeNanosUnsafe()) / 1e6
      const said = yield* askLink(chain, link, ask, Math.min(chain.linkMs, leftMs))
      const counted = said.verdict._tag === "Allow" ? counting(chain, ask, blockedBy) : undefined
      const { cause, reason, verdict } = counted ?? said
      trail.push(stepOf(name, verdict, cause, reason))
      if (isTerminal(verdict)) {
        const decidedBy: DecidedBy = link?.provenance === "model" ? "authorizer:model" : `authorizer:${name}`
        return { verdict, decidedBy, reason: reason ?? `the authorizer ${name} ${done[verdict._tag]} it`, trail }
      }
      if (required && said.fault) blockedBy ??= name
    }
    return { verdict: defer, decidedBy: "policy", reason: ask.reason, trail }
  })

/**
 * Asks the links, and where none decides the terminal, whose word is final.
 *
 * A terminal that breaks, answers late or answers anything but an allow or a deny is a deny, decided by the fault.
 */
export const composeAuthorizerChain = (
  chain: AuthorizerChain,
  ask: PromptPermissionDetails
): Effect.Effect<ChainAnswer<TerminalVerdict>> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const started = clock.monotonicTimeNanosUnsafe()
    const { decidedBy, reason, trail, verdict } = yield* runLinks(chain, ask)
    if (isTerminal(verdict)) return { verdict, decidedBy, reason, trail }
    const takenMs = Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
    const last = yield* askTerminal(
      chain,
      { ...ask, trail },
      Math.min(chain.terminalMs, (chain.leftMs ?? Infinity) - takenMs)
    )
    return {
      verdict: last.verdict,
      decidedBy: last.fault === undefined ? chain.terminal.decidedBy : "fault",
      reason: last.reason,
      trail: [...trail, stepOf("terminal", last.verdict, last.fault, last.reason)]
    }
  })

const done = { Allow: "allowed", Deny: "denied" } as const

/** What a link said, or what its fault counts as. */
interface Said {
  readonly verdict: AuthorizerVerdict
  readonly cause: TrailStep["cause"]
  readonly reason: string | undefined
  /** Whether a required link that says this blocks those after it. */
  readonly fault: boolean
}

const faulty = (cause: TrailStep["cause"], reason?: string): Said => ({ verdict: defer, cause, reason, fault: true })

const askLink = (
  chain: Links,
  link: Authorizer | undefined,
  ask: PromptPermissionDetails,
  withinMs: number
): Effect.Effect<Said> => {
  if (link === undefined) return Effect.succeed(faulty("unregistered"))
  if (withinMs <= 0) return Effect.succeed(faulty("no-time"))
  const run = () => {
    // Whoever was given an ask may write to it; the next one, and what is decided on, stay as they are.
    const answer = link.authorize(copyOf(ask))
    return Effect.isEffect(answer)
      ? answer
      : Effect.fail(new AuthorizerError({ why: "it answered something that is no effect", noVerdict: true }))
  }
  return attempt(run, withinMs).pipe(
    Effect.map(saidOf),
    Effect.provideService(PermissionQuery, chain.query),
    Effect.provideService(AuthorizerLog, chain.logOf(link.name))
  )
}

const saidOf = (outcome: Attempt<AuthorizerVerdict, AuthorizerError>): Said => {
  switch (outcome._tag) {
    case "Answered": {
      const verdict = verdictOf(outcome.value)
      if (verdict === undefined) return faulty("no-verdict", "it answered something that is no verdict")
      const reason = verdict._tag === "Deny" ? verdict.reason : undefined
      return { verdict, cause: verdict._tag === "Defer" ? "deferred" : undefined, reason, fault: false }
    }
    case "Failed": {
      const { noVerdict, why } = readError(outcome.error)
      return faulty(noVerdict ? "no-verdict" : "failed", why)
    }
    case "Fault":
      return faulty(outcome.cause, outcome.why)
  }
}

/** A link written in JavaScript fails with whatever it likes. */
const readError = (error: unknown): { readonly noVerdict: boolean; readonly why: string | undefined } => {
  try {
    if (error instanceof AuthorizerError) return { noVerdict: error.noVerdict === true, why: reasonText(error.why) }
    return { noVerdict: false, why: reasonText(error instanceof Error ? error.message : error) }
  } catch {
    return { noVerdict: false, why: undefined }
  }
}

/** Answers what an allow that does not count becomes, `undefined` for one that does. */
const counting = (chain: Links, ask: PromptPermissionDetails, blockedBy: string | undefined): Said | undefined => {
  const deferred = (cause: TrailStep["cause"], reason: string): Said => ({
    verdict: defer,
    cause,
    reason,
    fault: false
  })
  if (blockedBy !== undefined) return deferred("required-missing", `the required link ${blockedBy} gave no answer`)
  const why = outside(ask, chain.delegation)
  return why === undefined ? undefined : deferred("envelope", why)
}

const stepOf = (
  link: string,
  verdict: AuthorizerVerdict,
  cause: TrailStep["cause"],
  reason: string | undefined
): TrailStep => ({
  link,
  verdict: wire[verdict._tag],
  ...(cause === undefined ? {} : { cause }),
  ...(reason === undefined ? {} : { reason })
})

const wire = { Allow: "allow", Deny: "deny", Defer: "defer" } as const

interface Last {
  readonly verdict: TerminalVerdict
  readonly reason: string
  readonly fault: TrailStep["cause"]
}

const askTerminal = (
  { query, terminal }: AuthorizerChain,
  ask: PromptPermissionDetails,
  withinMs: number
): Effect.Effect<Last> =>
  withinMs <= 0
    ? Effect.succeed(broken({ cause: "timed-out", why: undefined }))
    : failClosed(
        () => {
          const answer = terminal.authorize(copyOf(ask))
          if (!Effect.isEffect(answer)) return Effect.succeed(broken({ cause: "no-verdict", why: undefined }))
          return Effect.map(answer, (verdict) => lastOf(terminal, verdict))
        },
        { withinMs, onFault: broken }
      ).pipe(Effect.provideService(PermissionQuery, query))

const lastOf = ({ decidedBy }: TerminalAuthorizer["Service"], answer: TerminalVerdict): Last => {
  // Its type says that it decides; one written in JavaScript may answer anything.
  const verdict = verdictOf(answer)
  if (verdict === undefined || !isTerminal(verdict)) return broken({ cause: "no-verdict", why: undefined })
  const said = `${speakers[decidedBy] ?? "the terminal"} ${done[verdict._tag]} it`
  return { verdict, reason: (verdict._tag === "Deny" ? verdict.reason : undefined) ?? said, fault: undefined }
}

const speakers: Readonly<Partial<Record<string, string>>> = { human: "a person", parent: "the parent" }

const happened: Readonly<Record<Fault["cause"], string>> = {
  failed: "failed",
  died: "broke",
  interrupted: "was interrupted",
  "timed-out": "gave no answer in time",
  late: "answered too late",
  "no-verdict": "answered something that is neither an allow nor a deny"
}

const broken = ({ cause, why }: Pick<Fault, "cause" | "why">): Last => {
  const reason = `the terminal ${happened[cause]}${why === undefined ? "" : ` (${why})`}, so nobody allowed it`
  return { verdict: deny(reason), reason, fault: cause }
}
