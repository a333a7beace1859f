/**
 * An entry as a line of the log.
 */
import { json } from "../Json.ts"
import { detailsOf } from "./Details.ts"
import type { LogEntry } from "./Entry.ts"

/** The longest line, with its line feed, in bytes of UTF-8: one write(2) takes it whole. */
export const longestLine = 64 * 1024

/**
 * Answers an entry as one line of JSON of at most 64 KiB, its line feed included; a longer one gives up its accesses,
 * then its details. It never throws: what cannot be written as JSON is replaced by a note.
 */
export const lineOf = (entry: LogEntry): string => {
  try {
    for (const shorter of shorterAndShorter(entry)) {
      const line = `${json(shorter)}\n`
      if (byteLength(line) <= longestLine) return line
    }
  } catch {
    // Told below.
  }
  return `${json({ event: "unwritable", details: { note: "an entry could not be written as JSON" } })}\n`
}

function* shorterAndShorter(entry: LogEntry): Generator<unknown> {
  yield entry
  if ("accesses" in entry) {
    const { accesses, omitted } = entry
    for (const kept of [10, 0]) {
      yield {
        ...entry,
        accesses: accesses.slice(0, kept),
        omitted: omitted + accesses.length - Math.min(kept, accesses.length)
      }
    }
    yield {
      ...entry,
      accesses: [],
      omitted: omitted + accesses.length,
      input: { note: "left out: the line is too long" },
      trail: []
    }
  }
  const members = Object.entries(entry).map(([key, value]) => [key, detailsOf(value, 1024)] as const)
  yield Object.fromEntries(members.slice(0, 30))
}

/** How many bytes a text takes in UTF-8. */
const byteLength = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Each half of a pair counts two of the four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
