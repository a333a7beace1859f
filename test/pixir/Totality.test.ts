/**
 * What always holds, whatever the arguments.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Pixir from "portcullis/pixir"
import { seed } from "../invariants/worlds.ts"
import { newWorkspace } from "./workspace.ts"

const { workspace } = newWorkspace()

const arbitrary = { runs: 400, seed }

const odd: ReadonlyArray<unknown> = [
  undefined,
  null,
  true,
  0,
  NaN,
  -1n,
  Symbol("x"),
  () => "ls",
  [],
  ["ls"],
  {},
  new Map([["command", "ls"]]),
  new String("ls"),
  { toString: () => assert.fail("it was asked for its text") },
  new Proxy([], { get: () => assert.fail("it was read") })
]

/** Pieces of command lines, among them every kind that leads out. */
const Word = Schema.Literals([
  "ls",
  "cat",
  "x",
  "src",
  "src/..",
  "..",
  "a/../../b",
  "/",
  "/etc/passwd",
  "~",
  "~/x",
  "$HOME",
  "${HOME}/x",
  "$X",
  "out",
  "out/x",
  "out/*",
  "*",
  "FOO=/x",
  "TMPDIR=/tmp",
  "--a=../x",
  "-I/x",
  "'a b'",
  '"see /etc/x"',
  "'",
  '"',
  "\\",
  "env",
  "find",
  "-delete",
  "sh -c",
  "git",
  "status",
  "push",
  "rm",
  "$(",
  ")",
  "`",
  "{a,/b}",
  "#",
  "<<E",
  "E",
  "[["
])
const Separator = Schema.Literals([
  " ",
  " ",
  " ",
  " ; ",
  " && ",
  " || ",
  " | ",
  " & ",
  "\n",
  "\r",
  " > ",
  " 2>",
  " < ",
  "="
])
const Line = Schema.Array(Schema.Struct({ word: Schema.Union([Word, Word, Schema.String]), separator: Separator }))

const lineOf = (pieces: typeof Line.Type): string => pieces.map(({ separator, word }) => word + separator).join("")

const answersOf = (first: unknown, second: unknown): ReadonlyArray<unknown> => [
  Pixir.isMutating(first, second),
  Pixir.isSafeCommand(first, second),
  Pixir.outsideWorkspaceShellToken(first, second),
  Pixir.classifyParentDirectoryToken(first),
  Pixir.isMutatingFindPredicate(first),
  Pixir.stripShellQuotes(first),
  Pixir.decide(first, second, first),
  Pixir.decide("ask", first, second)
]

describe(`the Pixir functions (SEED=${seed})`, () => {
  it("answer false or null to what is no string", () => {
    for (const value of odd) {
      assert.isFalse(Pixir.isSafeCommand(value))
      assert.isFalse(Pixir.classifyParentDirectoryToken(value))
      assert.isFalse(Pixir.isMutatingFindPredicate(value))
      assert.isNull(Pixir.stripShellQuotes(value))
      assert.isNull(Pixir.outsideWorkspaceShellToken(value, workspace))
      assert.isNull(Pixir.outsideWorkspaceShellToken("cat /etc/passwd", value))
      assert.isTrue(Pixir.isMutating(value, value))
      assert.strictEqual(Pixir.decide(value, value, value), "deny")
    }
  })

  it.prop(
    "throw for no value, and answer the same again",
    { first: Schema.Json, second: Schema.Json, line: Line },
    ({ first, line, second }) => {
      for (const one of [first, lineOf(line)]) {
        const answers = answersOf(one, second)
        assert.lengthOf(answers, 8)
        assert.deepStrictEqual(answersOf(one, second), answers)
      }
    },
    { arbitrary }
  )

  it.prop(
    "name as leaving what stands in the command",
    { line: Line },
    ({ line }) => {
      const command = lineOf(line)
      const token = Pixir.outsideWorkspaceShellToken(command, workspace)
      if (token === null) return
      assert.isAbove(token.length, 0)
      assert.include(command, token)
    },
    { arbitrary }
  )

  it.prop(
    "name the first of plain words that leaves, or none",
    {
      words: Schema.Array(Schema.Literals(["a", "src/..", "out/x", "../x", "/etc", "~/x", "FOO=x", "$X", "a..b", "-x"]))
    },
    ({ words }) => {
      const first = words.find((word) => ["out/x", "../x", "/etc", "~/x"].includes(word))
      assert.strictEqual(Pixir.outsideWorkspaceShellToken(`make ${words.join(" ")}`, workspace), first ?? null)
    },
    { arbitrary }
  )

  it.prop(
    "find what leaves and what changes in front of anything",
    { line: Line },
    ({ line }) => {
      const command = lineOf(line)
      assert.isNotNull(Pixir.outsideWorkspaceShellToken(`cat /etc/passwd; ${command}`, workspace))
      assert.isFalse(Pixir.isSafeCommand(`rm x; ${command}`, workspace))
    },
    { arbitrary }
  )

  it.prop(
    "decide by what mutates alone",
    {
      tool: Schema.Union([
        Schema.Literals(["bash", "read", "write", "spawn_agent", "apply_virtual_diff"]),
        Schema.String
      ]),
      args: Schema.Struct({ command: Schema.Json, dry_run: Schema.Json, validate_only: Schema.Json })
    },
    ({ args, tool }) => {
      const mutates = Pixir.isMutating(tool, args)
      assert.strictEqual(Pixir.decide("auto", tool, args), "allow")
      assert.strictEqual(Pixir.decide("read_only", tool, args), mutates ? "deny" : "allow")
      const asked = Pixir.decide("ask", tool, args)
      assert.strictEqual(typeof asked === "object", mutates)
      if (!mutates) assert.strictEqual(asked, "allow")
    },
    { arbitrary }
  )
})

