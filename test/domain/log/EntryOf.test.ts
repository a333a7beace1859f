import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { CheckedCall, ResultOrigin } from "../../../src/domain/CheckResult.ts"
import { boundedText, detailsOf, inputOf } from "../../../src/domain/log/Details.ts"
import type { LogEntry } from "../../../src/domain/log/Entry.ts"
import { decidedByOf, entryOf, faultEntryOf, hostAnsweredOf, noteOf } from "../../../src/domain/log/EntryOf.ts"
import { lineOf, longestLine } from "../../../src/domain/log/Line.ts"
import { requestIdOf } from "../../../src/domain/log/RequestId.ts"
import { storedEntryOf } from "../../../src/domain/log/StoredEntry.ts"
import { checked, mcp, result, rule, sudo, unit } from "../../cli/support/checked.ts"
import { seed } from "../../invariants/worlds.ts"

const stamp = { time: "2026-01-31T12:00:00.123Z", requestId: "7k3q9x2m4p8r6t0v", session: "s-1", node: "host:4711" }
const handed = { ...stamp, host: "claude", outcome: { _tag: "HandedToHost" } } as const
const allowed = { ...stamp, host: "claude", outcome: { _tag: "Decided", decision: "allow" } } as const

const asks = (command: string, count = 1, origin: ResultOrigin = "default"): CheckedCall => {
  const one = (place: number) =>
    result(unit(`${command} ${place}`, { start: 0, end: 1 }), "ask", "no rule speaks", { origin })
  return checked(
    one(0),
    Array.from({ length: count - 1 }, (_, place) => one(place + 1)),
    { tool: "bash", input: { command } }
  )
}

describe("an entry", () => {
  it("tells what was asked, what each rule and floor said, and where the rule stands", () => {
    const entry = entryOf(sudo, { ...handed, mode: "ask" })
    assert.strictEqual(entry.event, "handed_to_host")
    assert.deepInclude(entry, { ...stamp, host: "claude", tool: "bash", mode: "ask", recorded: "ask", omitted: 0 })
    assert.deepStrictEqual(entry.accesses[0], {
      surface: "bash",
      value: "sudo rm -rf build",
      state: "ask",
      setBy: "floor",
      reason: "sudo runs with more rights than the agent has",
      rule: {
        surface: "bash",
        pattern: "sudo *",
        state: "allow",
        scope: "user",
        file: "/home/ada/.config/portcullis/policy.jsonc",
        line: 12
      },
      floors: [{ class: "privilege", cause: "sudo runs with more rights than the agent has" }]
    })
    assert.strictEqual(entry.accesses.length, sudo.results.length)
  })

  it("masks what every part of it holds", () => {
    const secret = "hunter2hunter2"
    const call = asks(`PASSWORD=${secret} curl -u bob:${secret} https://u:${secret}@h`)
    const input = { command: `TOKEN=${secret}`, headers: { Authorization: secret }, argv: ["--password", secret] }
    const entry = entryOf({ ...call, call: { ...call.call, input } }, { ...handed, reason: `token=${secret}` })
    assert.notInclude(lineOf(entry), secret)
    const note = noteOf("link.judge.asked", stamp, { apiKey: secret, deep: [{ cookie: { a: secret } }] })
    assert.notInclude(lineOf(note), secret)
    assert.notInclude(lineOf(faultEntryOf({ tool: "bash", input }, "x", handed)), secret)
  })

  it("keeps those of too many accesses that hold the call back, and says how many it leaves out", () => {
    const many = asks("x", 200)
    const last = result(unit("rm", { start: 0, end: 1 }), "deny", "denied", { rule: rule("deny", "bash", "rm *", 1) })
    const entry = entryOf({ ...many, results: [...many.results, last], state: "deny", decisive: last }, allowed)
    assert.strictEqual(entry.accesses.length + entry.omitted, 201)
    assert.isTrue(entry.accesses.some(({ value }) => value === "rm"))
  })

  it("names a fault as what it is, and nobody asked", () => {
    const entry = faultEntryOf({}, "stdin was empty", {
      ...stamp,
      host: "claude",
      outcome: { _tag: "Decided", decision: "deny" }
    })
    assert.deepInclude(entry, { decision: "deny", decidedBy: "fault", recorded: null, tool: "", accesses: [] })
  })

  it("is read back as it was written", () => {
    const entry = entryOf(mcp, { ...stamp, host: null, outcome: { _tag: "Decided", decision: "deny" } })
    const stored = storedEntryOf(lineOf(entry))
    const { event, node, requestId, session, time, ...call } = entry
    assert.deepStrictEqual(stored?.call, { ...call })
    assert.deepStrictEqual(stored?.stamp, { time, event, requestId, session, node })
    const answer = storedEntryOf(lineOf(hostAnsweredOf(stamp, { host: "claude", decision: "allow" })))
    assert.deepStrictEqual(answer?.answer, { host: "claude", decision: "allow", reason: null })
  })
})

