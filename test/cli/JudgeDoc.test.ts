import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parse } from "jsonc-parser"
import { report, serve } from "../links/support/MessagesServer.ts"
import { against, judgedHome } from "./support/judging.ts"
import { runAlone } from "./support/program.ts"

const doc = fs.readFileSync(new URL("../../docs/model-judge.md", import.meta.url), "utf8")

/** Answers the settings that a recipe shows. */
const recipe = (title: string): Record<string, unknown> => {
  const [, text = ""] = doc.slice(doc.indexOf(`### ${title}\n`)).match(/```jsonc\n(.*?)```/su) ?? []
  return parse(text)
}

const home = judgedHome()

const reading = (file: string): ReadonlyArray<string> => [
  "judge",
  "try",
  "--tool",
  "read",
  "--input",
  JSON.stringify({ file_path: file })
]

const denying = report({ verdict: "deny", reason: "it is pi-packages/packages/pi-permission-system", confidence: 0.9 })

describe("docs/model-judge.md", () => {
  it("shows what the program prints", () => {
    const shown = [...doc.matchAll(/<!-- golden: ([\w-]+) -->\n```\n(.*?)```/gsu)]
    assert.isNotEmpty(shown)
    for (const [, name = "", text] of shown) {
      assert.strictEqual(text, fs.readFileSync(new URL(`golden/${name}.txt`, import.meta.url), "utf8"), name)
    }
  })

  it.live("has a recipe for a directory that goes by another's name, which such a path is denied by", () =>
    Effect.gen(function* () {
      const settings = { ...recipe("A directory that goes by another's name"), timeoutMs: 10_000 }
      const slip = `${home.home}/pi-permission-system/packages/pi-permission-system/src/x.ts`
      const { code, server } = yield* against(home, [denying], reading(slip), settings)
      assert.strictEqual(code, 11)
      assert.include(server.requests[0]?.text, "pi-packages/packages/NAME")
      const right = yield* against(home, [denying], reading(`${home.home}/pi-packages/packages/x.ts`), settings)
      assert.strictEqual(right.code, 10)
      assert.lengthOf(right.server.requests, 0)
    })
  )

  it.live("has a recipe for a local model, which is sent no key that the environment holds", () =>
    Effect.gen(function* () {
      const server = yield* serve([denying])
      const settings = { ...recipe("A local model"), baseUrl: server.url }
      home.write(".config/portcullis/model-judge.jsonc", JSON.stringify(settings))
      const args = reading("/srv/packages/packages/x.ts")
      const { code } = yield* Effect.promise(() => runAlone(home, args, "", { ANTHROPIC_API_KEY: "a-key-for-another" }))
      assert.strictEqual(code, 11)
      const [request] = server.requests
      assert.isDefined(request)
      assert.notInclude(JSON.stringify(request), "a-key-for-another")
    }).pipe(Effect.scoped)
  )

  it.live("has a recipe for opaque commands, which has one reviewed", () =>
    Effect.gen(function* () {
      const settings = { ...recipe("Opaque commands"), timeoutMs: 10_000 }
      const deferring = report({ verdict: "defer", reason: "who knows", confidence: 0.9 })
      const args = ["judge", "try", "--", "python3 -c 'print(1)'"]
      const { code, server } = yield* against(home, [deferring], args, settings)
      assert.strictEqual(code, 10)
      assert.lengthOf(server.requests, 1)
    })
  )
})
