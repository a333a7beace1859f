/**
 * 64 KiB of text chosen to be slow: repeated units, deep nests, random bytes. An answer is owed within 50 ms.
 */
import { checkerOf } from "../test/support/checker.ts"
import { labelledGround, removeGround } from "../test/support/fixtures.ts"
import { budget, median, shown, table, timed } from "./measure.ts"

const size = 64 * 1024
const filled = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
const nested = (open: string, close: string): string => {
  const depth = Math.floor(size / (open.length + close.length))
  return open.repeat(depth) + close.repeat(depth)
}

/** A small generator with a fixed seed, so that every run measures the same bytes. */
const random = (alphabet: string): string => {
  let state = 20_261_130
  let text = ""
  while (text.length < size) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += alphabet[(state >>> 16) % alphabet.length] ?? ""
  }
  return text
}

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("")
const texts: ReadonlyArray<readonly [string, string]> = [
  ...[
    "ls;",
    "ls a b c|",
    "<<E ",
    "$(",
    "`",
    "(",
    "{ ",
    "${a:-",
    '"$(',
    "a=(",
    "[[ a || ",
    "((1+",
    "$((",
    "cat *",
    "a{b,c}",
    "cat ../x;",
    "x=1;",
    "echo $x;",
    "~/",
    "'a'",
    "\\\n",
    "# ",
    "if a;then ",
    "case a in a) ",
    "for i in a;do ",
    "f(){ ",
    "env ",
    "sudo ",
    "xargs ",
    "bash -c '",
    "find . -exec ",
    "cd a;",
    "cat a/",
    "> a ",
    "é",
    "\u{1f600}",
    "git -C . "
  ].map((unit) => [`${JSON.stringify(unit)} repeated`, filled(unit)] as const),
  ["$( ) nested", nested("$(", ")")],
  ["( ) nested", nested("(", ")")],
  ["{ ; } nested", nested("{ ", ";}")],
  ["${a:- } nested", nested("${a:-", "}")],
  ["brace expansion nested", nested("{a,", "}")],
  ["bash -c of a long text", `bash -c '${filled("ls; ").slice(0, size - 20)}'`],
  ["random ASCII", random(ascii)],
  ["random shell operators", random("|&;<>()$`\\\"' \t\n*?[]#~=%{}!ab1")],
  ["one long word", filled("a")],
  ["one long path", filled("/a")],
  ["one long relative path", filled("../")]
]

const ground = labelledGround()
try {
  const check = checkerOf({ ground, policy: '{"permission":{"bash":{"rm *":"deny"}}}', mode: "ask" })
  check("ls")
  const rows = texts.map(([name, text]) => {
    const samples = Array.from({ length: 3 }, () => timed(() => check(text)))
    return { name, micros: median(samples), state: check(text).state }
  })
  rows.sort((a, b) => b.micros - a.micros)
  table(
    `64 KiB of adversarial text, median of 3, ${rows.length} kinds, slowest first`,
    rows.slice(0, 12).map((row) => [shown(row.micros), row.state, row.name, budget(row.micros, 50_000)])
  )
} finally {
  removeGround(ground)
}
