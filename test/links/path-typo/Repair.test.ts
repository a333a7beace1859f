import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Concern } from "../../../src/links/path-typo/Concern.ts"
import { placeOf, repairsOf } from "../../../src/links/path-typo/Repair.ts"
import { scoreOf, written } from "../../../src/links/path-typo/Score.ts"
import { lookFor, type TreeLimits, treeLimits } from "../../../src/links/path-typo/Tree.ts"
import { seed } from "../../invariants/worlds.ts"
import { decide, type Ground, groundOf, read } from "./chain.ts"
import { writeIndex } from "./index-file.ts"

const never = () => false

const git = (ground: Ground, ...args: ReadonlyArray<string>): void => {
  execFileSync("git", ["-C", ground.workspace, ...args], { env: { PATH: "/usr/bin:/bin" } })
}

/** Has git track what is there now. */
const track = (ground: Ground): Ground => {
  git(ground, "init", "-q")
  git(ground, "add", "-f", ".")
  return ground
}

const concern = (file: string, more: Partial<Concern> = {}): Concern => ({
  path: file,
  forms: [file],
  writes: false,
  makes: "nothing",
  ...more
})

/** What a path was meant to be, or why that is not told, with where it was looked up. */
const found = (ground: Ground, file: string, limits?: TreeLimits, late = never) =>
  Effect.gen(function* () {
    const place = placeOf(ground.workspace)
    assert.isDefined(place)
    if (place === undefined) return []
    const { outcomes } = yield* repairsOf([concern(file)], place, late, limits)
    return outcomes.map(({ found, source }) => [source, "way" in found ? found.way : `(${found.why})`])
  })

// No two of them a slip apart, so that what a slip leaves is one of them and no other.
const directories = ["src", "lexer", "packages", "generated", "docs", "writer", "compiler"] as const
const names = ["index.ts", "README.md", "tokenizer.ts", "scanner-table.ts", "grammar.md", "x.ts", "layout.css"] as const
const kinds = ["prefix", "mount", "root", "doubled", "dropped", "letter", "swapped", "case", "base", "two"] as const

const File = Schema.Struct({
  above: Schema.Array(Schema.Literals(directories)),
  name: Schema.Literals(names)
})
const World = Schema.Struct({
  files: Schema.NonEmptyArray(File),
  chosen: Schema.Int,
  kind: Schema.Literals(kinds),
  place: Schema.Int,
  tracked: Schema.Boolean
})
type World = typeof World.Type

const wayOf = ({ above, name }: typeof File.Type): string => [...above.slice(0, 5), name].join("/")

const pick = <A>(items: ReadonlyArray<A>, at: number, none: A): A => items[Math.abs(at) % items.length] ?? none

/** Writes a way wrong, one kind of slip at a time. */
const slipped = ({ home, workspace }: Ground, way: string, kind: World["kind"], place: number): string => {
  const segments = way.split("/")
  const at = Math.abs(place) % segments.length
  const name = segments[at] ?? ""
  const changed = (by: (name: string) => string): string =>
    `/repo/${segments.map((one, of) => (of === at ? by(one) : one)).join("/")}`
  switch (kind) {
    case "prefix":
      return `/Users/ada/proj/${way}`
    case "mount":
      return `/workspace/${way}`
    case "root":
      return `${home}/code/another/${way}`
    case "doubled":
      return changed((one) => `${one}/${one}`)
    case "dropped":
      return `/repo/${(segments.length === 1 ? segments : segments.toSpliced(Math.min(at, segments.length - 2), 1)).join("/")}`
    case "letter":
      return changed((one) => `${one.slice(0, 2)}q${one.slice(2)}`)
    case "swapped":
      return changed((one) => `${one.charAt(1)}${one.charAt(0)}${one.slice(2)}`)
    case "case":
      return changed((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))
    case "base":
      return path.join(path.dirname(path.dirname(workspace)), "elsewhere", way)
    case "two":
      return `/repo/${segments.map((one) => (one === name ? `${one.slice(0, 3)}q${one.slice(3)}` : one)).join("/")}`
  }
}

