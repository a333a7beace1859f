import { assert, describe, it } from "@effect/vitest"
import { floorsOf, isProven, unitOf } from "./commands.ts"

const proven = [
  "ls",
  "ls -la src",
  "cat a b",
  "cat -n -- a",
  "pwd",
  "echo",
  'echo "$HOME" -n *',
  "grep -rn 'a|b' src",
  "grep -A3 -e x -e y a",
  "rg TODO -g '*.ts' src",
  "find . -name '*.ts' -newermt 2024-01-01 -print0",
  "find src \\( -type f -o -type l \\) ! -empty",
  "head -5 a",
  "head -n5 a",
  "tail -n +3 a",
  "wc -l a",
  "which git",
  "whoami",
  "date",
  "date +%s",
  "date -u -d '1 day ago' +%F",
  "true",
  "tree -L 2 src",
  "stat a",
  "file -b a",
  "dirname a/b",
  "basename -s .ts a.ts",
  "realpath a",
  "sort -u -k2,2n -t: a",
  "uniq -c a",
  "diff -u a b",
  "diff <(sort a) <(sort b)",
  "printf '%s\\n' \"$x\"",
  "[ -f a ] && test -d src",
  "cut -d: -f1 a",
  "tr a-z A-Z",
  "jq -r '.env | .a' a",
  "sed -n '1,5p;/x/{=;p}' a",
  "sed 's/e/w/g; s|a|b|' a",
  "sed -E 's/(a)x/y/' a",
  "awk -F: '$3 > 5 && /x|y/ {print $1, $2}' a",
  "awk '{ n += ($1 > 2 ? 1 : 0) } END { printf(\"%d > 2\\n\", n) }' a",
  "awk '{ print (a > b) ? a : b }' a",
  "command -v git",
  "type ls",
  "tar tzf a.tgz",
  "tar -tvf a.tgz",
  "sha256sum a",
  "du -sh src",
  "df -h",
  "ps aux",
  "cd src && ls",
  "export A=1",
  "set -euo pipefail",
  "trap - EXIT",
  "python3 --version",
  "node --version",
  "bash --version",
  "timeout 5 ls",
  "nice -n 5 cat a",
  "env A=1 ls",
  "xargs -0 echo",
  "time ls",
  "eval 'ls -l'",
  "bash -ec 'ls'",
  "for f in a b; do echo $f; done",
  "find . -name *.c",
  "find . -name '*.ts' -exec grep -l foo {} +",
  "find src a -exec ls -la {} \\;",
  "f() { ls; }; f",
  "sort *",
  "grep -rn x . --include=*.ts",
  'for f in src/*; do sort "$f"; done'
]

