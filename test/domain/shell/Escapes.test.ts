/**
 * Ways past a reading that were tried on it, by kind.
 */
import { assert, describe, it } from "@effect/vitest"
import { analysisOf, floorsOf, isProven, pathsOf, unitOf, unitsOf } from "./commands.ts"

describe("A program named by a path", () => {
  for (const text of ["./env ls", "bin/timeout 5 ls", "./bash -c ls", "./eval ls", "~/nice ls", "/w/env ls"]) {
    it(`${text} is no wrapper that is taken at its word`, () => {
      const unit = unitOf(text)
      assert.isFalse(unit.proof.read)
      assert.isUndefined(unit.wraps)
      // What it would run by its name is looked at all the same.
      assert.include(unitsOf(text), "ls")
    })
  }

  it("is the wrapper of that name only in the system's own directories", () => {
    for (const text of ["/usr/bin/env ls", "/bin/bash -c ls", "/usr/bin/timeout 5 ls"]) {
      assert.deepStrictEqual(unitOf(text).wraps, [1], text)
    }
    assert.isUndefined(unitOf("/usr/bin/../../w/env ls").wraps)
    assert.isUndefined(unitOf("/usr/bin/x/env ls").wraps)
  })

  it("does not move the shell", () => {
    const { paths } = analysisOf("./cd src && cat b")
    assert.deepStrictEqual(paths.find(({ path }) => path === "b")?.cwds, ["/w"])
  })
})

describe("A declaration whose name is not in the text", () => {
  const declarations = [
    "export $x=./y",
    'export "$x"',
    'export "$x=./y"',
    "declare -x $x=./y",
    "readonly A$x=1",
    "typeset ${x}=1",
    "export $(cat a)",
    "export {PAGER,EDITOR}=./y",
    "command export $x=./y",
    "f() { local $x=1; }"
  ]
  for (const text of declarations) {
    it(`${text} may set any variable`, () => assert.include(floorsOf(text), "executing-environment"))
  }
  for (const text of ["env $x ls", 'env "$A=$B" ls', "sudo $x ls"]) {
    it(`${text} hides what runs`, () => assert.include(floorsOf(text), "opaque"))
  }

  it("is told from one whose value alone is not", () => {
    for (const text of ["export A=$x", 'declare B="$x"', "export A=(a b)", "declare -a A=($x)"]) {
      assert.deepStrictEqual(floorsOf(text), [], text)
      assert.isTrue(isProven(text), text)
    }
  })
})

describe("What is no proven read though its program reads", () => {
  const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
    "a wrapper that writes by itself": ["command time -o out ls", "nice time --output=out ls"],
    "another name for the program, by which some are another": ["exec -a rm ls", "env -a rm ls", "env --argv0=rm ls"],
    "a print statement that goes on behind a newline": [
      "awk '{ print $1,\n$2 > \"out\" }' a",
      "awk '{ print $1 &&\n$2 > \"out\" }' a",
      "awk '{ print $1, # c\n$2 > \"out\" }' a"
    ],
    "jq's environment, spelled with blanks": ["jq -n '$ ENV'", "jq -n '$ __prog_args'"],
    "a signature that git has checked": [
      "git log --show-signature",
      "git log --format=%G?",
      "git log --pretty=format:%GS",
      "git show --format='%h %GK'",
      "git for-each-ref --format='%(signature:grade)'",
      "git branch --sort=-signature",
      'git log --format="$x"'
    ],
    "objects that git is asked for by its input": ["git cat-file --batch"],
    "a secret of the environment": [
      "echo $API_TOKEN",
      'echo "${API_TOKEN:0:4}"',
      "printf '%s' \"$DB_PASSWORD\"",
      "cat <<< $API_TOKEN",
      "cat <<E\n$API_TOKEN\nE",
      "timeout 5 echo $API_TOKEN",
      "bash -c 'echo $API_TOKEN'"
    ]
  }
  for (const [kind, texts] of Object.entries(kinds)) {
    it(`${kind}`, () => {
      for (const text of texts) assert.isFalse(isProven(text), text)
    })
  }

  it("is told from what shows nothing of the kind", () => {
    for (const text of [
      '[ -n "$API_TOKEN" ] && echo set',
      "echo ${API_TOKEN:+set} ${#API_TOKEN}",
      "for token in a b; do echo $token; done",
      "git log --format=%s",
      "time -p ls",
      "awk '{ print $1 }\n$1 > 5 { print }' a"
    ]) {
      assert.isTrue(isProven(text), text)
    }
  })
})

describe("A secret that a command reaches", () => {
  const texts: Readonly<Record<string, string>> = {
    "tree --fromfile .env": "read .env",
    "git log -L1,5:.env": "read .env",
    "git log -L:main:.env": "read .env",
    "git grep --no-index KEY": "read . tree",
    "git grep --untracked KEY": "read . tree"
  }
  for (const [text, path] of Object.entries(texts)) {
    it(`${text} is among its paths`, () => assert.include(pathsOf(text), path))
  }
})

describe("What a command writes under names of its own", () => {
  const texts: Readonly<Record<string, string>> = {
    "tar xf a": "write . tree",
    "tar xf a -C src": "write src tree",
    "unzip a": "write . tree",
    "unzip a -d src": "write src tree",
    "7z x a": "write . tree",
    "patch -p1 < a": "write . tree",
    "git clone https://h/x": "write . tree",
    "git clone https://h/x src": "write src tree",
    "git apply a": "write . tree"
  }
  for (const [text, path] of Object.entries(texts)) {
    it(`${text} is among its paths`, () => assert.include(pathsOf(text), path))
  }
})

describe("A bare name of a secret's shape", () => {
  it("is a path where no grammar says what it is, and not where one does", () => {
    for (const text of ["unheard id_rsa", "unheard x=id_rsa", "unheard --key=id_rsa", "unheard credentials"]) {
      assert.match(pathsOf(text).join(), /id_rsa|credentials/, text)
    }
    for (const text of ["git grep id_rsa", "git commit -m id_rsa", "unheard 'the id_rsa is lost'", "echo id_rsa"]) {
      assert.deepStrictEqual(pathsOf(text), [], text)
    }
  })
})
