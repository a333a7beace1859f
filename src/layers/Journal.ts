/**
 * The log as one ask writes it: stamped, and unable to change what is decided.
 */
import * as Console from "effect/Console"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { LogEntry, NoteEvent, Stamp } from "../domain/log/Entry.ts"
import { noteOf } from "../domain/log/EntryOf.ts"
import type { AuthorizerLog } from "../services/AuthorizerLog.ts"
import type { LogFailure, ReviewLog } from "../services/ReviewLog.ts"
import { failClosed } from "./FailClosed.ts"

/** Who writes, and about which ask. */
export type Writer = Omit<Stamp, "time">

export interface Journal {
  /** Writes an event of the chain, and waits for nothing. */
  readonly note: (event: NoteEvent, details: unknown) => Effect.Effect<void>
  /** Writes an entry and waits a little; answers why it was not written. */
  readonly write: (entry: LogEntry) => Effect.Effect<string | undefined>
  /** Writes an entry and waits for nothing. */
  readonly offer: (entry: LogEntry) => Effect.Effect<void>
  /** Answers the log of one link. */
  readonly logOf: (link: string) => AuthorizerLog["Service"]
  readonly stamp: Effect.Effect<Stamp>
}

/** A log that hangs is not waited for longer, in milliseconds. */
const patienceMs = 2000

/** Says something on stderr once, however often it is told. */
export const tellingOnce = (): ((text: string) => Effect.Effect<void>) => {
  const told = new Set<string>()
  return (text) =>
    Effect.suspend(() => {
      if (told.has(text)) return Effect.void
      told.add(text)
      return Console.error(`portcullis: ${text}`)
    })
}

/** Answers the journal of one ask. */
export const journalOf = (
  log: ReviewLog["Service"],
  writer: Writer,
  options: {
    /** Whether anything is written at all. */
    readonly keeps: boolean
    readonly debugs: boolean
    readonly tell: (text: string) => Effect.Effect<void>
  }
): Journal => {
  const append = (write: () => Effect.Effect<"written" | LogFailure>) =>
    options.keeps
      ? Effect.flatMap(
          failClosed(write, {
            withinMs: patienceMs,
            onFault: ({ cause, why }): LogFailure => ({ _tag: "LogFailure", file: "", why: why ?? cause })
          }),
          (written) => {
            if (written === "written") return Effect.succeed(undefined)
            const why = `the review log ${written.file} was not written: ${written.why}`
            return Effect.as(options.tell(why), why)
          }
        )
      : Effect.succeed(undefined)

  const write = (entry: LogEntry) => append(() => log.append(entry))
  // Started at once, so that a log that does not wait has written before the next step.
  const detached = (self: Effect.Effect<unknown>) =>
    Effect.asVoid(Effect.forkDetach(Effect.ignoreCause(self), { startImmediately: true }))

  const stamp = Clock.clockWith((clock) =>
    Effect.sync((): Stamp => ({ ...writer, time: new Date(clock.currentTimeMillisUnsafe()).toISOString() }))
  )
  const note = (event: NoteEvent, details: unknown) =>
    Effect.flatMap(stamp, (stamped) => detached(write(noteOf(event, stamped, details))))

  return {
    note,
    write,
    offer: (entry) => detached(write(entry)),
    stamp,
    logOf: (link) => {
      const eventOf = (event: unknown): NoteEvent => `link.${link}.${eventName(event)}`
      return {
        review: (event, details = {}) => note(eventOf(event), details),
        debug: (event, details = {}) => {
          const { debug } = log
          if (!options.debugs || debug === undefined) return Effect.void
          return Effect.flatMap(stamp, (stamped) => {
            const entry = noteOf(eventOf(event), stamped, details)
            return detached(append(() => debug(entry)))
          })
        }
      }
    }
  }
}

/** An event of a link in its own name: without a dot it cannot be read as another's. */
const eventName = (event: unknown): string => {
  const name = typeof event === "string" ? event.slice(0, 64).replace(/[^A-Za-z0-9_-]/g, "_") : ""
  return name === "" ? "event" : name
}
