import * as os from "node:os"
import { assert, describe, it } from "@effect/vitest"
import { operatorOf } from "../../src/layers/ProcessOperator.ts"

describe("the operator of a process", () => {
  it("has the home of the environment, and the usual places below it", () => {
    assert.deepStrictEqual(operatorOf({ HOME: "/home/u" }), {
      home: "/home/u",
      uid: process.getuid?.() ?? -1,
      configHome: "/home/u/.config",
      stateHome: "/home/u/.local/state",
      guarded: []
    })
  })

  it("has other places where the environment names absolute ones", () => {
    const { configHome, stateHome } = operatorOf({ HOME: "/h", XDG_CONFIG_HOME: "/c/", XDG_STATE_HOME: "/s//" })
    assert.deepStrictEqual([configHome, stateHome], ["/c", "/s"])
  })

  it("has the usual places where the environment names relative or empty ones", () => {
    const { configHome, stateHome } = operatorOf({ HOME: "/h", XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "" })
    assert.deepStrictEqual([configHome, stateHome], ["/h/.config", "/h/.local/state"])
  })

  it("has the home of the user database where the environment has none", () => {
    for (const env of [{}, { HOME: "" }, { HOME: "relative" }]) {
      assert.strictEqual(operatorOf(env).home, os.userInfo().homedir)
    }
  })

  it("is whoever an embedder says", () => {
    const options = { home: "/h", uid: 7, configHome: "/c", stateHome: "/s" }
    assert.deepStrictEqual(operatorOf({ HOME: "/x", XDG_CONFIG_HOME: "/y" }, options), { ...options, guarded: [] })
  })

  it("is guarded by the settings of a host that keeps them elsewhere", () => {
    const { guarded = [] } = operatorOf({ HOME: "/h", CLAUDE_CONFIG_DIR: "/claude" }, { guarded: ["/p"] })
    assert.include(guarded, "/p")
    assert.include(guarded, "/claude/settings.json")
    assert.deepStrictEqual(operatorOf({ HOME: "/h", CLAUDE_CONFIG_DIR: "claude" }).guarded, [])
  })

  it("keeps a home that is the root", () => {
    assert.strictEqual(operatorOf({ HOME: "//" }).home, "/")
  })
})
