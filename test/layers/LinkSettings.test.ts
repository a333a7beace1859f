import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describeProblem, LinkSettings, openDocument, Operator, TrustFile, TrustStore } from "portcullis"
import { temporaryDirectory, uid, writeOwn } from "./Temporary.ts"

const newGround = () => {
  const root = temporaryDirectory()
  const places = {
    home: path.join(root, "home"),
    uid,
    configHome: path.join(root, "config"),
    stateHome: path.join(root, "state")
  }
  const workspace = path.join(root, "work")
  const fileOf = (kind: LinkSettings.SettingsKind) => LinkSettings.settingsFileOf(kind, "no-prod", workspace, places)
  const options = { managedFile: path.join(root, "etc", "no-prod.jsonc"), managedOwner: uid }
  return { places, workspace, fileOf, options }
}

describe("a link's own settings", () => {
  it("stand beside the policies, by the link's name", () => {
    const { fileOf, places, workspace } = newGround()
    assert.strictEqual(fileOf("managed"), "/etc/portcullis/no-prod.jsonc")
    assert.strictEqual(fileOf("user"), path.join(places.configHome, "portcullis", "no-prod.jsonc"))
    assert.strictEqual(fileOf("project"), path.join(workspace, ".portcullis", "no-prod.jsonc"))
  })

  it.live("are answered in order, each with whether it counts and what kept it from being read", () =>
    Effect.gen(function* () {
      const { fileOf, options, places, workspace } = newGround()
      const read = LinkSettings.readSettingsFiles("no-prod", workspace, places, options)
      assert.deepStrictEqual(yield* read, { files: [], notices: [] })

      writeOwn(options.managedFile, "{}")
      writeOwn(fileOf("user"), "{}")
      fs.chmodSync(fileOf("user"), 0o666)
      writeOwn(fileOf("project"), `{ "words": ["staging", 1] }`)
      const shown = Effect.map(read, ({ files }) =>
        files.map(({ kind, problem, text, trusted }) => [kind, text, trusted, problem?.message])
      )
      const rest = [
        ["managed", "{}", true, undefined],
        ["user", undefined, true, "can be written by others (mode 0666)"]
      ]
      assert.deepStrictEqual(yield* shown, [...rest, ["project", `{ "words": ["staging", 1] }`, false, undefined]])

      yield* TrustStore.use((store) => Effect.flatMap(store.diff(fileOf("project")), store.trust)).pipe(
        Effect.provide(Layer.fresh(TrustFile.layer)),
        Effect.provideService(Operator, places)
      )
      assert.deepStrictEqual(yield* shown, [...rest, ["project", `{ "words": ["staging", 1] }`, true, undefined]])
    })
  )

  it("are read with every problem in its place by what the door offers", () => {
    const reader = openDocument(`{\n  "words": ["staging", 1],\n  "wrods": []\n}`, "/no-prod.jsonc")
    const words =
      reader.root === undefined
        ? []
        : reader.fields(reader.root, "", ["words"]).flatMap(({ name, value }) => reader.texts(value, name))
    assert.deepStrictEqual(
      words.map(({ value }) => value),
      ["staging"]
    )
    assert.deepStrictEqual(reader.problems().map(describeProblem), [
      "/no-prod.jsonc:2:24: words[1]: is the number 1, and has to be a string that is not empty",
      `/no-prod.jsonc:3:3: wrods: there is no key "wrods" here (did you mean "words"?)`
    ])
  })
})
