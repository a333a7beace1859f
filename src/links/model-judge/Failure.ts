/**
 * What can go wrong when a model is asked, by name and in words of our own.
 *
 * No word of the endpoint's gets in: it may say back what it was sent, and the key was part of that.
 */
import type { DeferReason } from "./Transcript.ts"

/** Why there is no answer. */
export interface CallFailure {
  readonly _tag: "CallFailure"
  readonly reason: DeferReason
  /** One clause for a person, without a full stop. */
  readonly why: string
  /** How long the endpoint wants to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/** Makes a failure. */
export const failure = (reason: DeferReason, why: string, retryAfterMs?: number): CallFailure => ({
  _tag: "CallFailure",
  reason,
  why,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs })
})

/** An error of this link's own, which carries its failure through the SDK. */
export class Refused extends Error {
  readonly failure: CallFailure
  constructor(why: string) {
    super(why)
    this.failure = failure("call-failed", why)
  }
}

/** Errors are looked through this deep. */
const deepest = 8

/**
 * Answers the failure that an error of the SDK's, of Node's or of this link's own is. It never throws.
 *
 * @param nowMs the time since the epoch, for a `retry-after` that is a date
 */
export const failureOf = (error: unknown, nowMs: number): CallFailure => {
  try {
    const errors = chainOf(error)
    for (const each of errors) if (each instanceof Refused) return each.failure
    for (const each of errors) {
      const status: unknown = Reflect.get(each, "status")
      if (typeof status === "number") return failureOfStatus(status, retryAfterOf(Reflect.get(each, "headers"), nowMs))
    }
    for (const each of errors) {
      const why = whyOfCode(Reflect.get(each, "code"))
      if (why !== undefined) return failure("call-failed", why)
    }
    for (const each of errors) {
      const type: unknown = Reflect.get(each, "type")
      if (typeof type === "string" && errorTypes.has(type)) {
        return failure(authTypes.has(type) ? "auth-failed" : "call-failed", `the endpoint broke off with ${type}`)
      }
      if (each instanceof SyntaxError) return failure("call-failed", "the endpoint answered something that is no JSON")
    }
  } catch {
    // An error that cannot be read says no more than that there was one.
  }
  return failure("call-failed", "the endpoint could not be asked")
}

const chainOf = (error: unknown): ReadonlyArray<object> => {
  const chain: Array<object> = []
  let next = error
  while (typeof next === "object" && next !== null && chain.length < deepest) {
    chain.push(next)
    next = Reflect.get(next, "cause")
  }
  return chain
}

const failureOfStatus = (status: number, retryAfterMs: number | undefined): CallFailure => {
  if (status === 401 || status === 403) return failure("auth-failed", `the endpoint refuses the key (${status})`)
  return failure("call-failed", `${meanings.get(status) ?? meaningOf(status)} (${status})`, retryAfterMs)
}

const meanings: ReadonlyMap<number, string> = new Map([
  [400, "the endpoint does not take the request"],
  [402, "the endpoint wants to be paid"],
  [404, "the endpoint knows no such address or model"],
  [413, "the request is too large for the endpoint"],
  [429, "the endpoint was asked too often"],
  [529, "the endpoint is overloaded"]
])

const meaningOf = (status: number): string =>
  status >= 500 ? "the endpoint has failed" : "the endpoint does not answer the request"

/** What the Messages API calls its errors. */
const errorTypes: ReadonlySet<string> = new Set([
  "api_error",
  "authentication_error",
  "billing_error",
  "invalid_request_error",
  "not_found_error",
  "overloaded_error",
  "permission_error",
  "rate_limit_error",
  "request_too_large",
  "timeout_error"
])

const authTypes: ReadonlySet<string> = new Set(["authentication_error", "permission_error"])

const whyOfCode = (code: unknown): string | undefined => {
  if (typeof code !== "string") return undefined
  const known = codes.get(code)
  if (known !== undefined) return known
  if (/CERT|SELF_SIGNED|VERIFY|ERR_TLS|ERR_SSL/.test(code)) return "the endpoint's certificate cannot be trusted"
  if (code.startsWith("HPE_")) return "the endpoint answered something that is no HTTP"
  return undefined
}

const broken = "the connection to the endpoint broke off"

const codes: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing listens at the endpoint's address"],
  ["ENOTFOUND", "the endpoint's name cannot be resolved"],
  ["EAI_AGAIN", "the endpoint's name cannot be resolved"],
  ["ECONNRESET", broken],
  ["ECONNABORTED", broken],
  ["EPIPE", broken],
  ["UND_ERR_SOCKET", broken],
  ["EHOSTUNREACH", "the endpoint's address cannot be reached"],
  ["ENETUNREACH", "the endpoint's address cannot be reached"],
  ["EPROTO", "the endpoint does not speak TLS"],
  ["ETIMEDOUT", "the endpoint's address does not answer"]
])

/** Answers what `retry-after` asks for in milliseconds, seconds or a date, as RFC 9110 has it in section 10.2.3. */
const retryAfterOf = (headers: unknown, nowMs: number): number | undefined => {
  if (!(headers instanceof Headers)) return undefined
  const exact = headers.get("retry-after-ms")
  if (exact !== null && /^\d{1,12}$/.test(exact)) return Number(exact)
  const value = headers.get("retry-after")?.trim()
  if (value === undefined || value === "" || value.length > 64) return undefined
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isFinite(date) && date > nowMs ? date - nowMs : undefined
}
