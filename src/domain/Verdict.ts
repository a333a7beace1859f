/**
 * What an authorizer can say of an ask. A terminal's verdict lacks the defer, and all its guarantees rest on that.
 */

/** The call may run. */
export interface Allow {
  readonly _tag: "Allow"
}

/** The call must not run; the reason teaches who called. */
export interface Deny {
  readonly _tag: "Deny"
  readonly reason?: string | undefined
}

/** This authorizer has no answer: the next one is asked. */
export interface Defer {
  readonly _tag: "Defer"
}

/** What a link says. */
export type AuthorizerVerdict = Allow | Deny | Defer

/** What a terminal says: it cannot defer. */
export type TerminalVerdict = Allow | Deny

export const allow: Allow = { _tag: "Allow" }

/** Answers a deny, with a reason for whoever called. */
export const deny = (reason?: string): Deny => (reason === undefined ? { _tag: "Deny" } : { _tag: "Deny", reason })

export const defer: Defer = { _tag: "Defer" }

/** Answers whether a verdict ends the chain. */
export const isTerminal = (verdict: AuthorizerVerdict): verdict is TerminalVerdict => verdict._tag !== "Defer"
