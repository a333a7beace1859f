import { assert, describe, it } from "@effect/vitest"
import { allow, defer, deny, longestReason, reasonText, verdictOf, verdictOfWire } from "../../src/domain/Verdict.ts"

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no")
    }
  }
)

describe("a verdict read from a value", () => {
  it("is one of ours, or none", () => {
    assert.deepStrictEqual(verdictOf({ _tag: "Allow", more: 1 }), allow)
    assert.deepStrictEqual(verdictOf({ _tag: "Defer" }), defer)
    assert.deepStrictEqual(verdictOf({ _tag: "Deny", reason: "no\nway" }), deny("no way"))
    const none = [undefined, null, true, "Allow", 1, [], {}, { _tag: "allow" }, { _tag: ["Allow"] }, { kind: "allow" }]
    for (const value of [...none, { _tag: "toString" }, { _tag: "__proto__" }, throwing]) {
      assert.isUndefined(verdictOf(value))
    }
  })

  it("is written with `kind` on the wire", () => {
    assert.deepStrictEqual(verdictOfWire({ kind: "allow" }), allow)
    assert.deepStrictEqual(verdictOfWire({ kind: "deny" }), deny())
    assert.deepStrictEqual(verdictOfWire({ kind: "defer" }), defer)
    for (const value of [{ _tag: "Allow" }, { kind: "Allow" }, [], throwing, "allow"]) {
      assert.isUndefined(verdictOfWire(value))
    }
  })

  it("is a deny though its reason cannot be read", () => {
    const hostile = {
      kind: "deny",
      get reason(): string {
        throw new Error("no")
      }
    }
    assert.deepStrictEqual(verdictOfWire(hostile), deny())
    assert.deepStrictEqual(verdictOfWire({ kind: "deny", reason: 7 }), deny())
  })

  it("is read once, so that it cannot be another the next time", () => {
    let reads = 0
    const turning = {
      get _tag(): string {
        reads += 1
        return reads === 1 ? "Defer" : "Allow"
      }
    }
    assert.deepStrictEqual(verdictOf(turning), defer)
    assert.strictEqual(reads, 1)
  })
})

describe("a reason", () => {
  it("is one bounded line", () => {
    assert.strictEqual(reasonText("  wrong path;\r\n\tuse\u2028packages/ "), "wrong path; use packages/")
    const long = reasonText("x".repeat(10_000_000)) ?? ""
    assert.isAtMost(long.length, longestReason)
    assert.isTrue(long.endsWith("x…"))
    for (const nothing of ["", " \n ", undefined, 7, {}]) assert.isUndefined(reasonText(nothing))
  })

  it("is not cut within a character", () => {
    const cut = reasonText(`${"x".repeat(longestReason - 2)}😀 and more`) ?? ""
    assert.strictEqual(cut, `${"x".repeat(longestReason - 2)}…`)
  })
})
