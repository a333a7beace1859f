import { assert, describe, it } from "@effect/vitest"
import { memoryView } from "../../../src/domain/MemoryView.ts"
import { checked } from "../../support/ruled.ts"
import { floorsOf } from "./reading.ts"

const judge = checked({ "*": "allow", "rm *": "deny" }, memoryView({ w: { f: "" } }))

/** Texts in which bash runs, or may run, `rm`, by the way its name gets there. */
const hidden: Readonly<Record<string, ReadonlyArray<string>>> = {
  "an array": [
    'a=(rm -rf f); "${a[@]}"',
    "a=(rm -rf f); ${a[*]}",
    "a=(rm f); $a f",
    "a=(ls rm); ${a[1]} f",
    "a=(ls rm); ${a[-1]} f",
    'a=(); a+=(rm f); "${a[@]}"',
    'a=(rm); a+=(f); "${a[@]}"',
    'declare -a a=(rm f); "${a[@]}"',
    "a[0]=rm; ${a[0]} f",
    "declare -A m=([k]=rm); ${m[k]} f",
    'a=(ls rm f); "${a[@]:1}"',
    'a=(rm); for c in "${a[@]}"; do $c f; done'
  ],
  "what is read": [
    "read X <<< rm; $X f",
    'read -r X Y <<< "rm f"; $X $Y',
    "read -r X <<< 'rm f'; $X",
    "read -p hi X <<< rm; $X f",
    "read <<< rm; $REPLY f",
    "read X <<EOF\nrm\nEOF\n$X f",
    "echo rm | { read X; $X f; }",
    "echo rm | while read X; do $X f; done",
    "while read X; do $X f; done <<< rm",
    "while read -r X; do $X; done <<EOF\nls\nrm f\nEOF",
    "IFS=, read -r X Y <<< rm,f; $X $Y",
    "IFS= read -r X <<< 'rm f'; $X",
    'read -a a <<< "rm f"; "${a[@]}"',
    "mapfile -t a <<< rm; ${a[0]} f",
    "mapfile -t <<< rm; ${MAPFILE[0]} f",
    "readarray -t a < <(echo rm); ${a[0]} f",
    "read X < <(echo rm); $X f",
    "while read X; do $X f; done < <(printf 'rm\\n')"
  ],
  "a value where there is none, or another": [
    "${Y:-rm} f",
    "${Y-rm} f",
    "${Y:=rm} f",
    '"${Y:-rm}" f',
    "${Y:-rm -rf} f",
    "${Y:-$Z$(echo rm)} f",
    ": ${X:=rm}; $X f",
    ': "${X=rm}"; "$X" f',
    "X=1; ${X:+rm} f",
    "unset X; ${X-rm} f",
    "$NOTHING rm f",
    "r${NOTHING}m f"
  ],
  "the arguments of a function or the shell": [
    'f(){ "$1" x; }; f rm',
    'f(){ "$@"; }; f rm x',
    "f(){ $*; }; f rm x",
    'f(){ local c=$1; shift; $c "$@"; }; f rm x',
    'f(){ shift; "$@"; }; f a rm x',
    'f(){ g "$@"; }; g(){ "$@"; }; f rm x',
    'f(){ "${@:2}"; }; f a rm x',
    'function f { eval "$1 x"; }; f rm',
    'f(){ eval "$@"; }; f rm x',
    "f(){ bash -c \"$1\"; }; f 'rm x'",
    "f(){ for c; do $c x; done; }; f ls rm",
    'set -- rm f; "$@"',
    "set -- rm f; $1 $2",
    'set rm f; "$@"',
    'set -- a rm f; shift; "$@"',
    "set -- rm; for c; do $c f; done",
    'set -- rm; for c in "$@"; do $c f; done'
  ],
  "another place or time": [
    "X=rm eval '$X f'",
    "X=rm bash -c '$X f'",
    "export X=rm; bash -c '$X f'",
    "X='rm f'; bash <<< \"$X\"",
    "X='rm f'; echo \"$X\" | bash",
    "X=rm; f(){ $X y; }; f",
    "f(){ $X y; }; X=rm; f",
    "f(){ X=rm; }; f; $X y",
    "trap '$X f' EXIT; X=rm",
    "select c in ls rm; do $c f; done",
    "case $Z in a) X=rm ;; *) X=ls ;; esac; $X f",
    "true && X=rm; $X f"
  ],
  "what printf makes": [
    "printf -v X '%s%s' r m; $X f",
    "printf -v X '\\x72m'; $X f",
    'printf -v X "r%s" m; $X f',
    "printf -v 'a[0]' rm; ${a[0]} f"
  ],
  "another name": [
    "declare -n r=X; r=rm; $X f",
    "declare -n r=X; X=rm; $r f",
    "Y=rm; X=Y; ${!X} f",
    "declare -l X=RM; $X f",
    "declare -l X; X=RM; $X f"
  ],
  "what is made of a value": [
    "X=ram; ${X/a/} f",
    "X=ram; ${X/[abc]/} f",
    "X=rammmm; ${X/a*/m} f",
    "X=arama; ${X//a/} f",
    "X=xm; ${X/#x/r} f",
    "X=rx; ${X/%x/m} f",
    "X=rmx; ${X%x} f",
    "X=rm.x.x; ${X%%.*} f",
    "X=a/b/rm; ${X##*/} f",
    "X=xrm; ${X#?} f",
    "X=xrm; ${X:1} f",
    "X=xrmx; ${X:1:2} f",
    "X=xxrm; ${X: -2} f",
    "X=mr; ${X:1:1}${X:0:1} f",
    "X=RM; ${X,,} f",
    "X=Rm; ${X,} f",
    "X=rM; ${X@L} f",
    "X=r; X+=m; $X f",
    "X=r; ${X}m f",
    "IFS=x; X=rmxf; $X"
  ],
  "what a command prints": [
    "$(echo rm) f",
    "$(echo -n rm f)",
    "$(printf '%s ' rm f)",
    "`echo rm` f",
    "$(which rm) f",
    "$(command -v rm) f",
    "$(cat <<< rm) f",
    "X=$(echo rm); $X f",
    "X=`echo rm`; $X f"
  ],
  "an argument that decides": [
    'git() { command git "$1"; }; xargs $(echo rm) < f',
    "X=rm; sudo $(echo $X) f",
    "echo / | xargs -I{} bash -c 'rm -rf {}'"
  ]
}

/** Texts that carry such a doubt, and in which nothing says `rm` runs. */
const other: ReadonlyArray<string> = [
  '$(echo ls) "rm f"',
  "${X:-ls} rm",
  'run(){ "$@"; }; log(){ printf %s "$1"; }; log rm; run ls f',
  "X=ls; $X; X=rm",
  "X=rm; X=ls; $(echo $X) f",
  'a=(ls rm); "${a[@]}"',
  "read X Y <<< 'ls rm'; $X $Y"
]

describe("what forbids what an opaque command may be", () => {
  for (const [way, texts] of Object.entries(hidden)) {
    describe(`by ${way}`, () => {
      for (const text of texts) {
        it(`denies ${JSON.stringify(text)}`, () => assert.strictEqual(judge(text), "deny"))
      }
    })
  }

  for (const text of other) {
    it(`does not deny ${JSON.stringify(text)}, and asks`, () => assert.strictEqual(judge(text), "ask"))
  }
})

describe("an opaque command", () => {
  it("stays opaque, whatever was found of what it may be", () => {
    for (const text of [...Object.values(hidden).flat(), ...other]) assert.include(floorsOf(text), "opaque", text)
  })
})
