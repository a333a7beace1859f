/**
 * The whole way of a tool call: recorded authority, then live authority, every step in the log.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { askOf } from "../domain/AskOf.ts"
import type { CheckedCall } from "../domain/CheckResult.ts"
import type { Decision, HandedToHost } from "../domain/Decision.ts"
import { decidedByOf } from "../domain/log/EntryOf.ts"
import type { Mode } from "../domain/Mode.ts"
import { keepsLog } from "../domain/Scopes.ts"
import type { SessionApproval } from "../domain/SessionApproval.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { isTerminal } from "../domain/Verdict.ts"
import { ApprovalStore } from "../services/ApprovalStore.ts"
import { AuthorizerRegistry } from "../services/AuthorizerRegistry.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import { type PolicySnapshot, PolicySource } from "../services/PolicySource.ts"
import { type CheckOptions, type DecidedCall, type DecideOptions, Portcullis } from "../services/Portcullis.ts"
import { ReviewLog } from "../services/ReviewLog.ts"
import { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"
import { composeAuthorizerChain, runLinks } from "./Chain.ts"
import { linksOf, type LinkSource } from "./ChainLinks.ts"
import { type Ending, ending } from "./Ending.ts"
import { failClosed } from "./FailClosed.ts"
import { type GateOptions, gateOf, type Standing } from "./Gate.ts"
import { journalOf, tellingOnce } from "./Journal.ts"
import { none as noLog } from "./NoReviewLog.ts"
import { queryOf } from "./Query.ts"
import { newRequestId, nodeName } from "./ReviewLogFile.ts"

export interface LiveOptions extends Omit<GateOptions, "approvals"> {
  /** Stands in for the modes of the policies. */
  readonly mode?: Mode | undefined
  /** Makes a link of what the operator's files say of it, where none is registered under its name. */
  readonly linkSource?: LinkSource | undefined
}

/** What the whole way needs. */
export type Needs = Operator | PolicySource | ApprovalStore | AuthorizerRegistry | TerminalAuthorizer | ReviewLog

/** Provides the whole way over any policies, links, terminal, approvals and log. */
export const layer = (options: LiveOptions = {}): Layer.Layer<Portcullis, never, Needs> =>
  Layer.effect(
    Portcullis,
    Effect.gen(function* () {
      return Portcullis.of(
        make(options, {
          operator: yield* Operator,
          source: yield* PolicySource,
          approvals: yield* ApprovalStore,
          registry: yield* AuthorizerRegistry,
          terminal: yield* TerminalAuthorizer,
          log: yield* ReviewLog
        })
      )
    })
  )

interface Parts {
  readonly operator: OperatorPlaces
  readonly source: PolicySource["Service"]
  readonly approvals: ApprovalStore["Service"]
  readonly registry: AuthorizerRegistry["Service"]
  readonly terminal: TerminalAuthorizer["Service"]
  readonly log: ReviewLog["Service"]
}

/** A call that was judged; without a standing a fault spoke before there was one. */
interface Judged {
  readonly checked: CheckedCall
  readonly standing: Standing | undefined
}

/** What is read of the approvals in longer than this is not approved, in milliseconds. */
const approvalsMs = 1000

/** Live authority ends this long before whoever asks stops listening, in milliseconds. */
const marginMs = 2000

