/**
 * One answer of the Messages API, read strictly: what is not all there is no answer.
 */
import { Refused } from "./Failure.ts"

/** A tool that the model wants to use. */
export interface ToolUse {
  readonly id: string
  readonly name: string
  /** What the model says it uses it with; of any shape. */
  readonly input: unknown
}

/** What a model answered. */
export interface Answer {
  /** As it came, to be sent back with the next request. */
  readonly content: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly uses: ReadonlyArray<ToolUse>
  readonly stopReason: string
  readonly inputTokens: number
  readonly outputTokens: number
}

const refuse = (what: string): never => {
  throw new Refused(`the endpoint answered ${what}`)
}

const noMessage = "something that is no message"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : refuse(noMessage))

const textOf = (value: unknown): string => (typeof value === "string" ? value : refuse(noMessage))

const tokensOf = (usage: unknown, name: string): number => {
  const count = isFields(usage) ? usage[name] : undefined
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : 0
}

/**
 * Answers whether a model that was asked for is the one that says it answered: by the same name, or by that name and
 * the date of its release. A gateway may leave out whose model it is, or add a tag.
 */
export const isModel = (asked: string, answered: string): boolean => {
  const plain = (name: string): string => name.slice(name.lastIndexOf("/") + 1).replace(/(?::|-)latest$/, "")
  const model = plain(asked)
  const echo = plain(answered)
  return model !== "" && echo.startsWith(model) && /^(?:[-@]\d{8})?$/.test(echo.slice(model.length))
}

/** Answers the message that a whole answer is; throws `Refused` when it is none, or another model's. */
export const answerOfMessage = (value: unknown, model: string): Answer => {
  const message = fieldsOf(value)
  if (message["type"] !== "message" || message["role"] !== "assistant") return refuse(noMessage)
  if (!isModel(model, textOf(message["model"]))) return refuse("as another model than was asked for")
  const { content, usage } = message
  if (!Array.isArray(content)) return refuse(noMessage)
  const blocks = content.map(fieldsOf)
  return {
    content: blocks,
    uses: blocks.filter(({ type }) => type === "tool_use").map(useOf),
    stopReason: textOf(message["stop_reason"]),
    inputTokens: tokensOf(usage, "input_tokens"),
    outputTokens: tokensOf(usage, "output_tokens")
  }
}

const useOf = ({ id, input, name }: Fields): ToolUse => ({ id: textOf(id), name: textOf(name), input })

/** A block that is still being told. */
interface Open {
  readonly block: Record<string, unknown>
  readonly json: Array<string>
  readonly texts: Map<string, Array<string>>
}

/** Which delta adds to which field of a block. */
const textDeltas: ReadonlyMap<unknown, string> = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "signature"]
])

/** Answers the message that a stream of events tells; one that ends before its message does is none. */
export const answerOfEvents = async (events: AsyncIterable<unknown>, model: string): Promise<Answer> => {
  let message: Record<string, unknown> | undefined
  let usage: Fields = {}
  let stopReason: unknown
  const content: Array<Fields> = []
  let open: Open | undefined
  for await (const value of events) {
    const event = fieldsOf(value)
    if (event["type"] === "ping") continue
    if (event["type"] === "message_start") {
      if (message !== undefined) return refuse("two messages at once")
      message = { ...fieldsOf(event["message"]) }
      usage = fieldsOf(message["usage"] ?? {})
      continue
    }
    if (message === undefined) return refuse("a stream without a beginning")
    switch (event["type"]) {
      case "content_block_start":
        if (open !== undefined || event["index"] !== content.length) return refuse("blocks out of their order")
        open = { block: { ...fieldsOf(event["content_block"]) }, json: [], texts: new Map() }
        break
      case "content_block_delta":
        if (open === undefined || event["index"] !== content.length) return refuse("blocks out of their order")
        add(open, fieldsOf(event["delta"]))
        break
      case "content_block_stop":
        if (open === undefined || event["index"] !== content.length) return refuse("blocks out of their order")
        content.push(closed(open))
        open = undefined
        break
      case "message_delta":
        stopReason = fieldsOf(event["delta"])["stop_reason"] ?? stopReason
        // What a gateway leaves out here was told at the beginning.
        usage = { ...usage, ...told(event["usage"]) }
        break
      case "message_stop":
        if (open !== undefined) return refuse("a stream that ends within a block")
        return answerOfMessage({ ...message, content, usage, stop_reason: stopReason }, model)
      default:
        // The API may add events, and says that they are to be passed over.
        break
    }
  }
  return refuse("a stream that breaks off")
}

const told = (usage: unknown): Fields =>
  isFields(usage) ? Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === "number")) : {}

const add = (open: Open, delta: Fields): void => {
  if (delta["type"] === "input_json_delta") {
    open.json.push(textOf(delta["partial_json"]))
    return
  }
  const field = textDeltas.get(delta["type"])
  if (field === undefined) return
  const texts = open.texts.get(field) ?? []
  texts.push(textOf(delta[field]))
  open.texts.set(field, texts)
}

const closed = ({ block, json, texts }: Open): Fields => {
  for (const [field, parts] of texts) block[field] = `${String(block[field] ?? "")}${parts.join("")}`
  if (block["type"] !== "tool_use") return block
  const text = json.join("")
  if (text === "") return block
  // A text that is cut off is no input: nothing is filled in.
  const input: unknown = JSON.parse(text)
  return { ...block, input }
}
