import { assert, describe, it } from "@effect/vitest"
import type { Tree } from "../../../src/domain/MemoryView.ts"
import { floorsOf, gitDirectory, isProven, pathsOf, surroundingsIn, unitOf, unitsOf } from "./commands.ts"

const proven = [
  "git status",
  "git status -sb",
  "git log --oneline -5 --graph --all",
  "git log -p -1",
  "git log --since='2 weeks ago' -- src",
  "git diff",
  "git diff --stat HEAD~3..HEAD",
  "git diff main...dev",
  "git show HEAD:a",
  "git branch",
  "git branch -a",
  "git branch --list 'x*'",
  "git branch --merged main",
  "git branch --show-current",
  "git tag",
  "git tag -l 'v*'",
  "git tag -n3",
  "git remote",
  "git remote -v",
  "git remote get-url origin",
  "git rev-parse --show-toplevel",
  "git rev-parse --abbrev-ref HEAD",
  "git ls-files -m",
  "git blame -L1,5 a",
  "git grep -n x -- src",
  "git reflog",
  "git reflog show -5",
  "git reflog expire --dry-run --expire=now --all",
  "git clean -ndX src/",
  "git add --dry-run .",
  "git describe --tags --always",
  "git shortlog -sn HEAD",
  "git cat-file -p HEAD",
  "git ls-tree -r HEAD",
  "git merge-base a b",
  "git config --get user.name",
  "git config user.name",
  "git config get user.name",
  "git stash list",
  "git stash show -p",
  "git worktree list",
  "git --no-pager diff",
  "git -C src status",
  "git --version",
  "git",
  "git help log",
  "git restore --help",
  "git symbolic-ref HEAD"
]

const unproven = [
  "git -p status",
  "git --paginate show",
  "git -c core.pager=x log",
  "git -c a.b=c log",
  "git --config-env=a.b=C log",
  "git --exec-path=x status",
  "git --git-dir=x status",
  "git --work-tree=/ status",
  "git --bare log",
  "git --unknown status",
  "git log --output=x",
  "git diff --output x",
  "git log --ext-diff",
  "git show --textconv",
  "git diff --ext-di",
  "git grep -O x",
  "git grep -Oless x",
  "git grep --open-files-in-pager x",
  "git branch x",
  "git branch -D x",
  "git branch -m a b",
  "git branch -v x",
  "git branch --edit-description",
  "git tag v1",
  "git tag -d v1",
  "git tag -v v1",
  "git remote add a b",
  "git remote set-url a b",
  "git remote show origin",
  "git remote -v update",
  "git config a.b c",
  "git config --unset a.b",
  "git config --list",
  "git config --get http.x.extraheader",
  "git config -f x a.b",
  "git config --edit",
  "git bisect run x",
  "git rebase -x x HEAD~1",
  "git submodule foreach x",
  "git submodule status",
  "git archive --remote=x HEAD",
  "git ls-remote --upload-pack=x y",
  "git ls-remote --upload-pa=x y",
  "git clean -fd",
  "git clean -f -e -n",
  "git reflog expire --all",
  "git reflog delete x",
  "git stash",
  "git stash drop",
  "git worktree add x",
  "git cat-file --textconv x",
  "git logout",
  "git st",
  "git STATUS",
  'git "$x"',
  "git symbolic-ref HEAD refs/heads/x",
  "git checkout -b x",
  "git push"
]

const repository = (dotGit: Tree | string, more: Tree = {}) =>
  surroundingsIn({ ".git": dotGit, sub: { x: "" }, ...more })
const withConfig = (config: string) => repository(gitDirectory(config))

