import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describeProblem, Engine, Operator, type OperatorPlaces, Portcullis, TrustFile, TrustStore } from "portcullis"
import { settingsFor, type SettingsLook } from "../../../src/links/model-judge/SettingsFiles.ts"
import { temporaryDirectory, uid, writeOwn } from "../../layers/Temporary.ts"

interface Ground {
  readonly places: OperatorPlaces
  readonly workspace: string
  readonly managed: string
  readonly user: string
  readonly project: string
}

const newGround = (): Ground => {
  const root = temporaryDirectory()
  const workspace = path.join(root, "work")
  fs.mkdirSync(workspace)
  const places = {
    home: path.join(root, "home"),
    uid,
    configHome: path.join(root, "config"),
    stateHome: path.join(root, "state")
  }
  return {
    places,
    workspace,
    managed: path.join(root, "etc", "model-judge.jsonc"),
    user: path.join(places.configHome, "portcullis", "model-judge.jsonc"),
    project: path.join(workspace, ".portcullis", "model-judge.jsonc")
  }
}

const look = ({ managed, places, workspace }: Ground): Effect.Effect<SettingsLook> =>
  settingsFor(workspace, places, { managedFile: managed, managedOwner: uid })

const trust = ({ places, project }: Ground) =>
  TrustStore.use((store) => Effect.flatMap(store.diff(project), store.trust)).pipe(
    Effect.provide(Layer.fresh(TrustFile.layer)),
    Effect.provideService(Operator, places)
  )

const standings = ({ files }: SettingsLook): ReadonlyArray<string> =>
  files.map(({ kind, standing }) => `${kind} ${standing}`)

const noticed = ({ notices }: SettingsLook): ReadonlyArray<string> => notices.map(describeProblem)

const toldOf = (found: SettingsLook): ReadonlyArray<string> =>
  found._tag === "Invalid" ? found.problems.map(describeProblem) : assert.fail(`found ${found._tag}`)

const settingsIn = (found: SettingsLook) =>
  found._tag === "Settings" ? found.settings : assert.fail(JSON.stringify(found))

const mine = `{ "model": "mine", "instructions": "be brief", "typoPatterns": ["*/a/a/*"] }`
const theirs = `{ "instructions": "packages/ first", "typoPatterns": ["*/b/b/*"] }`

describe("the judge's settings files", () => {
  it.live("are none where nobody wrote one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* look(newGround()), { _tag: "Absent", files: [], notices: [] })
    })
  )

  it.live("stand beside the policies, and are read anew each time", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      assert.strictEqual(settingsIn(yield* look(ground)).model, "mine")
      writeOwn(ground.user, mine.replace("mine", "next"))
      assert.strictEqual(settingsIn(yield* look(ground)).model, "next")
      writeOwn(ground.managed, `{ "model": "ours" }`)
      const found = yield* look(ground)
      assert.strictEqual(settingsIn(found).model, "ours")
      assert.deepStrictEqual(standings(found), ["managed in force", "user in force"])
      fs.rmSync(ground.managed)
      fs.rmSync(ground.user)
      assert.strictEqual((yield* look(ground))._tag, "Absent")
    })
  )

  it.live("tell everything that is wrong with the operator's, and then come to nothing", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.managed, `{ "maxTurns": 0 }`)
      writeOwn(ground.user, `{ "model": "m",\n  "tokens": 1 }`)
      const found = yield* look(ground)
      const [first = "", second = ""] = toldOf(found)
      assert.include(first, `${ground.managed}:1:15: maxTurns: 0 is not a whole number`)
      assert.include(second, `${ground.user}:2:3: tokens: there is no key "tokens" here`)
      assert.deepStrictEqual(standings(found), ["managed invalid", "user invalid"])
    })
  )

  it.live("name the file in which a model is missing", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, "{}")
      assert.deepStrictEqual(toldOf(yield* look(ground)), [
        `${ground.user}:1:1: model: no model is named (add "model": "…")`
      ])
    })
  )

  const unsafe: ReadonlyArray<readonly [how: string, spoil: (file: string) => void, says: string]> = [
    ["that others can write", (file) => fs.chmodSync(file, 0o664), "can be written by others"],
    [
      "that is a link",
      (file) => {
        fs.renameSync(file, `${file}.real`)
        fs.symlinkSync(`${file}.real`, file)
      },
      "is a symbolic link"
    ],
    [
      "that is a directory",
      (file) => {
        fs.rmSync(file)
        fs.mkdirSync(file)
      },
      "is a directory"
    ],
    ["of more than 1 MiB", (file) => fs.writeFileSync(file, mine.padEnd(1024 * 1024 + 1)), "at most 1048576 are read"],
    ["with a NUL", (file) => fs.writeFileSync(file, `${mine}\0`), "is not text in UTF-8"]
  ]
  for (const [how, spoil, says] of unsafe) {
    it.live(`are not read from a file ${how}: an operator's is a problem, a project's is ignored`, () =>
      Effect.gen(function* () {
        const ground = newGround()
        writeOwn(ground.user, mine)
        writeOwn(ground.project, theirs)
        yield* trust(ground)
        spoil(ground.project)
        const project = yield* look(ground)
        assert.deepStrictEqual(settingsIn(project).projectInstructions, [])
        assert.deepStrictEqual(standings(project), ["user in force", "project untrusted"])
        assert.include(noticed(project).join(), says)

        spoil(ground.user)
        const user = yield* look(ground)
        assert.include(toldOf(user).join(), says)
      })
    )
  }

  it.live("are the managed one's only if root owns it", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      writeOwn(ground.managed, `{ "capabilities": ["deny", "allow"] }`)
      const found = yield* settingsFor(ground.workspace, ground.places, {
        managedFile: ground.managed,
        managedOwner: uid + 1
      })
      assert.include(toldOf(found).join(), `belongs to user ${uid}`)
    })
  )
})

