/**
 * Entries to append, and a log read back.
 */
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { noteOf } from "../../../src/domain/log/EntryOf.ts"
import { type StoredEntry, storedEntryOf } from "../../../src/domain/log/StoredEntry.ts"
import { openLog } from "../../../src/layers/LogReader.ts"
import { newRequestId, nodeName } from "../../../src/layers/ReviewLogFile.ts"
import { temporaryDirectory } from "../Temporary.ts"

/** A process that appends entries; it and what it needs are started by no shell and find nothing on their PATH. */
export const script = fileURLToPath(new URL("./append-entries.ts", import.meta.url))

export const entry = (details: unknown = null) =>
  noteOf(
    "silent",
    { time: new Date().toISOString(), requestId: newRequestId(), session: null, node: nodeName() },
    details
  )

/** Answers every entry of a log, and how many lines are none. */
export const read = (file: string): { readonly entries: ReadonlyArray<StoredEntry>; readonly torn: number } => {
  const cursor = openLog(file)
  const lines = [...cursor.drain(), ...cursor.rest()]
  cursor.close()
  const entries = lines.flatMap((line) => {
    const found = line._tag === "Line" ? storedEntryOf(line.text) : undefined
    return found === undefined ? [] : [found]
  })
  return { entries, torn: lines.length - entries.length }
}

export const ids = (entries: ReadonlyArray<StoredEntry>): Set<string> =>
  new Set(entries.map(({ stamp }) => stamp.requestId))

export const fresh = (): string => path.join(temporaryDirectory(), "state", "portcullis", "permission-review.jsonl")
