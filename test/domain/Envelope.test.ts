import { assert, describe, it } from "@effect/vitest"
import type { Access } from "../../src/domain/Access.ts"
import type { PermissionCheckResult } from "../../src/domain/CheckResult.ts"
import { noDelegation, outside } from "../../src/domain/Envelope.ts"
import type { FloorClass } from "../../src/domain/Floor.ts"
import type { PermissionState } from "../../src/domain/PermissionState.ts"
import type { ModelDelegation } from "../../src/domain/Scope.ts"
import { floors, name, path, unit } from "../support/rules.ts"

const result = (access: Access, state: PermissionState, more: Partial<PermissionCheckResult> = {}) => ({
  access,
  state,
  origin: "default" as const,
  rule: undefined,
  floors: access.floors,
  reason: "",
  ...more
})

const asks = result(unit("make"), "ask")
const bash: ModelDelegation = { allowedSurfaces: ["bash"], excludedSurfaces: [] }
const within = (results: ReadonlyArray<PermissionCheckResult>, delegation = bash) =>
  outside({ results }, delegation) === undefined

describe("the envelope", () => {
  it("lets a link allow what asks on an allowed surface, and nothing where none is allowed", () => {
    assert.isTrue(within([asks]))
    assert.isFalse(within([asks], noDelegation))
    assert.isFalse(within([asks], { allowedSurfaces: ["write"], excludedSurfaces: [] }))
    assert.isFalse(within([]))
    assert.isFalse(within([result(unit("ls"), "allow")]), "nothing asks")
  })

  it("holds every access that asks to the allowed surfaces, and no other", () => {
    assert.isFalse(within([asks, result(path("external_directory", "/out"), "ask")]))
    assert.isTrue(within([asks, result(path("external_directory", "/out"), "allow")]))
    assert.isFalse(within([asks, result(name("mcp", "hub:get"), "deny")]))
  })

  it("holds every access, asking or not, to the excluded surfaces", () => {
    const excluding = { allowedSurfaces: ["bash"], excludedSurfaces: ["external_directory"] }
    assert.isFalse(within([asks, result(path("external_directory", "/out"), "allow")], excluding))
    assert.isFalse(within([asks], { allowedSurfaces: ["bash"], excludedSurfaces: ["bash"] }))
  })

  it("never lets a path shaped like a secret through, asking or not", () => {
    const secret = path("path", "/w/.env", { secret: "an environment file" })
    const everywhere = { allowedSurfaces: ["bash", "path"], excludedSurfaces: [] }
    for (const state of ["ask", "allow"] as const) assert.isFalse(within([asks, result(secret, state)], everywhere))
  })

  it("never answers the floors and the clamp that only a person answers", () => {
    const answered: ReadonlyArray<readonly [FloorClass, boolean]> = [
      ["opaque", true],
      ["executing-environment", true],
      ["privilege", false],
      ["unread", false],
      ["self-protection", false]
    ]
    for (const [floor, may] of answered) {
      assert.strictEqual(within([result(unit("x", { floors: floors(floor) }), "ask")]), may, floor)
      assert.strictEqual(within([asks, result(unit("x", { floors: floors(floor) }), "allow")]), may, floor)
    }
    assert.isFalse(within([result(unit("x"), "ask", { origin: "clamp" })]))
    // One that the operator lets a rule answer is no longer in force.
    assert.isTrue(within([result(unit("x", { floors: floors("privilege") }), "ask", { floors: [] })]))
  })
})
