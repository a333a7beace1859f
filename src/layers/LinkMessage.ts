/**
 * What the runner of a link's module says, a line of JSON each.
 */
/** One message, read. */
export type LinkMessage =
  | { readonly _tag: "Verdict"; readonly verdict: unknown; readonly provenance: "model" | undefined }
  | { readonly _tag: "Failed"; readonly why: string; readonly noVerdict: boolean }
  | {
      readonly _tag: "Log"
      readonly level: "review" | "debug"
      readonly event: string
      readonly details: Readonly<Record<string, unknown>>
    }
  | { readonly _tag: "Check"; readonly surface: string; readonly value: Word; readonly agent: Word }
  | { readonly _tag: "Tool"; readonly tool: string; readonly agent: Word }

type Word = string | undefined

/** The longest line, in UTF-16 code units. */
export const longestMessage = 1024 * 1024

/** The most lines of one ask. */
export const mostMessages = 10_000

/** Answers the message of a line, `undefined` when it is none; it never throws. */
export const linkMessageOf = (line: string): LinkMessage | undefined => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const { details, event, level, noVerdict, provenance, verdict, why } = value
  switch (value["say"]) {
    case "verdict":
      return { _tag: "Verdict", verdict, provenance: provenance === "model" ? "model" : undefined }
    case "failed":
      return { _tag: "Failed", why: String(why), noVerdict: noVerdict === true }
    case "log":
      if ((level !== "review" && level !== "debug") || typeof event !== "string") return undefined
      return { _tag: "Log", level, event, details: isRecord(details) ? details : {} }
    case "check": {
      const [surface, asked, agent] = wordsOf(value["args"])
      return surface === undefined ? undefined : { _tag: "Check", surface, value: asked, agent }
    }
    case "tool": {
      const [tool, agent] = wordsOf(value["args"])
      return tool === undefined ? undefined : { _tag: "Tool", tool, agent }
    }
    default:
      return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What is left out stands as `null` in a list of JSON. */
const wordsOf = (value: unknown): ReadonlyArray<Word> =>
  Array.isArray(value) ? value.map((word: unknown) => (typeof word === "string" ? word : undefined)) : []
