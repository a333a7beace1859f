import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { PermissionState } from "../../src/domain/PermissionState.ts"
import { readTool } from "../../src/domain/Tools.ts"
import { readClaude } from "../../src/hosts/Claude.ts"
import { answerText, type HostAsk, type HostCall, silenceText } from "../../src/hosts/Host.ts"
import { claudeSilentTools, claudeTools } from "../../src/knowledge/hosts/claude.ts"
import { filledIn, outOf, type Sample, samplesOf } from "./samples.ts"

const claude = samplesOf("claude")
const asking = claude.filter(({ event }) => event !== "PermissionRequest")
/** A call of the plainest kind, whose tool tests replace. */
const plain: object = JSON.parse(asking.find(({ name }) => name === "pretooluse-bash")?.input ?? "")

const foreign = ["copilot", "vscode", "cursor"].flatMap(samplesOf).filter(({ name }) => !name.startsWith("permission"))

const ask = (input: string): HostAsk => {
  const reading = readClaude(input)
  if (reading._tag !== "Call") throw new Error(`${reading._tag}: ${reading.why}`)
  return reading
}

/** What a call reaches, in the terms of the samples; `edit` is `write` here, and what only looks is `read`. */
const reached = ({ input, tool }: HostCall, cwd: string): unknown => {
  const reading = readTool({ tool, input })
  switch (reading._tag) {
    case "Shell":
      return { surface: "bash", commands: reading.texts.map(({ text }) => text) }
    case "Paths":
      return {
        surface: reading.surface,
        paths: reading.paths.map((found) =>
          found._tag === "At" ? (found.path === "." ? cwd : absolute(found.path, cwd)) : undefined
        )
      }
    case "Mcp":
      return { surface: "mcp", value: reading.call.value }
    case "Names":
      return { surface: reading.surface, values: reading.values }
    case "Other":
      return { surface: reading.surface }
  }
}

const absolute = (path: string, cwd: string): string => (path.startsWith("/") ? path : `${cwd}/${path}`)

const surfaces: Readonly<Record<string, string>> = { edit: "write", grep: "read", find: "read", ls: "read" }

const wanted = ({ canonical }: Sample): unknown => {
  const { agent, command, files, name, path, query, server, tool, url } = canonical
  const surface = surfaces[String(canonical["surface"])] ?? canonical["surface"]
  if (surface === "bash") return { surface, commands: [command] }
  if (surface === "mcp") return { surface, value: server === null ? tool : `${String(server)}:${String(tool)}` }
  if (Array.isArray(files)) return { surface, paths: files.map((file: { path: unknown }) => file.path) }
  if (path !== undefined) return { surface, paths: [path] }
  return { surface, values: [name ?? agent ?? url ?? query] }
}

const states: ReadonlyArray<PermissionState> = ["allow", "ask", "deny"]

