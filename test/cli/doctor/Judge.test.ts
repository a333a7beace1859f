import { assert, describe, it } from "@effect/vitest"
import { chainFindings, clientFindings } from "../../../src/cli/doctor/Judge.ts"
import { decodePolicy } from "../../../src/domain/PolicyDocument.ts"
import type { JudgeSettings } from "../../../src/links/model-judge/Settings.ts"
import { key, keyVariable, settingsOf as judgeOf } from "../../links/support/judge.ts"

const settingsOf = (settings: Partial<JudgeSettings>): JudgeSettings => judgeOf({ timeoutMs: 5000, ...settings })

const snapshotOf = (policy: object) => ({
  scopes: [
    decodePolicy(JSON.stringify(policy), {
      kind: "user",
      file: "/home/u/.config/portcullis/policy.jsonc",
      trusted: true,
      home: "/home/u",
      presets: []
    })
  ],
  notices: []
})

const sound = { authorizerChain: ["model-judge"], modelDelegation: { allowedSurfaces: ["bash"] } }

const allowing = settingsOf({ capabilities: ["deny", "allow"] })

const faultsIn = (settings: typeof allowing, policy: object): ReadonlyArray<string> =>
  chainFindings(settings, snapshotOf(policy)).flatMap(({ health, text }) => (health === "fault" ? [text] : []))

describe("the judge's place in the chain", () => {
  it("is sound where it is named, what it allows counts, and there is time for it", () => {
    assert.deepStrictEqual(faultsIn(allowing, sound), [])
  })

  it("is at fault where the chain does not name it", () => {
    assert.include(faultsIn(settingsOf({}), { authorizerChain: ["path-typo"] })[0], "authorizerChain does not name it")
  })

  it("is at fault where what it may allow would not count", () => {
    const excluded = { allowedSurfaces: ["bash"], excludedSurfaces: ["bash"] }
    for (const modelDelegation of [undefined, { allowedSurfaces: ["read"] }, excluded]) {
      const [fault = ""] = faultsIn(allowing, { ...sound, modelDelegation })
      assert.include(fault, "lets no allow on bash count")
    }
    assert.deepStrictEqual(faultsIn(settingsOf({}), { authorizerChain: ["model-judge"] }), [])
  })

  it("is at fault where a review may take longer than a deadline of the chain or of a hook", () => {
    const cases = [
      [5000, { authorizerTimeoutMs: 4999 }, ["authorizerTimeoutMs is 4999"]],
      [5000, { authorizerTimeoutMs: 5000 }, []],
      [16_000, { authorizerTimeoutMs: 20_000 }, ["askTimeoutMs is 15000"]],
      [18_000, { authorizerTimeoutMs: 20_000, askTimeoutMs: 20_000 }, ["a hook's time for the chain is 17000"]]
    ] as const
    for (const [timeoutMs, policy, told] of cases) {
      const faults = faultsIn(settingsOf({ timeoutMs }), { ...sound, ...policy })
      assert.lengthOf(faults, told.length)
      for (const [place, text] of told.entries()) assert.include(faults[place], text)
    }
  })
})

describe("the judge's client", () => {
  it("needs a key for the API itself, and none elsewhere; the key is never told", () => {
    const faults = (settings: typeof allowing, env: NodeJS.ProcessEnv): number =>
      clientFindings(settings, env).filter(({ health }) => health === "fault").length
    assert.strictEqual(faults(settingsOf({}), { [keyVariable]: key }), 0)
    assert.strictEqual(faults(settingsOf({}), { [keyVariable]: " " }), 1)
    assert.strictEqual(faults(settingsOf({ provider: "compatible" }), {}), 0)
    assert.notInclude(JSON.stringify(clientFindings(settingsOf({}), { [keyVariable]: key })), key)
  })
})
