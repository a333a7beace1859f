/**
 * 64 KiB of text chosen to be slow: repeated units, deep nests, random bytes. An answer is owed within 50 ms.
 */
import { wrappers } from "../src/knowledge/wrappers.ts"
import { checkerOf } from "../test/support/checker.ts"
import { labelledGround, removeGround } from "../test/support/fixtures.ts"
import { budget, median, shown, table, timed } from "./measure.ts"

const size = 64 * 1024
const filled = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
const nested = (open: string, close: string): string => {
  const depth = Math.floor(size / (open.length + close.length))
  return open.repeat(depth) + close.repeat(depth)
}

const behind = (front: string, unit: string): string => (front + filled(unit)).slice(0, size)
const counted = (unit: (at: number) => string): string =>
  Array.from({ length: size / 4 }, (_, at) => unit(at))
    .join("")
    .slice(0, size)

/** A small generator with a fixed seed, so that every run measures the same bytes. */
const chosen = (units: ReadonlyArray<string>, between = ""): string => {
  let state = 20_261_130
  let text = ""
  while (text.length < size) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += (units[(state >>> 16) % units.length] ?? "") + between
  }
  return text.slice(0, size)
}
const random = (alphabet: string): string => chosen([...alphabet])
const wrapperNames = Object.keys(wrappers)

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
    "git -C . ",
    "*/",
    "[a]",
    "* ",
    "{1..64} ",
    "cat */*/* ",
    "a=b ",
    "cd a\n",
    "ln -s a b;",
    "node a b/c -d *\n",
    "docker-compose *;"
  ].map((unit) => [`${JSON.stringify(unit)} repeated`, filled(unit)] as const),
  ["$( ) nested", nested("$(", ")")],
  ["( ) nested", nested("(", ")")],
  ["{ ; } nested", nested("{ ", ";}")],
  ["${a:- } nested", nested("${a:-", "}")],
  ["brace expansion nested", nested("{a,", "}")],
  ["bash -c of a long text", `bash -c '${filled("ls; ").slice(0, size - 20)}'`],
  ["[ ] nested", nested("[", "]")],
  ...["nice ", "env ", "sudo env xargs find . -exec ", "bash -c ", "eval ", "fd a -x "].map(
    (unit) => [`${JSON.stringify(unit)} 11 times, then "cat *" repeated`, behind(unit.repeat(11), "cat *")] as const
  ),
  ...["alias a=b ", "shopt a ", "builtin ", "tar "].map(
    (unit) =>
      [`${JSON.stringify(unit)} with itself as words`, behind(unit, unit.slice(unit.indexOf(" ") + 1) || unit)] as const
  ),
  ["a variable of 30,000 characters, evaluated", behind(`A='${"ls a;".repeat(6000)}';`, 'eval "$A";')],
  ["the same as words", behind(`A='${"a/b ".repeat(7500)}';cat `, "$A ")],
  ["a variable that doubles", behind("A='ls;';", 'A="$A$A";eval "$A";')],
  ["64 values, as words with a glob", behind("for i in {1..64};do cat ", "$i/* ")],
  ["env -S of a long text", `env -S '${filled("ls a ").slice(0, size - 20)}'`],
  [
    "8 directories, thousands of files",
    behind(
      "cd a;cd b;cd c;cat ",
      counted((at) => `f${at} `)
    )
  ],
  [
    "thousands of globs",
    behind(
      "cat ",
      counted((at) => `/usr/bin/*${at} `)
    )
  ],
  ["thousands of repositories", counted((at) => `git -C d${at} status;`)],
  ["thousands of trees", counted((at) => `grep -r x d${at};`)],
  ["wrappers in random order", chosen(wrapperNames, " ")],
  ["wrappers in random order, a dozen each time", chosen([...wrapperNames, "ls *;", "ls *;"], " ")],
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
    const { state } = check(text)
    const samples = Array.from({ length: 5 }, () => timed(() => check(text)))
    return { name, micros: median(samples), state }
  })
  rows.sort((a, b) => b.micros - a.micros)
  table(
    `64 KiB of adversarial text, median of 5, ${rows.length} kinds, slowest first`,
    rows.slice(0, 16).map((row) => [shown(row.micros), row.state, row.name, budget(row.micros, 50_000)])
  )
} finally {
  removeGround(ground)
}
