import { assert, describe, it } from "@effect/vitest"
import { expandBraces, literalValues } from "../../../src/domain/shell/Expand.ts"
import { parseText } from "../../../src/domain/shell/Parse.ts"
import type { VariableValue } from "../../../src/domain/shell/Reading.ts"
import type { ShellWord } from "../../../src/domain/shell/Word.ts"

const wordOf = (text: string): ShellWord => {
  const { flow } = parseText(`k1 ${text}`)
  const word = flow._tag === "Command" ? flow.command.words[1] : undefined
  assert.isDefined(word)
  return word
}

const variables = new Map<string, VariableValue>([
  ["HOME", ["/home/u"]],
  ["PWD", ["/w", "/w/sub"]],
  ["X", ["x"]],
  ["Y", ["y1", "y2"]],
  ["B", ["a b"]],
  ["E", [""]],
  ["G", ["*.ts"]],
  ["N", "integer"],
  ["U", undefined]
])

const valuesOf = (text: string): ReadonlyArray<string> | undefined => {
  const result = literalValues(wordOf(text), { variables })
  return result.known ? result.values.map(({ glob, path }) => (glob ? `glob ${path}` : path)) : undefined
}

describe("literalValues", () => {
  const known: Readonly<Record<string, ReadonlyArray<string>>> = {
    a: ["a"],
    "'a b'\\ c\"d\"": ["a b cd"],
    "$'a\\n'": ["a\n"],
    "~": ["/home/u"],
    "~/x": ["/home/u/x"],
    "~+/x": ["/w/x", "/w/sub/x"],
    "\\~/x": ["~/x"],
    "'~'/x": ["~/x"],
    "if=~/x": ["if=/home/u/x"],
    "--if=~/x": ["--if=~/x"],
    "$HOME/x": ["/home/u/x"],
    '"${HOME}"/x': ["/home/u/x"],
    "$PWD/..": ["/w/..", "/w/sub/.."],
    $X$Y: ["xy1", "xy2"],
    $B: ["a", "b"],
    '"$B"': ["a b"],
    $E: [],
    '"$E"': [""],
    $G: ["glob *.ts"],
    '"$G"': ["*.ts"],
    "*.ts": ["glob *.ts"],
    "a[bc]?": ["glob a[bc]?"],
    "'*'.ts": ["*.ts"],
    "{a,b}/{c,d}": ["a/c", "a/d", "b/c", "b/d"],
    "{/etc/a,x{1..3}}": ["/etc/a", "x1", "x2", "x3"],
    "{~/a,b}": ["/home/u/a", "b"],
    "*.{ts,js}": ["glob *.ts", "glob *.js"]
  }
  for (const [text, values] of Object.entries(known)) {
    it(`answers what ${text} becomes`, () => {
      assert.deepStrictEqual(valuesOf(text), values)
    })
  }

  for (const text of ["$U", "$Z", "$N", "$(k2)", "${X:-y}", "x$B", "~v/x", "$1", "{1..100000}", "{a,$X}", "a[$X]"]) {
    it(`answers that the text does not tell what ${text} becomes`, () => {
      assert.isUndefined(valuesOf(text))
    })
  }

  it("splits no variable while IFS is set", () => {
    const word = wordOf("$X")
    assert.isFalse(literalValues(word, { variables: new Map([...variables, ["IFS", [","]]]) }).known)
  })
})

describe("expandBraces", () => {
  it("follows lists, ranges and steps, in and out of each other", () => {
    assert.deepStrictEqual(expandBraces("{a,b{c,d}e,}"), ["a", "bce", "bde", ""])
    assert.deepStrictEqual(expandBraces("{1..7..3}"), ["1", "4", "7"])
    assert.deepStrictEqual(expandBraces("{3..1}"), ["3", "2", "1"])
    assert.deepStrictEqual(expandBraces("{a..c}"), ["a", "b", "c"])
    assert.isUndefined(expandBraces("{01..3}"))
    assert.isUndefined(expandBraces("{a..C}"))
    assert.isUndefined(expandBraces("{1..9999}"))
  })
})
