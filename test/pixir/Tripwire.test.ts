/**
 * Which token of a command line leads out of the workspace.
 */
import { assert, describe, it } from "@effect/vitest"
import { memoryView } from "../../src/domain/MemoryView.ts"
import { firstLeaving } from "../../src/domain/tripwire/Tripwire.ts"
import { outsideWorkspaceShellToken } from "portcullis/pixir"
import { newWorkspace } from "./workspace.ts"

const { outside, workspace } = newWorkspace()

const leaving: ReadonlyArray<readonly [command: string, token: string]> = [
  [`cat ${outside}/x`, `${outside}/x`],
  ["cat /etc/passwd", "/etc/passwd"],
  ['cat "/etc/passwd"', '"/etc/passwd"'],
  ["echo /etc/passwd", "/etc/passwd"],
  [`cat ${workspace}-other/x`, `${workspace}-other/x`],
  [`cat ${workspace}/../x`, `${workspace}/../x`],
  ["cat /dev/urandom", "/dev/urandom"],
  ["cat /dev/nullish", "/dev/nullish"],
  ["ls /", "/"],
  ["cat $HOME", "$HOME"],
  ["cat ${HOME}", "${HOME}"],
  ["cat $HOME/notes.txt", "$HOME/notes.txt"],
  ["cat ${HOME%/}/x", "${HOME%/}/x"],
  ['cat "$HOME"/x', '"$HOME"/x'],
  ["cat '$HOME/x'", "'$HOME/x'"],
  ["cat ~", "~"],
  ["cat ~/notes.txt", "~/notes.txt"],
  ["cat --file=~/x", "~/x"],
  ["cat ../notes.txt", "../notes.txt"],
  ["ls ..", ".."],
  ["cat src/../../x", "src/../../x"],
  ["cat '..'/x", "'..'/x"],
  ["cat a b/../../c d", "b/../../c"],
  ["cat $X/../y", "$X/../y"],
  ["cat out", "out"],
  ["cat out/x", "out/x"],
  ["cat out/missing.txt", "out/missing.txt"],
  ["cat out/*.txt", "out/*.txt"],
  ["cat out/../README.md", "out/../README.md"],
  ["cat /etc/$X", "/etc/$X"],
  ["cat /et[c]/passwd", "/et[c]/passwd"],
  ["/bin/cat README.md", "/bin/cat"],
  ["../x README.md", "../x"],
  ["FOO=x cat /outside", "/outside"],
  ["echo ok FOO=/outside", "/outside"],
  ["env FOO=/outside make", "/outside"],
  ["export FOO=/outside", "/outside"],
  ["make --prefix=/usr/local", "/usr/local"],
  ["echo ok; echo FOO=/outside", "/outside"],
  ["true && echo FOO=/outside", "/outside"],
  ["false || echo FOO=/outside", "/outside"],
  ["printf x | cat FOO=/outside", "/outside"],
  ["echo x > /tmp/y", "/tmp/y"],
  ["echo x >> /tmp/y", "/tmp/y"],
  ["make 2>/tmp/y", "/tmp/y"],
  ["cat < ../x", "../x"],
  ["> /tmp/y", "/tmp/y"],
  ["{ ls; } > /tmp/y", "/tmp/y"],
  ["a=(/etc/passwd); ls", "/etc/passwd"],
  ["echo $(cat /etc/passwd)", "/etc/passwd"],
  ["X=$(cat /etc/passwd) ls", "/etc/passwd"],
  ["cat <(cat /etc/passwd)", "/etc/passwd"],
  ["for f in /etc/*; do cat $f; done", "/etc/*"],
  ["if ls; then cat /etc/passwd; fi", "/etc/passwd"],
  ["f() { cat /etc/passwd; }; ls", "/etc/passwd"],
  ["[ -f /etc/passwd ]", "/etc/passwd"],
  ["[[ -f /etc/passwd ]]", "/etc/passwd"],
  ["ls\ncat /etc/passwd", "/etc/passwd"],
  ["sh -c 'cat /etc/passwd'", "/etc/passwd"],
  ["sh -c 'for f in /etc/*; do cat $f; done'", "/etc/*"],
  ['sh -c "cat \\"/etc/pass wd\\""', '"cat \\"/etc/pass wd\\""'],
  ["bash <<E\ncat /etc/passwd\nE", "/etc/passwd"],
  ["xargs cat <<< /etc/passwd", "/etc/passwd"],
  ["timeout 5 cat /etc/passwd", "/etc/passwd"],
  // Quoted text counts where the whole could do more than read, or does not tell its paths.
  ["python3 -c \"open('/etc/passwd')\"", "/etc/passwd"],
  ["python3 <<'E'\nopen('/etc/passwd')\nE", "/etc/passwd"],
  ["echo 'a /etc/passwd' | xargs cat", "/etc/passwd"],
  ["X='rm -rf /etc' make", "/etc"],
  ["git commit -m 'see ../x'", "../x"],
  ["gcc -I/usr/include a.c", "-I/usr/include"],
  // A text that cannot be read whole is all pieces.
  ["cat 'x /etc/passwd", "/etc/passwd"],
  ["ls\rcat /etc/passwd", "/etc/passwd"],
  [`# ${"x".repeat(70_000)}\ncat /etc/passwd`, "/etc/passwd"],
  ["cat ../a /etc/b", "../a"],
  ["cat $HOME/a ../b", "$HOME/a"]
]

