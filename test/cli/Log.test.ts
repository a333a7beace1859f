import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { plain } from "../../src/domain/display/Paint.ts"
import { entryLines } from "../../src/cli/render/LogView.ts"
import { whyLines } from "../../src/cli/render/WhyView.ts"
import type { LogEntry } from "../../src/domain/log/Entry.ts"
import { entryOf, faultEntryOf, hostAnsweredOf, noteOf } from "../../src/domain/log/EntryOf.ts"
import { lineOf } from "../../src/domain/log/Line.ts"
import { type StoredEntry, storedEntryOf } from "../../src/domain/log/StoredEntry.ts"
import { appendEntry, reviewLogFile } from "../../src/layers/ReviewLogFile.ts"
import { checked, home, result, rule, sudo, unit } from "./support/checked.ts"
import { assertGolden } from "./support/golden.ts"
import { argv, build, environment, type Home, makeHome, removeBuilt, run } from "./support/program.ts"

const layout = { paint: plain, columns: 80, home }
const text = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

const stamp = (requestId: string, second: string) => ({
  time: `2026-01-31T12:00:${second}.123Z`,
  requestId,
  session: "2f9c-11",
  node: "workstation:4711"
})

const pushed = checked(
  result(
    unit("git push --force https://u:hunter2@host/x", { start: 0, end: 3 }, { proof: { read: false, why: "" } }),
    "deny",
    "no force, ever",
    { origin: "rule", rule: rule("deny", "bash", "git push --force*", 7) }
  ),
  [],
  { tool: "bash", input: { command: "git push --force https://u:hunter2@host/x" } }
)

const first = "7k3q9x2m4p8r6t0v"
const second = "7k3z9x2m4p8r6t0v"
const third = "a0b1c2d3e4f5g6h7"

const entries: ReadonlyArray<LogEntry> = [
  entryOf(pushed, {
    ...stamp(first, "01"),
    host: "claude",
    mode: "ask",
    outcome: { _tag: "Decided", decision: "deny" }
  }),
  entryOf(sudo, {
    ...stamp(second, "02"),
    host: "claude",
    mode: "ask",
    outcome: { _tag: "HandedToHost" },
    trail: [
      { link: "path-typo", verdict: "defer" },
      { link: "reviewer", verdict: "defer", cause: "timed-out" }
    ]
  }),
  hostAnsweredOf(stamp(second, "09"), { host: "claude", decision: "allow" }),
  faultEntryOf({ tool: "bash" }, "the host's JSON ends in the middle", {
    ...stamp(third, "10"),
    host: "claude",
    outcome: { _tag: "Decided", decision: "deny" }
  }),
  noteOf("silent", { ...stamp("zzzzzzzzzzzzzzzz", "11"), session: null }, { tool: "TodoWrite\u202e" })
]

const stored = entries.map((entry): StoredEntry => {
  const found = storedEntryOf(lineOf(entry))
  if (found === undefined) throw new Error("not an entry")
  return found
})

const of = (requestId: string) => stored.filter((entry) => entry.stamp.requestId === requestId)

describe("log, rendered", () => {
  it("tells each entry in a line, and of what was not allowed why", () => {
    assertGolden("log", text(stored.flatMap((entry) => entryLines(entry, layout))))
  })
})

describe("why, rendered", () => {
  it("tells a deny with its rule and where that stands", () => {
    assertGolden("why-deny", text(whyLines(of(first), layout)))
  })

  it("tells an ask with its floors, its links, and what the host's user answered", () => {
    assertGolden("why-ask", text(whyLines(of(second), layout)))
  })

  it("tells of a fault what is known", () => {
    assertGolden("why-fault", text(whyLines(of(third), layout)))
  })
})