describe("Claude Code's hook", () => {
  for (const sample of asking) {
    it(`reads ${sample.name}`, () => {
      const { agent, calls, cwd, hostTool, notes, session } = ask(sample.input)
      assert.deepStrictEqual(
        calls.map((call) => reached(call, cwd)),
        [wanted(sample)]
      )
      assert.strictEqual(hostTool, sample.host_tool)
      assert.strictEqual(session, "7f0c2f3e-2f0b-4a55-9d0e-0a1b2c3d4e5f")
      assert.strictEqual(agent, sample.name.includes("subagent") ? "Explore" : undefined)
      assert.strictEqual(notes.length, sample.canonical["flags"] === undefined ? 0 : 1)
    })

    it(`answers ${sample.name}`, () => {
      const { reply } = ask(sample.input)
      for (const state of states) {
        const { stdout } = sample.expect[state] ?? { stdout: undefined }
        assert.deepStrictEqual(outOf(answerText(reply, state, "because")), filledIn(stdout, "because"))
      }
      assert.strictEqual(silenceText(reply), sample.expect["no_opinion"]?.stdout)
    })

    it(`reads ${sample.name} the same with fields that nobody knows`, () => {
      const more = JSON.stringify({ ...JSON.parse(sample.input), zzz: { deep: [1] }, toolName: "Bash", timestamp: 1 })
      assert.deepStrictEqual(readClaude(more), readClaude(sample.input))
    })

    it(`denies, to the same event, what is left when ${sample.name} is cut or loses its directory`, () => {
      const { reply } = ask(sample.input)
      for (const field of ["cwd", "tool_name"]) {
        const { [field]: _, ...rest } = JSON.parse(sample.input)
        const reading = readClaude(JSON.stringify(rest))
        assert.strictEqual(reading._tag, "Failure")
        assert.deepStrictEqual(reading.reply, reply)
      }
      const cut = readClaude(sample.input.slice(0, -4), sample.event)
      assert.strictEqual(cut._tag, "Failure")
      assert.deepStrictEqual(cut.reply, reply)
    })
  }

  it("reads whichever mode of the host the same", () => {
    for (const permission_mode of ["bypassPermissions", "acceptEdits", "dontAsk", "plan", "tomorrow's"]) {
      for (const { input } of asking) {
        const changed = JSON.stringify({ ...JSON.parse(input), permission_mode })
        assert.deepStrictEqual(readClaude(changed), readClaude(input))
      }
    }
  })

  it("leaves the host's own question to the host's user", () => {
    for (const sample of claude.filter(({ event }) => event === "PermissionRequest")) {
      const reading = readClaude(sample.input)
      assert.strictEqual(reading._tag, "Silence")
      assert.strictEqual(silenceText(reading.reply), "")
    }
  })

  it("is silent about tools without an effect outside the conversation, and about no other", () => {
    const named = (tool_name: string): string =>
      readClaude(JSON.stringify({ ...plain, tool_name, tool_input: {} }))._tag
    for (const name of claudeSilentTools.keys()) assert.strictEqual(named(name), "Silence")
    for (const name of [...claudeTools.keys(), "todowrite", "TodoWrite ", "Zzz"])
      assert.strictEqual(named(name), "Call")
  })

  it("has each tool in one table only", () => {
    for (const name of claudeSilentTools.keys()) assert.isFalse(claudeTools.has(name))
  })

  it("names a tool that nobody knows, and gives it no surface that is about paths", () => {
    for (const tool_name of ["Zzz", "path", "external_directory"]) {
      const { calls, notes } = ask(JSON.stringify({ ...plain, tool_name, tool_input: {} }))
      assert.strictEqual(calls[0].tool, tool_name === "Zzz" ? "Zzz" : `tool:${tool_name}`)
      assert.include(notes[0], tool_name)
    }
  })

  it("judges both what Monitor runs and what it listens to", () => {
    const tool_input = { command: "make", ws: { url: "wss://a.example" } }
    const { calls, cwd } = ask(JSON.stringify({ ...plain, tool_name: "Monitor", tool_input }))
    assert.deepStrictEqual(
      calls.map((call) => reached(call, cwd)),
      [
        { surface: "webfetch", values: ["wss://a.example"] },
        { surface: "bash", commands: ["make"] }
      ]
    )
  })

  it("takes from the input of a shell no directory and no dialect that the host would not heed", () => {
    const tool_input = { command: "rm -rf x", cwd: "/tmp", workdir: "/tmp", dialect: "powershell", shell: "zsh" }
    const { calls } = ask(JSON.stringify({ ...plain, tool_name: "Bash", tool_input }))
    assert.deepStrictEqual(calls, [{ tool: "bash", input: { command: "rm -rf x" } }])
  })

  it("believes a server's name only where the tool's name bears it out", () => {
    const named = (tool_name: string, name: string): unknown => {
      const text = JSON.stringify({ ...plain, tool_name, tool_input: {}, mcp_server: { name } })
      return ask(text)
        .calls.map((call) => readTool(call))
        .map((reading) => reading._tag === "Mcp" && reading.call.value)
    }
    assert.deepStrictEqual(named("mcp__a__b__c", "a__b"), ["a__b:c"])
    assert.deepStrictEqual(named("mcp__a__b__c", "a"), ["a:b__c"])
    assert.deepStrictEqual(named("mcp__plugin_x_y__c", "plugin:x:y"), ["plugin_x_y:c"])
    assert.deepStrictEqual(named("mcp__evil__c", "github"), ["evil:c"])
    assert.deepStrictEqual(named("create_issue", "github"), ["github:create_issue"])
  })

  it.each(["", "   \n", "[]", "null", "7", '"x"', '{"a":', "{}", "no", '{"hook_event_name":7}'])(
    "denies %j",
    (text) => {
      const reading = readClaude(text, "PreSkillShellCommand")
      assert.strictEqual(reading._tag, "Failure")
      assert.deepStrictEqual(reading.reply, { shape: "nested", event: "PreSkillShellCommand" })
    }
  )

  it("denies an event it does not know by that event's name", () => {
    const reading = readClaude('{"hook_event_name":"PreEverything","tool_name":"Bash","cwd":"/w"}')
    assert.strictEqual(reading._tag, "Failure")
    assert.deepStrictEqual(reading.reply, { shape: "nested", event: "PreEverything" })
  })

  it.prop("reads any JSON without throwing", [Schema.Json], ([value]) => {
    const reading = readClaude(JSON.stringify(value))
    assert.include(["Failure", "Call", "Silence"], reading._tag)
  })

  it.prop(
    "reads any input of any tool of its table as a call",
    [Schema.Json, Schema.Literals([...claudeTools.keys()])],
    ([tool_input, tool_name]) => {
      const text = JSON.stringify({ hook_event_name: "PreToolUse", cwd: "/w", tool_name, tool_input })
      for (const call of ask(text).calls) readTool(call)
    }
  )
})