const staying = [
  "",
  " ",
  "cat README.md",
  "ls .",
  "ls ./src/",
  "cat missing/x",
  "cat src/../README.md",
  `cat ${workspace}/README.md`,
  `cat ${workspace}`,
  "cat $PWD/README.md",
  "cat ~+/README.md",
  "git log main..HEAD",
  "cat a..b ... x",
  "TMPDIR=/tmp mix test",
  "PREFIX=/usr/local ./configure",
  "A=/a B=/b make",
  "A=/a",
  "echo ok; TMPDIR=/tmp mix test",
  "true && PREFIX=/usr/local ./configure",
  "false || TMPDIR=/tmp mix test",
  "printf x | TMPDIR=/tmp cat",
  "(TMPDIR=/tmp make)",
  "VAR=/outside cmd $VAR",
  "cat $X $X/y",
  "mix test 2>/dev/null",
  "mix test 2>&1",
  "echo /dev/null",
  "make -j4 -f src/Makefile",
  "curl https://example.com/a/b",
  "cat <(ls)",
  'echo "$(date)/x"',
  "case a in /*) ls;; esac",
  `cat ${"x".repeat(5000)}`
]

describe("the token that leaves", () => {
  for (const [command, token] of leaving) {
    it(`of ${JSON.stringify(command.slice(0, 80))} is ${JSON.stringify(token)}`, () => {
      assert.strictEqual(outsideWorkspaceShellToken(command, workspace), token)
    })
  }
})

describe("nothing leaves in", () => {
  for (const command of staying) {
    it(`${JSON.stringify(command.slice(0, 80))}`, () => {
      assert.isNull(outsideWorkspaceShellToken(command, workspace))
    })
  }
})

describe("the workspace", () => {
  it("may be any directory", () => {
    assert.isNull(outsideWorkspaceShellToken("cat /etc/passwd", "/"))
    assert.strictEqual(outsideWorkspaceShellToken("cat ~/x", "/"), "~/x")
    assert.isNull(outsideWorkspaceShellToken(`cat ${workspace}/x`, `${workspace}/`))
    assert.isNull(outsideWorkspaceShellToken("cat x", `${workspace}/missing`))
  })

  it("is where its links lead", () => {
    assert.isNull(outsideWorkspaceShellToken(`cat x ${outside}/x ${workspace}/out/x`, `${workspace}/out`))
    assert.strictEqual(outsideWorkspaceShellToken("cat ../README.md", `${workspace}/out`), "../README.md")
  })

  it("is below this process's own directory when it is relative", () => {
    assert.isNull(outsideWorkspaceShellToken(`cat ${process.cwd()}/src/x`, "src"))
    assert.strictEqual(outsideWorkspaceShellToken("cat ../x", "src"), "../x")
  })
})

describe("what nobody can tell", () => {
  const confines = (view: Parameters<typeof memoryView>[0]) => ({
    workspace: "/w",
    home: "/home/ada",
    view: memoryView(view)
  })

  it("leaves: links without end, and what a process alone can see", () => {
    const view = confines({ w: { loop: { link: "loop" }, proc: { link: "/proc/self/cwd" } } })
    assert.strictEqual(firstLeaving("cat loop/x", view), "loop/x")
    assert.strictEqual(firstLeaving("cat proc/x", view), "proc/x")
  })

  it("leaves: a climb from a directory that is not known", () => {
    assert.strictEqual(firstLeaving('cd "$D" && cat a/../x', confines({ w: {} })), "a/../x")
    assert.isUndefined(firstLeaving('cd "$D" && cat x', confines({ w: {} })))
  })

  it("leaves: more than can be looked at", () => {
    const many = Array.from({ length: 3000 }, (_, index) => `f${index}`)
    assert.strictEqual(firstLeaving(`cat ${many.join(" ")}`, confines({ w: {} })), "f1999")
  })
})
