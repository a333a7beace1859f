/**
 * `log`: what was decided.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Filter, momentOf, passes } from "../../domain/log/Filter.ts"
import type { StoredEntry } from "../../domain/log/StoredEntry.ts"
import { isMissing } from "../../layers/SafeFile.ts"
import { openLog } from "../../layers/LogReader.ts"
import { Operator } from "../../services/Operator.ts"
import { misuse, type Stop } from "../Exit.ts"
import { jsonFlag } from "../Flags.ts"
import { json } from "../Json.ts"
import { Output } from "../Output.ts"
import { drain, logFile, readAll, unreadNote } from "../ReadLog.ts"
import { entryLines } from "../render/LogView.ts"
import { withOperator } from "../Services.ts"

const filterFlags = {
  decision: Flag.Literals("decision", ["allow", "ask", "deny"]).pipe(
    Flag.withMetavar("WHAT"),
    Flag.withDescription("Only what was allowed, denied, or left to be asked"),
    Flag.optional
  ),
  tool: Flag.String("tool").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Only this tool's calls"),
    Flag.optional
  ),
  session: Flag.String("session").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription("Only this session's calls"),
    Flag.optional
  ),
  since: Flag.String("since").pipe(
    Flag.withMetavar("WHEN"),
    Flag.withDescription("Not before: 30m, 2h or 7d ago, or 2026-01-31T12:00"),
    Flag.optional
  ),
  until: Flag.String("until").pipe(Flag.withMetavar("WHEN"), Flag.withDescription("Only before"), Flag.optional),
  grep: Flag.String("grep").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription("Only entries in which this text stands, in any case"),
    Flag.optional
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Only the newest N; by default 50, and all in JSON"),
    Flag.optional
  ),
  follow: Flag.Boolean("follow").pipe(
    Flag.withDescription("Then wait for more"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
}

const newestByDefault = 50
const pause = "250 millis"

const momentFlag = (
  name: string,
  text: Option.Option<string>,
  now: number
): Effect.Effect<number | undefined, Stop> => {
  if (Option.isNone(text)) return Effect.succeed(undefined)
  const moment = momentOf(text.value, now)
  return moment === undefined
    ? misuse(`--${name} is no moment: write 2h, 7d, a date, or a date and time like 2026-01-31T12:00`)
    : Effect.succeed(moment)
}

export const logCommand = Command.make("log", { ...filterFlags, json: jsonFlag }, (flags) =>
  withOperator(
    Effect.gen(function* () {
      const output = yield* Output
      const { home } = yield* Operator
      const file = yield* logFile
      const now = yield* Clock.currentTimeMillis
      const limit = Option.getOrElse(flags.limit, () => (flags.json ? Infinity : newestByDefault))
      if (limit < 0) return yield* misuse("--limit is how many entries to show, 0 or more")
      const filter: Filter = {
        decision: Option.getOrUndefined(flags.decision),
        tool: Option.getOrUndefined(flags.tool),
        session: Option.getOrUndefined(flags.session),
        since: yield* momentFlag("since", flags.since, now),
        until: yield* momentFlag("until", flags.until, now),
        grep: Option.getOrUndefined(flags.grep)
      }
      const layout = { paint: output.paint, columns: output.columns, home }
      const show = (entries: ReadonlyArray<StoredEntry>): Effect.Effect<void> =>
        flags.json
          ? output.lines(entries.map((entry) => json(entry.whole)))
          : output.lines(entries.flatMap((entry) => entryLines(entry, layout)))

      // Only as many are held as are shown.
      let shown: Array<StoredEntry> = []
      const take = (entry: StoredEntry): void => {
        if (!passes(entry, filter)) return
        shown.push(entry)
        if (shown.length > 2 * limit + 1000) shown = newest(shown, limit)
      }
      if (!flags.follow) {
        if (isMissing(file)) return yield* output.notes(["portcullis: nothing has been logged yet"])
        const unread = yield* readAll(file, take)
        yield* show(newest(shown, limit))
        return yield* output.notes(unreadNote(unread))
      }
      const cursor = yield* Effect.acquireRelease(
        Effect.sync(() => openLog(file)),
        (open) => Effect.sync(open.close)
      )
      yield* output.notes(unreadNote(yield* drain(cursor, take)))
      yield* show(newest(shown, limit))
      for (;;) {
        yield* Effect.sleep(pause)
        shown = []
        yield* output.notes(unreadNote(yield* drain(cursor, take)))
        yield* show(shown)
      }
    }).pipe(Effect.scoped)
  )
).pipe(
  Command.withDescription(
    "Shows the newest entries of the review log, the oldest of them first: when, the request's id, what was decided, " +
      "what was asked. Times are in UTC. An ask is a call that was left to the host, which asks its user."
  ),
  Command.withShortDescription("What was decided?"),
  Command.withExamples([
    { command: "portcullis log --decision deny --since 2h", description: "What was denied lately" },
    { command: "portcullis log --grep 'rm -rf' --json", description: "Every entry that speaks of it" },
    { command: "portcullis log --follow", description: "Watch an agent at work" }
  ])
)

const newest = (entries: Array<StoredEntry>, limit: number): Array<StoredEntry> =>
  entries.length <= limit ? entries : entries.slice(entries.length - limit)
