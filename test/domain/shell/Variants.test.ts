import { afterAll, assert, describe, it } from "@effect/vitest"
import { isStricter, type PermissionState } from "../../../src/domain/PermissionState.ts"
import structure from "../../cases/bash-structure.json" with { type: "json" }
import { checkerOf } from "../../support/checker.ts"
import {
  gatedCommands,
  gateGround,
  gatePolicy,
  labelledCommands,
  labelledGround,
  placed,
  removeGround
} from "../../support/fixtures.ts"
import { harmlessVariantsOf, type Variant, variantsOf } from "../../support/variants.ts"
import { analyzed, floorsOf } from "./reading.ts"

/** Of all variants, one in so many is looked at; which ones hangs on the seed. */
const oneIn = 8

const given = Number(process.env["VARIANTS_SEED"] ?? "")
const seed = given > 0 ? given : 1 + (Date.now() % 1_000_000)

let count = seed
const sampled = (variants: ReadonlyArray<Variant>): ReadonlyArray<Variant> =>
  variants.filter(() => count++ % oneIn === 0)

const gate = gateGround()
const labels = labelledGround()
afterAll(() => {
  removeGround(gate)
  removeGround(labels)
})
const gated = checkerOf({ ground: gate, policy: gatePolicy })
const labelled = checkerOf({ ground: labels, policy: undefined, mode: "ask" })

/** What a variant must be answered at least: rules on paths need to know the path, and speak of this system's alone. */
const least = (wanted: PermissionState, { files }: Variant, aboutPaths: boolean): PermissionState => {
  if (!aboutPaths || files === "here") return wanted
  return files === "elsewhere" ? "allow" : "ask"
}

describe(`a variant of a labelled text (VARIANTS_SEED=${seed})`, () => {
  it("is answered at least as strictly as the gate's policy wants", () => {
    for (const { atLeast, command, exactly, final, id } of gatedCommands) {
      const wanted = final ?? exactly ?? atLeast
      if (wanted === undefined || wanted === "allow") continue
      const aboutPaths = gated(command).decisive.access.surface !== "bash"
      for (const variant of sampled(variantsOf(command))) {
        const { decisive, state } = gated(variant.text)
        const answer = `${id} ${variant.how} → ${state}: ${decisive.reason}\n${variant.text}`
        assert.isFalse(isStricter(least(wanted, variant, aboutPaths), state), answer)
      }
    }
  }, 60_000)

  it("is not allowed where the text needs approval or is dangerous", () => {
    for (const { command, expected, id } of labelledCommands) {
      if (expected === "safe") continue
      for (const { how, text } of sampled(variantsOf(placed(command, labels)))) {
        assert.notStrictEqual(labelled(text).state, "allow", `${id} ${how}\n${text}`)
      }
    }
  }, 60_000)

  it("is allowed where the text is safe and the variant harmless", () => {
    for (const { command, expected, id } of labelledCommands) {
      if (expected !== "safe" || command.startsWith("#")) continue
      for (const { how, text } of sampled(harmlessVariantsOf(placed(command, labels)))) {
        const { decisive, state } = labelled(text)
        assert.strictEqual(state, "allow", `${id} ${how}: ${decisive.reason}\n${text}`)
      }
    }
  }, 60_000)

  it("shows every command that bash ran, or a floor", () => {
    for (const { command, id, runs, ...rest } of structure.cases) {
      if ("runtimeOnly" in rest) continue
      for (const { how, text } of sampled(variantsOf(command))) {
        if (floorsOf(text).length > 0) continue
        const names = analyzed(text).units.flatMap((unit) => [unit.name, unit.text.split(" ", 1)[0] ?? ""])
        for (const name of runs) assert.include(names, name, `${id} ${how}\n${text}`)
      }
    }
  }, 60_000)
})
