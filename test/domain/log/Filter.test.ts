import { assert, describe, it } from "@effect/vitest"
import { entryOf, hostAnsweredOf, noteOf } from "../../../src/domain/log/EntryOf.ts"
import { type Filter, momentOf, passes } from "../../../src/domain/log/Filter.ts"
import type { LogEntry } from "../../../src/domain/log/Entry.ts"
import { lineOf } from "../../../src/domain/log/Line.ts"
import { storedEntryOf } from "../../../src/domain/log/StoredEntry.ts"
import { keepsLog, requiresLog } from "../../../src/domain/Scopes.ts"
import { emptyScope, noSettings, type Scope } from "../../../src/domain/Scope.ts"
import { problemOfFile } from "../../../src/domain/Problem.ts"
import { mcp, sudo } from "../../cli/support/checked.ts"

const stamp = { time: "2026-01-31T12:00:00.123Z", requestId: "7k3q9x2m4p8r6t0v", session: "s-1", node: "host:4711" }
const denied = entryOf(mcp, { ...stamp, host: "claude", outcome: { _tag: "Decided", decision: "deny" } })
const handed = entryOf(sudo, { ...stamp, host: "claude", outcome: { _tag: "HandedToHost" } })
const answered = hostAnsweredOf(stamp, { host: "claude", decision: "allow" })
const note = noteOf("silent", { ...stamp, session: null }, { tool: "TodoWrite", count: 3 })

const pass = (entry: LogEntry, filter: Filter): boolean => {
  const stored = storedEntryOf(lineOf(entry))
  assert.isDefined(stored)
  return passes(stored, filter)
}

const now = Date.parse("2026-01-31T12:00:00.123Z")

describe("a filter", () => {
  it("lets everything pass when it names nothing", () => {
    for (const entry of [denied, handed, answered, note]) assert.isTrue(pass(entry, {}))
  })

  it("tells decisions apart, a host's answer included", () => {
    const passing = (decision: "allow" | "ask" | "deny") =>
      [denied, handed, answered, note].map((entry) => pass(entry, { decision }))
    assert.deepStrictEqual(passing("deny"), [true, false, false, false])
    assert.deepStrictEqual(passing("ask"), [false, true, false, false])
    assert.deepStrictEqual(passing("allow"), [false, false, true, false])
  })

  it("tells tools and sessions apart", () => {
    assert.deepStrictEqual(
      [denied, handed, note].map((entry) => pass(entry, { tool: "bash" })),
      [false, true, false]
    )
    assert.deepStrictEqual(
      [denied, note].map((entry) => pass(entry, { session: "s-1" })),
      [true, false]
    )
    assert.isFalse(pass(denied, { session: "s" }))
  })

  it("includes its first moment and not its last", () => {
    assert.isTrue(pass(denied, { since: now, until: now + 1 }))
    assert.isFalse(pass(denied, { since: now + 1 }))
    assert.isFalse(pass(denied, { until: now }))
    assert.isFalse(pass({ ...denied, time: "once" }, { since: 0 }))
  })

  it("looks for plain text, in any case, in values and not in the JSON around them", () => {
    assert.isTrue(pass(handed, { grep: "RM -RF" }))
    assert.isTrue(pass(note, { grep: "todowrite" }))
    assert.isFalse(pass(handed, { grep: "r. -rf" }))
    assert.isFalse(pass(handed, { grep: '"tool"' }))
  })
})

describe("a moment", () => {
  it("is so long ago, a day, or a time of it, in UTC where no zone is given", () => {
    assert.strictEqual(momentOf("2h", now), now - 7_200_000)
    assert.strictEqual(momentOf("7d", now), now - 604_800_000)
    assert.strictEqual(momentOf("2026-01-31", now), Date.UTC(2026, 0, 31))
    assert.strictEqual(momentOf("2026-01-31T12:30", now), Date.UTC(2026, 0, 31, 12, 30))
    assert.strictEqual(momentOf("2026-01-31 12:30:05", now), Date.UTC(2026, 0, 31, 12, 30, 5))
    assert.strictEqual(momentOf("2026-01-31T12:30:00+02:00", now), Date.UTC(2026, 0, 31, 10, 30))
    for (const text of ["", "yesterday", "2", "h", "2026", "2026-13-45", "-1h", "1e3s"]) {
      assert.isUndefined(momentOf(text, now), text)
    }
  })
})

describe("the log's settings", () => {
  const scope = (
    kind: "user" | "managed" | "project",
    settings: Partial<Scope["settings"]>,
    broken = false
  ): Scope => ({
    ...emptyScope(kind, `/${kind}`, broken ? [problemOfFile("/x", "is wrong")] : [], true),
    settings: { ...noSettings, ...settings }
  })
  const off = { log: false }

  it("keep the log on unless the operator turns it off, and the managed file has the last word", () => {
    assert.isTrue(keepsLog([]))
    assert.isFalse(keepsLog([scope("user", off)]))
    assert.isTrue(keepsLog([scope("project", off)]))
    assert.isTrue(keepsLog([scope("user", off), scope("managed", { log: true })]))
  })

  it("of an invalid file can require the log, and turn nothing off", () => {
    assert.isFalse(requiresLog([]))
    assert.isTrue(keepsLog([scope("user", off, true)]))
    assert.isTrue(requiresLog([scope("user", { requireReviewLog: true }, true)]))
    assert.isTrue(keepsLog([scope("user", { log: false, requireReviewLog: true })]))
  })
})