const grown = ({ files, tracked }: World): Ground => {
  const ways = [...new Set(files.map(wayOf))]
  const ground = groundOf(ways)
  if (tracked) writeIndex(ground.workspace, ways)
  return ground
}

const segmentsOf = (file: string): ReadonlyArray<string> => file.split("/").filter((name) => name !== "")

/** How well a way answers, by the table alone. */
const points = ({ workspace }: Ground, file: string, way: string): number =>
  scoreOf(written(segmentsOf(file), [segmentsOf(workspace)]), segmentsOf(way))

describe(`A slip (SEED=${seed})`, () => {
  it.effect.prop(
    "leads to what was meant, or to nothing that answers less well, and always to what is there",
    { world: World },
    Effect.fnUntraced(function* ({ world }) {
      const ground = grown(world)
      const way = wayOf(pick(world.files, world.chosen, world.files[0]))
      const file = slipped(ground, way, world.kind, world.place)
      const [answer] = yield* found(ground, file)
      const [, told = ""] = answer ?? []
      if (told.startsWith("(")) return
      assert.isTrue(fs.existsSync(path.join(ground.workspace, told)), `${file} → ${told}`)
      if (told !== way) assert.isAtLeast(points(ground, file, told), points(ground, file, way), `${file} → ${told}`)
    }),
    { arbitrary: { seed, runs: 200 } }
  )

  it.effect.prop(
    "of a path that shares enough with one file alone leads there",
    { kind: Schema.Literals(kinds), place: Schema.Int, tracked: Schema.Boolean },
    Effect.fnUntraced(function* ({ kind, place, tracked }) {
      const way = "packages/compiler/lexer/scanner-table.ts"
      const others = ["packages/compiler/lexer/grammar.md", "docs/compiler/index.md", "packages/writer/layout.css"]
      const ground = groundOf([way, ...others])
      if (tracked) writeIndex(ground.workspace, [way, ...others])
      const file = slipped(ground, way, kind, place)
      assert.strictEqual((yield* found(ground, file))[0]?.[1], way, file)
    }),
    { arbitrary: { seed, runs: 100 } }
  )

  it.effect.prop(
    "never leads to a secret",
    {
      name: Schema.Literals([".env", "id_ed25519", "server.pem", "credentials.json", ".npmrc"]),
      above: Schema.Array(Schema.Literals(directories)),
      kind: Schema.Literals(kinds),
      place: Schema.Int
    },
    Effect.fnUntraced(function* ({ above, kind, name, place }) {
      const way = [...above.slice(0, 3), name].join("/")
      const ground = groundOf([way, "docs/grammar.md"])
      const file = slipped(ground, way, kind, place)
      const answer = yield* decide(ground, read(file))
      assert.notStrictEqual(answer.decision.decidedBy, "authorizer:path-typo", `${file}: ${answer.decision.reason}`)
      for (const { event, ...entry } of answer.entries) assert.notInclude(JSON.stringify(entry), "repair", event)
    }),
    { arbitrary: { seed, runs: 40 } }
  )
})

