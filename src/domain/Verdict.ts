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

/** The longest reason that is kept, in UTF-16 code units. */
export const longestReason = 600

/**
 * Answers a verdict's reason as one line of bounded length, or `undefined` when there is nothing to read in it.
 *
 * Other control characters stay: whoever shows it to a person escapes them.
 */
export const reasonText = (reason: unknown): string | undefined => {
  if (typeof reason !== "string") return undefined
  // Cut before it is read, so that a megabyte costs what a line does.
  const text = reason
    .slice(0, longestReason * 4)
    .replace(/[\s\u0085]+/gu, " ")
    .trim()
  if (text === "") return undefined
  if (text.length <= longestReason) return text
  const kept = text.slice(0, longestReason - 1)
  const last = kept.charCodeAt(kept.length - 1)
  return `${last >= 0xd800 && last < 0xdc00 ? kept.slice(0, -1) : kept}…`
}

/**
 * Answers the verdict that a value of any shape is, as a value of our own, or `undefined` when it is none; it never
 * throws. A link may be written in any language and answer anything.
 */
export const verdictOf = (value: unknown): AuthorizerVerdict | undefined =>
  readVerdict(value, "_tag", { Allow: "Allow", Deny: "Deny", Defer: "Defer" })

/** Answers the verdict that a value is as it is written on the wire, `{ "kind": "deny", "reason": "…" }`. */
export const verdictOfWire = (value: unknown): AuthorizerVerdict | undefined =>
  readVerdict(value, "kind", { allow: "Allow", deny: "Deny", defer: "Defer" })

/** A verdict as it is written on the wire and answered at the promise door. */
export type WireVerdict =
  | { readonly kind: "allow" }
  | { readonly kind: "deny"; readonly reason?: string | undefined }
  | { readonly kind: "defer" }

const readVerdict = (
  value: unknown,
  field: string,
  tags: Readonly<Record<string, AuthorizerVerdict["_tag"]>>
): AuthorizerVerdict | undefined => {
  try {
    if (typeof value !== "object" || value === null) return undefined
    const name: unknown = Reflect.get(value, field)
    return typeof name === "string" && Object.hasOwn(tags, name) ? ownVerdict(tags[name], value) : undefined
  } catch {
    return undefined
  }
}

const ownVerdict = (tag: AuthorizerVerdict["_tag"] | undefined, value: object): AuthorizerVerdict | undefined => {
  switch (tag) {
    case "Allow":
      return allow
    case "Defer":
      return defer
    case "Deny":
      return deny(reasonIn(value))
    case undefined:
      return undefined
    default:
      return tag satisfies never
  }
}

/** A deny whose reason cannot be read is a deny all the same. */
const reasonIn = (value: object): string | undefined => {
  try {
    return reasonText(Reflect.get(value, "reason"))
  } catch {
    return undefined
  }
}
