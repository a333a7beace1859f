import { assert, describe, it } from "@effect/vitest"
import { hooksIn, install } from "../../src/hosts/ClaudeSettings.ts"
import { leaks, unloadable, weaknesses } from "../../src/hosts/ClaudeSwitches.ts"
import { watchdogSeconds } from "../../src/hosts/Wrapper.ts"

const edit = install("/settings.json", undefined, "/opt/portcullis-hook")
const installed = edit._tag === "Edited" ? edit.text : ""

const weak = (from: string, to: string): ReadonlyArray<string> => {
  assert.include(installed, from)
  return hooksIn(installed.replace(from, () => to))
    .flatMap(weaknesses)
    .map(({ message }) => message)
}

describe("what keeps a hook from gating", () => {
  it("is nothing in what is installed", () => {
    assert.strictEqual(unloadable(installed), undefined)
    assert.deepStrictEqual(leaks(installed, false), [])
    assert.deepStrictEqual(hooksIn(installed).flatMap(weaknesses), [])
  })

  it("is a matcher that leaves tools out: every one but none, the empty one, * and .*", () => {
    for (const matcher of ["Bash", "bash", "Ba.*", "Bash|Edit", "mcp__.*"]) {
      assert.lengthOf(weak('"matcher": "*"', `"matcher": ${JSON.stringify(matcher)}`), 1, matcher)
    }
    for (const matcher of ["", "*", ".*"]) assert.lengthOf(weak('"matcher": "*"', `"matcher": "${matcher}"`), 0)
    assert.lengthOf(weak('"matcher": "*",', ""), 0)
  })

  it("is a hook the host does not wait for, does not always run, or does not miss", () => {
    assert.lengthOf(weak('"type"', '"async": true, "type"'), 1)
    assert.lengthOf(weak('"type"', '"async": false, "type"'), 0)
    assert.lengthOf(weak('"type"', '"if": "Bash(ls)", "type"'), 1)
    assert.lengthOf(weak('"matcher"', '"if": "Bash(ls)", "matcher"'), 1)
    assert.lengthOf(weak('"onFailure": "block"', '"onFailure": "continue"'), 1)
    assert.lengthOf(weak('"onFailure": "block"', '"onfailure": "block"'), 1)
    assert.lengthOf(weak('"timeout": 30', `"timeout": ${watchdogSeconds}`), 1)
    assert.lengthOf(weak('"timeout": 30,', ""), 0)
  })

  it("is a text that the host does not load, told by its line", () => {
    const lines: ReadonlyArray<readonly [string, number]> = [
      ['{\n  // mine\n  "a": 1\n}', 2],
      ['{\n  "a": "//, }", /* mine */\n  "b": 1\n}', 2],
      ['{\n  "a": 1,\n}', 2],
      ['{\n  "a": [1,\n2,\n]\n}', 3],
      ['{\n  "a": tru\n}', 2],
      ['{\n  "hooks": 1\n}', 2],
      ['{ "hooks": {\n  "Stop": 7 } }', 2],
      ['{ "hooks": { "Stop": [\n  { "matcher": 3, "hooks": [] }] } }', 2],
      ['{ "hooks": { "Stop": [\n  { "matcher": "x" }] } }', 2],
      ['{ "hooks": { "Stop": [{ "hooks": [\n  { "command": "x" }] }] } }', 2]
    ]
    for (const [text, line] of lines) assert.strictEqual(unloadable(text)?.line, line, text)
    assert.strictEqual(unloadable(`\ufeff${installed}`), undefined)
    assert.strictEqual(unloadable('{ "a": "// no comment, }" }'), undefined)
  })

  it("is a switch, told by its line; the administrator's count in their own file alone", () => {
    assert.deepStrictEqual(
      leaks('{\n  "disableAllHooks": true\n}', false).map(({ line }) => line),
      [2]
    )
    assert.deepStrictEqual(leaks('{ "disableAllHooks": false }', false), [])
    for (const key of ["allowManagedHooksOnly", "strictPluginOnlyCustomization"]) {
      assert.lengthOf(leaks(`{ "${key}": true }`, true), 1)
      assert.lengthOf(leaks(`{ "${key}": false }`, true), 0)
      assert.lengthOf(leaks(`{ "${key}": true }`, false), 0)
    }
    assert.lengthOf(leaks('{ "strictPluginOnlyCustomization": ["hooks"] }', true), 1)
    assert.lengthOf(leaks(`{ "allowManagedHooksOnly": true, ${installed.trim().slice(1)}`, true), 0)
  })
})
