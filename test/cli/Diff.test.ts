import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { diff, hunks } from "../../src/cli/Diff.ts"

const Lines = Schema.Array(Schema.Literals(["a", "b", "c", ""]))

const shown = (older: string, newer: string): ReadonlyArray<string> =>
  diff(older, newer).map(({ kind, text }) => `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`)

describe("diff", () => {
  it("tells what went and what came, in place", () => {
    assert.deepStrictEqual(shown("a\nb\nc\n", "a\nB\nc\nd\n"), [" a", "-b", "+B", " c", "+d"])
    assert.deepStrictEqual(shown("", "a"), ["+a"])
  })

  it.prop("holds both texts whole, with the line each line stands on", [Lines, Lines], ([older, newer]) => {
    const lines = diff(older.map((line) => `${line}\n`).join(""), newer.map((line) => `${line}\n`).join(""))
    assert.deepStrictEqual(
      lines.filter((line) => line.kind !== "added").map((line) => line.text),
      [...older]
    )
    const after = lines.filter((line) => line.kind !== "removed")
    assert.deepStrictEqual(
      after.map((line) => line.text),
      [...newer]
    )
    assert.deepStrictEqual(
      after.map((line) => line.line),
      newer.map((_, place) => place + 1)
    )
  })

  it("answers for two texts of twenty thousand lines that share none", () => {
    const lines = (letter: string) => `${letter}\n`.repeat(20_000)
    assert.strictEqual(diff(lines("a"), lines("b")).length, 40_000)
  })
})

describe("hunks", () => {
  it("keeps what is near a change and marks what is left out between", () => {
    const older = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].join("\n")
    const newer = older.replace("2", "two").replace("8", "eight")
    assert.deepStrictEqual(
      hunks(diff(older, newer), 1).map((line) => line?.text),
      ["1", "2", "two", "3", undefined, "7", "8", "eight", "9"]
    )
  })
})
