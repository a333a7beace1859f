import { assert, describe, it } from "@effect/vitest"
import { memoryView } from "../../../src/domain/MemoryView.ts"
import { runners, shells, type Wrapper, wrappers } from "../../../src/knowledge/wrappers.ts"
import { checked } from "../../support/ruled.ts"
import { floorsOf, unitsOf } from "./commands.ts"

/** Wrappers that take no command, or a language of their own. */
const bare: Readonly<Record<string, string>> = { at: "it reads its input", batch: "it reads its input" }

const powershells: ReadonlySet<string> = new Set(["pwsh", "powershell", "powershell.exe"])

/** The words in front of a wrapper's command. */
const front = (wrapper: Wrapper): string => {
  const before = (wrapper.before ?? "").split(" ").filter((kind) => kind !== "")
  const program = wrapper.mixed === true && wrapper.text !== undefined ? [wrapper.text[0]] : []
  const chosen = wrapper.unless === undefined ? [] : [wrapper.unless.options[0], "1"]
  return [...chosen, ...before.map(() => "1"), ...(wrapper.marks ?? []).slice(0, 1), ...program].join(" ")
}

interface Line {
  readonly name: string
  readonly wrapper: Wrapper
}

const below = (name: string, wrapper: Wrapper): ReadonlyArray<Line> =>
  wrapper.sub === undefined
    ? [{ name, wrapper }]
    : Object.entries(wrapper.sub).flatMap(([sub, next]) => below(`${name} ${sub}`, next))

const all: ReadonlyArray<Line> = [
  ...Object.entries(wrappers).map(([name, wrapper]) => ({ name, wrapper })),
  ...Object.entries(runners).flatMap(([name, runner]) => below(name, runner))
].filter(({ name }) => !Object.hasOwn(bare, name))

const view = memoryView({ w: { x: "" } })
const denying = checked({ "*": "allow", "rm *": "deny" }, view)
const ruleless = checked({}, view)

/** `W rm x` as the wrapper takes it. */
const line = ({ name, wrapper }: Line, command: string, option = ""): string => {
  const text = wrapper.mixed === true || wrapper.joins === true || wrapper.each === true ? `'${command}'` : command
  // To bash `time` is a word of its own, whose further options are a command's name.
  const called = name === "time" ? "/usr/bin/time" : name
  return [called, option, front(wrapper), wrapper.shell === true ? `-c '${command}'` : text]
    .filter((word) => word !== "")
    .join(" ")
}

describe("Every wrapper", () => {
  it("is many", () => assert.isAbove(all.length, 150))

  for (const one of all) {
    const text = line(one, "rm x")
    it(`is looked through: a deny on what it runs denies ${text}`, () => {
      assert.strictEqual(denying(text), "deny")
      assert.isTrue(unitsOf(text).some((unit) => unit.startsWith("rm x")))
    })

    it(`is opaque with an option that is not known: ${line(one, "rm x", "--portcullis")}`, () => {
      assert.include(floorsOf(line(one, "ls", "--portcullis")), "opaque")
    })

    it(`is never proven where what it runs is not: ${line(one, "k1 x")}`, () => {
      assert.strictEqual(ruleless(line(one, "k1 x")), "ask")
    })

    it(`that runs elsewhere or stays opaque asks under an allow of everything: ${line(one, "ls")}`, () => {
      if (one.wrapper.opaque === undefined && one.wrapper.privilege === undefined) return
      assert.strictEqual(denying(line(one, "ls")), "ask")
    })
  }

  for (const shell of Object.keys(shells)) {
    it(`${shell} shows the text it is given`, () => {
      const option = shell.startsWith("cmd") ? "/c" : powershells.has(shell) ? "-Command" : "-c"
      assert.strictEqual(denying(`${shell} ${option} 'rm x'`), "deny")
      assert.strictEqual(denying(`${shell} <<< 'rm x'`), "deny")
      assert.strictEqual(denying(`${shell} <<'E'\nls\nrm x\nE`), "deny")
      assert.strictEqual(denying(`echo 'rm x' | ${shell}`), "deny")
      assert.strictEqual(denying(`${shell} <<< 'ls'`), "ask")
    })
  }
})

