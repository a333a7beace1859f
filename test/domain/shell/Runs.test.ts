/**
 * What makes a command run another, and how it may be spelled.
 */
import { assert, describe, it } from "@effect/vitest"
import { floorsOf } from "./commands.ts"

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
      'sort "$X"',
      "sort -u$X f",
      "sort -k $X f",
      "tar --$X -xf a",
      "git fetch $X",
      "make $X",
      "ls | xargs sort",
      "ls | xargs -I{} make {}",
      'touch -- "$X"; sort *'
    ])
    raiseNone([
      "sort *",
      "sort *.txt",
      "sort -- *",
      'sort "./$X"',
      'sort -k "$X" f',
      "tar -czf a src/*",
      "X=f; sort $X",
      "for f in a b; do sort $f; done",
      "git diff $X",
      "wc $X"
    ])
  })
})
