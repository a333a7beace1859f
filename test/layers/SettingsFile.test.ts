import { spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describeProblem } from "../../src/domain/Problem.ts"
import { hooksIn, install, uninstall } from "../../src/hosts/ClaudeSettings.ts"
import { backupOf, type Change, changeSettings, readSettings, type Settings } from "../../src/layers/SettingsFile.ts"
import { temporaryDirectory } from "./Temporary.ts"

vi.setConfig({ testTimeout: 120_000 })

const wrapper = "/opt/portcullis/portcullis-hook"
const original = '{\n  "model": "x", // theirs\n  "hooks": {}\n}\n'

interface Place {
  readonly file: string
  readonly lock: string
}

const place = (text?: string, mode = 0o600): Place => {
  const directory = temporaryDirectory()
  const file = path.join(directory, "home", ".claude", "settings.json")
  if (text !== undefined) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    fs.chmodSync(file, mode)
  }
  return { file, lock: path.join(directory, "state", "settings.lock") }
}

const installed = ({ backup, file, text }: Settings): Effect.Effect<Change> => {
  const edit = install(file, text, wrapper)
  if (edit._tag === "Refused") return Effect.die(edit.problems)
  return Effect.succeed({ text: edit.text, backup: text !== undefined && hooksIn(text).length === 0 ? text : backup })
}

const uninstalled = ({ backup, file, text = "" }: Settings): Effect.Effect<Change> => {
  const edit = uninstall(file, text, backup)
  return edit._tag === "Refused" ? Effect.die(edit.problems) : Effect.succeed({ text: edit.text, backup: undefined })
}

const read = (file: string): string => fs.readFileSync(file, "utf8")

/** What kept an installation from being made. */
const refusal = ({ file, lock }: Place): Effect.Effect<string> =>
  changeSettings(file, lock, installed).pipe(
    Effect.match({ onSuccess: () => "done", onFailure: ({ problems }) => problems.map(describeProblem).join("\n") })
  )

describe("changeSettings", () => {
  it.live("keeps the mode, a backup, and gives back every byte", () =>
    Effect.gen(function* () {
      const { file, lock } = place(original, 0o640)
      yield* changeSettings(file, lock, installed)
      assert.strictEqual(hooksIn(read(file)).length, 2)
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o640)
      assert.strictEqual(read(backupOf(file)), original)
      yield* changeSettings(file, lock, installed)
      assert.strictEqual(read(backupOf(file)), original)
      yield* changeSettings(file, lock, uninstalled)
      assert.strictEqual(read(file), original)
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o640)
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["settings.json"])
    })
  )

  it.live("makes the file and its directory where there is none, for the owner alone", () =>
    Effect.gen(function* () {
      const { file, lock } = place()
      yield* changeSettings(file, lock, installed)
      assert.strictEqual(hooksIn(read(file)).length, 2)
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
      assert.isFalse(fs.existsSync(backupOf(file)))
      yield* changeSettings(file, lock, () => Effect.succeed({ text: undefined, backup: undefined }))
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), [])
    })
  )

  it.live("changes what stands behind links and leaves the links", () =>
    Effect.gen(function* () {
      const { file, lock } = place(original)
      const kept = path.join(path.dirname(lock), "dotfiles.json")
      fs.mkdirSync(path.dirname(kept), { recursive: true })
      fs.renameSync(file, kept)
      fs.symlinkSync(kept, path.join(path.dirname(file), "between"))
      fs.symlinkSync("between", file)
      yield* changeSettings(file, lock, installed)
      assert.isTrue(fs.lstatSync(file).isSymbolicLink())
      assert.isTrue(fs.lstatSync(kept).isFile())
      assert.strictEqual(hooksIn(read(kept)).length, 2)
    })
  )

  it.live("sees a change by a program that does not know the lock, and loses nothing of it", () =>
    Effect.gen(function* () {
      const { file, lock } = place(original)
      let times = 0
      yield* changeSettings(file, lock, (settings) => {
        times += 1
        if (times === 1) fs.writeFileSync(file, '{ "written": "meanwhile" }')
        return installed(settings)
      })
      assert.strictEqual(times, 2)
      assert.include(read(file), '"written": "meanwhile"')
      assert.strictEqual(read(backupOf(file)), '{ "written": "meanwhile" }')
    })
  )

  it.live("refuses what is no regular text file, without waiting, and changes nothing", () =>
    Effect.gen(function* () {
      const where = place(original)
      const { file } = where
      fs.rmSync(file)
      spawnSync("/usr/bin/mkfifo", [file])
      assert.include(yield* refusal(where), "is not a regular file")
      fs.rmSync(file)
      fs.mkdirSync(file)
      assert.include(yield* refusal(where), "is not a regular file")
      fs.rmSync(file, { recursive: true })
      fs.writeFileSync(file, new Uint8Array([0x7b, 0xff, 0x7d]))
      assert.include(yield* refusal(where), "is not text in UTF-8")
      fs.writeFileSync(file, " ".repeat(2 * 1024 * 1024))
      assert.include(yield* refusal(where), "bytes, and at most")
      fs.rmSync(file)
      fs.symlinkSync(file, file)
      assert.include(yield* refusal(where), "leads in a circle")
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["settings.json"])
    })
  )

  it.live("leaves the settings as they were where nothing can be written", () =>
    Effect.gen(function* () {
      const where = place(original)
      // A directory in the place of the file that is written first stands for every write that fails.
      const inTheWay = `${where.file}.portcullis-new`
      fs.mkdirSync(path.join(inTheWay, "full"), { recursive: true })
      assert.include(yield* refusal(where), "cannot be written")
      assert.strictEqual(read(where.file), original)
      assert.isFalse(fs.existsSync(where.lock))
    })
  )
})

const editor = path.resolve(import.meta.dirname, "support", "edit-settings.ts")

const edit = ({ file, lock }: Place, key: string, times: number) =>
  spawn(process.execPath, [editor, file, lock, key, String(times)], { stdio: ["ignore", "ignore", "inherit"], env: {} })

const ended = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) => {
    child.on("close", resolve)
  })

describe("processes that change one settings file", () => {
  it("lose no edit of each other", async () => {
    const where = place("{}\n")
    const keys = ["a", "b", "c", "d"]
    const codes = await Promise.all(keys.map((key) => ended(edit(where, key, 5))))
    assert.deepStrictEqual(codes, [0, 0, 0, 0])
    const found = JSON.parse(read(where.file))
    const expected = keys.flatMap((key) => [0, 1, 2, 3, 4].map((time) => `${key}${time}`))
    assert.deepStrictEqual(Object.keys(found).toSorted(), expected)
  })

  it("leave it readable when they are killed at any moment", async () => {
    const where = place(original)
    let changed = 0
    for (let round = 0; round < 12; round++) {
      const child = edit(where, "again", 1_000_000)
      const close = ended(child)
      // It has begun once the lock is there.
      while (!fs.existsSync(where.lock)) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, round * 5))
      child.kill("SIGKILL")
      assert.strictEqual(await close, null)
      const { text } = await Effect.runPromise(readSettings(where.file))
      assert.isTrue(text === original || hooksIn(text ?? "").length === 2, text)
      if (text !== original) changed += 1
      fs.rmSync(where.lock, { force: true })
    }
    assert.isAbove(changed, 0)
    // What the killed left lying about is in nobody's way.
    await Effect.runPromise(changeSettings(where.file, where.lock, installed))
    await Effect.runPromise(changeSettings(where.file, where.lock, uninstalled))
    assert.strictEqual(read(where.file), original)
  })
})