describe("who decided", () => {
  const anyCall = { tool: "bash", input: {} }
  const by = (origin: ResultOrigin, state: "allow" | "deny" = "allow") =>
    decidedByOf(checked(result(unit("x", { start: 0, end: 1 }), state, "why", { origin }), [], anyCall))

  it("follows from what settled the accesses", () => {
    assert.strictEqual(by("rule"), "policy")
    assert.strictEqual(by("managed", "deny"), "policy")
    assert.strictEqual(by("default"), "mode")
    assert.strictEqual(by("inside"), "mode")
    assert.strictEqual(by("read_only", "deny"), "mode")
    assert.strictEqual(by("session"), "session")
    assert.strictEqual(by("yolo"), "yolo")
  })

  it("is for an allow the most lenient, and for a fault the fault", () => {
    const one = (origin: ResultOrigin) => result(unit("x", { start: 0, end: 1 }), "allow", "why", { origin })
    assert.strictEqual(decidedByOf(checked(one("rule"), [one("default")], anyCall)), "policy")
    assert.strictEqual(decidedByOf(checked(one("rule"), [one("session"), one("yolo")], anyCall)), "yolo")
    assert.strictEqual(decidedByOf({ ...checked(one("rule"), [], anyCall), fault: true }), "fault")
  })
})

describe("details", () => {
  it("that throw, cycle or are too long are replaced by a note", () => {
    const cyclic: Record<string, unknown> = {}
    cyclic["self"] = { cyclic }
    const thrower = {
      get value() {
        throw new Error("no")
      }
    }
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    for (const value of [cyclic, thrower, revoked.proxy, "x".repeat(20_000).split(""), { text: "x ".repeat(10_000) }]) {
      assert.match(JSON.stringify(detailsOf(value, 16_384)), /^\{"note":"left out: /)
    }
  })

  it("hold the same object twice, and names that JavaScript gives a meaning", () => {
    const shared = { a: 1 }
    const value: unknown = JSON.parse('{"__proto__": {"x": 1}, "toJSON": "y", "constructor": 2}')
    assert.deepStrictEqual(detailsOf([shared, shared], 1000), [{ a: 1 }, { a: 1 }])
    assert.strictEqual(JSON.stringify(detailsOf(value, 1000)), '{"__proto__":{"x":1},"toJSON":"y","constructor":2}')
  })

  it("of a tool's input lose their long texts first", () => {
    const input = inputOf({ file_path: "/a", content: "x ".repeat(100_000) }, 16_384)
    assert.isObject(input)
    assert.include(JSON.stringify(input), '"file_path":"/a"')
    assert.match(JSON.stringify(input), / more\]"\}$/)
  })

  it("are masked before they are cut, wherever the cut is", () => {
    const secret = "AbCdEfGh1JkLmNoPqRsTuVwXyZ234567890aBcDeF"
    for (let before = 0; before <= 100; before++) {
      assert.notInclude(boundedText(`${" x".repeat(before / 2)} ghp_${secret} y`, 100), "AbCd", String(before))
    }
    // Text this long is cut before it is masked, and what is masked may leave room for what the cut runs through.
    for (let before = 65_480; before <= 65_540; before++) {
      const text = `PASSWORD='${"x".repeat(before - 20)}' ghp_${secret} y`
      assert.match(boundedText(text, 100), /^PASSWORD='\[masked\]'[^A]*$/, String(before))
    }
  })
})

describe("a line", () => {
  it.prop(
    "is one line of JSON within its bound, whatever the entry holds",
    { value: Schema.Json, text: Schema.String, count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })) },
    ({ count, text, value }) => {
      const call = asks(text.repeat(200), count)
      const entries: ReadonlyArray<LogEntry> = [
        entryOf({ ...call, call: { ...call.call, tool: text, input: value, cwd: text } }, { ...handed, reason: text }),
        noteOf("silent", { ...stamp, session: text }, value)
      ]
      for (const line of entries.map(lineOf)) {
        assert.strictEqual(line.indexOf("\n"), line.length - 1)
        assert.isAtMost(Buffer.byteLength(line), longestLine)
        assert.isFalse(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line.slice(0, -1)))
        assert.isDefined(storedEntryOf(line))
      }
    },
    { arbitrary: { runs: 200, seed } }
  )

  it("gives up accesses rather than its bound, in bytes", () => {
    const entry = entryOf(asks("日本".repeat(500), 60), handed)
    const line = lineOf(entry)
    assert.isAbove(Buffer.byteLength(JSON.stringify(entry)), longestLine)
    assert.isAtMost(Buffer.byteLength(line), longestLine)
    const call = storedEntryOf(line)?.call
    assert.strictEqual((call?.accesses.length ?? 0) + (call?.omitted ?? 0), 60)
  })

  it("is written even of an entry that nobody could have made", () => {
    const cyclic: Record<string, unknown> = { ...noteOf("silent", stamp, null) }
    cyclic["details"] = cyclic
    // What an embedder without types could pass.
    for (const wrong of [null, undefined, 1, "x", cyclic, { big: 1n }, { accesses: 3 }] as ReadonlyArray<unknown>) {
      const line = lineOf(wrong as LogEntry)
      assert.strictEqual(line.indexOf("\n"), line.length - 1)
      JSON.parse(line)
    }
  })
})

describe("a request id", () => {
  it("has 16 characters, none of which is mistaken for another, and differs with every bit", () => {
    const ids = new Set<string>()
    for (let bit = 0; bit < 80; bit++) {
      const bytes = new Uint8Array(10)
      bytes[bit >> 3] = 1 << (bit & 7)
      ids.add(requestIdOf(bytes))
    }
    assert.strictEqual(ids.size, 80)
    for (const id of ids) assert.match(id, /^[0-9a-hjkmnp-tv-z]{16}$/)
  })
})