describe("Where names are looked up", () => {
  const wrong = "/Users/ada/other/lexer/tokenizer.ts"

  it.effect("is git's index, and what is new beside it", () =>
    Effect.gen(function* () {
      const ground = track(groundOf(["lexer/tokenizer.ts", "docs/a.md"]))
      assert.deepStrictEqual(yield* found(ground, wrong), [["index", "lexer/tokenizer.ts"]])
      fs.mkdirSync(path.join(ground.workspace, "new/lexer"), { recursive: true })
      fs.writeFileSync(path.join(ground.workspace, "new/lexer/scanner-table.ts"), "")
      const file = "/Users/ada/other/new/lexer/scanner-table.ts"
      assert.deepStrictEqual(yield* found(ground, file), [["index", "new/lexer/scanner-table.ts"]])
    })
  )

  it.effect("does not make what was deleted a repair, nor a rival", () =>
    Effect.gen(function* () {
      const ground = track(groundOf(["packages/lexer/tokenizer.ts", "old/lexer/tokenizer.ts"]))
      const file = "/somewhere/other/lexer/tokenizer.ts"
      assert.deepStrictEqual(yield* found(ground, file), [["index", "(several)"]])
      fs.rmSync(path.join(ground.workspace, "old"), { recursive: true })
      assert.deepStrictEqual(yield* found(ground, file), [["index", "packages/lexer/tokenizer.ts"]])
      fs.rmSync(path.join(ground.workspace, "packages"), { recursive: true })
      assert.deepStrictEqual(yield* found(ground, file), [["index", "(nothing-like-it)"]])
    })
  )

  it.effect("is the part of an index that is below the workspace", () =>
    Effect.gen(function* () {
      const ground = track(groundOf(["sub/lexer/tokenizer.ts", "other/lexer/scanner-table.ts"]))
      const sub = { ...ground, workspace: path.join(ground.workspace, "sub") }
      assert.deepStrictEqual(yield* found(sub, wrong), [["index", "lexer/tokenizer.ts"]])
      const rival = "/Users/ada/other/lexer/scanner-table.ts"
      assert.deepStrictEqual(yield* found(sub, rival), [["index", "(nothing-like-it)"]])
    })
  )

  it.effect("is told the same by an index and by a walk, directories included", () =>
    Effect.gen(function* () {
      const ground = groundOf(["a/lexer/tokenizer.ts", "b/Lexer/x.ts", "c/c/lexre/y.ts", "c/ü/lexer"])
      const ways = (names: ReadonlyArray<string>) =>
        Effect.map(lookFor(ground.workspace, names, never), ({ alike }) =>
          alike.map(({ ways }) => [...ways].toSorted())
        )
      const names = ["lexer", "tokenizer.ts", "ü"]
      const walked = yield* ways(names)
      assert.deepStrictEqual(walked[0], ["a/lexer", "b/Lexer", "c/c/lexre", "c/ü/lexer"])
      track(ground)
      assert.deepStrictEqual(yield* ways(names), walked)
    })
  )

  it.effect("is bounded, and what was not looked at whole is left to others", () =>
    Effect.gen(function* () {
      const files = Array.from({ length: 40 }, (_, at) => `d${at}/lexer/tokenizer.ts`)
      const ground = groundOf(files)
      const file = "/somewhere/other/d7/lexer/tokenizer.ts"
      assert.deepStrictEqual(yield* found(ground, file), [["walk", "d7/lexer/tokenizer.ts"]])
      const few = { ...treeLimits, walked: 60, walkedBesideIndex: 10 }
      assert.deepStrictEqual(yield* found(ground, file, few), [["walk", "(too-large)"]])
      assert.deepStrictEqual(yield* found(ground, file, { ...few, alike: 20, walked: 1000 }), [
        ["walk", "(too-many-alike)"]
      ])
      assert.deepStrictEqual(yield* found(track(ground), file, few), [["index", "d7/lexer/tokenizer.ts"]])
    })
  )

  it.effect("is given up when time is up, while others have their turn", () =>
    Effect.gen(function* () {
      const ground = groundOf(Array.from({ length: 300 }, (_, at) => `d${at}/lexer/tokenizer.ts`))
      let asked = 0
      const turns: Array<number> = []
      const other = Effect.repeat(
        Effect.andThen(
          Effect.sync(() => turns.push(asked)),
          Effect.yieldNow
        ),
        { times: 20 }
      )
      const late = () => (asked += 1) > 2
      const [answer] = yield* Effect.all([found(ground, wrong, treeLimits, late), other], { concurrency: 2 })
      assert.deepStrictEqual(answer, [["walk", "(no-time)"]])
      assert.include(turns, 1, "something else ran between two pieces")
    })
  )
})
