/**
 * How a request of the SDK's goes over the wire: one request, one answer, nothing on the way decided by anybody else.
 *
 * Node's own `fetch` would follow redirects, and ask the environment for a proxy and whether certificates matter.
 */
import * as http from "node:http"
import * as https from "node:https"
import { Refused } from "./Failure.ts"
import { lookUp } from "./Lookup.ts"

/** An answer is read up to this many bytes. */
export const longestAnswer = 1024 * 1024

/** What the SDK may say in a header; the environment can make it say more. */
const headersSent: ReadonlySet<string> = new Set([
  "accept",
  "anthropic-version",
  "authorization",
  "content-type",
  "user-agent",
  "x-api-key"
])

const headersOfKey: ReadonlySet<string> = new Set(["authorization", "x-api-key"])

/** What is sent, and how the answer has to look. */
export interface FetchOptions {
  /** Whether what the SDK takes for the key goes along. */
  readonly withKey: boolean
  /** The media type of an answer that counts. */
  readonly answers: "application/json" | "text/event-stream"
}

/**
 * Answers a `fetch` that follows no redirect, keeps no connection, believes no certificate it cannot verify, and reads
 * an answer up to `longestAnswer`.
 */
export const fetchWith =
  ({ answers, withKey }: FetchOptions): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const headers: Record<string, string> = { "accept-encoding": "identity" }
      for (const [name, value] of new Headers(init?.headers)) {
        if (headersSent.has(name) && (withKey || !headersOfKey.has(name))) headers[name] = value
      }
      const body = typeof init?.body === "string" ? init.body : ""
      const options: https.RequestOptions = {
        method: init?.method ?? "GET",
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
        // An agent of its own, so that no connection is left behind.
        agent: false,
        lookup: lookUp(init?.signal ?? undefined),
        rejectUnauthorized: true,
        ...(init?.signal ? { signal: init.signal } : {})
      }
      const request = (url.protocol === "https:" ? https : http).request(url, options, (incoming) => {
        const refusal = refusalOf(incoming, answers)
        if (refusal === undefined) return resolve(responseOf(incoming))
        incoming.destroy()
        reject(new Refused(refusal))
      })
      request.on("error", reject)
      request.end(body)
    })

/** Why an answer is not even read. */
const refusalOf = ({ headers, statusCode = 0 }: http.IncomingMessage, answers: string): string | undefined => {
  if (statusCode >= 300 && statusCode < 400) return `the endpoint wants to send the request elsewhere (${statusCode})`
  if (statusCode < 200 || statusCode >= 300) return undefined
  if (statusCode !== 200) return `the endpoint answered without a message (${statusCode})`
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  return type === answers ? undefined : `the endpoint answered something that is no ${answers}`
}

const responseOf = (incoming: http.IncomingMessage): Response => {
  const headers = new Headers()
  for (const name of ["content-type", "retry-after", "retry-after-ms"]) {
    const value = incoming.headers[name]
    if (typeof value === "string") headers.set(name, value)
  }
  // Outside this range there is no response that could be made.
  const status = incoming.statusCode ?? 0
  return new Response(ReadableStream.from(bounded(incoming)), {
    status: status >= 200 && status <= 599 ? status : 599,
    headers
  })
}

async function* bounded(incoming: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) continue
    read += chunk.length
    if (read > longestAnswer) throw new Refused("the endpoint's answer is too long")
    yield chunk
  }
}
