import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import commands from "../../cases/commands.json" with { type: "json" }
import structure from "../../cases/bash-structure.json" with { type: "json" }
import { seed } from "../../invariants/worlds.ts"
import { analyzed } from "./reading.ts"

const texts: ReadonlyArray<string> = [...structure.cases, ...commands.cases].map(({ command }) => command)

const pieces: ReadonlyArray<string> = [
  "$(",
  ")",
  "`",
  "\\`",
  '"',
  "'",
  "${",
  "}",
  "$((",
  "))",
  "<<E\n",
  "\nE\n",
  "<<<",
  "\n",
  ";",
  "|",
  "&&",
  "||",
  "&",
  "{ ",
  " }",
  "[[ ",
  " ]]",
  "(",
  "[",
  "]",
  "case x in ",
  "esac",
  ";;",
  "if ",
  "then ",
  "fi",
  "for i in ",
  "do ",
  "done",
  "while ",
  "x=",
  "a=(",
  "#",
  "! ",
  ">",
  "<",
  ">&",
  "<(",
  "*",
  "?",
  "{a,b}",
  "{",
  ",",
  "~",
  "$'",
  "\\",
  "\\\n",
  "coproc ",
  "time ",
  "function f ",
  "f() ",
  "eval ",
  "bash -c ",
  "trap ",
  "cd ",
  "export ",
  "read ",
  "\0",
  "\r",
  "\u202e",
  "\u00a0",
  "\ud800",
  "$x",
  "${x@P}",
  "${!x}",
  "@(",
  "$[",
  "sudo ",
  "find . -exec ",
  "xargs ",
  " a ",
  "0",
  "\t"
]

/** One edit of a text: what to do, where, and with what. Numbers are taken modulo what there is. */
const Edit = Schema.Struct({
  kind: Schema.Literals(["insert", "delete", "copy", "splice", "replace"]),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000 })),
  length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  which: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000 }))
})
const Mutation = Schema.Struct({
  text: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })),
  edits: Schema.Array(Edit).check(Schema.isMaxLength(6))
})

const chosen = (from: ReadonlyArray<string>, which: number): string => from[which % from.length] ?? ""

const mutated = ({ edits, text }: typeof Mutation.Type): string => {
  let result = chosen(texts, text)
  for (const { at, kind, length, which } of edits) {
    const from = at % (result.length + 1)
    const before = result.slice(0, from)
    const after = result.slice(from + length)
    switch (kind) {
      case "insert":
        result = before + chosen(pieces, which) + result.slice(from)
        break
      case "delete":
        result = before + after
        break
      case "copy":
        result = before + result.slice(from, from + length) + result.slice(from)
        break
      case "splice":
        result = before + chosen(texts, which).slice(at % 7) + after
        break
      case "replace":
        result = before + chosen(pieces, which) + after
        break
    }
  }
  return result
}

const isTotal = (text: string): void => {
  const first = analyzed(text)
  assert.deepStrictEqual(analyzed(text), first)
  for (const { span } of first.units) {
    if (span === undefined) continue
    assert.isTrue(span.start >= 0 && span.start <= span.end && span.end <= text.length, JSON.stringify(span))
  }
  for (const [index, { wraps }] of first.units.entries()) {
    for (const inner of wraps ?? []) assert.isTrue(inner > index && inner < first.units.length)
  }
}

describe(`reading is total (SEED=${seed})`, () => {
  it.prop(
    "reading is total: no text throws, and the same text has the same answer",
    [Schema.String],
    ([text]) => {
      isTotal(text)
    },
    { arbitrary: { seed } }
  )

  it.prop(
    "reading is total on edited commands",
    [Mutation],
    ([mutation]) => {
      isTotal(mutated(mutation))
    },
    { arbitrary: { runs: 1_000, seed } }
  )

  it.prop(
    "reading is total on pieces of commands in any order",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: pieces.length - 1 })))],
    ([indexes]) => {
      isTotal(indexes.map((index) => chosen(pieces, index)).join(""))
    },
    { arbitrary: { runs: 500, seed } }
  )

  const repeated = [
    "a ",
    "a;",
    "a&&",
    "a|",
    "$(",
    '"$(',
    "${x/",
    "`",
    "`a \\`",
    "((",
    "$[",
    "<(",
    "<<E ",
    "<<<E ",
    "{a,",
    "[[ ",
    "$x",
    "f(){ ",
    "if a;then ",
    "x=1;",
    "(",
    "\\\n",
    "cd a;",
    "'",
    "eval ",
    "env ",
    "find . -exec ",
    "xargs find . -exec "
  ]
  it("answers for the longest text of whatever is repeated in a bounded time", () => {
    // One part is put into each place of another.
    const put = [`parallel '${"{} ".repeat(10_000)}' ::: ${"b".repeat(30_000)}`]
    const texts = [...repeated.map((unit) => unit.repeat(Math.floor(65_536 / unit.length))), ...put]
    for (const text of texts) {
      const start = performance.now()
      analyzed(text)
      const took = performance.now() - start
      // Without the caps some of these take seconds; the rest is room for a busy machine.
      assert.isBelow(took, 1_500, text.slice(0, 40))
    }
  })

  it("answers with a floor for whatever is nested too deep", () => {
    for (const [open, close] of [
      ["$(", ")"],
      ["{ ", ";}"],
      ["${x:-", "}"],
      ["((", "))"],
      ["if a;then ", ";fi"],
      ["`", "`"]
    ] as const) {
      const { floors, units } = analyzed(`${open.repeat(5_000)}k1${close.repeat(5_000)}`)
      assert.isTrue(floors.length > 0 || units.some((unit) => unit.floors.length > 0), open)
    }
  })
})
