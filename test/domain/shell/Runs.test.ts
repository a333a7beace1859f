/**
 * What makes a command run another, and how it may be spelled.
 */
import { assert, describe, it } from "@effect/vitest"
import { floorsOf, isProven, unitOf, unitsOf } from "./commands.ts"

/** Each of the texts carries the floor. */
const raise = (floor: string, texts: ReadonlyArray<string>): void => {
  for (const text of texts) it(`is seen in ${text}`, () => assert.include(floorsOf(text), floor))
}

/** None of the texts carries a floor. */
const raiseNone = (texts: ReadonlyArray<string>): void => {
  for (const text of texts) it(`is not in ${text}`, () => assert.deepStrictEqual(floorsOf(text), []))
}

describe("An option that makes another program run", () => {
  describe("by the beginning of its name", () => {
    raise("executing-environment", [
      "sort --comp rm f",
      "split --fil='rm x' f",
      "tar --use='rm x' -xf a",
      "tar --checkpoint-act=exec=rm -xf a",
      "make --ev='$(shell rm x)'",
      "git fetch --upload-pa=rm",
      "git rebase --exe 'rm x'",
      "sort --comp$X f"
    ])
    raiseNone(["sort --reverse f", "sort --key$X f", "tar --exclude=x -cf a src", "git fetch --prune"])
  })

  describe("behind a letter that is not known", () => {
    raise("executing-environment", ["rsync -a\u00e9e 'rm x' a b", "tar -xyI rm -f a", "zip -9TT 'rm x' a b"])
    raiseNone(["sort -ru f", "tar -xzf a"])
  })

  describe("that a word may become", () => {
    raise("executing-environment", [
      "tar $X",
      'X=$(cat e); sort "$X"',
      'read X < e; rg "$X" a',
      'while :; do rg "$X" a; X=$(cat e); done',
      "X=--pre=./x sh -c 'rg \"$X\" a'",
      "env X=--pre=./x sh -c 'rg \"$X\" a'",
      'f9() { X=$(cat e); }; f9; rg "$X" a',
      'source ./e; rg "$X" a',
      'rg "$REPLY" a',
      'rg "$1" a',
      "sort -u$X f",
      "sort -k {1,--compress-program=rm} f",
      "rg a$IFS--pre=./x b",
      "tar --$X -xf a",
      "git fetch $X",
      "make $X",
      "ls | xargs sort",
      "ls | xargs fd",
      "fd $X src",
      "ls | xargs -I{} make {}",
      'touch -- "$X"; sort *',
      "git() { echo --exec=rm; }; git push origin $(git branch --show-current)",
      "git push origin $(git branch --show-current | cat)"
    ])
    raiseNone([
      "sort *",
      "sort *.txt",
      "sort -- *",
      "fd a src",
      "fd -- $X",
      'rg -e "$X"',
      'rg "$X"',
      'git push origin "$BRANCH"',
      'sort "./$X"',
      'sort -k "$X" f',
      "tar -czf a src/*",
      "X=f; sort $X",
      "for f in a b; do sort $f; done",
      "git diff $X",
      "make -C $X -j$(nproc)",
      "tar -xzf a-$X-linux.tgz",
      "git fetch origin pull/$X/head",
      'git push -u origin "$(git branch --show-current)"',
      "git push origin $(git rev-parse --abbrev-ref HEAD)",
      "wc $X"
    ])
  })
})

describe("A program of several names", () => {
  const shells = "bash5 bash-5.2 bash-static sh lksh rksh hush mrsh ksh93 zsh-5.9 brush".split(" ")
  for (const name of shells) it(`${name} is a shell`, () => assert.include(unitsOf(`${name} -c 'rm x'`), "rm x"))

  raise("opaque", [
    "tclsh8.6 <<< 'exec rm x'",
    "guile3.0 -c x",
    "python3.12 -c x",
    "gawk-5.1 'BEGIN { system(1) }'",
    "goawk 'BEGIN { system(1) }'",
    "git-shell -c x"
  ])
  raise("executing-environment", ["gsort --compress-program=rm a", "gsplit --filter=x a", "git-rebase -x 'rm x'"])

  it("is judged by its usual name too", () => {
    assert.strictEqual(unitOf("grm x").plainText, "rm x")
    assert.strictEqual(unitOf("/opt/bin/grm x").plainText, "rm x")
    assert.strictEqual(unitOf("git-push a b").plainText, "git push a b")
    assert.isUndefined(unitOf("rm x").plainText)
    assert.isUndefined(unitOf("grep x a").plainText)
  })

  it("is looked through by any", () => {
    for (const text of ["genv rm x", "coreutils rm x", "coreutils --coreutils-prog=rm x", "uutils rm x"]) {
      assert.include(unitsOf(text), "rm x", text)
    }
    assert.include(unitsOf("git-submodule foreach 'rm x'"), "rm x")
  })

  it("is not told from a letter or a number alone", () => {
    for (const text of ["cat2 a", "ls9", "gonly a"]) assert.isFalse(isProven(text), text)
    assert.isTrue(isProven("gcat a"))
  })
})

describe("A script from a stream", () => {
  raise("opaque", [
    "awk -f - <<< 'BEGIN { system(1) }'",
    "awk -f /dev/stdin",
    "awk -f <(k1)",
    "awk -f<(k1)",
    "sed -f -",
    "sed -f /./dev/stdin",
    "make -f - <<< x",
    "make -f-",
    "make --file=/tmp/../dev/fd/0",
    "ninja -f /dev/stdin",
    "cmake -P /dev/stdin",
    "bash /tmp/../dev/stdin"
  ])
  raiseNone(["awk -f a", "sed -f a b", "make -f a", "ninja -f a", "cmake -P a", "bash dev/a"])
})

describe("A script of sed's", () => {
  describe("that is not in the text", () => {
    raise("opaque", [
      "sed --exp='1e rm x' f",
      "sed --e=p f",
      "sed -l 5 '1e rm x' f",
      "sed -l '1e rm x' f",
      'A=$(cat e); sed "s/$A/$B/" f',
      'sed "s/$A/$1/" f',
      'sed "$A" f',
      'sed -e p -e "$X" f',
      'for p in p 1e; do sed "$p" f; done',
      'sed -n "$((k1);(k2))p" f',
      "X=; sed $X '1e rm x' f"
    ])
  })

  describe("that is", () => {
    raiseNone([
      "sed -l 5 p f",
      'A=a; B=b; sed "s/$A/$B/" f',
      'for p in a b; do sed "s/$p/x/" f; done',
      'sed -n "$((1+1))p" f',
      'sed -n "${#A}p" f',
      'sed "s/$A/$B/" f',
      'sed -n "${N}p" f',
      'sed --sandbox "s/$A/$B/" f',
      "sed s/.*=// f",
      "ls | xargs sed -i s/a/b/",
      'sed -n 5p "$X"'
    ])
  })
})

describe("A command of fd's", () => {
  for (const text of ["fd -xrm", "fd -x=rm", "fd a -X=rm", "fd -Hxrm", "fd --exec=rm", "fd --ex=rm"]) {
    it(`is not known where the option holds it: ${text}`, () => assert.include(floorsOf(text), "opaque"))
    it(`is looked at where the option holds it: ${text}`, () => assert.include(unitsOf(text), "rm …"))
  }
  raiseNone(["fd -x rm", "fd --exec rm"])
  it("is no value of another option", () => {
    for (const text of ["fd -ex", "fd -e x", "fd --extension x", "fd -- -x"]) assert.isTrue(isProven(text), text)
  })
})
