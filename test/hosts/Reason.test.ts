import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { UnitAccess } from "../../src/domain/Access.ts"
import type { CheckedCall, PermissionCheckResult } from "../../src/domain/CheckResult.ts"
import { permissionStates } from "../../src/domain/PermissionState.ts"
import { clipped, longestReason, reasonOf } from "../../src/hosts/Reason.ts"

const unit = (value: string): UnitAccess => ({
  _tag: "Unit",
  surface: "bash",
  value,
  forms: [{ spellings: [value], tighter: [] }],
  floors: [],
  proof: { read: false, why: "it writes" }
})

const result = (value: string, reason: string, state: CheckedCall["state"] = "ask"): PermissionCheckResult => ({
  access: unit(value),
  state,
  origin: "default",
  rule: undefined,
  floors: [],
  reason
})

const checked = (decisive: PermissionCheckResult, ...others: ReadonlyArray<PermissionCheckResult>): CheckedCall => ({
  call: { tool: "bash", input: {}, cwd: "/w", workspace: "/w" },
  state: decisive.state,
  results: [decisive, ...others],
  decisive,
  floors: []
})

describe("a reason", () => {
  it("says what decides, why, what else does, and where more is told", () => {
    const call = checked(result("rm x", "rm deletes"), result("mv a b", "mv moves"), result("ls", "reads", "allow"))
    assert.strictEqual(
      reasonOf(call, ["it asks nicely"], "id1"),
      "Portcullis asks about `rm x`: rm deletes. Also `mv a b`. Note: it asks nicely. (portcullis why id1)"
    )
  })

  it("ends a rule's own sentence once", () => {
    assert.strictEqual(reasonOf(checked(result("x", "No!", "deny"))), "Portcullis denies `x`: No!")
  })

  it("shows what a reader cannot see, in every part", () => {
    const call = checked(result("a\u202e\n\u001b[2J", "b\u0007"), result("c\u200b", ""))
    assert.notMatch(reasonOf(call, ["d\u2028"]), /[\p{Cc}\p{Cf}\p{Zl}]/u)
  })

  it.prop(
    "is never empty and never longer than its bound, whatever the call holds",
    [Schema.String, Schema.String, Schema.Array(Schema.String), Schema.Literals(permissionStates)],
    ([value, reason, others, state]) => {
      const long = (text: string): string => text.repeat(200)
      const call = checked(
        result(long(value), long(reason), state),
        ...others.map((other) => result(long(other), reason, state))
      )
      for (const text of [reasonOf(call, others.map(long), "id"), reasonOf(call)]) {
        assert.isAbove(text.length, 0)
        assert.isAtMost(text.length, longestReason)
        assert.notMatch(text, /\p{Cs}/u)
      }
    }
  )

  it("is cut between characters", () => {
    for (let most = 1; most < 12; most++) assert.notMatch(clipped("😀😀😀😀😀😀😀", most), /\p{Cs}/u)
    assert.strictEqual(clipped("abc", 3), "abc")
    assert.strictEqual(clipped("abcd", 3), "ab…")
  })
})
