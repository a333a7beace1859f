/**
 * Repairing one path without the chain around it.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Concern } from "../../../src/links/path-typo/Concern.ts"
import { placeOf, repairsOf } from "../../../src/links/path-typo/Repair.ts"
import type { TreeLimits } from "../../../src/links/path-typo/Tree.ts"
import type { Ground } from "./chain.ts"

/** There is time. */
export const never = () => false

const concern = (file: string, more: Partial<Concern> = {}): Concern => ({
  path: file,
  forms: [file],
  writes: false,
  makes: "nothing",
  words: new Set(),
  ...more
})

/** Answers what a path was meant to be, or why that is not told, with where it was looked up. */
export const found = (ground: Ground, file: string, limits?: TreeLimits, late = never) =>
  Effect.gen(function* () {
    const place = placeOf(ground.workspace)
    assert.isDefined(place)
    if (place === undefined) return []
    const { outcomes } = yield* repairsOf([concern(file)], place, late, limits)
    return outcomes.map(({ found, source }) => [source, "way" in found ? found.way : `(${found.why})`])
  })
