import { assert, describe, it } from "@effect/vitest"
import { hostEffect, type HostEffect } from "../../src/hosts/ClaudeOutcome.ts"

const answer = (decision: string, event = "PreToolUse"): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, permissionDecision: decision } })

type Effect = HostEffect["effect"]

/** What came out of a hook; what the host did by default, and with `onFailure: "block"`. As measured. */
const measured: ReadonlyArray<readonly [string, number | null, string, Effect, Effect]> = [
  ["an allow", 0, answer("allow"), "runs", "runs"],
  ["an ask", 0, answer("ask"), "asks", "asks"],
  ["a deny", 0, `${answer("deny")}\n`, "blocked", "blocked"],
  ["nothing", 0, "", "ungated", "ungated"],
  ["plain text", 0, "no", "ungated", "ungated"],
  ["a truncated object", 0, '{"a":', "ungated", "ungated"],
  ["text, then a deny", 0, `well: ${answer("deny")}`, "ungated", "ungated"],
  ["an object that is not JSON", 0, "{bad}", "ungated", "blocked"],
  ["a deny for another event", 0, answer("deny", "PostToolUse"), "ungated", "blocked"],
  ["an unknown word", 0, answer("maybe"), "ungated", "blocked"],
  ["two answers", 0, `${answer("deny")}\n${answer("deny")}`, "ungated", "blocked"],
  ["exit 1", 1, "", "ungated", "blocked"],
  ["exit 1 with a deny", 1, answer("deny"), "blocked", "blocked"],
  ["exit 1 with an allow", 1, answer("allow"), "runs", "blocked"],
  ["exit 2", 2, "", "blocked", "blocked"],
  ["exit 2 with an allow", 2, answer("allow"), "blocked", "blocked"],
  ["the end by a signal", null, "", "ungated", "blocked"],
  ["no such program", 127, "", "ungated", "blocked"]
]

describe("hostEffect", () => {
  it("answers what the host was seen to do", () => {
    for (const [name, code, stdout, open, closed] of measured) {
      const outcome = { code, stdout, late: false }
      assert.strictEqual(hostEffect(outcome, "PreToolUse", undefined).effect, open, name)
      assert.strictEqual(hostEffect(outcome, "PreToolUse", "continue").effect, open, name)
      assert.strictEqual(hostEffect(outcome, "PreToolUse", "block").effect, closed, name)
    }
  })

  it("counts no answer that came before the hook was too late", () => {
    for (const decision of ["allow", "ask", "deny"]) {
      const outcome = { code: null, stdout: answer(decision), late: true }
      assert.strictEqual(hostEffect(outcome, "PreToolUse", undefined).effect, "ungated")
      assert.strictEqual(hostEffect(outcome, "PreToolUse", "block").effect, "blocked")
    }
  })
})
