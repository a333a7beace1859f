import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FloorClass } from "../../src/domain/Floor.ts"

const root = path.resolve(import.meta.dirname, "../..")
const doc = fs.readFileSync(path.join(root, "docs/floors.md"), "utf8")

const sources = fs
  .readdirSync(path.join(root, "src/domain"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => fs.readFileSync(path.join(root, "src/domain", name), "utf8"))

const quoted = '("(?:[^"\\\\]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)'
const shapes = [
  String.raw`\b(unread|opaque)\(\s*${quoted}`,
  String.raw`raise\(\s*call,\s*"([a-z-]+)",\s*${quoted}`,
  String.raw`class: "([a-z-]+)"(?: as const)?,\s*cause: ${quoted}`,
  // What the parser's tree is doubted for.
  String.raw`\b(doubt)\([^"\x60;]*?,\s*${quoted}`,
  String.raw`\b(flag)\(\w*ext\.[^"\x60;]*?,\s*${quoted}`
].map((shape) => new RegExp(shape, "g"))

/** A text with each `${…}` in it as an ellipsis. */
const shown = (literal: string): string => {
  let text = ""
  let depth = 0
  for (let at = 1; at < literal.length - 1; at++) {
    if (depth === 0 && literal.startsWith("${", at)) {
      text += "…"
      depth = 1
      at++
    } else if (depth === 0) text += literal.charAt(at)
    else depth += literal.charAt(at) === "{" ? 1 : literal.charAt(at) === "}" ? -1 : 0
  }
  return text
}

const causes = sources.flatMap((source) =>
  shapes.flatMap((shape) =>
    [...source.matchAll(shape)].map(([, floor = "", literal = ""]) => ({
      floor: floor === "doubt" || floor === "flag" ? "unread" : floor,
      cause: shown(literal)
    }))
  )
)

describe("The page on floors", () => {
  it("has a section for every class", () => {
    assert.strictEqual(FloorClass.literals.length, 5)
    for (const floor of FloorClass.literals) assert.include(doc, `\n## \`${floor}\`\n`)
  })

  it("names every kind of cause under its class", () => {
    assert.isAbove(causes.length, 60)
    const lists = new Map(
      FloorClass.literals.map((floor) => [`${floor}`, doc.split(`**[\`${floor}\`]`)[1]?.split("**[")[0]])
    )
    const missing = causes.filter(
      ({ cause, floor }) => /[a-z]{3}/.test(cause) && lists.get(floor)?.includes(`\`${cause}\``) !== true
    )
    assert.deepStrictEqual(missing, [])
  })
})
