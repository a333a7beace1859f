import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { scoreOf, written } from "../../../src/links/path-typo/Score.ts"
import { seed } from "../../invariants/worlds.ts"
import { decide, type Ground, groundOf, read } from "./chain.ts"
import { writeIndex } from "./index-file.ts"
import { found } from "./lookup.ts"

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
    { arbitrary: { seed, runs: 120 } }
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
    { arbitrary: { seed, runs: 60 } }
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
    { arbitrary: { seed, runs: 30 } }
  )
})
