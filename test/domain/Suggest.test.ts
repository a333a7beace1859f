import { assert, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { advise, editDistance, nearest } from "../../src/domain/Suggest.ts"

it("the edit distance counts insertions, removals, replacements and swaps", () => {
  for (const [a, b, distance] of [
    ["", "", 0],
    ["deny", "deny", 0],
    ["denny", "deny", 1],
    ["mdoe", "mode", 1],
    ["alow", "allow", 1],
    ["bahs", "bash", 1],
    ["ask", "deny", 4],
    ["", "ask", 3]
  ] as const) {
    assert.strictEqual(editDistance(a, b), distance, `${a} ${b}`)
  }
})

const word = Schema.String.check(Schema.isMaxLength(12))

it.prop(
  "the edit distance is zero for equal words alone, the same both ways, and at most the longer word",
  { a: word, b: word },
  ({ a, b }) => {
    const distance = editDistance(a, b)
    assert.strictEqual(distance === 0, a === b)
    assert.strictEqual(distance, editDistance(b, a))
    assert.isAtMost(distance, Math.max(a.length, b.length))
  }
)

it("the nearest word is one that may be meant, and none is when all are far", () => {
  assert.strictEqual(nearest("Permissions", ["preset", "permission", "parent"]), "permission")
  assert.strictEqual(nearest("readonly", ["ask", "read_only", "auto"]), "read_only")
  assert.strictEqual(nearest("xyz", ["ask", "read_only", "auto"]), undefined)
  assert.strictEqual(nearest("a".repeat(1_000_000), ["ask"]), undefined)
})

it("advice without a near word lists what there is", () => {
  assert.strictEqual(advise("xyz", ["module", "command"]), "use one of: module, command")
})