describe("a project's settings", () => {
  it.live("count for nothing until they are trusted, and that is said", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      const without = settingsIn(yield* look(ground))
      writeOwn(ground.project, theirs)
      const untrusted = yield* look(ground)
      assert.deepStrictEqual(settingsIn(untrusted), without)
      assert.deepStrictEqual(noticed(untrusted), [
        `${ground.project}: is not trusted, and counts for nothing (portcullis trust)`
      ])

      yield* trust(ground)
      const trusted = yield* look(ground)
      assert.deepStrictEqual(trusted.notices, [])
      assert.deepStrictEqual(settingsIn(trusted), {
        ...without,
        projectInstructions: ["packages/ first"],
        typoPatterns: ["*/a/a/*", "*/b/b/*"]
      })

      fs.appendFileSync(ground.project, "// changed\n")
      const changed = yield* look(ground)
      assert.deepStrictEqual(settingsIn(changed), without)
      assert.lengthOf(changed.notices, 1)
    })
  )

  it.live("never say where a key goes, which key, or to which model, trusted or not", () =>
    Effect.gen(function* () {
      const grabs = {
        provider: "compatible",
        model: "theirs",
        baseUrl: "https://theirs.example",
        apiKeyEnv: "AWS_SECRET_ACCESS_KEY",
        capabilities: ["deny", "allow"],
        timeoutMs: 600_000,
        maxTurns: 32,
        maxTokens: 16_384,
        confidenceThreshold: 0
      }
      const ground = newGround()
      writeOwn(ground.user, mine)
      const without = settingsIn(yield* look(ground))
      for (const [key, value] of Object.entries(grabs)) {
        writeOwn(ground.project, JSON.stringify({ [key]: value }))
        assert.deepStrictEqual(settingsIn(yield* look(ground)), without, key)
        yield* trust(ground)
        assert.deepStrictEqual(toldOf(yield* look(ground)), [
          `${ground.project}:1:2: ${key}: a project file may not set "${key}" (set it in your own model-judge.jsonc)`
        ])
      }
    })
  )

  it.live("stop the judge when they are trusted and wrong, and not before", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      writeOwn(ground.project, `{ "instructions": "never allow anything near prod", "patterns": [] }`)
      assert.strictEqual((yield* look(ground))._tag, "Settings")
      yield* trust(ground)
      const found = yield* look(ground)
      assert.lengthOf(toldOf(found), 1)
      assert.deepStrictEqual(standings(found), ["user in force", "project invalid"])
    })
  )

  it.live("alone are no settings", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.project, theirs)
      yield* trust(ground)
      const found = yield* look(ground)
      assert.strictEqual(found._tag, "Absent")
      assert.deepStrictEqual(standings(found), ["project in force"])
    })
  )

  it.live("are not trusted through a link to a project that is", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      writeOwn(ground.project, theirs)
      yield* trust(ground)
      const other = path.join(path.dirname(ground.workspace), "other")
      fs.mkdirSync(other)
      fs.symlinkSync(path.dirname(ground.project), path.join(other, ".portcullis"))
      const found = yield* look({ ...ground, workspace: other })
      assert.deepStrictEqual(settingsIn(found).projectInstructions, [])
      assert.include(noticed(found).join(), "is a link")
    })
  )

  it.live("are not trusted while the trust store cannot be read, and that is said", () =>
    Effect.gen(function* () {
      const ground = newGround()
      writeOwn(ground.user, mine)
      writeOwn(ground.project, theirs)
      yield* trust(ground)
      fs.writeFileSync(path.join(ground.places.stateHome, "portcullis", "trust.json"), "?")
      const found = yield* look(ground)
      assert.deepStrictEqual(settingsIn(found).projectInstructions, [])
      assert.include(noticed(found).join(), "is not a list of pins")
    })
  )
})

describe("an agent", () => {
  it.live("that would write the judge's settings is asked about, whatever the rules allow", () => {
    const { places, project, user, workspace } = newGround()
    const everything = `{ "*": "allow", "path": { "/*": "allow" }, "external_directory": { "/*": "allow" } }`
    writeOwn(
      path.join(path.dirname(user), "policy.jsonc"),
      `{ "mode": "auto", "permission": ${everything}, "floors": { "opaque": "rule", "privilege": "rule" } }`
    )
    const usual = path.join(places.home, ".config", "portcullis", "model-judge.jsonc")
    return Effect.gen(function* () {
      const gate = yield* Portcullis
      const check = (tool: string, input: object) => gate.check({ tool, input, cwd: workspace, workspace })
      assert.strictEqual(
        (yield* check("write", { file_path: path.join(places.home, "x"), content: "" })).state,
        "allow"
      )
      for (const file of [user, usual, project, "/etc/portcullis/model-judge.jsonc"]) {
        for (const { floors, state } of [
          yield* check("write", { file_path: file, content: "{}" }),
          yield* check("bash", { command: `echo '{}' > ${file}` }),
          yield* check("bash", { command: `cp x ${file}` })
        ]) {
          assert.strictEqual(state, "ask", file)
          assert.include(floors, "self-protection", file)
        }
      }
    }).pipe(Effect.provide(Layer.fresh(Engine.layerFiles(places))))
  })
})
