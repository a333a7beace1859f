import { assert, describe, it } from "@effect/vitest"
import { readsAsPosix } from "../../../src/domain/shell/Dialect.ts"

describe("readsAsPosix", () => {
  const bashOnly = [
    "echo $'a\\'; k1 x #'",
    'echo $"a"',
    "k1 &> a",
    "k1 >& a",
    "k1 |& k2",
    "k1 <(k2)",
    "k1 >(k2)",
    "k1 <<< a",
    "[[ -f a ]]",
    "((x))",
    "echo $((x))",
    "echo {a,b}",
    "echo {1..3}",
    "rm '{'a,b}",
    "a=(b c)",
    "a[1]=b",
    "a+=b",
    "function f { k1; }",
    "echo @(a|b)",
    "echo ${x/a/b} ",
    "echo ${x:1}",
    "echo ${!x}",
    "echo ${x^^}",
    "echo ${a[0]}",
    "source a",
    "x=1; declare y",
    "echo $[1+1]"
  ]
  for (const text of bashOnly) {
    it(`says that a POSIX shell may read ${text} otherwise`, () => {
      assert.isFalse(readsAsPosix(text))
    })
  }

  const shared = [
    "",
    "ls -la | wc -l",
    "cd a && npm test; echo \"$x\" '$y' `k1` $(k2)",
    "k1 2>&1 >/dev/null <a >>b 2>&-",
    "if [ -f a ]; then k1; else k2; fi",
    "{ k1; k2; }",
    "f() { k1; }",
    "echo ${x:-y} ${x%/*} ${x##a} ${#x}",
    "find . -exec ls {} \\;",
    "grep '[[:alpha:]]' a",
    "cat <<E\na\nE\n",
    "case $x in a|b) k1;; esac"
  ]
  for (const text of shared) {
    it(`says that a POSIX shell reads ${text} alike`, () => {
      assert.isTrue(readsAsPosix(text))
    })
  }
})
