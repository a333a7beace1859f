import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { askOf } from "../../../src/domain/AskOf.ts"
import { colour, plain } from "../../../src/domain/display/Paint.ts"
import { width } from "../../../src/domain/display/Text.ts"
import type { PromptPermissionDetails } from "../../../src/domain/Ask.ts"
import { moreLines, promptLines } from "../../../src/domain/prompt/PromptView.ts"
import { suggest } from "../../../src/domain/Suggestion.ts"
import { at, checked, home, mcp, result, rule, sudo, unit } from "../../cli/support/checked.ts"

const layout = { paint: plain, columns: 80, rows: 24, home }

const asked = (
  of: Parameters<typeof askOf>[0],
  more: Partial<PromptPermissionDetails> = {}
): PromptPermissionDetails => {
  const ask = askOf(of, "7k3qm2vwx9r4t8ab")
  return { ...ask, call: { ...ask.call, session: "s1", agent: "builder" }, ...more }
}

const prompt = (ask: PromptPermissionDetails, more: Partial<typeof layout> = {}) =>
  promptLines(ask, suggest(ask), { ...layout, ...more })

/** As it is meant to look; `UPDATE_GOLDEN=1` writes it anew. */
const assertGolden = (name: string, lines: ReadonlyArray<string>): void => {
  const file = new URL(`golden/${name}.txt`, import.meta.url)
  const text = `${lines.map((line) => line.trimEnd()).join("\n")}\n`
  for (const line of lines) assert.isAtMost(width(line), 80, line)
  if (process.env["UPDATE_GOLDEN"] === "1") fs.writeFileSync(file, text)
  assert.strictEqual(text, fs.readFileSync(file, "utf8"))
}

const push = (() => {
  const text = "git add . && git push --force && npm test"
  return checked(
    result(unit("git push --force", at(text, "git push --force")), "ask", "others will see it", {
      origin: "rule",
      rule: rule("ask", "bash", "git push *", 12)
    }),
    [
      result(unit("git add .", at(text, "git add .")), "allow", "`git add *` allows it"),
      result(unit("npm test", at(text, "npm test")), "ask", "no rule speaks of it")
    ],
    { tool: "bash", input: { command: text } }
  )
})()

/** A command far longer than any terminal, whose asking part stands in the middle. */
const long = (() => {
  const filler = `echo ${"word ".repeat(300)}`
  const text = `${filler}; rm -rf build; ${filler}`
  return checked(result(unit("rm -rf build", at(text, "rm -rf build")), "ask", "rm deletes"), [], {
    tool: "bash",
    input: { command: text }
  })
})()

describe("the prompt", () => {
  it("says what would run, why it asks, what would be stored, and the keys", () => {
    assertGolden("push", prompt(asked(push)))
  })

  it("marks floors and tricks, and says why it can be approved only once", () => {
    assertGolden("sudo", prompt(asked(sudo)))
  })

  it("of another tool shows its input", () => {
    const asking = {
      ...mcp,
      state: "ask",
      results: mcp.results.map((one) => ({ ...one, state: "ask" as const }))
    } as const
    assertGolden("mcp", prompt(asked(asking)))
  })

  it("keeps the part that asks in sight, and the reason above the keys, on the smallest terminal", () => {
    const lines = prompt(asked(long), { rows: 12 })
    assert.isAtMost(lines.length, 16)
    const command = lines.findIndex((line) => line.includes("rm -rf build"))
    assert.include(lines[command + 1], "^^^^^^^^^^^^")
    assert.include(lines.slice(-6).join("\n"), "rm deletes")
  })

  it("keeps to the width of the terminal", () => {
    for (const columns of [40, 60, 100]) {
      for (const of of [push, sudo, long]) {
        const lines = prompt(asked(of), { columns }).slice(0, -1)
        for (const line of lines) assert.isAtMost(width(line), columns, line)
      }
    }
  })

  it("lets no character of a call move the cursor, in colour or not", () => {
    const text = "make \u001b[2J\u202e\r\n\u0007"
    const of = checked(result(unit(text, at(text, "make")), "ask", `\u001b[1mwhy\u001b[0m`), [], {
      tool: "ba\u001b[2Jsh",
      input: { command: text }
    })
    for (const lines of [prompt(asked(of)), moreLines(asked(of), layout)]) {
      assert.notMatch(lines.join("\n"), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u)
    }
    const painted = promptLines(asked(of), suggest(asked(of)), { ...layout, paint: colour }).join("\n")
    assert.strictEqual(painted.replaceAll(/\u001b\[[0-9;]*m/g, ""), prompt(asked(of)).join("\n"))
  })
})

describe("all there is to see", () => {
  it("is every access, the whole text and what the links said", () => {
    const trail = [
      { link: "path-typo", verdict: "defer", cause: "deferred" },
      { link: "reviewer", verdict: "defer", cause: "timed-out", reason: "no answer in 10 s" }
    ] as const
    assertGolden("more", moreLines(asked(push, { trail }), layout))
  })
})
