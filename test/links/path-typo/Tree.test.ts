import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lookFor, treeLimits } from "../../../src/links/path-typo/Tree.ts"
import { type Ground, groundOf } from "./chain.ts"
import { found, never } from "./lookup.ts"

const git = (ground: Ground, ...args: ReadonlyArray<string>): void => {
  execFileSync("git", ["-C", ground.workspace, ...args], { env: { PATH: "/usr/bin:/bin" } })
}

/** Has git track what is there now. */
const track = (ground: Ground): Ground => {
  git(ground, "init", "-q")
  git(ground, "add", "-f", ".")
  return ground
}

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
