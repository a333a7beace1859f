import { assert, describe, it } from "@effect/vitest"
import structure from "../../cases/bash-structure.json" with { type: "json" }
import { analyzed, floorsOf } from "./reading.ts"

describe("the structures of bash", () => {
  const cases = structure.cases.map((one) => ({ runtimeOnly: false, ...one }))

  it("finds every command that bash runs, where the text names it", () => {
    for (const { command, id, runs } of cases.filter((one) => !one.runtimeOnly)) {
      const names = analyzed(command).units.flatMap((unit) => [unit.name, unit.text.split(" ", 1)[0] ?? ""])
      for (const name of runs) assert.include(names, name, `${id}: ${command}`)
    }
  })

  it("raises a floor where only running a text would tell what runs", () => {
    for (const { command, id } of cases.filter((one) => one.runtimeOnly)) {
      assert.notStrictEqual(floorsOf(command).length, 0, `${id}: ${command}`)
    }
  })

  it("raises a floor on at most one in four of the others", () => {
    const others = cases.filter((one) => !one.runtimeOnly)
    const floored = others.filter(({ command }) => floorsOf(command).length > 0).map(({ id }) => id)
    assert.isAtMost(floored.length, others.length / 4, floored.join(" "))
  })
})
