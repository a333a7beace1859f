import { assert, describe, it } from "@effect/vitest"
import {
  checkText,
  maxHereDocuments,
  maxLength,
  maxOperators,
  maxParts,
  maxSubstitutions,
  maxUnits,
  maxWords
} from "../../../src/domain/shell/Guard.ts"
import { parseText } from "../../../src/domain/shell/Parse.ts"
import { analyzed, floorsOf, guarded, unitsOf } from "./reading.ts"

describe("the guard", () => {
  const misread: Readonly<Record<string, string>> = {
    "a closing redirect that runs into the next word": "2>&-rm -rf ~",
    "the same on input": "<&-k1 a",
    "text behind an array": "a=($(k1))x",
    "text behind a declared array": "declare x=(a $(k1))y",
    "a process substitution behind an array": "a=(<(k1))x",
    "a subscript with a parenthesis": "a[)]$(k1 ..)]=1",
    "a here-document's operator in two": "k1 <<\\\n-EOF\nx\nEOF\nk2",
    "braces the parser does not see": "{x}1,k2}",
    "braces behind others": "rm {a}b,/}",
    "a file descriptor in two": "k1 2\\\n> a",
    "a parenthesis between words": "k1 (k2",
    "a here-document without its closing line": "k1 <<EOF\n$(k2)",
    "a nest the parser throws on": "<<$(".repeat(90),
    "coproc inside a substitution": "echo $(coproc x)",
    "an operator in two": "k3 &\\\n& k4",
    "an expansion in two": 'echo "$\\\n{x@P}"',
    "a NUL": "k1\0k2",
    "a carriage return": "k1\r\nk2",
    "text that runs the other way": "echo \u202e a",
    "a blank that is none": "k1\u00a0a",
    "a letter that cannot be seen": "k\u200b1 a",
    "half a character": "k1 \ud83d",
    "a syntax error": "if true; then k1",
    "a syntax error in a substitution": "k1 | | k2"
  }
  for (const [what, text] of Object.entries(misread)) {
    it(`says that ${what} was not read`, () => {
      assert.include(guarded(text), "unread")
    })
  }

  it("says so of every piece of a text whose substitution does not parse", () => {
    assert.include(floorsOf("echo `k1 | | k2`"), "unread")
  })

  const evaluated: Readonly<Record<string, string>> = {
    "a prompt expansion": "x='$(k1)'; echo \"${x@P}\"",
    "an indirect expansion": "echo ${!v}",
    "arithmetic on what is not in the text": "echo $((x))",
    "arithmetic on what holds no number": "x='a[$(k1)]'; echo $((x))",
    "old arithmetic": "echo $[ x ]",
    "quotes in arithmetic": "echo $(( x='a[$(k1)]' ))",
    "arithmetic on output": "echo $(( $(k1) + 1 ))",
    "a subscript": "echo ${a[i]}",
    "a subscript that is assigned": "a[i]=1",
    "a subscript among an array's elements": "a=([i]=1)",
    "an offset": "echo ${x:i}",
    "a numeric test": "[[ $x -eq 1 ]]",
    "a test of a name": "[[ -v a[$i] ]]",
    "the same by the builtin": 'test -v "$x"',
    "printf -v": "printf -v 'a[$(k1)]' x",
    "printf -v in an expansion": "printf \"$x\" 'a[$(k1)]'",
    read: "read 'b[$(k1)]' <<<1",
    unset: "unset 'a[$(k1)]'",
    let: "let 'x=a[$(k1)]'",
    "an integer variable": "declare -i x; x='a[$(k1)]'",
    "a reference to another variable": "declare -n x=PATH; x=/tmp",
    "a trap that moves the shell": "trap 'cd /etc' DEBUG; k1",
    "a substitution newer shells run in place": "echo ${ k1; }"
  }
  for (const [what, text] of Object.entries(evaluated)) {
    it(`says that ${what} evaluates what the text does not tell`, () => {
      assert.include(floorsOf(text), "opaque")
    })
  }

  it("says that options of the shell change how the rest is read", () => {
    for (const text of [
      "shopt -s extglob",
      "shopt -s lastpipe; k1",
      "shopt -s $x",
      "set -k",
      "set -o posix",
      "set -P",
      "set -eo errexit -k",
      "set -H",
      "set +o braceexpand",
      "shopt -q -s extglob"
    ]) {
      assert.notStrictEqual(floorsOf(text).length, 0, text)
    }
    for (const text of ["shopt -s nullglob", "set -euo pipefail", "set -x", "set -- -k", "set +H", "shopt extglob"]) {
      assert.deepStrictEqual(floorsOf(text), [], text)
    }
  })

  const innocent: Readonly<Record<string, string>> = {
    prose: 'git commit -m "it\'s {a, b} (c) $5 `` " ',
    "a here-document": "cat <<'EOF'\n$(k9) `k9` {a}b,c} ( \\\nEOF\n",
    "one with a variable": "cat <<EOF\n$HOME\nEOF\n",
    redirects: "k1 2>&1 >/dev/null <a 2>&- >>b &>c",
    "a continued line": "k1 \\\n  a \\\n  2>&1 \\\n  > b",
    "a redirect that begins a continued line": "k1 a \\\n> b",
    "find's braces": "find . -name '*.ts' -exec grep x {} \\;",
    "a revision": "git show HEAD@{1} stash@{0}",
    "a brace expansion": "ls src/{a,b}/*.{ts,js} {1..3}",
    "a range of revisions": "git log a..b",
    "a pattern": "grep -E '^(a|b){1,2}$' a",
    "an emoji of several characters": "git commit -m '👩‍👩‍👧 done'",
    "a blank of its own in quotes": "git commit -m '10\u00a0km'",
    "arithmetic on numbers": "echo $((1 + 2 * 0x10)) $((16#ff)) $((1<2?3:4))",
    "a counter": "i=0; while ((i < 3)); do ((i++)); done; echo $((i + 1)) ${x:i}",
    "a loop over numbers": "for ((i=0; i<3; i++)); do k1; done; for j in 1 2; do echo $((j*2)); done",
    "tests of numbers": "[[ $? -eq 0 && $# -gt 1 && ${#a[@]} -lt 3 && $RANDOM -gt 2 ]]",
    tests: '[ -f a ] && [ "$x" = y ] && [ -z "$x" ] && test -n "$x"',
    "an element": "echo ${a[0]} ${a[@]} ${#a[*]} ${!a[@]}",
    "a default": "echo ${x:-y} ${x#*/} ${x/a/b} ${x^^} ${x@Q}",
    nothing: "",
    "a comment": "# rm -rf / | | ("
  }
  for (const [what, text] of Object.entries(innocent)) {
    it(`finds nothing wrong with ${what}`, () => {
      assert.deepStrictEqual(guarded(text), [])
      assert.notInclude(floorsOf(text), "opaque")
    })
  }

  it("reads a text of the greatest length, and none that is longer", () => {
    const longest = `k1 ${"a".repeat(maxLength - 3)}`
    assert.deepStrictEqual(guarded(longest), [])
    assert.deepStrictEqual(guarded(`${longest}a`), ["unread"])
    assert.isFalse(checkText(`${longest}a`).readable)
  })

  it("counts here-documents before it parses them", () => {
    const documents = (count: number): string => `${"cat <<E\nE\n".repeat(count)}`
    assert.deepStrictEqual(guarded(documents(maxHereDocuments)), [])
    assert.deepStrictEqual(guarded(documents(maxHereDocuments + 1)), ["unread"])
    assert.deepStrictEqual(guarded("cat <<<a\n".repeat(200)), [])
  })

  it("counts operators and what may begin a substitution before it parses them", () => {
    const isReadable = (text: string): boolean => checkText(text).readable
    for (const operator of [";", "&", "|"]) {
      assert.isTrue(isReadable(`a${operator} `.repeat(maxOperators)), operator)
      assert.isFalse(isReadable(`a${operator} `.repeat(maxOperators + 1)), operator)
    }
    for (const opening of ["`", "$(", "<(", ">("]) {
      assert.isTrue(isReadable(`${opening} `.repeat(maxSubstitutions)), opening)
      assert.isFalse(isReadable(`${opening} `.repeat(maxSubstitutions + 1)), opening)
    }
    assert.isTrue(isReadable("f( ".repeat(maxSubstitutions + 1)))
  })

  it("reads so many words, assignments and redirects, and says that there are more", () => {
    for (const word of ["a ", "> a ", "x=1 "]) {
      assert.deepStrictEqual(guarded(`${word.repeat(maxWords - 2)}`), [], word)
      assert.deepStrictEqual(guarded(`${word.repeat(maxWords + 2)}`), ["unread"], word)
    }
  })

  it("reads so many parts of words, and says that there are more", () => {
    assert.deepStrictEqual(guarded(`ls ${"*a".repeat(maxParts / 2)}`), [])
    assert.deepStrictEqual(guarded(`ls ${"*a".repeat(maxParts / 2)}*`), ["unread"])
    assert.deepStrictEqual(guarded(`ls${" a*".repeat(maxParts / 2 + 1)}`), ["unread"])
  })

  const again: Readonly<Record<string, string>> = {
    "the words of wrappers in wrappers": `${"nice ".repeat(11)}ls${" abcdefghijkl".repeat(3900)}`,
    "what a variable holds": `A='${"a".repeat(30_000)}';${'echo x"$A";'.repeat(1000)}`,
    "a text in a variable": `A='${"#".repeat(30_000)}';${'eval "$A";'.repeat(1000)}`,
    "what braces expand to": `ls${" {1..64}".repeat(1000)}`,
    "texts that are nothing alone": `alias${" a=b".repeat(3000)}`
  }
  for (const [what, text] of Object.entries(again)) {
    it(`reads ${what} so often, and says that there is more`, () => {
      assert.include(floorsOf(text), "unread")
      const causes = analyzed(text).floors.map(({ cause }) => cause)
      assert.include(causes, "following it would take too long")
    })
  }

  it("keeps the commands it read before it would take too long", () => {
    assert.include(unitsOf(`k1; ls${" {1..64}".repeat(1000)}; k2`), "k1")
  })

  it("takes what touches a process substitution for one word with it", () => {
    for (const text of ["k1 a<(k2)", "k1 <(k2)a", "k1 --x=<(k2)", "k1 >a<(k2)", "k1 <(k2)<(k3)", "x=(a<(k2))"]) {
      assert.include(guarded(text), "unread", text)
    }
    for (const text of ["k1 <(k2)", "k1 <(k2);(k3)", "k1 < <(k2)>a", "k1 `k2 <(k3)`", "(k1 <(k2))", "k1 > >(k2)|k3"]) {
      assert.deepStrictEqual(guarded(text), [], text)
    }
  })

  it("reads so many commands, says that there are more, and keeps those it read", () => {
    const parsed = parseText("a;".repeat(maxUnits + 1))
    assert.deepStrictEqual(
      parsed.floors.map((floor) => floor.class),
      ["unread"]
    )
    assert.isTrue(parsed.flow._tag === "Sequence" && parsed.flow.steps.length >= maxUnits)
  })
})

