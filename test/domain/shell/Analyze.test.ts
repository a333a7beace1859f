import { assert, describe, it } from "@effect/vitest"
import { analyze } from "../../../src/domain/shell/Analyze.ts"
import type { SimpleCommand } from "../../../src/domain/shell/Flow.ts"
import { readCommand } from "../../../src/domain/shell/ReadCommand.ts"
import type { CommandReading, Surroundings } from "../../../src/domain/shell/Reading.ts"
import { analyzed, floorsOf, placesOf, redirectsOf, surroundings, unitsOf } from "./reading.ts"

describe("analyze", () => {
  describe("units", () => {
    const units: Readonly<Record<string, ReadonlyArray<string>>> = {
      "k1 a | k2; k3 &": ["k1 a", "k2", "k3"],
      'k1 "$(k2 `k3`)" <(k4)': ["k3", "k2 `k3`", "k4", "k1 $(k2 `k3`) <(k4)"],
      "X=$(k1) Y=1 k2 > $(k3)": ["k1", "k3", "k2"],
      "a=($(k1) b); a[$(k2)]=c; export Z=$(k3)": ["k1", "k2", "k3", "export Z=$(k3)"],
      "k1 <<E\n$(k2)\nE\n": ["k2", "k1"],
      "k1 <<'E'\n$(k2)\nE\n": ["k1"],
      "echo ${x:-$(k1)} ${x/$(k2)/$(k3)} $((1 + $(k4)))": [
        "k1",
        "k2",
        "k3",
        "k4",
        "echo ${x:-$(k1)} ${x/$(k2)/$(k3)} $((1 + $(k4)))"
      ],
      "case $(k1) in $(k2)) k3;; esac": ["k1", "k2", "k3"],
      "for i in $(k1); do k2; done; while k3; do k4; done": ["k1", "k2", "k3", "k4"],
      "f() { k1; } > $(k2); f": ["k2", "k1", "f"],
      "[[ $(k1) == a ]] && (( $(k2) ))": ["k1", "k2"],
      "\\rm x; 'r'm x; rm\tx; >a rm x": ["rm x", "rm x", "rm x", "rm x"],
      "# k1": [],
      "X=1": []
    }
    for (const [text, expected] of Object.entries(units)) {
      it(`finds every command of ${JSON.stringify(text)}`, () => {
        assert.deepStrictEqual(unitsOf(text), expected)
      })
    }

    it("matches a command word that is a path a second time by its base name", () => {
      const [unit] = analyzed("/usr/bin/k1 a/b").units
      assert.strictEqual(unit?.text, "/usr/bin/k1 a/b")
      assert.strictEqual(unit?.baseText, "k1 a/b")
      assert.strictEqual(unit?.name, "k1")
      assert.isUndefined(analyzed("k1 a/b").units[0]?.baseText)
    })

    it("looks through a wrapper, and says which units it wraps", () => {
      const { units } = analyzed("k1; timeout 5 bash -c 'k2; k3 $(k4)'")
      const at = (name: string): number => units.findIndex((unit) => unit.name === name)
      const timeout = units[at("timeout")]
      assert.includeMembers([...(timeout?.wraps ?? [])], [at("bash"), at("k2"), at("k3"), at("k4")])
      assert.notInclude([...(timeout?.wraps ?? [])], at("k1"))
    })

    it("gives what a wrapper runs the wrapper's place in the text", () => {
      const text = "k1; bash -c 'k2 a'"
      const span = analyzed(text).units.find((unit) => unit.name === "k2")?.span
      assert.strictEqual(text.slice(span?.start, span?.end), "'k2 a'")
    })

    it("proves nothing of a command the text makes a function", () => {
      const call = analyzed("ls() { k1; }; ls").units.at(-1)
      assert.strictEqual(call?.text, "ls")
      assert.isFalse(call?.proof.read)
    })

    it("says that a command word it cannot see, or that is not what it seems, is opaque", () => {
      for (const text of ["$x a", "k$X", '"$@"', "$(k1) a", "{k1,k2}", "/bin/r?", "'k1 a'", "''", "'k1\u001b'"]) {
        assert.include(floorsOf(text), "opaque", text)
      }
      for (const text of ["~/k1", "./k1", "k'1'", "[ a ]", "k1"]) assert.notInclude(floorsOf(text), "opaque", text)
    })

    it("takes a number for one where a shell variable that is evaluated is given it", () => {
      for (const text of [
        "getopts ab x; shift $((OPTIND - 1))",
        "while getopts ab x; do k1 $x; done; shift $((OPTIND - 1))",
        "f() { local OPTIND x; OPTIND=1; getopts ab x; }",
        "SECONDS=0; sleep 1; echo $SECONDS",
        "RANDOM=42; RANDOM=$$; echo $((RANDOM % 6))",
        "for ((OPTIND = 1; OPTIND < 3; OPTIND++)); do :; done",
        'sleep 1 & wait -n -p x "$!"',
        'printf "-%s-" $x',
        '[ "-$x" = -y ]'
      ]) {
        assert.deepStrictEqual(floorsOf(text), [], text)
      }
    })

    it("reads text for a POSIX shell as bash only where both read it alike", () => {
      assert.include(floorsOf("sh -c \"echo \\$'a\\\\'; k1 x #'\""), "opaque")
      assert.include(floorsOf("sh -c 'time -f %e k1 x'"), "opaque")
      for (const shell of ["bash --posix", "bash -o posix", "bash -eo posix"]) {
        assert.include(floorsOf(`${shell} -c 'time -f %e k1 x'`), "opaque", shell)
        assert.include(unitsOf(`${shell} -c 'k1 x'`), "k1 x", shell)
      }
      for (const text of ["k1 a | k2", "time k1", "time -p k1"]) {
        assert.notInclude(floorsOf(`sh -c '${text}'`), "opaque")
      }
      assert.include(unitsOf("sh -c 'k1 a | k2'"), "k2")
    })

    it("stops following texts within texts at some depth, and says so", () => {
      let text = "k1"
      for (let depth = 0; depth < 40; depth++) text = `eval eval ${text}`
      assert.include(floorsOf(text), "unread")
    })
  })

  describe("the working directory", () => {
    const places: ReadonlyArray<readonly [text: string, places: ReadonlyArray<string>]> = [
      ["k1 < x", ["/w/x"]],
      ["cd sub && k1 < x", ["/w/sub/x"]],
      ["cd sub; k1 < x", ["/w/sub/x", "/w/x"]],
      ["cd sub || k1 < x", ["/w/x"]],
      ["cd sub || exit 1; k1 < x", ["/w/sub/x"]],
      ["cd sub || exit $x; k1 < x", ["/w/sub/x", "/w/x"]],
      ["cd sub && cd inner && k1 < x", ["/w/sub/inner/x"]],
      ["cd sub && cd .. && k1 < x", ["/w/x"]],
      ["cd /tmp && k1 < x", ["/tmp/x"]],
      ["cd ~ && k1 < x", ["/home/u/x"]],
      ["cd && k1 < x", ["/home/u/x"]],
      ["cd sub && cd - && k1 < x", ["/w/x"]],
      ["(cd sub); k1 < x", ["/w/x"]],
      ["cd sub | k1; k1 < x", ["/w/x"]],
      ["cd sub & k1 < x", ["/w/x"]],
      ["echo $(cd sub); k1 < x", ["/w/x"]],
      ["! cd sub && k1 < x", ["/w/x"]],
      ["if cd sub; then k1 < x; fi", ["/w/sub/x"]],
      ["if cd sub; then :; else k1 < x; fi", ["/w/x"]],
      ["if cd sub; then :; fi; k1 < x", ["/w/sub/x", "/w/x"]],
      ["case a in a) cd sub;; b) k1 < x;; esac", ["/w/x", "/w/sub/x"]],
      ["pushd sub && k1 < x", ["/w/sub/x"]],
      ["pushd sub && popd && k1 < x", ["/w/x"]],
      ["popd && k1 < x", ["?"]],
      ["cd $x && k1 < x", ["?"]],
      ['cd "$(k2)"; k1 < x', ["?"]],
      ["while k2; do cd sub; k1 < x; done", ["?"]],
      ["while k2; do (cd sub); k1 < x; done", ["/w/x"]],
      ["f() { cd sub; }; f; k1 < x", ["?"]],
      ["f() { k2; }; f; k1 < x", ["/w/x"]],
      ["f() { g; }; g() { cd sub; }; f; k1 < x", ["?"]],
      ["f() { k1 < x; }; cd sub; f", ["?"]],
      ["CDPATH=/etc; cd sub && k1 < x", ["?"]],
      ["eval 'cd sub' && k1 < x", ["/w/sub/x", "/w/x"]],
      ["bash -c 'cd sub'; k1 < x", ["/w/x"]],
      ["bash -c 'cd sub && k1 < x'", ["/w/sub/x"]],
      ["source k2; k1 < x", ["?"]],
      ["D=sub; cd $D && k1 < x", ["/w/sub/x"]],
      ["env -C sub bash -c 'k1 < x'", ["/w/sub/x"]],
      ["trap 'k1 < x' EXIT; cd sub", ["?"]],
      ["cd -P sub/.. && k1 < x", ["?"]],
      ["cd sub; OLDPWD=$y; cd - && k1 < x", ["?"]],
      ["pushd sub; DIRSTACK[1]=/etc; popd && k1 < x", ["?"]],
      ["X=sub; X=a eval 'cd $X' && k1 < x", ["?"]]
    ]
    for (const [text, expected] of places) {
      it(`is followed in ${text}`, () => {
        assert.sameMembers([...placesOf(text, "x")], [...expected])
      })
    }

    it("is lost when there are too many it may be", () => {
      assert.deepStrictEqual(placesOf(`${"cd sub; ".repeat(20)}k1 < x`, "x"), ["?"])
    })
  })

  describe("redirects", () => {
    const redirects: Readonly<Record<string, ReadonlyArray<string>>> = {
      "k1 > a >> b >| c &> d &>> e < f <> g": [
        "write a",
        "write b",
        "write c",
        "write d",
        "write e",
        "read f",
        "write g"
      ],
      "k1 2>&1 >&2 2>&- <&3 3<&- >&$((1+1)) >&1-": [],
      "k1 >&a": ["write a"],
      "k1 >&$x": ["write ?"],
      "k1 <<< a << E\nE\n": [],
      'k1 > "$x"': ["write ?"],
      "x=a; k1 > $x": ["write a"],
      "k1 > {a,b}": ["write a", "write b"],
      "k1 < ~/a": ["read /home/u/a"],
      "HOME=/h; k1 < ~/a": ["read /h/a"],
      "HOME=$x; k1 < ~/a": ["read ?"],
      "{ k1; } > a": ["write a"],
      "> a": ["write a"],
      "f() { k1; } > a": ["write a"],
      "for f in a b; do k1 < $f; done": ["read a", "read b"],
      "for f in *; do k1 < $f; done": ["read ?"],
      "for f in a b; do k1 < $f; f=$x; done": ["read a", "read b"],
      "x=a; for i in 1 2; do k1 < $x; x=$y; done": ["read ?"],
      "x=a; (x=b); k1 < $x": ["read a"],
      "x=a; if k2; then x=b; fi; k1 < $x": ["read b", "read a"],
      "x=a; read x; k1 < $x": ["read ?"],
      "x=a; unset x; k1 < $x": ["read ?"],
      "x=a; printf -v x b; k1 < $x": ["read b"],
      "x=a; printf -v x %d 1; k1 < $x": ["read ?"],
      "printf() { :; }; x=a; printf -v x b; k1 < $x": ["read ?"],
      "x=a; declare -u x; k1 < $x": ["read ?"],
      "x=a; f() { x=b; }; f; k1 < $x": ["read ?"],
      "x=a; : ${x:=b}; k1 < $x": ["read ?"],
      "x=a; bash -c 'k1 < $x'": ["read ?"],
      "export x=a; k1 < $x": ["read a"]
    }
    for (const [text, expected] of Object.entries(redirects)) {
      it(`reach files in ${JSON.stringify(text)}`, () => {
        assert.sameMembers([...redirectsOf(text)], [...expected])
      })
    }

    it("that connect are opaque", () => {
      assert.include(floorsOf("k1 < /dev/tcp/a/80"), "opaque")
      assert.include(floorsOf("exec 3<>//dev/udp/a/80"), "opaque")
    })
  })

  describe("what is unsettled", () => {
    const unsettled = (text: string): boolean =>
      analyzed(text).paths.some((reached) => reached.path === "l/x" && reached.unsettled !== undefined)

    it("is what stands below a path an earlier command may create", () => {
      assert.isTrue(unsettled("ln -s /etc l; k1 < l/x"))
      assert.isTrue(unsettled("mv /etc l && k1 < l/x"))
      assert.isTrue(unsettled("(ln -s /etc l); k1 < l/x"))
      assert.isTrue(unsettled("k2 $(ln -s /etc l); k1 < l/x"))
      assert.isTrue(unsettled("tar xf a; k1 < l/x"))
      assert.isTrue(unsettled("git checkout b && k1 < l/x"))
    })

    it("is not what was reached before, nor what a command that only reads names", () => {
      assert.isFalse(unsettled("k1 < l/x; ln -s /etc l"))
      assert.isFalse(unsettled("cat l; k1 < l/x"))
    })

    it("is what stands at or below one of the paths, when the command tells which", () => {
      const makes =
        (path: string) =>
        (command: SimpleCommand, around: Surroundings): CommandReading => ({
          ...readCommand(command, around),
          unsettles: command.words[0]?.value === "k2" ? [path] : []
        })
      const met = (text: string, path: string): ReadonlyArray<boolean> =>
        analyze(text, surroundings, makes(path)).paths.map((reached) => reached.unsettled !== undefined)
      assert.deepStrictEqual(met("k2; k1 < l/x < l < lx < m", "l"), [true, true, false, false])
      assert.deepStrictEqual(met("k2; k1 < sub/../l/x < /w/l", "./l"), [true, true])
      assert.deepStrictEqual(met("k2; cd l && k1 < x", "l").slice(-1), [true])
      assert.deepStrictEqual(met("cd sub && k2; k1 < sub/l", "l").slice(-1), [true])
      assert.deepStrictEqual(met("cd $x; k2; k1 < m", "l").slice(-1), [true])
    })

    it("is what a later round, another stage or a later call may reach", () => {
      assert.isTrue(unsettled("for i in 1 2; do k1 < l/x; ln -s /etc l; done"))
      assert.isTrue(unsettled("k1 < l/x | ln -s /etc l"))
      assert.isTrue(unsettled("f() { k1 < l/x; }; ln -s /etc l; f"))
    })
  })

  describe("the environment", () => {
    const executing = [
      "PATH=/tmp k1",
      "PATH=/tmp",
      "export PATH=$PATH:/tmp",
      "LD_PRELOAD=a k1",
      "BASH_ENV=a bash b",
      "GIT_SSH_COMMAND=a git fetch",
      "PAGER='k1 a' git log",
      "IFS=_; k1",
      "PROMPT_COMMAND=k1",
      "BASH_CMDS[ls]=./k1; ls",
      "coproc PATH { k1; }",
      "read PATH",
      "for PATH in a; do k1; done",
      "printf -v PATH a",
      "echo ${PATH:=a}",
      "((PATH=1))",
      "declare -x LD_PRELOAD=a",
      "export $x",
      "k1 {PATH}>a"
    ]
    for (const text of executing) {
      it(`makes other programs run in ${text}`, () => {
        assert.include(floorsOf(text), "executing-environment")
      })
    }

    for (const text of [
      "X=1 k1",
      "GIT_PAGER=cat git log",
      "GIT_AUTHOR_NAME=a k1",
      "IFS= read -r x",
      "NODE_ENV=test k1"
    ]) {
      it(`does no such thing in ${text}`, () => {
        assert.notInclude(floorsOf(text), "executing-environment")
      })
    }
  })
})
