import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PermissionQuery } from "portcullis"
import type { OpaqueFacts } from "../../../src/links/model-judge/Facts.ts"
import { factsOf } from "../../../src/links/model-judge/FactsOf.ts"
import { type Asked, askedOf, commandAsked, factsIn, git, pythonAsked } from "./asks.ts"

const both = { typoPatterns: ["*/packages/packages/*", "/etc/ho?ts"], capabilities: ["deny", "allow"] } as const
const denyOnly = { ...both, capabilities: ["deny"] } as const

/** A query that nobody may use. */
const untouched = PermissionQuery.of({
  checkPermission: () => Effect.die("it was asked"),
  getToolPermission: () => Effect.die("it was asked")
})

const untouchedFacts = ({ ask }: Asked, settings: typeof both | typeof denyOnly = both) =>
  Effect.runSync(Effect.provideService(factsOf(ask, settings, "/home/u"), PermissionQuery, untouched))

const opaqueFacts = (asked: Asked): OpaqueFacts => {
  const facts = factsIn(asked)
  if (facts?.slice !== "allow-capable") throw new Error("it is not of the slice that may allow")
  return facts
}

const literals = (asked: Asked): ReadonlyArray<string> => opaqueFacts(asked).literals.map(({ text }) => text)

describe("a path that looks like a slip", () => {
  it("is told with its pattern when it leaves the workspace", () => {
    assert.deepStrictEqual(untouchedFacts(askedOf("read", { path: "/x/packages/packages/a.ts" })), {
      slice: "deny-first",
      slips: [{ path: "/x/packages/packages/a.ts", pattern: "*/packages/packages/*" }]
    })
  })

  it("is matched in its written form, whatever a command's other paths are", () => {
    const facts = untouchedFacts(commandAsked("cat /usr/../etc/hosts /var/x"))
    assert.deepStrictEqual(facts, { slice: "deny-first", slips: [{ path: "/etc/hosts", pattern: "/etc/ho?ts" }] })
  })

  it("keeps an ask out of the slice that may allow", () => {
    const facts = untouchedFacts(commandAsked("python3 -c 'print(1)' && cat /etc/hosts"))
    assert.strictEqual(facts?.slice, "deny-first")
  })

  it("is no matter when no pattern matches it", () => {
    assert.isUndefined(untouchedFacts(askedOf("read", { path: "/etc/passwd" })))
  })
})

describe("an ask with another cause", () => {
  const another = {
    "a command that no rule speaks of": commandAsked("make; python3 -c 'print(1)'"),
    "a rule that asks": commandAsked("python3 -c 'print(1)'", { bash: { "python3 *": "ask" } }),
    "more rights": commandAsked("sudo python3 -c 'print(1)'"),
    "text that was not read": commandAsked("python3 -c 'print(1)'; cat $("),
    "another program's environment": commandAsked("PAGER=./x python3 -c 'print(1)'"),
    "a path outside": commandAsked("python3 -c 'print(1)' > /etc/x"),
    "a secret's shape": commandAsked("frob .env", { bash: { "frob *": "allow" } }),
    "what guards the agent": commandAsked("frob .git/config", { bash: { "frob *": "allow" } }),
    "a path that a grammar knows": commandAsked("cat notes.txt", { path: { "*notes*": "ask" } }),
    "a tool": askedOf("write", { path: "src/a.ts" })
  }
  for (const [what, asked] of Object.entries(another)) {
    it(`concerns nobody: ${what}`, () => {
      assert.isUndefined(untouchedFacts(asked))
    })
  }

  it("concerns nobody where the judge may only deny", () => {
    assert.isUndefined(untouchedFacts(pythonAsked("print(1)"), denyOnly))
  })
})

