/**
 * Ways past a reading that were tried on it, by kind.
 */
import { assert, describe, it } from "@effect/vitest"
import { analysisOf, floorsOf, isProven, unitOf, unitsOf } from "./commands.ts"

describe("A program named by a path", () => {
  for (const text of ["./env ls", "bin/timeout 5 ls", "./bash -c ls", "./eval ls", "~/nice ls", "/w/env ls"]) {
    it(`${text} is no wrapper that is taken at its word`, () => {
      const unit = unitOf(text)
      assert.isFalse(unit.proof.read)
      assert.isUndefined(unit.wraps)
      // What it would run by its name is looked at all the same.
      assert.include(unitsOf(text), "ls")
    })
  }

  it("is the wrapper of that name only in the system's own directories", () => {
    for (const text of ["/usr/bin/env ls", "/bin/bash -c ls", "/usr/bin/timeout 5 ls"]) {
      assert.deepStrictEqual(unitOf(text).wraps, [1], text)
    }
    assert.isUndefined(unitOf("/usr/bin/../../w/env ls").wraps)
    assert.isUndefined(unitOf("/usr/bin/x/env ls").wraps)
  })

  it("does not move the shell", () => {
    const { paths } = analysisOf("./cd src && cat b")
    assert.deepStrictEqual(paths.find(({ path }) => path === "b")?.cwds, ["/w"])
  })
})

describe("A declaration whose name is not in the text", () => {
  const declarations = [
    "export $x=./y",
    'export "$x"',
    'export "$x=./y"',
    "declare -x $x=./y",
    "readonly A$x=1",
    "typeset ${x}=1",
    "export $(cat a)",
    "export {PAGER,EDITOR}=./y",
    "command export $x=./y",
    "f() { local $x=1; }"
  ]
  for (const text of declarations) {
    it(`${text} may set any variable`, () => assert.include(floorsOf(text), "executing-environment"))
  }
  for (const text of ["env $x ls", 'env "$A=$B" ls', "sudo $x ls"]) {
    it(`${text} hides what runs`, () => assert.include(floorsOf(text), "opaque"))
  }

  it("is told from one whose value alone is not", () => {
    for (const text of ["export A=$x", 'declare B="$x"', "export A=(a b)", "declare -a A=($x)"]) {
      assert.deepStrictEqual(floorsOf(text), [], text)
      assert.isTrue(isProven(text), text)
    }
  })
})
