/**
 * Walks below a directory that holds links, by command.
 */
import { assert, describe, it } from "@effect/vitest"
import { accessesOf } from "../../src/domain/Accesses.ts"
import { memoryView, type Tree } from "../../src/domain/MemoryView.ts"

const tree: Tree = {
  w: {
    ".git": { config: "", out: { link: "/etc" } },
    src: { "a.ts": "", away: { link: "/etc" }, near: { link: "../lib" }, null: { link: "/dev/null" } },
    lib: { "b.ts": "", back: { link: ".." } },
    conf: { near: { link: "../keys" } },
    keys: { "tls.pem": "" },
    node_modules: { pkg: { away: { link: "/etc" } } },
    app: { "[id]": { "b.pem": "", "page.ts": "" }, i: { "a.ts": "" } },
    lost: { nowhere: { link: "nowhere" } }
  },
  etc: { passwd: "" },
  dev: { null: "" },
  home: { u: {} }
}

/** What a command makes ask: paths outside, secrets, and what cannot be known. */
const asks = (command: string): ReadonlyArray<string> =>
  accessesOf(
    { tool: "bash", input: { command } },
    { cwd: "/w", workspace: "/w", roots: [], home: "/home/u", view: memoryView(tree) }
  ).flatMap((access) => {
    if (access._tag !== "Path") return []
    if (access.surface === "external_directory") return [`${access.value} outside`]
    return access.secret === undefined ? [] : [`${access.value} secret`]
  })

const following = [
  "grep -R x src",
  "grep -r --dereference-recursive x src",
  "rg -L x src",
  "rg --follow x src",
  "find -L src -name x",
  "find src -follow",
  "find -H -L src -print0",
  "fd -L x src",
  "ls -LR src",
  "ls -R --dereference src",
  "tree -l src",
  "du -L src",
  "diff -r src lib",
  "diff src lib",
  "cp -rL src x",
  "tar chf x src",
  "tar -cf x --dereference src",
  "zip -r x.zip src",
  "rsync -aL src x",
  "scp -r src h:x",
  "chown -RL u src"
]

const staying = [
  "grep -r x src",
  "rg x src",
  "find src -name x",
  "find -P src",
  "ls -R src",
  "tree src",
  "du -sh src",
  "tar cf x src",
  "cp -r src x"
]

describe("A walk", () => {
  for (const command of following) {
    it(`${command} goes where links lead`, () => assert.include(asks(command), "/w/src/away outside"))
  }
  for (const command of staying) {
    it(`${command} follows no link it meets`, () => assert.deepStrictEqual(asks(command), []))
  }

  it("that follows links meets what stands where they lead inside, and no device", () => {
    assert.deepStrictEqual(asks("grep -r x conf"), [])
    assert.deepStrictEqual(asks("grep -R x conf"), ["/w/keys/tls.pem secret"])
    assert.notInclude(asks("grep -R x src"), "/w/src/null outside")
  })

  it("that follows links ends where they lead in a circle", () => {
    assert.sameMembers(
      [...asks("find -L lib")],
      ["/w/src/away outside", "/w/node_modules/pkg/away outside", "/w/lost/nowhere outside"]
    )
  })

  it("that follows links goes into packages too, and not into git's own", () => {
    assert.deepStrictEqual(asks("grep -r x node_modules"), [])
    assert.deepStrictEqual(asks("grep -R x node_modules"), ["/w/node_modules/pkg/away outside"])
    assert.deepStrictEqual(asks("grep -R x .git"), [])
  })

  it("of grep is asked for by -d too", () => {
    assert.deepStrictEqual(asks("grep -d recurse x keys"), ["/w/keys/tls.pem secret"])
    assert.include(asks("grep --directories=recurse x"), "/w/keys/tls.pem secret")
  })
})

describe("A glob", () => {
  it("is looked up where it stands, though the words before it hold wildcards that are quoted", () => {
    for (const command of [
      'cat "app/[id]"/*',
      "cat app/\\[id\\]/*",
      "cd 'app/[id]' && cat *.pem",
      "d='app/[id]'; cat \"$d\"/*",
      "cat 'app/[id]/'{*,x}",
      "cat < 'app/[id]'/*"
    ]) {
      assert.include(asks(command), "/w/app/[id]/b.pem secret", command)
    }
    assert.deepStrictEqual(asks("cat app/[id]/*"), [])
    assert.deepStrictEqual(asks("cat 'app/[id]'/*.ts"), [])
  })
})

describe("What find runs on all it finds", () => {
  it("reaches what it would reach by itself", () => {
    assert.deepStrictEqual(asks("find conf keys -exec cat {} +"), ["/w/keys/tls.pem secret"])
    assert.deepStrictEqual(asks("find keys -exec ls -l {} +"), [])
    assert.include(asks("find keys -exec rm {} +"), "/w/keys/tls.pem secret")
    assert.include(asks("find -L src -exec cat {} +"), "/w/src/away outside")
  })
})
