import { assert, describe, it } from "@effect/vitest"
import { answerOf } from "../../src/cli/Answer.ts"
import { json } from "../../src/cli/Json.ts"
import { colour, plain } from "../../src/domain/display/Paint.ts"
import { checkLines } from "../../src/cli/render/CheckView.ts"
import { explainAnswer, explainLines } from "../../src/cli/render/ExplainView.ts"
import type { Layout } from "../../src/domain/display/Layout.ts"
import { underline } from "../../src/domain/display/Underline.ts"
import { parents } from "../../src/cli/Tree.ts"
import { checked, home, mcp, path, result, sudo, unit } from "./support/checked.ts"
import { assertGolden } from "./support/golden.ts"

const layout: Layout = { paint: plain, columns: 80, home }

const text = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

describe("check, rendered", () => {
  it("tells the state, what has it, why and by which rule", () => {
    assertGolden("check-ask", text(checkLines(sudo, layout)))
    assertGolden("check-deny", text(checkLines(mcp, layout)))
  })

  it("colours the states and nothing else differs", () => {
    const painted = text(checkLines(sudo, { ...layout, paint: colour }))
    assert.include(painted, "\u001b[1m\u001b[33mASK")
    assert.strictEqual(painted.replaceAll(/\u001b\[[0-9;]*m/g, ""), text(checkLines(sudo, layout)))
  })
})

describe("explain, rendered", () => {
  it("puts what a wrapper runs, and the paths a command reaches, under it", () => {
    assert.deepStrictEqual(parents(sudo), [undefined, 0, 1, undefined, 3, 3, undefined])
    assertGolden("explain-ask", text(explainLines(sudo, layout)))
    assertGolden("explain-deny", text(explainLines(mcp, layout)))
  })

  it("keeps every access once when wrappers name each other in a circle", () => {
    const wraps = (inner: number) => ({ name: "env", inner: [inner] })
    const circle = checked(
      result(unit("env a", { start: 0, end: 1 }, { wraps: wraps(1) }), "ask", "one"),
      [result(unit("env b", { start: 2, end: 3 }, { wraps: wraps(0) }), "ask", "two")],
      { tool: "bash", input: { command: "a b" } }
    )
    const lines = explainLines(circle, layout).join("\n")
    assert.strictEqual(lines.split("runs env").length, 3)
  })

  it("tells everything as JSON, on which a terminal cannot be tricked", () => {
    assertGolden("explain-json", `${json(explainAnswer(mcp), 2)}\n`)
    const shown = json(explainAnswer(sudo))
    assert.deepStrictEqual(JSON.parse(json({ text: "\u202e\u009b\ud83c\udf89\u200b" })), {
      text: "\u202e\u009b\ud83c\udf89\u200b"
    })
    assert.notInclude(shown, "\u202e")
  })
})

describe("the wire form", () => {
  it("names each path once a direction, and every unit", () => {
    const answer = answerOf(sudo)
    assert.deepStrictEqual(answer.paths, [
      { path: "/home/ada/project/build", direction: "write", inside: true },
      { path: "/home/ada/.ssh/id_rsa", direction: "read", inside: false }
    ])
    assert.deepStrictEqual(answer.units, ["sudo rm -rf build", "rm -rf build", "cat ~/.ssh/id_rsa", "grep -c KEY"])
    assert.deepStrictEqual(answer.floors, ["privilege"])
    assert.deepStrictEqual(Object.keys(answer.accesses[0] ?? {}), ["surface", "value", "state", "rule", "floors"])
    assert.deepStrictEqual(answer.accesses[0]?.rule, {
      pattern: "sudo *",
      origin: "user",
      file: `${home}/.config/portcullis/policy.jsonc`,
      line: 12
    })
    assert.isNull(answer.accesses[1]?.rule)
  })
})

describe("a path that several accesses reach", () => {
  it("is told as outside when any of them finds it so, in whichever order", () => {
    const span = { start: 0, end: 1 }
    const twice = [true, false].map((inside) => result(path("/w/a", span, { inside }), "ask", "why"))
    for (const [first, second] of [twice, twice.toReversed()]) {
      if (first === undefined || second === undefined) continue
      const answer = answerOf(checked(first, [second], { tool: "bash", input: { command: "a" } }))
      assert.deepStrictEqual(answer.paths, [{ path: "/w/a", direction: "read", inside: false }])
    }
  })
})

describe("underline", () => {
  it("marks the columns a reader sees, whatever the characters are wide", () => {
    const lines = underline(
      "a 日本 \u202e b",
      [
        { start: 2, end: 4 },
        { start: 7, end: 8 }
      ],
      40
    )
    assert.deepStrictEqual(
      lines.map((line) => line.text),
      ["a 日本 \\u{202e} b", "  ^^^^          ^"]
    )
  })

  it("breaks long lines and keeps the marks under what they mark", () => {
    const lines = underline("0123456789\nabc", [{ start: 6, end: 12 }], 8)
    assert.deepStrictEqual(
      lines.map((line) => line.text),
      ["01234567", "      ^^", "89", "^^", "abc", "^"]
    )
  })

  it("keeps the marked rows of a long text", () => {
    const lines = underline(`${"x\n".repeat(1_000)}here\n${"y\n".repeat(1_000)}`, [{ start: 2_000, end: 2_004 }], 40)
    assert.deepStrictEqual(
      lines.map((line) => line.text),
      ["…", "here", "^^^^", "…"]
    )
  })
})
