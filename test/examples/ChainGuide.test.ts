import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

describe("docs/chain.md", () => {
  it("quotes the example as it stands", () => {
    const quoted = [...read("docs/chain.md").matchAll(/<!-- from (\S+) -->\n```ts\n([^`]*)```/g)]
    assert.lengthOf(quoted, 2)
    for (const [, file = "", text = ""] of quoted) assert.include(read(file), text)
  })

  it("names every event of the chain and every cause of a defer", () => {
    const guide = read("docs/chain.md")
    const events = [...read("src/domain/log/Entry.ts").matchAll(/"((?:authorizer_|decided|handed_)[a-z_]*)"/g)]
    const [, causes = ""] = /export type DeferCause =([^]*?)\n\n/.exec(read("src/domain/Decision.ts")) ?? []
    const names = [...events, ...causes.matchAll(/\| "([a-z-]+)"/g)].map(([, name = ""]) => name)
    assert.isAbove(names.length, 12)
    for (const name of names) assert.include(guide, `\`${name}\``)
  })
})