describe("a token", () => {
  it("has a parent segment only between slashes", () => {
    for (const token of [
      "..",
      "../x",
      "a/../b",
      "a/..",
      "'..'/outside.txt",
      '"a/.."/b',
      "/..",
      "'../a b'",
      "\\.\\./x"
    ]) {
      assert.isTrue(Pixir.classifyParentDirectoryToken(token), token)
    }
    for (const token of [
      "",
      ".",
      "...",
      "main..HEAD",
      "a..",
      "..b",
      "a/...",
      "../".replace("/", "x"),
      "$X",
      "{1..3}"
    ]) {
      assert.isFalse(Pixir.classifyParentDirectoryToken(token), token)
    }
  })

  it("of find mutates when it deletes, runs or writes, however it is quoted", () => {
    for (const token of [
      "-delete",
      "-exec",
      "-execdir",
      "-ok",
      "-okdir",
      "'-delete'",
      '"-exec"',
      "-del'ete'",
      "\\-delete"
    ]) {
      assert.isTrue(Pixir.isMutatingFindPredicate(token), token)
    }
    for (const token of ["", "delete", "-name", "-print", "--delete", "-DELETE", "-execx", "__proto__", "toString"]) {
      assert.isFalse(Pixir.isMutatingFindPredicate(token), token)
    }
  })

  it("loses its quotes, single ones first, and nothing else", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["", ""],
      ["a", "a"],
      ["'a'", "a"],
      ['"a"', "a"],
      ["''a''", "a"],
      [`'"a"'`, "a"],
      [`"'a'"`, "'a'"],
      ["it's", "it's"],
      ["a'", "a"],
      ["'", ""],
      ["''", ""],
      [" 'a' ", " 'a' "]
    ]
    for (const [token, stripped] of cases) assert.strictEqual(Pixir.stripShellQuotes(token), stripped)
  })
})

describe("adversarial text", () => {
  const texts: ReadonlyArray<readonly [what: string, text: string]> = [
    ["one long word", "x".repeat(1_000_000)],
    ["many words", "a ".repeat(500_000)],
    ["many climbs", `cat ${"../".repeat(20_000)}`],
    ["many slashes", "/".repeat(60_000)],
    ["many globs", `cat ${"*/".repeat(20_000)}`],
    ["a deep nest", "$(".repeat(20_000)],
    ["many equals signs", `cat ${"a=".repeat(30_000)}`],
    ["many quotes", "'".repeat(60_001)]
  ]
  for (const [what, text] of texts) {
    it(`is answered soon: ${what}`, () => {
      const started = performance.now()
      answersOf(text, workspace)
      // Hundreds of times what it takes, and a fraction of what anything quadratic would.
      assert.isBelow(performance.now() - started, 8000)
    })
  }
})