const unproven = [
  // One escape of sort in its spellings
  "sort -o out a",
  "sort -oout a",
  "sort -uo out a",
  "sort --output=out a",
  "sort --o=out a",
  "sort --outpu out a",
  "sort --compress-program=x a",
  "sort -T /tmp a",
  "find . -delete",
  "find . -exec rm {} \\;",
  "find . -exec sh -c ls {} \\;",
  "find . -exec git -C {} log \\;",
  "find . -exec ./ls {} \\;",
  "find . -exec sort -o {} a \\;",
  "find . -exec grep x --file={} \\;",
  "find . -exec cat {} \\; -delete",
  "find . -execdir ls {} \\;",
  "find . -ok ls {} \\;",
  "find . -okdir ls {} \\;",
  "find . -fls out",
  "find . -fprint out",
  "find . -fprint0 out",
  "find . -fprintf out %p",
  "find . -files0-from x",
  "find * -name x",
  "find $x",
  "find . -name *",
  "fd -x ls",
  "fd x -X ls",
  "fd --exec=ls",
  "rg --pre=x y",
  "rg --pre x y",
  "rg --hostname-bin=x y",
  "rg -z y",
  "rg --search-zip y",
  "rg -nz y",
  "rg y *",
  "sed -i s/a/b/ a",
  "sed -ni.bak p a",
  "sed --in-place s/a/b/ a",
  "sed w\\ out a",
  "sed '1w out' a",
  "sed '/x/,/y/w out' a",
  "sed 'p;w out' a",
  "sed e a",
  "sed '1 e id' a",
  "sed 's/a/id/e' a",
  "sed 's/a/id/ge' a",
  "sed 's/a/b/w out' a",
  "sed -f script a",
  'sed "s/$x/y/" a',
  "sed -e p -e 'w out' a",
  "sed 's/[/]e/x/w out' a",
  "awk 'BEGIN{system(\"id\")}'",
  "awk '{print | \"sh\"}' a",
  "awk '{print > \"out\"}' a",
  "awk '{print(a) >> \"out\"}' a",
  "awk '\"id\" | getline x' a",
  "awk '{ print ENVIRON[\"A\"] }'",
  "awk '@load \"x\"'",
  "awk -f x a",
  "gawk -i inplace '{print}' a",
  "uniq a b",
  "uniq * b",
  "tree -o out",
  "tree --output=out",
  "file -C",
  "file -f list",
  "base64 -o out a",
  "xxd a out",
  "date 01010101",
  "date -s tomorrow",
  "date --set=x",
  "hostname x",
  "hostname -F a",
  "man ls",
  "less a",
  "tar --checkpoint-action=exec=x -tf a",
  "tar -tf a --to-command=x",
  "tar tIf x a",
  "tar -I x -tf a",
  "tar -tf a -T names",
  "tar -tf h:a",
  "sed -I.bak p a",
  "tar xf a",
  "tar czf a b",
  "tar",
  "env",
  "env -i",
  "printenv",
  "set",
  "export",
  "export -p",
  "declare -p A",
  "jq -n env",
  "jq -n '$ENV.A'",
  "jq -f x a",
  "ps auxe",
  "diff -l a b",
  "javac -version",
  "cat --show a",
  "ls --bogus",
  "cat -Z a",
  "grep --colou x",
  "/bin/ls",
  "./sed -n 1p a",
  "bin/grep x a",
  "LS",
  "rm a",
  "cat $'\\x2d'o",
  "printf -v x y",
  "xargs rm",
  "bash a.sh",
  "lsof -i",
  "f() { rm x; }; f",
  "(f() { ls; }); f",
  "f() { ls; } | cat; f",
  "if true; then f() { ls; }; fi; f",
  "f; f() { ls; }",
  "f() { f; }; f",
  "f() { g; }; g() { f; }; f",
  "f() { ls; }; f() { rm x; }; f",
  "f() { ls; }; unset -f f; f",
  "ls() { cat a; }; ls"
]

describe("Proofs of reading", () => {
  for (const text of proven) {
    it(`${text} is a proven read`, () => {
      assert.isTrue(isProven(text), JSON.stringify(unitOf(text).proof))
    })
  }
  for (const text of unproven) {
    it(`${text} is no proven read`, () => assert.isFalse(isProven(text)))
  }

  it("a proof that is missing says why", () => {
    assert.deepStrictEqual(unitOf("cat --show a").proof, { read: false, why: "cat: the option --show is not known" })
  })

  it("an unquoted expansion may bring options, but none that harm where no option does", () => {
    assert.isTrue(isProven("wc $x"))
    assert.isFalse(isProven("sort $x"))
    assert.isTrue(isProven('sort -- "$x"'))
    assert.isTrue(isProven('sort "./$x"'))
    assert.isFalse(isProven("sort ./$x"))
  })

  it("an option that makes another program run is a floor", () => {
    assert.deepStrictEqual(floorsOf("sort --compress-program=x a"), ["executing-environment"])
    assert.deepStrictEqual(floorsOf("rg --pre x y"), ["executing-environment"])
  })

  it("a program named by a path is never proven, whatever its name", () => {
    for (const name of ["ls", "cat", "git", "true"]) assert.isFalse(isProven(`./${name}`), name)
  })

  it("chmod that sets the user at start asks for rights", () => {
    assert.deepStrictEqual(floorsOf("chmod u+s a"), ["privilege"])
    assert.deepStrictEqual(floorsOf("chmod 4755 a"), ["privilege"])
    assert.deepStrictEqual(floorsOf("chmod 0755 a"), [])
  })
})
