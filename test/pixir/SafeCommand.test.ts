/**
 * Which command lines are safe to run unasked.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { isSafeCommand } from "portcullis/pixir"
import { newWorkspace } from "./workspace.ts"

const { workspace } = newWorkspace()

const safe = [
  "ls",
  "ls -la",
  "  cat file.txt ",
  "grep foo bar",
  "find . -name AGENTS.md -print",
  "env find . -name AGENTS.md -print",
  "env PIXIR_TEST=1 git status",
  "git status",
  "git diff",
  "git log main..HEAD",
  "echo {1..10}",
  "pwd",
  "cat a..b",
  "cat ...",
  "cat /etc/hosts",
  "cat $HOME/x",
  "head -5 x | grep y | wc -l",
  "cat x > /dev/null",
  "ls 2>&1",
  "cat src/./../README.md",
  "(cd src; ls)",
  "for f in a b; do cat $f; done"
]

const unsafe = [
  "",
  "  ",
  "# ls",
  "X=1",
  "rm file",
  "git push",
  "git commit -m x",
  "find .. -name AGENTS.md",
  "find .pixir -delete",
  "find . -name '*.ndjson' -delete",
  "find . -exec rm {} +",
  "find . -execdir rm {} +",
  "find . -ok rm {} +",
  "env find .pixir -delete",
  "env PIXIR_TEST=1 find . -name '*.ndjson' -delete",
  "xargs find .pixir -delete",
  "env rm -rf .pixir",
  "grep foo ../outside.txt",
  "ls && rm x",
  "ls\nrm x",
  "ls\rrm x",
  "ls & rm x",
  "cat a | sh",
  "echo x > f",
  "echo x >> f",
  "cat $(whoami)",
  "curl x; sh",
  "echo `rm x`",
  "cat <(rm x)",
  "cat out/../x",
  "cat 'src'/../../x",
  "cat {src/../..,a}/x",
  "D=..; cat $D/x",
  "cd .. && ls",
  "git -C .. status",
  "wc -l ../*",
  "echo ../x",
  "echo \\.\\./x",
  "/bin/ls",
  "./ls",
  "sudo ls",
  "python3 -c 1",
  "l() { rm x; }; l",
  "ls() { rm x; }; ls"
]

describe("a safe command", () => {
  for (const command of safe) {
    it(`is ${JSON.stringify(command)}`, () => {
      assert.isTrue(isSafeCommand(command, workspace))
    })
  }
})

describe("a command that is not safe", () => {
  for (const command of unsafe) {
    it(`is ${JSON.stringify(command)}`, () => {
      assert.isFalse(isSafeCommand(command, workspace))
    })
  }

  it("is one that git would run a repository's program for", () => {
    const { workspace } = newWorkspace()
    fs.mkdirSync(path.join(workspace, ".git/objects"), { recursive: true })
    fs.mkdirSync(path.join(workspace, ".git/refs"))
    fs.writeFileSync(path.join(workspace, ".git/HEAD"), "ref: refs/heads/main\n")
    fs.writeFileSync(path.join(workspace, ".git/config"), "[core]\n\tbare = false\n")
    assert.isTrue(isSafeCommand("git status", workspace))
    fs.appendFileSync(path.join(workspace, ".git/config"), "\tfsmonitor = ./x\n")
    assert.isFalse(isSafeCommand("git status", workspace))
  })
})

describe("where a command runs", () => {
  it("is this process's own directory unless it is said", () => {
    const own = process.cwd()
    const { outside, workspace } = newWorkspace()
    try {
      process.chdir(workspace)
      assert.isTrue(isSafeCommand("cat src/../x"))
      assert.isFalse(isSafeCommand("cat out/../x"))
      // As the second argument of `filter` it is a number.
      assert.deepStrictEqual(["ls", "cat out/../x"].filter(isSafeCommand), ["ls"])
      assert.isFalse(isSafeCommand("cat ../x", "src/.."))
      assert.isTrue(isSafeCommand("cat src/../x", outside))
    } finally {
      process.chdir(own)
    }
  })
})