const denied: ReadonlyArray<string> = [
  "gxargs rm x",
  "/usr/local/bin/gtimeout 5 genv A=1 rm x",
  "gfind . -exec rm {} +",
  "watchexec --exts ts -- rm x",
  "mpirun -np 4 rm x",
  "xterm -T a -e rm x",
  "fzf --preview 'rm {}'",
  "ssh -p 22 host rm x",
  "ssh host -p 22 'cd /y && rm x'",
  "ssh -o ProxyCommand='rm x' host",
  "docker --context y exec -it -e A=1 c sh -c 'rm x'",
  "docker run --rm -v a:/b --entrypoint rm img x",
  "docker compose -f y exec web rm x",
  "kubectl -n y exec -it p -c c -- sh -c 'rm x'",
  "kubectl exec p rm x",
  "kubectl exec -f y -- rm x",
  "tmux new -d \\; send-keys 'rm x' Enter",
  "tmux new-s -d 'rm x'",
  "echo 'rm x' | at now",
  "at now <<< 'rm x'",
  "batch <<'E'\nrm x\nE",
  "npx -c 'rm x'",
  "su root -c 'rm x'",
  "su - u -c 'rm x'",
  "su u -- -c 'rm x'",
  "sudo -i rm x",
  "sudo -s rm x",
  "flock l -c 'rm x'",
  "script y -c 'rm x'",
  "bash --rcfile y -c 'rm x'",
  "bash -O extglob -c 'rm x'",
  "bash +O extglob -c 'rm x'",
  "bash -c +x 'rm x'",
  "bash -e +x -c 'rm x'",
  "bash -norc -c 'rm x'",
  "bash -nic 'rm x'",
  "bash -s y <<'E'\nrm x\nE",
  "bash <<E\nrm $x\nE",
  "cat <<'E' | sh\nrm x\nE",
  "printf 'rm x\\n' | sh",
  "printf '%s\\n' 'rm x' | sudo bash",
  ". /dev/stdin <<< 'rm x'",
  "X=rm; $X f",
  "X='rm f'; $X",
  "X=r; ${X}m f",
  "X=rm; Y=$X; $Y f",
  "readonly X=rm; $X f",
  "export X=rm; $X f",
  "printf -v X rm; $X f",
  "printf -v X %s rm; $X f",
  "declare -n Y=X; X=rm; $Y f",
  "X=rm; declare -n Y=X; $Y f",
  "for c in ls rm; do $c f; done",
  'for c in ls rm; do eval "$c f"; done',
  "f() { rm x; }; f",
  "f() { g; }; g() { rm x; }; f",
  "alias ls='rm x'",
  "PROMPT_COMMAND='rm x'",
  "PAGER='rm x' git log",
  "GIT_SSH_COMMAND='rm x' git fetch",
  "git -c core.sshCommand='rm x' fetch",
  "git -c alias.z='!rm x' z"
]

describe("A deny on what runs", () => {
  for (const text of denied) it(`denies ${text}`, () => assert.strictEqual(denying(text), "deny"))
})

describe("What is looked at for what forbids it alone", () => {
  const trusting = checked({ "docker exec *": "allow", "rm *": "deny", "npm *": "ask", "*": "ask" }, view, ["opaque"])
  const ordered = checked({ "*": "ask", "rm *": "deny", "npm *": "ask", "docker exec *": "allow" }, view, ["opaque"])

  it("needs no rule of its own where one names what would run it", () => {
    assert.strictEqual(ordered("docker exec c ls /etc"), "allow")
    assert.strictEqual(ordered("docker exec c make"), "allow")
    assert.strictEqual(trusting("docker exec c make"), "ask")
  })

  it("asks and denies where a rule names it", () => {
    assert.strictEqual(ordered("docker exec c npm i"), "ask")
    assert.strictEqual(ordered("docker exec c sh -c 'ls; rm x'"), "deny")
  })

  it("gives the text no floor, for what shows it has one", () => {
    assert.deepStrictEqual(floorsOf('ssh h "it\'s"'), ["opaque"])
    assert.deepStrictEqual(floorsOf("fish -c 'for x in (ls); end'"), ["opaque"])
  })
})

describe("A shell that only parses", () => {
  it("runs nothing of its text and is not proven either", () => {
    for (const text of ["bash -n -c 'rm x'", "bash -nc 'rm x'", "sh -n y", "bash -n <<< 'rm x'"]) {
      assert.isFalse(unitsOf(text).includes("rm x"), text)
      assert.strictEqual(ruleless(text), "ask", text)
      assert.strictEqual(denying(text), "allow", text)
    }
  })
})

describe("A package's program", () => {
  const trusting = checked({ "*": "ask", "npx *": "allow", "rm *": "deny" }, view)

  it("needs the rule that names what would run it, and no other", () => {
    assert.strictEqual(trusting("npx -y tsc --noEmit"), "allow")
    assert.strictEqual(trusting("npx rm x"), "deny")
  })

  it("keeps the floors of what it would run", () => {
    assert.strictEqual(trusting('npx bash -c "$X"'), "ask")
    assert.strictEqual(trusting("npx sudo ls"), "ask")
  })
})