describe("git", () => {
  for (const text of proven) {
    it(`${text} is a proven read in a clean repository`, () => {
      assert.isTrue(isProven(text), JSON.stringify(unitOf(text).proof))
    })
  }
  for (const text of unproven) {
    it(`${text} is no proven read`, () => assert.isFalse(isProven(text)))
  }

  it("that is given a program by an option has an executing environment", () => {
    for (const text of [
      "git -c core.pager=x log",
      "git -c alias.x=!y x",
      "git -c CORE.sshCommand=x fetch",
      "git -c diff.X.command=y diff",
      "git --exec-path=x status",
      "git fetch --upload-pack=x",
      "git grep -O x",
      "git clone -c core.sshCommand=x h:p",
      "git clone -u x h:p",
      "git config alias.x '!y'",
      "git config --global core.pager x",
      "git config set core.fsmonitor x",
      "git config --add core.hooksPath x",
      "git config include.path ../x",
      'git config "$x" y',
      "git config $x",
      "git config --rename-section x alias"
    ]) {
      assert.include(floorsOf(text), "executing-environment", text)
    }
    for (const text of [
      "git -c user.name=x commit -m y",
      "git config user.name x",
      "git config alias.x",
      "git config get alias.x",
      "git config --unset core.hooksPath",
      "git config unset alias.x",
      "git config core.fsmonitor true",
      'git config "$x"'
    ]) {
      assert.deepStrictEqual(floorsOf(text), [], text)
    }
  })

  it("shows what it would have others run", () => {
    assert.include(unitsOf("git rebase -x 'rm a' HEAD~1"), "rm a")
    assert.include(unitsOf("git bisect run rm a"), "rm a")
    assert.include(unitsOf("git submodule foreach 'rm a'"), "rm a")
    assert.include(unitsOf("git config alias.x '!rm a' && git x"), "rm a")
    assert.include(unitsOf("git config core.pager 'rm a'; git log"), "rm a")
    assert.include(unitsOf("git -c alias.x='rm a' x"), "git rm a")
    assert.notInclude(unitsOf("git -c alias.x='rm a' x"), "rm a")
  })

  it("names its paths from where -C leads, and prose is no path", () => {
    assert.deepStrictEqual(pathsOf("git -C src -C x add a"), ["read src names", "read x names", "read src/x/a"])
    assert.deepStrictEqual(pathsOf("git commit -m 'see ../x' --author 'a/b'"), [])
    assert.deepStrictEqual(pathsOf("git commit -F /x -- a"), ["unknown a", "read /x"])
    assert.deepStrictEqual(pathsOf("git show HEAD:src/.env"), ["read src/.env"])
    assert.deepStrictEqual(pathsOf("git checkout main -- a"), ["write main", "write a"])
    assert.deepStrictEqual(pathsOf("git rm -r src"), ["write src tree whole"])
  })
})

