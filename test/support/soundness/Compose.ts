/**
 * Texts put together from the grammar of the shell: what sets a variable, what fails, what uses the variable then.
 */
import type { Random } from "./Texts.ts"

/**
 * What each part of a text may be; `<name>` stands for a part, `¶` for a here-document whose body follows the line.
 * The first of each is the shortest: it is what a text ends with.
 */
const grammar = {
  text: ["<line>", "<line>\n<line>\n<text>", "<set>\n<text>", "<set>; <use>", "<line>\n<line>\n<line>\n<text>"],
  line: ["<list>", "<list>", "<list>", "<set>", "<set>", "<set>", "<set>; <use>", "<define>", "<list> &", "<option>"],
  list: ["<pipe>", "<pipe>", "<pipe> && <list>", "<pipe> || <list>", "<set> && <pipe>", "<set>; <pipe>", "<fault>"],
  pipe: ["<command>", "<command>", "<command> | <command>", "<command> |& <command>", "! <command>", "time <command>"],
  command: ["<simple>", "<simple>", "<compound>", "<compound> <redirect>", "<call>", "<use>", "<use>", "<use>"],
  simple: [
    "<name> <words>",
    "<name> <words> <redirect>",
    "<redirect> <name> <words>",
    "<variable>=<value> <name> <words>"
  ],
  name: ["k1", "k2", "k3", "k4", "f1", "'k6'", "\\k7", 'k"8"', "command k1", "exec k2", "builtin eval k3", "! k5"],
  words: ["", "a", "<word>", "<word> <word>", "-x <word>", "--y=<word>"],
  word: [
    "a",
    "b",
    "'a b'",
    '"a $<variable>"',
    "$<variable>",
    '"$<variable>"',
    "*",
    "[ab]",
    "{a,b}",
    "~",
    "~/x",
    "a{1..3}",

    "\\*",
    "$'a\\tb'",
    "$'\\x6b1'",
    '"$(<inner>)"',
    "$(<inner>)",
    "`k4`",
    "<(<inner>)",
    "$((<sum>))",
    "''",
    "@(a|b)",

    "${<variable>:-<word>}",
    "${<variable>%<word>}",
    "${<variable>/a/<word>}",
    "${<variable>^^}",
    "a=b:~/x",
    "a\\\nb",
    '""$<variable>',
    "$<variable>{1,2}",
    "~{/a,/b}",
    '"${<variable>-$(<simple>)}"',
    '$"a"',
    "-",
    "--",
    "'$(k9)'"
  ],
  value: [
    "a",

    "k1",
    "k2",
    "'k4 a'",
    '"k5 b"',
    "<word>",
    "",
    "$<variable>",
    "<word>$<variable>",
    "'*'",
    "c",
    "1",
    "'a[$(k9)]'",
    "$(<inner>)",
    '"$(<simple>)"',
    "a:~/b",
    "(k1 k2 a)",
    "([1]=k3 a)",
    "y",
    "a=~"
  ],
  sum: [
    "1",
    "<variable>",
    "<variable>+1",
    "<variable>=2",
    "<variable>++",
    "1+$<variable>",
    "<variable>?1:2",
    "1/0",
    "08"
  ],
  variable: ["x", "x", "x", "y", "y", "z"],
  inner: ["<simple>", "<simple>\n", "<command>", "<list>", "<text>\n", " <compound>", "<name> <<E¶\n", "<set>; <use>"],
  redirect: [
    ">c",

    "> d",
    ">>c",
    "2>c",
    "&>d",
    ">| c",
    "<a",
    "<<<<word>",
    "{v}>c",
    ">&c",
    "2>&1",
    "<>c",
    "<<E¶",
    "<<'E'¶",
    "<<-E¶",
    ">$<variable>",
    '> "$<variable>"',
    "3>&1 >c",
    "</nofile",
    ">&9",
    '>&"$<variable>"',
    "{<variable>}>&-"
  ],
  compound: [
    "{ <line>\n}",

    "(<text>\n)",
    "if <list>; then <text>\nfi",
    "if <list>; then <text>\nelse <text>\nfi",
    "[[ <test> ]]",
    "((<sum>))",
    "for <variable> in <word> <word>; do <text>\ndone",
    "case <word> in <word>) <text>\n;; *) <line>;; esac",
    "case $<variable> in (a|k1) <line>;& (b) <line>;; esac",
    "while <list>; do <text>\nbreak; done",
    "for ((<variable>=0;<variable><1;<variable>++)); do <line>; done",
    "until <list>; do <line>; break; done",
    "select <variable> in <word>; do <line>; break; done <<<1",
    "while read <variable>; do <line>; done <<E¶"
  ],
  test: ["-n <word>", "$<variable> == <word>", "<word> =~ <word>", "! -z <word>", "<word> -eq <sum>", "-v <variable>"],
  define: ["<function>() { <text>\n}", "<function>() (<text>\n)", "<function>() { local <variable>=<value>; <line>; }"],
  function: ["f9", "g9"],
  call: ["<function>", "<function> <words>", "<variable>=<value> <function>", "$(<function>)", "<function> <redirect>"],
  use: [
    "k1 $<variable>",
    'k1 "$<variable>"',
    'k1 "${<variable>[@]}"',
    'k1 $1 "$@"',
    "k1 ${<variable>:-<value>}",
    "k1 > $<variable>",

    "$<variable> <words>",
    "eval <name> '$<variable>'",
    "k1 a$<variable>b",
    "k1 ~/$<variable>",
    ": $((<variable>))",

    "k1 $((<sum>))",
    "k1 ${#<variable>} $?",
    "[[ $<variable> -eq 1 ]]",
    'k1 "$<variable>" >> c',
    "k1 ${<variable>[1]}"
  ],
  set: [
    "<variable>=<value>",
    "<variable>=<value> <variable>=<value>",
    "<variable>+=<value>",
    "export <variable>=<value>",
    "shift",
    "declare <attribute> <variable>=<value>",
    "declare <variable>=<word>",
    "local <variable>=<value>",
    "readonly <variable>=<value>",
    "read <variable> <<< <word>",
    "read <variable> <variable> <<E¶",

    "read -r -a <variable> <<< 'k1 a'",
    "printf -v <variable> %s <word>",
    "set -- <word> <word>",
    "local <variable>",
    "unset <variable>",
    "unset -v <variable>",
    "mapfile -t <variable> <<< <word>",
    ": ${<variable>:=<word>}",
    "let <variable>=<sum>",
    "((<variable>=<sum>))",
    "<variable>[1]=<word>",
    "declare -n <variable>=<variable>",
    "eval <variable>=<word>",
    "eval '<variable>=<word>; <use>'",
    "cd <word>",
    "IFS=<word>",
    "export <variable>",
    "trap '<line>' EXIT",
    "bash -c '<simple>' <word> <word>",
    "return",
    "break",
    "exec <redirect>",
    "<variable>=<value> eval 'k1 $<variable>'",
    "<variable>=<value> read <variable> <<<<word>",

    "{ <variable>=<value>; }",
    "(<variable>=<value>)",
    "<variable>=<value> | :",
    "<variable>=$_",
    "<variable>=$PWD",
    "getopts ab: <variable> <word>",
    "printf -v '<variable>[0]' %s <word>",
    "<variable>=<value> export <variable>",
    "{ <variable>=<value>; } <redirect>",
    "declare <variable>=<value> <redirect>",
    "<variable>=<value> <redirect>"
  ],
  attribute: ["-x", "-i", "-l", "-a", "-A", "-r", "-g", "-n", "-f", "-p", "+x", "-ir"],
  fault: [
    ": $((1/0))",
    "k1 $((08))",
    ": ${z:?}",
    "readonly x; x=<value>",
    "k1 < /nofile",
    "[[ <word> -eq 1/0 ]]",
    "cd /nofile"
  ],
  option: ["set -f", "set -e", "set -u", "set -a", "set +B", "shopt -s nullglob", "shopt -s lastpipe", "set -o posix"]
} satisfies Readonly<Record<string, ReadonlyArray<string>>>

const forms: ReadonlyMap<string, ReadonlyArray<string>> = new Map(Object.entries(grammar))

/** After so many parts, and so deep, every part is the shortest. */
const maxParts = 60
const maxDepth = 9

/** Answers a text of the grammar. */
export const composed = (random: Random): string => {
  let parts = 0
  const part = (name: string, depth: number): string => {
    const all = forms.get(name) ?? []
    const chosen = ++parts > maxParts || depth > maxDepth ? all[0] : all[random(all.length)]
    return (chosen ?? "").replaceAll(/<([a-z]+)>/gu, (_, inner: string) => part(inner, depth + 1))
  }
  return withBodies(part("text", 0), random)
}

/** Puts the body of each here-document behind the line it stands in. */
const withBodies = (text: string, random: Random): string => {
  let waiting = ""
  const lines = text.split("\n").map((line) => {
    const here = line.split("¶")
    for (let each = 1; each < here.length; each++) waiting += random(3) === 0 ? "\n$(k9)\nE" : "\nk1 b\nE"
    const bodies = waiting
    waiting = ""
    return here.join("") + bodies
  })
  return lines.join("\n")
}
