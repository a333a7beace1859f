/**
 * The ask that live authority is given, made from what recorded authority said.
 */
import type { PromptPermissionDetails } from "./Ask.ts"
import type { CheckedCall } from "./CheckResult.ts"
import { detailsOf } from "./log/Details.ts"
import type { ToolCall } from "./ToolCall.ts"
import { readTool } from "./Tools.ts"

/** The longest text of a call, in UTF-16 code units; a longer one is cut. */
export const longestText = 64 * 1024

/**
 * Answers the ask of a call that recorded authority left open; it never throws, whatever the call's input is.
 *
 * @param requestId one per ask
 */
export const askOf = (checked: CheckedCall, requestId: string): PromptPermissionDetails => ({
  requestId,
  call: { ...checked.call, text: textOf(checked.call) },
  mode: checked.mode ?? "ask",
  results: checked.results,
  asking: checked.results.filter(({ state }) => state === "ask"),
  reason: checked.decisive.reason
})

const textOf = (call: ToolCall): string => {
  try {
    const reading = readTool(call)
    if (reading._tag === "Shell") return bounded(reading.texts.map(({ text }) => text).join("\n"))
    return bounded(JSON.stringify(call.input) ?? "")
  } catch {
    return bounded(JSON.stringify(detailsOf(call.input, longestText)))
  }
}

const bounded = (text: string): string => (text.length <= longestText ? text : text.slice(0, longestText))

/**
 * Answers a copy of an ask that shares nothing with it, so that whoever is given the copy cannot change what others see
 * or what is decided on.
 */
export const copyOf = (ask: PromptPermissionDetails): PromptPermissionDetails => {
  const { call, mode, reason, requestId, trail } = ask
  const results = structuredClone(ask.results)
  return {
    requestId,
    call: { ...call, input: copyOfInput(call.input) },
    mode,
    results,
    asking: results.filter(({ state }) => state === "ask"),
    reason,
    ...(trail === undefined ? {} : { trail: trail.map((step) => ({ ...step })) })
  }
}

const copyOfInput = (input: unknown): unknown => {
  try {
    return structuredClone(input)
  } catch {
    // A function, say: what can be told of it as plain data.
    return detailsOf(input, longestText)
  }
}
