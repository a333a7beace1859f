import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PermissionQuery } from "portcullis"
import { answerOf, checkOf, mostPieces, reportOf, toolNames, toolsOf } from "../../../src/links/model-judge/Tools.ts"
import { checksIn, commandAsked, commands } from "./asks.ts"

const report = { verdict: "allow", reason: "it only lists", confidence: 0.9, pieces: commands("ls") }

describe("the tools", () => {
  it("give the deny-first reviewer its report alone, without an allow", () => {
    const tools = toolsOf("deny-first")
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["report_verdict"]
    )
    assert.notInclude(JSON.stringify(tools), "allow")
  })

  it("give the other two to ask with", () => {
    assert.deepStrictEqual(
      toolsOf("allow-capable").map(({ name }) => name),
      ["check_permission", "get_tool_permission", "report_verdict"]
    )
  })
})

describe("a report", () => {
  it("is what has its form", () => {
    assert.deepStrictEqual(reportOf(report), report)
    assert.deepStrictEqual(reportOf({ verdict: "deny", reason: "no", confidence: 1 })?.pieces, [])
  })

  const none: Readonly<Record<string, unknown>> = {
    "no object": "allow",
    null: null,
    nothing: undefined,
    "a list": [report],
    "a list that has its fields": Object.assign([], report),
    "another verdict": { ...report, verdict: "Allow" },
    "a verdict that every object has": { ...report, verdict: "toString" },
    "no verdict": { ...report, verdict: undefined },
    "a number for a reason": { ...report, reason: 1 },
    "a confidence in words": { ...report, confidence: "0.9" },
    "a confidence that is no number": { ...report, confidence: Number.NaN },
    "a confidence without end": { ...report, confidence: Infinity },
    "more than certain": { ...report, confidence: 1.01 },
    "less than nothing": { ...report, confidence: -0.1 },
    "no confidence": { verdict: "deny", reason: "no" },
    "pieces that are none": { ...report, pieces: ["ls"] },
    "pieces that are no list": { ...report, pieces: { 0: report.pieces[0], length: 1 } },
    "an empty piece": { ...report, pieces: commands("") },
    "a piece without a surface": { ...report, pieces: [{ surface: "", value: "ls" }] },
    "a piece with more to it": { ...report, pieces: [{ surface: "bash", value: "ls", state: "allow" }] },
    "too many pieces": { ...report, pieces: commands(...Array.from({ length: mostPieces + 1 }, () => "ls")) },
    "a piece too long": { ...report, pieces: commands("l".repeat(8193)) },
    "more than a report": { ...report, approved: true },
    "what throws when it is read": Object.defineProperty({ ...report }, "verdict", {
      enumerable: true,
      get: () => {
        throw new Error("broken")
      }
    })
  }
  for (const [what, input] of Object.entries(none)) {
    it(`is not ${what}`, () => {
      assert.isUndefined(reportOf(input))
    })
  }

  it("has its reason cut", () => {
    assert.isAtMost(reportOf({ ...report, reason: "x".repeat(1 << 20) })?.reason.length ?? Infinity, 600)
    const leaky = reportOf({ ...report, reason: "use sk-ant-supersecretkey-012345678 instead" })
    assert.strictEqual(leaky?.reason, "use [masked] instead")
  })
})

describe("a check", () => {
  it("is what a tool of that name takes", () => {
    const piece = { surface: "bash", value: "ls" }
    assert.deepStrictEqual(checkOf(toolNames.check, piece), { _tag: "Permission", ...piece })
    assert.deepStrictEqual(checkOf(toolNames.tool, { tool: "write" }), { _tag: "Tool", tool: "write" })
    for (const [name, input] of [
      ["check_permissions", piece],
      ["toString", piece],
      [toolNames.report, report],
      [toolNames.check, { surface: "bash" }],
      [toolNames.check, { ...piece, agent: "another" }],
      [toolNames.tool, piece]
    ] as const) {
      assert.isUndefined(checkOf(name, input), name)
    }
  })

  it("tells what recorded authority takes the value for", () => {
    const asked = commandAsked("eval $X", { bash: { "frob *": "allow" }, path: { "*notes*": "ask" } })
    const [two, path, token, other] = checksIn(asked, [
      ...commands("ls 'a b'; pwd"),
      { surface: "path", value: "notes.txt" },
      ...commands("frob notes.txt", "make notes.txt")
    ])
    const notes = { surface: "path", value: "/w/notes.txt" } as const
    assert.deepInclude(two, { state: "allow", values: ["ls a b", "pwd"], asking: [] })
    assert.deepInclude(path, { state: "ask", values: ["/w/notes.txt", "/w/notes.txt"], asking: [notes, notes] })
    assert.deepInclude(token, { state: "ask", values: ["frob notes.txt"], asking: [notes] })
    // That no rule speaks of make is another cause.
    assert.deepInclude(other, { state: "ask", asking: [] })
  })

  it("is an ask where recorded authority breaks", () => {
    const broken = PermissionQuery.of({
      checkPermission: () => Effect.die("x"),
      getToolPermission: () => Effect.die("x")
    })
    const answered = (wanted: Parameters<typeof answerOf>[0]) =>
      Effect.runSync(Effect.provideService(answerOf(wanted), PermissionQuery, broken)).state
    assert.strictEqual(answered({ _tag: "Permission", surface: "bash", value: "ls" }), "ask")
    assert.strictEqual(answered({ _tag: "Tool", tool: "write" }), "ask")
  })
})