const make = (options: LiveOptions, parts: Parts): Portcullis["Service"] => {
  const { approvals, log, operator, registry, source, terminal } = parts
  const gate = gateOf({ ...options, approvals: { read: () => [], problems: () => [] } }, operator)
  const node = nodeName()
  const tell = tellingOnce()
  const relays = terminal.decidedBy === "parent"
  const links = linksOf(registry, options.linkSource)

  const approvedIn = (session: string | undefined): Effect.Effect<ReadonlyArray<SessionApproval>> =>
    session === undefined
      ? Effect.succeed([])
      : failClosed(() => approvals.of(session), { withinMs: approvalsMs, onFault: () => [] })

  const judge = (call: ToolCall, mode: Mode | undefined): Effect.Effect<Judged> => {
    let snapshot: PolicySnapshot | undefined
    return Effect.gen(function* () {
      snapshot = yield* source.snapshot(call.workspace)
      const given = yield* approvedIn(call.session)
      const now = yield* Clock.currentTimeMillis
      const standing: Standing = { snapshot, mode, now, approvals: given }
      return { checked: gate.judgedBy(call, standing), standing }
    }).pipe(
      Effect.catchDefect(() =>
        Effect.sync(() => ({
          checked: gate.faulted(call, snapshot, mode),
          standing: snapshot === undefined ? undefined : { snapshot, mode, now: 0, approvals: [] }
        }))
      )
    )
  }

  const endingOf = (call: ToolCall, requestId: string, given: DecideOptions, snapshot: PolicySnapshot): Ending => {
    const { scopes } = snapshot
    const journal = journalOf(
      log,
      { requestId, session: call.session ?? null, node },
      { keeps: keepsLog(scopes) && log !== noLog, debugs: links.settings(scopes).debugLog, tell }
    )
    return ending(journal, { requestId, host: given.host ?? null, scopes, keepsNone: log === noLog })
  }

  /** The whole way; without `toHost` the terminal has the last word. */
  const way = (call: ToolCall, requestId: string, given: DecideOptions, toHost: boolean) =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const started = clock.monotonicTimeNanosUnsafe()
      const { checked, standing } = yield* judge(call, given.mode ?? options.mode)
      const snapshot = standing?.snapshot ?? noPolicies
      const end = endingOf(call, requestId, given, snapshot)
      if (checked.state !== "ask") {
        return yield* end.decided(checked, {
          decision: checked.state,
          decidedBy: decidedByOf(checked),
          reason: checked.decisive.reason,
          trail: []
        })
      }
      const taken = yield* failClosed(() => approvals.takeCall(call), { withinMs: approvalsMs, onFault: () => false })
      if (taken === true) {
        const reason = "a person approved this very call"
        return yield* end.decided(checked, { decision: "allow", decidedBy: "human", reason, trail: [] })
      }
      const ask = askOf(checked, requestId)
      const settings = links.settings(snapshot.scopes)
      const passedMs = Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
      const leftMs = given.limitMs === undefined ? Infinity : given.limitMs - marginMs - passedMs
      const chain = {
        links: yield* links.resolved(settings, end.journal, { tell, relays }),
        delegation: settings.delegation,
        linkMs: settings.authorizerTimeoutMs,
        linksMs: Math.max(0, Math.min(settings.askTimeoutMs, leftMs)),
        query: queryOf(gate, call, standing ?? { snapshot, mode: given.mode, now: 0, approvals: [] }),
        logOf: end.journal.logOf,
        terminal,
        terminalMs: settings.terminalTimeoutMs,
        leftMs
      }
      const answer = toHost ? yield* runLinks(chain, ask) : yield* composeAuthorizerChain(chain, ask)
      const { decidedBy, reason, trail, verdict } = answer
      if (!isTerminal(verdict)) return yield* end.handed(checked, { reason, trail })
      const decision = verdict._tag === "Allow" ? "allow" : "deny"
      // A person who denied it has been asked already.
      if (decision === "deny" && decidedBy !== "human") {
        const remembered = () => approvals.remember(requestId, call)
        yield* failClosed(remembered, { withinMs: approvalsMs, onFault: () => undefined })
      }
      return yield* end.decided(checked, { decision, decidedBy, reason, trail })
    })

  const whole = ({ workspace, ...call }: DecidedCall): ToolCall => ({ ...call, workspace: workspace ?? call.cwd })

  /** What is said where what is written above is broken itself. */
  const fault = (call: ToolCall, requestId: string, mode: Mode | undefined) => {
    const checked = gate.faulted(call, undefined, mode)
    const reason = `a fault within Portcullis spoke in place of an answer: ${checked.decisive.reason}`
    return { requestId, reason, trail: [], checked }
  }

  const decided = (call: ToolCall, given: DecideOptions) =>
    Effect.suspend(() => {
      const requestId = given.requestId ?? newRequestId()
      return way(call, requestId, given, false).pipe(
        Effect.map((answer): Decision => (answer._tag === "Decision" ? answer : denied(answer))),
        Effect.catchDefect(() => Effect.sync(() => denied(fault(call, requestId, given.mode))))
      )
    })

  const handedOrDecided = (call: ToolCall, given: DecideOptions) =>
    Effect.suspend((): Effect.Effect<Decision | HandedToHost> => {
      const requestId = given.requestId ?? newRequestId()
      return way(call, requestId, given, true).pipe(
        Effect.catchDefect(() => Effect.sync(() => handed(fault(call, requestId, given.mode))))
      )
    })

  const check = (call: ToolCall, given: CheckOptions = {}) =>
    Effect.suspend(() => Effect.map(judge(call, given.mode ?? options.mode), ({ checked }) => checked))

  return {
    policies: noticing(source, approvals),
    check,
    decide: (call, given = {}) => decided(whole(call), given),
    decideForHost: (call, given = {}) => handedOrDecided(whole(call), given),
    registerAuthorizer: (name, authorize, given = {}) =>
      registry.register({ name, authorize, provenance: given.provenance }),
    ready: Effect.succeed(relays ? "relays" : "adjudicates")
  }
}

const noPolicies: PolicySnapshot = { scopes: [], notices: [] }

type Told = Omit<HandedToHost, "_tag">

const denied = ({ checked, reason, requestId, trail }: Told): Decision => ({
  _tag: "Decision",
  requestId,
  decision: "deny",
  decidedBy: "fault",
  reason,
  trail,
  checked
})

const handed = (told: Told): HandedToHost => ({ ...told, _tag: "HandedToHost" })

/**
 * What is wrong with the approvals is told with the policies: the same object again while there is nothing new.
 */
const noticing = (source: PolicySource["Service"], approvals: ApprovalStore["Service"]) => {
  const told = new WeakMap<PolicySnapshot, PolicySnapshot>()
  return (workspace: string): Effect.Effect<PolicySnapshot> =>
    Effect.zipWith(
      source.snapshot(workspace),
      failClosed(() => approvals.problems, { withinMs: approvalsMs, onFault: () => [] }),
      (snapshot, problems) => {
        if (problems.length === 0) return snapshot
        const notices = [...snapshot.notices, ...problems]
        const before = told.get(snapshot)
        if (before?.notices.length === notices.length) return before
        const now = { ...snapshot, notices }
        told.set(snapshot, now)
        return now
      }
    )
}
