/**
 * Live authority for the hook, a file of its own: only a call that asks, where somebody but the host's user may answer,
 * loads it.
 */
import * as Effect from "effect/Effect"
import type { Decision, HandedToHost } from "../domain/Decision.ts"
import type { PermissionState } from "../domain/PermissionState.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import { clipped, longestReason, reasonOf } from "../hosts/Reason.ts"
import * as DenyingAuthorizer from "../layers/DenyingAuthorizer.ts"
import * as FileLinks from "../layers/FileLinks.ts"
import { Portcullis } from "../layers/PortcullisLayer.ts"
import { shippedLinks } from "./ShippedLinks.ts"

/** What the hook hands over. */
export interface ChainAsk {
  /** All that the host's call would do; each of them is put to the chain, the strictest answer holds. */
  readonly calls: ReadonlyArray<ToolCall>
  readonly host: string
  /** Whether the host puts to its user what no link decides; elsewhere that is denied. */
  readonly prompts: boolean
  /** What else a person should know of the call, each a clause without a full stop. */
  readonly notes: ReadonlyArray<string>
  /** Whether the log tells of it. */
  readonly told: boolean
  /** Milliseconds until the host stops listening. */
  readonly limitMs: number
}

const guard = Portcullis.layer({
  policy: Portcullis.userPolicy(),
  terminal: DenyingAuthorizer.layer,
  linkSource: FileLinks.source({ shipped: shippedLinks })
})

/** What the host is to be told. */
export interface Ruling {
  readonly state: PermissionState
  readonly reason: string
}

const stateOf = (answer: Decision | HandedToHost): PermissionState =>
  answer._tag === "HandedToHost" ? "ask" : answer.decision

const strictness: Readonly<Record<PermissionState, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Answers what live authority says of an ask, at the latest two seconds before the limit; `undefined` when nothing was
 * asked.
 */
export const ruleOn = ({ calls, host, limitMs, notes, prompts, told }: ChainAsk): Promise<Ruling | undefined> =>
  Effect.gen(function* () {
    const portcullis = yield* Portcullis
    const started = performance.now()
    let strictest: Decision | HandedToHost | undefined
    for (const call of calls) {
      const options = { host, limitMs: limitMs - (performance.now() - started) }
      const answer = yield* prompts ? portcullis.decideForHost(call, options) : portcullis.decide(call, options)
      if (strictest === undefined || strictness[stateOf(answer)] > strictness[stateOf(strictest)]) strictest = answer
      if (stateOf(strictest) === "deny") break
    }
    return strictest === undefined
      ? undefined
      : { state: stateOf(strictest), reason: reasonFor(strictest, notes, told) }
  }).pipe(Effect.provide(guard), Effect.runPromise)

/** Answers why, for the host's user and its model: a link's reason is there to be learnt from. */
const reasonFor = (answer: Decision | HandedToHost, notes: ReadonlyArray<string>, told: boolean): string => {
  const id = told ? answer.requestId : undefined
  if (answer._tag === "HandedToHost") return reasonOf(answer.checked, notes, id)
  const { decidedBy, decision, reason } = answer
  // What recorded authority decides at a second look is told as at the first.
  if (answer.trail.length === 0 && answer.checked.state === decision) return reasonOf(answer.checked, notes, id)
  // A link that gave no reason is named by the one given in its place.
  const spoke = decidedBy.startsWith("authorizer:") && answer.trail.at(-1)?.reason !== undefined
  const by = spoke ? `, by its link ${decidedBy.slice("authorizer:".length)}` : ""
  const why = id === undefined || decision === "allow" ? "" : ` (portcullis why ${id})`
  const sentence = `Portcullis ${decision === "allow" ? "allows" : "denies"} it${by}: ${reason}`
  return `${clipped(sentence, longestReason - why.length)}${why}`
}