describe("A repository", () => {
  const status = (surroundings: ReturnType<typeof surroundingsIn>, text = "git status") =>
    unitOf(text, surroundings).proof

  it("that is absent lets git fail harmlessly", () => {
    assert.isTrue(status(surroundingsIn({ a: "" })).read)
  })

  it("whose configuration names a program is no proven read, and the answer says where", () => {
    const proof = status(withConfig("[core]\n\tbare = false\n\tfsmonitor = /x/y\n"))
    assert.deepStrictEqual(proof, { read: false, why: "/w/.git/config:3 sets core.fsmonitor, which can run a program" })
  })

  it("can name a program by any of its keys, however they are spelled", () => {
    for (const config of [
      "[core] pager = x",
      "[CORE]\nFsMonitor=./x",
      "[core]\nsshCommand",
      "[diff]\nexternal=x",
      '[diff "a b"]\ncommand = x',
      "[diff.a]\ntextconv = x",
      '[filter "l]"]\nclean = x',
      '[filter "a\\"b"]\nprocess = x',
      "[alias]\nst = !x",
      "[pager]\nlog = x",
      "[gpg]\nprogram = x",
      '[gpg "ssh"]\nprogram = x',
      "[credential]\nhelper = x",
      '[credential "https://x"]\nhelper = x',
      "[interactive]\ndiffFilter = x",
      '[man "x"]\ncmd = y',
      '[remote "o"]\nuploadpack = x',
      '[submodule "s"]\nupdate = !x',
      "[sequence]\neditor = x",
      "[core]\nsshCommand = a \\\n  b",
      "[a]\nb = \\\n c \\\n\n[core]\nsshCommand = x",
      "[core]\nworktree = /"
    ]) {
      assert.isFalse(status(withConfig(config)).read, config)
    }
  })

  it("that holds only what git writes by itself stays a proven read", () => {
    const config = [
      "# [core] pager = x",
      "[core]",
      "\trepositoryformatversion = 0",
      "\tfilemode = true ; pager = x",
      "\tbare = false",
      "\tlogallrefupdates = true",
      "\tfsmonitor = false",
      '[remote "origin"]',
      "\turl = git@host:a/b.git",
      "\tfetch = +refs/heads/*:refs/remotes/origin/*",
      '[branch "main"]',
      "\tremote = origin",
      "\tmerge = refs/heads/main",
      "[user]",
      '\tname = "A \\"B\\""'
    ].join("\n")
    assert.isTrue(status(withConfig(config)).read)
  })

  it("that cannot be read as configuration is no proven read", () => {
    assert.isFalse(status(withConfig("pager = x")).read)
    assert.isFalse(status(withConfig("[core\npager = x")).read)
  })

  it("is followed into what it includes", () => {
    const included = (text: string) =>
      surroundingsIn({ ".git": gitDirectory("[include]\n\tpath = ../inc\n"), inc: text })
    assert.isTrue(status(included("[user]\nname = x")).read)
    assert.isFalse(status(included("[core]\nfsmonitor = x")).read)
    assert.isFalse(status(withConfig('[includeIf "gitdir:/w/"]\npath = /elsewhere/~\n[include]\npath = ~u/x')).read)
    assert.isFalse(status(withConfig("[include]\npath = config")).read)
  })

  it("with a hook that reading runs is no proven read", () => {
    const hooks = { "post-index-change": { program: "x" } }
    assert.isFalse(status(repository(gitDirectory("", { hooks }))).read)
    assert.isTrue(status(repository(gitDirectory("", { hooks: { "pre-commit": { program: "x" } } }))).read)
    assert.isTrue(status(repository(gitDirectory("", { hooks: { "post-index-change": "not executable" } }))).read)
    const elsewhere = gitDirectory("[core]\nhooksPath = .husky")
    assert.isFalse(status(repository(elsewhere, { ".husky": hooks })).read)
    assert.isTrue(status(repository(elsewhere, { ".husky": { "pre-commit": { program: "x" } } })).read)
  })

  it("of a linked work tree is the one its file names, with its shared configuration", () => {
    const linked = (config: string, worktreeConfig: Tree = {}) =>
      surroundingsIn({
        ".git": "gitdir: ../w/store/worktrees/one\n",
        store: {
          ...gitDirectory(config),
          worktrees: { one: { HEAD: "ref: refs/heads/x\n", commondir: "../..\n", ...worktreeConfig } }
        }
      })
    assert.isTrue(status(linked("[core]\nbare=false")).read)
    assert.isFalse(status(linked("[core]\npager=x")).read)
    const own = { "config.worktree": "[core]\nfsmonitor=x" }
    assert.isTrue(status(linked("", own)).read)
    assert.isFalse(status(linked("[extensions]\nworktreeConfig=true", own)).read)
  })

  it("has submodules with configurations of their own", () => {
    const modules = (config: string) => repository(gitDirectory("", { modules: { a: { b: gitDirectory(config) } } }))
    assert.isTrue(status(modules("[core]\nworktree = ../../../../x")).read)
    assert.isFalse(status(modules("[core]\nfsmonitor = x")).read)
  })

  /** An index of one entry, one character a byte. */
  const index = (mode: string, name: string, version = 2): string => {
    const length = String.fromCharCode(0, name.length)
    const rest = version === 4 ? `\0${name}\0` : `${name}${"\0".repeat(8 - ((62 + name.length) % 8))}`
    return `DIRC\0\0\0${String.fromCharCode(version)}\0\0\0\x01${"\0".repeat(24)}${mode}${"\0".repeat(12)}${"h".repeat(20)}${length}${rest}`
  }
  const link = "\0\0\u{e0}\0"
  const file = "\0\0\u{81}\u{a4}"

  it("has repositories in its work tree that its index links to", () => {
    for (const version of [2, 4]) {
      const linking = (config: string, mode = link, name = "a/b") =>
        repository(gitDirectory("", { index: index(mode, name, version) }), {
          a: { b: { ".git": gitDirectory(config) } }
        })
      assert.isTrue(status(linking("[core]\nworktree = ../../../../x")).read)
      assert.isFalse(status(linking("[core]\nfsmonitor = x")).read)
      assert.isTrue(status(linking("[core]\nfsmonitor = x", file)).read)
      assert.isTrue(status(linking("[core]\nfsmonitor = x", link, "a/c")).read)
    }
  })

  it("has such repositories in those, with hooks, and elsewhere by a file", () => {
    const inner = gitDirectory("", { index: index(link, "c") })
    const deep = (config: string) =>
      repository(gitDirectory("", { index: index(link, "b") }), {
        b: { ".git": inner, c: { ".git": "gitdir: ../../store\n" } },
        store: gitDirectory(config)
      })
    assert.isTrue(status(deep("")).read)
    assert.isFalse(status(deep('[filter "x"]\nclean = x')).read)
    const hooked = gitDirectory("", { hooks: { "post-index-change": { program: "x" } } })
    assert.isFalse(status(repository(gitDirectory("", { index: index(link, "b") }), { b: { ".git": hooked } })).read)
  })

  it("with an index that holds what may be a link and cannot be read is no proven read", () => {
    assert.isFalse(status(repository(gitDirectory("", { index: `DIRC${link}` }))).read)
    assert.isTrue(status(repository(gitDirectory("", { index: "DIRC" }))).read)
    assert.isFalse(
      status(
        repository(gitDirectory("", { "sharedindex.1": index(link, "b") }), {
          b: { ".git": gitDirectory("[core]\npager = x") }
        })
      ).read
    )
  })

  it("that only looks bare is met on the way up", () => {
    const bare = surroundingsIn({ ".git": gitDirectory(), sub: gitDirectory("[core]\nfsmonitor = x") })
    assert.isTrue(status(bare).read)
    assert.isFalse(status(bare, "git -C sub status").read)
    assert.isFalse(isProven("cd sub && git status", bare))
  })

  it("is found where links lead, not where the path seems to", () => {
    const linked = surroundingsIn({
      ".git": gitDirectory(),
      link: { link: "/w/bad/deep" },
      bad: { ".git": gitDirectory("[core]\npager=x"), deep: { x: "" } }
    })
    assert.isFalse(status(linked, "git -C link status").read)
  })

  it("in a directory that is no repository is looked for further up", () => {
    const nested = surroundingsIn({ ".git": gitDirectory("[core]\npager=x"), sub: { ".git": { config: "" }, x: "" } })
    assert.isFalse(status(nested, "git -C sub status").read)
  })

  it("that is not known is no proven read", () => {
    assert.isFalse(isProven("cd $x && git status"))
    assert.isFalse(isProven('git -C "$x" status'))
  })
})

