/**
 * The review log as the commands read it.
 */
import * as Effect from "effect/Effect"
import { storedEntryOf, type StoredEntry } from "../domain/log/StoredEntry.ts"
import { type LogCursor, type LogLine, openLog } from "../layers/LogReader.ts"
import { reviewLogFile } from "../layers/ReviewLogFile.ts"
import { Operator } from "../services/Operator.ts"
import { badInput, type Stop } from "./Exit.ts"

/** Where the operator's log is. */
export const logFile = Effect.map(Operator, ({ stateHome }) => reviewLogFile(stateHome))

/** What reading does with each entry as it comes, so that a long log need not be held. */
export type Take = (entry: StoredEntry) => void

/** Reads what the cursor has not told yet, and answers how many lines were no entry. */
export const drain = (cursor: LogCursor, take: Take): Effect.Effect<number, Stop> =>
  reading(() => countUnread(cursor.drain(), take))

/** Reads the whole log, and answers how many lines were no entry: a torn one at the end counts. */
export const readAll = (file: string, take: Take): Effect.Effect<number, Stop> =>
  reading(() => {
    const cursor = openLog(file)
    try {
      return countUnread(cursor.drain(), take) + countUnread(cursor.rest(), take)
    } finally {
      cursor.close()
    }
  })

const countUnread = (lines: Iterable<LogLine>, take: Take): number => {
  let unread = 0
  for (const line of lines) {
    const entry = line._tag === "Line" ? storedEntryOf(line.text) : undefined
    if (entry === undefined) unread += 1
    else take(entry)
  }
  return unread
}

const reading = <A>(act: () => A): Effect.Effect<A, Stop> =>
  Effect.try({
    try: act,
    catch: (error) => badInput(`the log cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })

/** Answers the line that tells of lines that were no entry. */
export const unreadNote = (unread: number): ReadonlyArray<string> =>
  unread === 0 ? [] : [`portcullis: ${unread} ${unread === 1 ? "line" : "lines"} of the log could not be read`]
