/**
 * A real server on 127.0.0.1 that speaks the Messages API, streamed and whole, and misbehaves on command.
 */
import * as http from "node:http"
import * as https from "node:https"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { selfSigned } from "./selfSigned.ts"

/** One block of a message. */
export type Block = Readonly<Record<string, unknown>>

/** What the server does with one request. */
export type Behaviour =
  /** Answers a message, streamed when that was asked for. */
  | {
      readonly does: "message"
      readonly content: ReadonlyArray<Block>
      readonly stopReason?: string
      readonly model?: string
      /** Milliseconds before anything is said. */
      readonly afterMs?: number
    }
  /** Answers exactly this. */
  | {
      readonly does: "raw"
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** Says nothing, for ever. */
  | { readonly does: "silence" }
  /** Begins to answer and goes no further. */
  | { readonly does: "stall" }
  /** Answers a message, a byte every so many milliseconds. */
  | { readonly does: "drip"; readonly everyMs: number; readonly content: ReadonlyArray<Block> }
  /** Begins an answer without an end. */
  | { readonly does: "flood" }
  /** Ends the connection in the middle of an answer. */
  | { readonly does: "hang-up" }

/** One request as it came. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  // The tests know what they sent, and read what came of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** What is done with each request in turn; the last one is done with all that follow. */
export type Script = ReadonlyArray<Behaviour | ((seen: Seen) => Behaviour)>

export interface MessagesServer {
  readonly url: string
  /** The certificate it shows, when it speaks TLS. */
  readonly cert: string
  readonly requests: ReadonlyArray<Seen>
  /** How many connections are open. */
  readonly open: () => number
}

let used = 0

/** Answers a block that uses a tool. */
export const use = (name: string, input: unknown): Block => ({
  type: "tool_use",
  id: `toolu_${(used += 1)}`,
  name,
  input
})

/** Answers a message that uses tools. */
export const uses = (...content: ReadonlyArray<Block>): Behaviour => ({ does: "message", content })

/** Answers a message that reports. */
export const report = (input: unknown): Behaviour => uses(use("report_verdict", input))

/** Serves until the scope closes. */
export const serve = (
  script: Script,
  options: { readonly tls?: boolean } = {}
): Effect.Effect<MessagesServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => started(script, options.tls === true)),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )

const started = async (script: Script, tls: boolean) => {
  const requests: Array<Seen> = []
  const handle: http.RequestListener = (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, method = "", url = "" } = request
      const text = Buffer.concat(chunks).toString()
      const seen: Seen = { method, url, headers, text, body: text === "" ? undefined : JSON.parse(text) }
      const step = script[Math.min(requests.length, script.length - 1)]
      requests.push(seen)
      if (step === undefined) response.destroy()
      else perform(typeof step === "function" ? step(seen) : step, seen, response)
    })
  }
  const shown = selfSigned()
  const server = tls ? https.createServer(shown, handle) : http.createServer(handle)
  const sockets = new Set<unknown>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    server,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    cert: shown.cert,
    requests,
    open: () => sockets.size
  }
}

const perform = (behaviour: Behaviour, seen: Seen, response: http.ServerResponse): void => {
  const streamed = seen.body?.stream === true
  const begin = () => response.writeHead(200, { "content-type": streamed ? "text/event-stream" : "application/json" })
  switch (behaviour.does) {
    case "message": {
      const text = textOf(behaviour, seen)
      setTimeout(() => begin().end(text), behaviour.afterMs ?? 0)
      return
    }
    case "raw":
      response.writeHead(behaviour.status ?? 200, behaviour.headers ?? { "content-type": "application/json" })
      response.end(behaviour.body ?? "")
      return
    case "silence":
      return
    case "stall":
      begin().write(textOf({ does: "message", content: [] }, seen).slice(0, 40))
      return
    case "drip": {
      begin()
      const text = textOf({ ...behaviour, does: "message" }, seen)
      let at = 0
      const timer = setInterval(() => {
        response.write(text.charAt(at++))
        if (at < text.length) return
        clearInterval(timer)
        response.end()
      }, behaviour.everyMs)
      response.on("close", () => clearInterval(timer))
      return
    }
    case "flood": {
      begin()
      const line = streamed
        ? `event: ping\ndata: {"type": "ping", "x": "${"x".repeat(60_000)}"}\n\n`
        : " ".repeat(60_000)
      const pour = (): void => {
        while (!response.destroyed && response.write(line)) continue
        if (!response.destroyed) response.once("drain", pour)
      }
      pour()
      return
    }
    case "hang-up":
      begin().write(textOf({ does: "message", content: [] }, seen).slice(0, 40))
      setTimeout(() => response.destroy(), 10)
  }
}

const textOf = (behaviour: Extract<Behaviour, { readonly does: "message" }>, seen: Seen): string => {
  const { content, model = String(seen.body?.model), stopReason = "tool_use" } = behaviour
  const usage = { input_tokens: 100, output_tokens: 20 }
  const message = { id: "msg_1", type: "message", role: "assistant", model, content, stop_sequence: null }
  if (seen.body?.stream !== true) return JSON.stringify({ ...message, stop_reason: stopReason, usage })
  const events: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly type: string }> = [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
    },
    { type: "ping" },
    ...content.flatMap((block, index) => eventsOf(block, index)),
    { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: "message_stop" }
  ]
  return sse(...events)
}

/** Writes events as they are streamed. */
export const sse = (...events: ReadonlyArray<{ readonly type: string; readonly [field: string]: unknown }>): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")

const eventsOf = (block: Block, index: number) => {
  const stop = { type: "content_block_stop", index }
  if (block["type"] === "text") {
    return [
      { type: "content_block_start", index, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index, delta: { type: "text_delta", text: block["text"] } },
      stop
    ]
  }
  const json = JSON.stringify(block["input"]) ?? ""
  const middle = json.length >> 1
  return [
    { type: "content_block_start", index, content_block: { ...block, input: {} } },
    ...[json.slice(0, middle), json.slice(middle)].map((partial_json) => ({
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json }
    })),
    stop
  ]
}
