/**
 * A server on this machine that speaks as much of the Messages API as an agent host needs: it asks for one tool call,
 * and keeps what it is told the call came to.
 */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

/** A model that asks for one Bash command, then ends its turn. */
export interface Model {
  /** What the host takes for the API's address. */
  readonly url: string
  /** The command to ask for from now on; forgets what it was told. */
  readonly ask: (command: string) => void
  /** What it was told the tool call came to; undefined while it was told nothing. */
  readonly told: () => string | undefined
  readonly close: () => void
}

interface Block {
  readonly type?: unknown
  readonly content?: unknown
  readonly text?: unknown
}

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((block: Block) => (typeof block.text === "string" ? block.text : textOf(block.content))).join("\n")
      : ""

/** Answers the results of tool calls among a request's messages. */
const resultsOf = (body: {
  readonly messages?: ReadonlyArray<{ readonly content?: unknown }>
}): ReadonlyArray<string> =>
  (body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content)
      ? content.filter((block: Block) => block.type === "tool_result").map((block: Block) => textOf(block.content))
      : []
  )

const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

/** The content of an answer, whole and as the pieces that are streamed. */
const answerOf = (command: string | undefined) =>
  command === undefined
    ? {
        stop: "end_turn",
        whole: { type: "text", text: "Done." },
        start: { type: "text", text: "" },
        delta: { type: "text_delta", text: "Done." }
      }
    : {
        stop: "tool_use",
        whole: { type: "tool_use", id: "toolu_01", name: "Bash", input: { command, description: "Make a file" } },
        start: { type: "tool_use", id: "toolu_01", name: "Bash", input: {} },
        delta: {
          type: "input_json_delta",
          partial_json: JSON.stringify({ command, description: "Make a file" })
        }
      }

/** Starts the server on a free port of 127.0.0.1. */
export const startModel = async (): Promise<Model> => {
  let asked = ""
  let heard: string | undefined

  const answer = (body: Record<string, unknown>, response: http.ServerResponse): void => {
    const [result] = resultsOf(body).slice(-1)
    if (result !== undefined) heard = result
    // Requests without tools are the host's own, for a title or a summary.
    const tools = Array.isArray(body["tools"]) && body["tools"].length > 0
    const { delta, start, stop, whole } = answerOf(tools && result === undefined ? asked : undefined)
    const message = { id: "msg_01", type: "message", role: "assistant", model: body["model"], usage }
    if (body["stream"] !== true) {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ ...message, content: [whole], stop_reason: stop, stop_sequence: null }))
      return
    }
    response.setHeader("content-type", "text/event-stream")
    const events: ReadonlyArray<Record<string, unknown> & { readonly type: string }> = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: start },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" }
    ]
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""))
  }

  const server = http.createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url?.split("?", 1)[0]
      if (request.method === "POST" && path === "/v1/messages") {
        answer(JSON.parse(Buffer.concat(chunks).toString("utf8")), response)
      } else if (request.method === "POST" && path === "/v1/messages/count_tokens") {
        response.setHeader("content-type", "application/json")
        response.end('{"input_tokens":1}')
      } else {
        response.statusCode = 404
        response.end('{"type":"error","error":{"type":"not_found_error","message":"not here"}}')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  // A server that listens on a port has an address with that port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (command) => {
      asked = command
      heard = undefined
    },
    told: () => heard,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
