import { assert, describe, it } from "@effect/vitest"
import { environmentFloor } from "../../src/domain/shell/Environment.ts"
import { executingPrefixes, executingVariables, harmlessVariables } from "../../src/knowledge/environment.ts"
import { environmentSources } from "../../src/knowledge/environmentSources.ts"

const sourced = new Set(Object.values(environmentSources).flatMap((names) => names.split(" ")))
const known = [...executingVariables.keys(), ...executingPrefixes.map(([prefix]) => prefix)]

describe("A variable that makes another program run", () => {
  it("has a source, and every source is of one that is known", () => {
    assert.deepStrictEqual(
      known.filter((name) => !sourced.has(name)),
      []
    )
    assert.deepStrictEqual(
      [...sourced].filter((name) => !known.includes(name)),
      []
    )
  })

  it("is a floor that says what it decides", () => {
    for (const name of known) {
      const floor = environmentFloor(name, "/x", undefined)
      assert.strictEqual(floor?.class, "executing-environment", name)
      assert.match(floor?.cause ?? "", /^\w+ decides (?:which|what|where|how|whose) /u)
    }
  })

  it("is none where its family has one that only sets a name, a date or a switch", () => {
    for (const name of [...harmlessVariables, "TF_VAR_a", "CARGO_PROFILE_DEV_DEBUG"])
      assert.isUndefined(environmentFloor(name, "/x", undefined), name)
  })
})
