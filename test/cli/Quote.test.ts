import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { parse } from "unbash"
import { quoteVector, quoteWord } from "../../src/cli/Quote.ts"

const reread = (line: string): ReadonlyArray<string> | undefined => {
  const [statement, ...others] = parse(line).commands
  if (statement === undefined || others.length > 0 || statement.command.type !== "Command") return undefined
  const { args, name, prefix, redirects } = statement.command
  if (name === undefined || prefix.length > 0 || redirects.length > 0) return undefined
  return [name.value, ...args.flatMap((arg) => (arg.type === "Word" ? [arg.value] : []))]
}

/** Words as a process can be given them: UTF-8 without NUL. */
const Word = Schema.String.check(Schema.isPattern(/^[^\0\p{Cs}]*$/u))

describe("quoteVector", () => {
  it("leaves plain words bare", () => {
    assert.strictEqual(quoteVector(["git", "log", "--oneline", "-n5", "src/a.ts"]), "git log --oneline -n5 src/a.ts")
  })

  it("quotes what a shell would act on", () => {
    assert.strictEqual(quoteVector(["echo", "a b", "$HOME", "it's", "", "*"]), "echo 'a b' '$HOME' 'it'\\''s' '' '*'")
  })

  it("keeps grammar and assignments from being read as such", () => {
    for (const word of ["if", "time", "A=1", "{", "!", "[[", "~", "~root", "#x", "-", "a=~"]) {
      assert.deepStrictEqual(reread(quoteVector([word, "x"])), [word, "x"], word)
    }
  })

  it.prop("gives a line that reads back as the same words", [Schema.NonEmptyArray(Word)], ([words]) => {
    assert.deepStrictEqual(reread(quoteVector(words)), words)
  })

  it.prop(
    "gives a line that bash itself reads back as the same words",
    [Schema.Array(Word)],
    ([words]) => {
      const text = `printf '%s\\0' ${["", ...words].map(quoteWord).join(" ")}`
      const { stdout } = spawnSync("/bin/bash", ["--norc", "-c", text], { env: { PATH: "", LC_ALL: "C.UTF-8" } })
      assert.deepStrictEqual(stdout.toString("utf8").split("\0").slice(1, -1), words)
    },
    { arbitrary: { runs: 15 } }
  )
})