describe("an opaque command", () => {
  it("is excused itself, and every other unit has to be named", () => {
    const facts = opaqueFacts(commandAsked("ls src && python3 -c 'print(1)' | grep 'x y'"))
    assert.deepStrictEqual(facts.units, ["ls src", "grep x y"])
    assert.deepStrictEqual(facts.opaque, ["python3 -c print(1)"])
  })

  it("excuses the wrappers around it too", () => {
    const facts = opaqueFacts(commandAsked(`timeout 5 bash -c "ls; python3 -c 'print(1)'"`))
    assert.deepStrictEqual(facts.units, ["ls"])
    assert.deepStrictEqual(facts.opaque.length, 3)
  })

  it("has the units that are looked at within it named", () => {
    assert.deepStrictEqual(opaqueFacts(commandAsked("zsh -c 'git status'")).units, ["git status"])
  })

  it("holds the texts within its program that bash would take for commands", () => {
    assert.deepStrictEqual(opaqueFacts(pythonAsked(`import os; os.system("git status")`)).literals, [
      { text: "git status", units: ["git status"], state: "allow" }
    ])
  })

  it("holds a redirect that stands alone within its program", () => {
    const facts = opaqueFacts(pythonAsked(`f("git log"); f("> /etc/x")`))
    const { state } = facts.literals.find(({ text }) => text === "> /etc/x") ?? assert.fail()
    assert.strictEqual(state, "ask")
  })

  it("is no literal itself", () => {
    assert.deepStrictEqual(literals(commandAsked("perl -e 'unlink 5'")), [])
    assert.deepStrictEqual(literals(commandAsked(`node --eval="process.exit()"`)), [])
    assert.deepStrictEqual(literals(commandAsked(`awk 'BEGIN { system("ls") }'`)), ["ls"])
    assert.deepStrictEqual(literals(commandAsked(`bash -c "ls; python3 -c 'print(5)'"`)), [])
    assert.include(literals(commandAsked(`bash -c 'ls; perl -e "exec(@ARGV)" "$0"' 'rm x'`)), "rm x")
    assert.deepStrictEqual(literals(commandAsked(`bash -c "perl -e 'exec(@ARGV)' 'rm x'"`)), ["rm x"])
    assert.include(literals(commandAsked(`bash -c "echo 'rm x' | python3 -c 'run(stdin)'"`)), "rm x")
    assert.include(literals(commandAsked(`awk -v 'x=1; rm x' 'BEGIN { system(x) }'`)), "x=1; rm x")
    assert.include(literals(commandAsked(`timeout 5 perl -e 'exec(@ARGV)' 'rm x'`)), "rm x")
  })

  it("has the arguments of its program for literals", () => {
    assert.deepStrictEqual(literals(commandAsked(`perl -e 'system(@ARGV)' 'rm x'`)), ["rm x"])
    assert.deepStrictEqual(literals(commandAsked(`ls 'rm x' && perl -e 'system(@ARGV)' 'rm x'`)), ["rm x"])
  })

  it("holds what other commands hand to it", () => {
    assert.include(literals(commandAsked(`X="rm x" python3 -c 'run(environ)'`)), "rm x")
    assert.include(literals(commandAsked(`echo "rm x" | python3 -c 'run(stdin)'`)), "rm x")
    assert.include(literals(commandAsked("python3 <<'EOF'\nos.system('rm x')\nEOF")), "rm x")
    assert.include(literals(commandAsked("echo -n rm x | cat | python3 -c 'run(stdin)'")), "rm x")
    assert.deepStrictEqual(literals(commandAsked("echo rm x && python3 -c 'run(stdin)'")), [])
  })

  it("does not hold the words of a command that has nothing to do with it", () => {
    const asked = commandAsked(`git commit -m "fix the thing" && python3 -c 'print(1)'`, git)
    assert.deepStrictEqual(literals(asked), [])
    assert.deepStrictEqual(literals(commandAsked(`python3 -c 'print(1)' | grep 'a b'`)), [])
    assert.deepStrictEqual(literals(commandAsked(`cat src/a.ts | grep 'a b' | python3 -c 'print(1)'`)), ["a b"])
    assert.include(literals(commandAsked(`while ls; do python3 -c 'print(1)' | grep 'a b'; done`)), "a b")
  })

  it("cannot be witnessed when what it runs is not in the text", () => {
    for (const text of ["echo cm0g | base64 -d | sh", "ls && bash -s", "eval $X"]) {
      assert.isString(opaqueFacts(commandAsked(text)).beyond, text)
    }
    for (const text of [
      "git log --author='git status' | sh",
      "echo 'git status' | cat - src/a.ts | sh",
      "sh < src/a.ts; echo 'git status' | sh",
      "eval $(git status)",
      "sh < 'git status'",
      "python3 - < 'git status'",
      "python3 - 'git status'",
      "elvish < 'git status'",
      ". 'git status'",
      ". ./x.sh && python3 -c 'f(\"git status\")'",
      "zsh -c 'git status'; . ./x.sh",
      "bash --rcfile x -ic 'git status'",
      "docker run -l 'git status' x",
      "docker run x sh -c 'git status'",
      "kubectl exec x -- sh -c 'git status'"
    ]) {
      assert.isString(opaqueFacts(commandAsked(text, git)).beyond, text)
    }
    for (const text of [
      "echo 'git status' | bash",
      "bash <<EOF\nls\nEOF",
      "python3 -c 'print(1)'",
      "python3 <<E\nf(1)\nE"
    ]) {
      assert.isUndefined(opaqueFacts(commandAsked(text)).beyond, text)
    }
  })

  it("cannot be witnessed when it holds more texts than a report can name", () => {
    const program = Array.from({ length: 70 }, (_, place) => `os.system("git show ${place}")`).join("; ")
    assert.isString(opaqueFacts(pythonAsked(program)).beyond)
    assert.isUndefined(opaqueFacts(pythonAsked(program.slice(0, 200))).beyond)
  })

  it("cannot be witnessed when it holds a text that is too long to ask about", () => {
    assert.isString(opaqueFacts(pythonAsked(`os.system("git show ${"x".repeat(9000)}")`)).beyond)
  })
})

describe("a promoted token", () => {
  it("is told by its surface and written form", () => {
    const facts = opaqueFacts(commandAsked("frob notes.txt", { bash: { "*": "allow" }, path: { "*notes*": "ask" } }))
    assert.deepStrictEqual(facts.promoted, [{ surface: "path", value: "/w/notes.txt" }])
    assert.deepStrictEqual(facts.units, ["frob notes.txt"])
  })

  it("may lead outside", () => {
    const facts = opaqueFacts(commandAsked("frob /etc/passwd", { bash: { "*": "allow" } }))
    assert.deepStrictEqual(facts.promoted, [{ surface: "external_directory", value: "/etc/passwd" }])
  })

  it("is certain where another command takes it for a path", () => {
    const policy = { bash: { "*": "allow" }, path: { "*notes*": "ask" } }
    assert.isUndefined(untouchedFacts(commandAsked("cat notes.txt; frob notes.txt", policy)))
  })
})
