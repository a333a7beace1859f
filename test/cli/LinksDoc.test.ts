import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { writeLink } from "./support/links.ts"
import { build, type Home, makeHome, removeBuilt, runAlone } from "./support/program.ts"

const file = path.resolve(import.meta.dirname, "../../docs/links.md")
const shown = "/home/ada"

// Every answer is a process of its own, and a busy machine starts them slowly.
vi.setConfig({ testTimeout: 120_000 })

let home: Home

/** What stands in the fence after a mark. */
const blockAfter = (text: string, mark: string): string => {
  const start = text.indexOf("\n", text.indexOf("```", text.indexOf(`<!-- ${mark} -->`))) + 1
  assert.isAbove(start, 0, mark)
  return text.slice(start, text.indexOf("```", start))
}

beforeAll(() => {
  build()
  home = makeHome()
  const text = fs.readFileSync(file, "utf8").replaceAll(shown, home.home)
  home.write(".config/portcullis/policy.jsonc", blockAfter(text, "policy"))
  for (const [, name = ""] of text.matchAll(/<!-- file: ([a-z-]+)\.mjs -->/g)) {
    writeLink(home, name, blockAfter(text, `file: ${name}.mjs`))
  }
  writeLink(home, "test", blockAfter(text, "test"))
}, 120_000)

afterAll(() => {
  home.remove()
  removeBuilt()
})

/** Answers the text with the output under every `$ portcullis …` line as the program prints it at no terminal. */
const withOutput = async (text: string): Promise<string> => {
  let real = text
  for (const [block, line = ""] of text.matchAll(/```console\n\$ portcullis ([^\n]*)\n[^`]*?```/g)) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")
    const { stdout } = await runAlone(home, words, "")
    const [, id = "none"] = /"requestId": "(\w+)"/.exec(stdout) ?? []
    const told = stdout.replaceAll(home.home, shown).replaceAll(id, "4kq2m7x0c9v5hw1d")
    real = real.replace(block, () => `\`\`\`console\n$ portcullis ${line}\n${told}\`\`\``)
  }
  return real
}

describe("docs/links.md", () => {
  it("shows what its links decide, under the policy it shows", async () => {
    const text = fs.readFileSync(file, "utf8")
    const real = await withOutput(text)
    if (process.env["UPDATE_GOLDEN"] === "1") fs.writeFileSync(file, real)
    assert.strictEqual(real, fs.readFileSync(file, "utf8"))
    assert.match(real, /the link no-prod denies it: production needs a change ticket/)
    assert.match(real, /the link small-reads allows it/)
  })

  it("shows a test that holds its link", () => {
    const test = path.join(home.home, ".config/portcullis/links/test.mjs")
    const { status, stderr } = spawnSync(process.execPath, [test], { encoding: "utf8" })
    assert.strictEqual(status, 0, stderr)
  })
})