describe("the log's commands", () => {
  let place: Home
  let file: string

  beforeAll(() => {
    build()
    place = makeHome()
    file = reviewLogFile(`${place.home}/.local/state`)
  }, 120_000)

  afterAll(() => {
    place.remove()
    removeBuilt()
  })

  it("teach by example, at 80 columns", () => {
    for (const command of ["log", "why"]) assertGolden(`help-${command}`, run(place, [command, "--help"]).stdout)
  })

  it("say so when nothing was logged yet", () => {
    assert.deepStrictEqual(run(place, ["log"]), {
      code: 0,
      stdout: "",
      stderr: "portcullis: nothing has been logged yet\n"
    })
    const why = run(place, ["why", "7k3q"])
    assert.strictEqual(why.code, 65)
    assert.include(why.stderr, "no request 7k3q is in the log")
  })

  it("show what was appended, filtered, newest last, and as it was written in JSON", () => {
    for (const entry of entries) assert.strictEqual(appendEntry(file, entry), "written")
    assert.strictEqual(
      run(place, ["log"])
        .stdout.split("\n")
        .filter((line) => line.startsWith("2026")).length,
      5
    )
    const denied = run(place, ["log", "--decision", "deny", "--json"]).stdout.trimEnd().split("\n")
    assert.deepStrictEqual(
      denied.map((line) => JSON.parse(line).requestId),
      [first, third]
    )
    const newest = run(place, ["log", "--limit", "1", "--json"])
    assert.strictEqual(newest.stdout, lineOf(entries[4] ?? (entries[0] as LogEntry)))
    assert.include(run(place, ["log", "--grep", "RM -RF", "--json"]).stdout, second)
    assert.strictEqual(
      run(place, ["log", "--until", "2026-01-31T12:00:02"])
        .stdout.split("\n")
        .filter((line) => line.startsWith("2026")).length,
      1
    )
    assert.strictEqual(run(place, ["log", "--since", "soon"]).code, 64)
  })

  it("take the beginning of an id, and say which ids begin so", () => {
    assert.include(run(place, ["why", "7K3Q"]).stdout, "DENY")
    assert.include(run(place, ["why", first]).stdout, "no force, ever")
    const { code, stderr, stdout } = run(place, ["why", "7k3"])
    assert.deepStrictEqual({ code, stdout }, { code: 65, stdout: "" })
    assert.include(stderr, "2 requests begin with 7k3")
    assert.include(stderr, first)
    assert.include(stderr, second)
    assert.strictEqual(JSON.parse(run(place, ["why", second, "--json"]).stdout).length, 2)
  })

  it("find an id that a program gave, however it is spelled", () => {
    const at = makeHome()
    const answered = { ...stamp("Call-7A", "01"), host: null, outcome: { _tag: "Decided", decision: "deny" } } as const
    appendEntry(reviewLogFile(`${at.home}/.local/state`), faultEntryOf({ tool: "bash" }, "no JSON", answered))
    for (const id of ["Call-7A", "call-7a", "Call"]) assert.include(run(at, ["why", id]).stdout, "no JSON")
    at.remove()
  })

  it("count the lines that are none, and refuse a log that is no file", () => {
    fs.appendFileSync(file, "garbage\n")
    const { code, stderr } = run(place, ["log"])
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "portcullis: 1 line of the log could not be read\n" })
    const other = makeHome()
    const link = reviewLogFile(`${other.home}/.local/state`)
    fs.mkdirSync(link.slice(0, link.lastIndexOf("/")), { recursive: true })
    fs.symlinkSync("/dev/zero", link)
    assert.strictEqual(run(other, ["log"]).code, 65)
    other.remove()
  })

  it("follow what is added", { timeout: 60_000 }, async () => {
    const [node, ...words] = argv(["log", "--follow", "--json", "--limit", "0"])
    const child = spawn(node, words, { env: environment(place), cwd: place.project })
    let seen = ""
    child.stdout.on("data", (data) => (seen += String(data)))
    const [one] = entries
    assert.isDefined(one)
    for (let turn = 0; turn < 100 && !seen.includes("\n"); turn++) {
      appendEntry(file, { ...one, requestId: `follow${turn}` }, { maxBytes: 3000, keep: 1000 })
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    child.kill("SIGTERM")
    assert.match(seen, /^\{.*"requestId":"follow\d+"/)
  })

  it("check is no decision, and is not logged", () => {
    const before = run(place, ["log", "--json"]).stdout
    run(place, ["check", "--", "git push --force"])
    assert.strictEqual(run(place, ["log", "--json"]).stdout, before)
  })
})