/** Keys that can make git run a program, `x` for any subsection. git-config(1). */
const programKeys = (
  "core.fsmonitor core.pager core.editor core.sshCommand core.gitProxy core.askPass diff.external diff.x.command " +
  "diff.x.textconv filter.x.clean filter.x.smudge filter.x.process merge.x.driver pager.x alias.x gpg.program " +
  "gpg.x.program credential.helper credential.x.helper interactive.diffFilter uploadpack.packObjectsHook man.x.cmd " +
  "man.x.path browser.x.cmd browser.x.path help.browser remote.x.vcs remote.x.uploadpack remote.x.receivepack " +
  "submodule.x.update trailer.x.command trailer.x.cmd sequence.editor core.alternateRefsCommand log.showSignature"
).split(" ")

describe("A key that can make git run a program", () => {
  for (const key of programKeys) {
    const parts = key.split(".")
    const [section = ""] = parts
    const name = parts.at(-1) ?? ""
    const header = parts.length > 2 ? `[${section} "x"]` : `[${section}]`

    it(`leaves no read proven where the repository sets ${key}`, () => {
      const config = (text: string) => surroundingsIn({ ".git": gitDirectory(text), a: "" })
      for (const spelled of [name, name.toUpperCase()]) {
        assert.isFalse(isProven("git status", config(`${header}\n\t${spelled} = y\n`)), spelled)
      }
      assert.isTrue(isProven("git status", config("[core]\n\tbare = false\n")))
    })

    it(`is a floor as git -c ${key}=y`, () => {
      assert.include(floorsOf(`git -c ${key}=y log`), "executing-environment")
      // A subsection's name has its case.
      if (parts.length === 2) assert.include(floorsOf(`git -c ${key.toUpperCase()}=y log`), "executing-environment")
    })
  }

  it("is none where it only says no", () => {
    assert.deepStrictEqual(floorsOf("git -c log.showSignature=false log"), [])
    assert.deepStrictEqual(floorsOf("git -c core.fsmonitor=false status"), [])
  })
})
