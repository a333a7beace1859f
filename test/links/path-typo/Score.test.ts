import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { likeness, weightOf } from "../../../src/links/path-typo/Names.ts"
import { clearest, costs, margin, prefixCost, scoreOf, written } from "../../../src/links/path-typo/Score.ts"
import { seed } from "../../invariants/worlds.ts"

const split = (file: string): ReadonlyArray<string> => file.split("/").filter((name) => name !== "")
const root = split("/home/u/code/acme")
const score = (file: string, way: string): number => scoreOf(written(split(file), [root]), split(way))

describe("Two names", () => {
  it("are alike but for case, composition and a slip that suits their length", () => {
    const alike = {
      same: [["parser.ts", "parser.ts"]],
      case: [
        ["Parser.ts", "parser.ts"],
        ["e\u0301t\u00e9", "\u00c9te\u0301"]
      ],
      near: [
        ["pasrer.ts", "parser.ts"],
        ["scr", "src"],
        ["pakages", "packages"],
        ["tokenizzer.tss", "tokenizer.ts"],
        ["lexre", "Lexer"]
      ],
      other: [
        ["read", "real"],
        ["lib", "lit"],
        ["0001_init.sql", "0002_init.sql"],
        ["v1-parser.ts", "v-parser.ts"],
        ["12", "21"],
        ["parser.ts", "parent.ts"],
        ["a", "b"],
        ["", "a"]
      ]
    } as const
    for (const [like, pairs] of Object.entries(alike)) {
      for (const [a, b] of pairs) assert.deepStrictEqual([likeness(a, b), likeness(b, a)], [like, like], `${a} ${b}`)
    }
  })

  it("are told apart in time that does not hang on what they are", () => {
    const long = "a".repeat(100_000)
    assert.strictEqual(likeness(long, `${long}b`), "other")
  })

  it("tell as much as they are rare", () => {
    assert.deepStrictEqual(["src", "index.test.ts", "README.md", "SRC"].map(weightOf), [3, 10, 3, 3])
    assert.deepStrictEqual(["x.ts", "a", "parser.ts", ".env.example"].map(weightOf), [5, 5, 10, 10])
  })

  it.prop(
    "are alike either way round",
    { a: Schema.String, b: Schema.String },
    ({ a, b }) => {
      assert.strictEqual(likeness(a, a), "same")
      assert.strictEqual(likeness(a, b), likeness(b, a))
    },
    { arbitrary: { seed, runs: 300 } }
  )
})

describe("A prefix", () => {
  it("costs the less the more surely it stands for the workspace", () => {
    const prefixes: ReadonlyArray<readonly [file: string, cost: number]> = [
      ["/", costs.knownPrefix],
      ["/home/u", costs.knownPrefix],
      ["/home/code/acme", costs.knownPrefix],
      ["/home/u/code/code/acme", costs.knownPrefix],
      ["/home/u/cdoe/acme", costs.knownPrefix],
      ["/Users/ada/wherever/acme", costs.knownPrefix],
      ["/workspace", costs.knownPrefix],
      ["/home/runner/work/x/x", costs.knownPrefix],
      ["/home/u/code/other", costs.likelyPrefix],
      ["/srv/ada/deep/amce", costs.likelyPrefix],
      ["/Users/ada/proj", costs.likelyPrefix],
      ["/Users/ada/some/proj", costs.distantPrefix],
      ["/somewhere", costs.unknownPrefix],
      ["/some/where/quite/else", costs.unknownPrefix]
    ]
    for (const [file, cost] of prefixes) assert.strictEqual(prefixCost(split(file), root), cost, file)
  })
})

describe("A score", () => {
  it("is what the names tell, less the slips", () => {
    const scores: ReadonlyArray<readonly [file: string, way: string, points: number]> = [
      ["/repo/src/parser.ts", "src/parser.ts", 13 - 6],
      ["/somewhere/src/parser.ts", "src/parser.ts", 13 - 12],
      ["/home/u/src/parser.ts", "packages/acme/src/parser.ts", 13 - 6 - 3 - 6],
      ["/repo/src/src/parser.ts", "src/parser.ts", 13 - 6 - 6],
      ["/repo/src/old/parser.ts", "src/parser.ts", 13 - 6 - 9],
      ["/repo/lexer/parser.ts", "lexer/src/parser.ts", 20 - 6 - 6],
      ["/repo/src/Parser.ts", "src/parser.ts", 13 - 6 - 3],
      ["/repo/src/pasrer.ts", "src/parser.ts", 13 - 6 - 3],
      ["/repo/src/parser.ts", "src/other.ts", -Infinity]
    ]
    for (const [file, way, points] of scores) assert.strictEqual(score(file, way), points, `${file} → ${way}`)
  })

  const Name = Schema.Literals(["src", "lexer", "packages", "index.ts", "tokenizer.ts", "x", "writer"])

  it.prop(
    "is not raised by a name that is not there, and is highest for the very way",
    { way: Schema.NonEmptyArray(Name), at: Schema.Int },
    ({ at, way }) => {
      const real: ReadonlyArray<string> = way.slice(0, 8)
      const place = Math.abs(at) % real.length
      const file = `/workspace/${real.join("/")}`
      const whole = score(file, real.join("/"))
      assert.isAtLeast(whole, real.reduce((sum, name) => sum + weightOf(name), 0) - costs.knownPrefix)
      const strayed = `/workspace/${real.toSpliced(place, 0, "elsewhere-entirely").join("/")}`
      assert.isAtMost(score(strayed, real.join("/")), whole)
      assert.isAtMost(score(file, real.toSpliced(place, 0, "elsewhere-entirely").join("/")), whole)
    },
    { arbitrary: { seed, runs: 200 } }
  )

  it("of the longest paths takes no time to speak of", () => {
    const long = Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? "a" : "b"))
    const started = performance.now()
    for (let round = 0; round < 20; round += 1) scoreOf(written(long, [root]), long)
    assert.isBelow(performance.now() - started, 2000)
  })
})

describe("The clearest", () => {
  const of = (...scores: ReadonlyArray<number>) => clearest(scores.map((score, at) => ({ relative: `${at}`, score })))

  it("is far enough ahead of every other, and has enough in common", () => {
    assert.strictEqual(of(0)._tag, "One")
    assert.deepStrictEqual(of(-1), { _tag: "None", why: "not-enough-in-common" })
    assert.deepStrictEqual(of(), { _tag: "None", why: "nothing-like-it" })
    assert.strictEqual(of(9, 9 - margin)._tag, "One")
    assert.deepStrictEqual(of(9, 9 - margin + 1), { _tag: "None", why: "several" })
    assert.deepStrictEqual(of(5, 9, 9), { _tag: "None", why: "several" })
  })
})