describe("a last backslash", () => {
  it("behind a word is a word or none: both are followed", () => {
    for (const text of ["k1 a \\", "k0; k1 a \\", "k0 && k1 a\t\\"]) {
      assert.deepStrictEqual(guarded(text), [], text)
      assert.includeMembers([...unitsOf(text)], ["k1 a", "k1 a \\"], text)
    }
  })

  it("anywhere else is not believed", () => {
    for (const text of [
      "k1\\",
      "k1 'a \\",
      "k0; \\",
      "k0 | \\",
      "k1 \\ \\",
      "(k1 \\",
      "cat <<E\nx\nE\n \\",
      "k1 > \\",
      "{ k1; } \\"
    ]) {
      assert.include(guarded(text), "unread", text)
    }
  })
})

describe("globs of a text that is one command", () => {
  it("are what the disk says, whatever that command does", () => {
    assert.notInclude(floorsOf("git nothing*"), "opaque")
    assert.notInclude(floorsOf("npm *"), "opaque")
    assert.include(floorsOf("k1; npm *"), "opaque")
    assert.include(floorsOf("npm * $(k1)"), "opaque")
    assert.include(floorsOf("bash -c 'k1; npm *'"), "opaque")
  })
})

describe("what is no expansion", () => {
  it("runs nothing, as in the text of another language", () => {
    for (const text of ["k1 ${f(x)}", "k1 ${f(x.y, z)}", "k1 ${a.b(c)}"])
      assert.deepStrictEqual(floorsOf(text), [], text)
    for (const text of ["k1 ${f(x[1])}", "k1 ${f(x)$(k2)}", "k1 ${f(x)-k}"]) assert.isNotEmpty(floorsOf(text), text)
  })
})
