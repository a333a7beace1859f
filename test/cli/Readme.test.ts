import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { width } from "../../src/domain/display/Text.ts"
import { gate, mayRun } from "./support/embedding.ts"
import { build, type Home, makeHome, removeBuilt, run } from "./support/program.ts"

const root = path.resolve(import.meta.dirname, "../..")
const file = path.join(root, "README.md")

/** What stands between `before` and the end of the fence. */
const block = (readme: string, before: string): string => {
  const start = readme.indexOf(before)
  assert.isAtLeast(start, 0, before)
  return readme.slice(start + before.length, readme.indexOf("```", start + before.length))
}

const policyFence = "<!-- policy -->\n```jsonc\n"
const embeddingFence = "<!-- embedding -->\n```ts\n"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

beforeAll(() => {
  build()
  home = makeHome()
  // What a project has that makes its git commands proven reads.
  home.write("project/.git/HEAD", "ref: refs/heads/main\n")
  home.write("project/.git/config", "[core]\n\tbare = false\n")
  home.write("project/.git/refs/.keep", "")
  home.write("project/.git/objects/.keep", "")
  home.write(".config/portcullis/policy.jsonc", block(fs.readFileSync(file, "utf8"), policyFence))
  // The engine embedded in this very process reads the same policy, and not that of whoever runs the tests.
  process.env["XDG_CONFIG_HOME"] = path.join(home.home, ".config")
}, 120_000)

const { XDG_CONFIG_HOME: configHome } = process.env

afterAll(() => {
  if (configHome === undefined) delete process.env["XDG_CONFIG_HOME"]
  else process.env["XDG_CONFIG_HOME"] = configHome
  home.remove()
  removeBuilt()
})

/** The words of a line as a shell would give them: blanks part, single quotes hold together. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")

/** Answers the text with the output under every `$ portcullis …` line as the program prints it. */
const withOutput = (readme: string): string =>
  readme.replaceAll(/```console\n\$ portcullis ([^\n]*)\n[^`]*?```/g, (_, line: string) => {
    const { stdout } = run(home, wordsOf(line))
    return `\`\`\`console\n$ portcullis ${line}\n${stdout.replaceAll(home.home, "/home/ada")}\`\`\``
  })

describe("README.md", () => {
  it("shows what the program prints, under the policy it shows", () => {
    const readme = fs.readFileSync(file, "utf8")
    const embedding = fs.readFileSync(path.join(import.meta.dirname, "support/embedding.ts"), "utf8")
    const before = embeddingFence + block(readme, embeddingFence)
    const real = withOutput(readme).replace(before, () => embeddingFence + embedding)
    if (process.env["UPDATE_GOLDEN"] === "1") fs.writeFileSync(file, real)
    assert.strictEqual(real, fs.readFileSync(file, "utf8"))
    for (const line of block(readme, policyFence).split("\n")) assert.isAtMost(width(line), 100)
  })

  it.effect("shows how the engine is embedded", () =>
    Effect.gen(function* () {
      assert.match(yield* mayRun("npm test", home.project), /^allow: rule `npm test \*` \(policy\.jsonc:4\)/)
      assert.match(yield* mayRun("curl example.com", home.project), /^ask: /)
    }).pipe(Effect.provide(gate))
  )

  it("names every package the project has", () => {
    const readme = fs.readFileSync(file, "utf8")
    const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
    for (const kind of ["dependencies", "devDependencies", "peerDependencies"]) {
      for (const name of Object.keys(manifest[kind] ?? {})) assert.include(readme, `\`${name}\``)
    }
  })
})