describe("another host's JSON at Claude Code's hook", () => {
  for (const sample of foreign) {
    it(`is read: ${sample.name}`, () => {
      const { calls, cwd } = ask(sample.input)
      // A patch is not taken apart: it names no path, and so it asks.
      const want = sample.name.includes("applypatch") ? { surface: "write", paths: [undefined] } : wanted(sample)
      assert.deepStrictEqual(
        calls.map((call) => reached(call, cwd)),
        [want]
      )
    })

    it(`is answered as that host reads: ${sample.name}`, () => {
      const { reply } = ask(sample.input)
      for (const state of states) {
        const { stdout } = sample.expect[state] ?? { stdout: undefined }
        assert.deepStrictEqual(outOf(answerText(reply, state, "because")), filledIn(stdout, "because"))
      }
      const silence = sample.expect["no_opinion"]
      if (silence !== undefined) assert.deepStrictEqual(outOf(silenceText(reply)), silence.stdout)
    })
  }

  it("is denied in that host's own words where it cannot be read", () => {
    const copilot = readClaude('{"toolName":"bash","toolArgs":{"command":"ls"}}')
    assert.strictEqual(copilot._tag, "Failure")
    assert.strictEqual(copilot.reply.shape, "top")
    const cursor = readClaude('{"conversation_id":"1","cursor_version":"3","hook_event_name":"afterAll"}')
    assert.strictEqual(cursor._tag, "Failure")
    assert.strictEqual(cursor.reply.shape, "cursor")
  })

  it("parts a dashed name of a server's tool in every way", () => {
    const { calls } = ask('{"toolName":"a-b-c","toolArgs":{},"cwd":"/w"}')
    assert.deepStrictEqual(
      calls.map((call) => reached(call, "/w")),
      [
        { surface: "mcp", value: "a:b-c" },
        { surface: "mcp", value: "a-b:c" }
      ]
    )
  })
})
