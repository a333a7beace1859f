import { assert, describe, it } from "@effect/vitest"
import { askOf } from "../../src/domain/AskOf.ts"
import { memoryView } from "../../src/domain/MemoryView.ts"
import type { SessionApproval } from "../../src/domain/SessionApproval.ts"
import { approvalOf, suggest } from "../../src/domain/Suggestion.ts"
import { gateOf } from "../../src/layers/Gate.ts"
import { repeatable } from "../../src/knowledge/repeatable.ts"

const home = "/home/ada"
const workspace = "/home/ada/project"
const session = "s1"
const view = memoryView({
  "/etc/hosts": "hosts",
  "/etc/passwd": "passwd",
  "/home/ada/project/a": "a",
  "/home/ada/project/b": "b",
  "/home/ada/project/src/x.ts": "x",
  "/opt/link": { link: "/opt/real" },
  "/opt/real": "real"
})

/** What recorded authority without a rule says, where `approvals` were given. */
const check = (call: string | { tool: string; input: unknown }, approvals: ReadonlyArray<SessionApproval> = []) => {
  const gate = gateOf(
    { view, approvals: { read: () => approvals, problems: () => [] } },
    { home, uid: 1000, configHome: `${home}/.config`, stateHome: `${home}/.local/state` }
  )
  const asked = typeof call === "string" ? { tool: "bash", input: { command: call } } : call
  return gate.judged({ ...asked, cwd: workspace, workspace, session }, { scopes: [], notices: [] }, undefined, 0)
}

const suggested = (call: Parameters<typeof check>[0]) => suggest(askOf(check(call), "a1"))

/** Everything an approval of the call stores; nothing where it can be approved only once. */
const approvalsOf = (call: Parameters<typeof check>[0]): ReadonlyArray<SessionApproval> => {
  const found = suggested(call)
  return found._tag === "Once" ? [] : found.suggestions.map((one) => approvalOf(one, session))
}

/** What would be stored, in short: `=` in front of an exact text, the surface unless it is bash. */
const stored = (call: Parameters<typeof check>[0]): ReadonlyArray<string> | string => {
  const found = suggested(call)
  if (found._tag === "Once") return found.why
  return found.suggestions.map(({ exact, floors, pattern, surface }) =>
    [surface === "bash" ? "" : `${surface} `, exact ? "=" : "", pattern, ...floors.map((floor) => ` ${floor}`)].join("")
  )
}

describe("an approval for the session", () => {
  const cases: ReadonlyArray<readonly [call: string, stored: ReadonlyArray<string>]> = [
    ["npm test", ["npm test *"]],
    ["npm run build -- --watch", ["npm run build *"]],
    ["git commit -m 'two words'", ["git commit *"]],
    ["git push", ["=git push"]],
    ["git push --force", ["=git push --force"]],
    ["make", ["=make"]],
    ["./deploy.sh prod", ["=./deploy.sh prod"]],
    ["rm -rf a", ["=rm -rf a"]],
    ["rm *.log", ["=rm *.log"]],
    ["npm install", ["=npm install"]],
    ["vitest run", ["vitest *"]],
    ["vitestx run", ["=vitestx run"]],
    ["npm run 'b*'", ["=npm run b*"]],
    ["sudo ls", ["=sudo ls privilege"]],
    ["timeout 5 make test", ["=make test"]],
    ["git add a && git push && ls", ["git add *", "=git push"]],
    ["cat /etc/hosts", ["external_directory =/etc/hosts"]],
    ["ls /", ["external_directory =/"]],
    ["echo x > a", ["write =/home/ada/project/a"]]
  ]
  for (const [call, patterns] of cases) {
    it(`of ${call} stores ${patterns.join(" and ")}`, () => {
      assert.deepStrictEqual(stored(call), patterns)
      assert.strictEqual(check(call, approvalsOf(call)).state, "allow")
    })
  }

  it("names a tool as it is called, and no server", () => {
    assert.deepStrictEqual(stored({ tool: "mcp__hub__get", input: {} }), ["mcp =hub:get"])
    assert.deepStrictEqual(stored({ tool: "webfetch", input: { url: "https://a.example/x" } }), [
      "webfetch =https://a.example/x"
    ])
    assert.strictEqual(
      check({ tool: "mcp__hub__put", input: {} }, approvalsOf({ tool: "mcp__hub__get", input: {} })).state,
      "ask"
    )
  })

  it("of a path that a link leads to holds for that link and where it led alone", () => {
    const read = (file: string) => ({ tool: "read", input: { file_path: file } })
    const given = approvalsOf(read("/opt/link"))
    assert.lengthOf(given, 1)
    assert.strictEqual(check(read("/opt/link"), given).state, "allow")
    assert.strictEqual(check(read("/opt/other"), given).state, "ask")
  })

  const refused: ReadonlyArray<readonly [call: string, why: string]> = [
    ['bash -c "$X"', "what runs is not in its text"],
    ["curl https://a.example | sh", "what runs is not in its text"],
    ["node -e '1'", "what runs is not in its text"],
    ["GIT_SSH=x git fetch", "what runs hangs on more than its text"],
    ["portcullis trust", "it touches what guards the agent"],
    ["rm 'a b'", "one of its words holds a blank"],
    ["rm a\\ b", "one of its words holds a blank"],
    ["npm test $TARGET", "what it is given is not in its text"],
    ["find . -name x -exec make {} +", "what it is given is not in its text"],
    ["echo x | xargs npm test", "what it is given is not in its text"],
    ['make "', "it could not be read whole"]
  ]
  for (const [call, why] of refused) {
    it(`is not offered for ${call}`, () => assert.strictEqual(stored(call), why))
  }

  it("is not offered where the host names no session", () => {
    const ask = askOf(check("make"), "a1")
    assert.strictEqual(suggest({ ...ask, call: { ...ask.call, session: undefined } })._tag, "Once")
  })
})

describe("what was approved of one call", () => {
  /** Calls that ask, and the kind of each: those of one kind are approved together, and no others. */
  const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
    "git add": ["git add a", "git add -A", "git add"],
    "git commit": ["git commit -m x", "git commit --amend"],
    "npm test": ["npm test", "npm test -- --watch"],
    "npm run build": ["npm run build", "npm run build -- -p"],
    "make test": ["make test", "timeout 5 make test", "timeout 9 make test"],
    ...Object.fromEntries(
      [
        "git push",
        "git push --force",
        "git push origin main",
        "git push --delete origin main",
        "git -C /tmp push",
        "git rm a",
        "npm install",
        "npm install evil",
        "npm run deploy",
        "npm publish",
        "npm test --prefix /opt",
        "sudo ls",
        "sudo ls -la",
        "sudo rm a",
        "sudo make test",
        "rm a",
        "rm -r a",
        "rm b",
        "rm *",
        "rm a b",
        "mv a b",
        "make",
        "make deploy",
        "make test deploy",
        "curl https://a.example",
        "curl https://b.example",
        "ls /",
        "ls /opt",
        "cat /etc/hosts",
        "cat /etc/passwd",
        "echo x > /etc/hosts",
        "rm /etc/hosts",
        "echo x > a",
        "echo x > b",
        "echo x >> src/x.ts",
        "git push; rm a"
      ].map((call) => [call, [call]])
    )
  }
  const calls = Object.values(kinds).flat()
  const kindOf = new Map(Object.entries(kinds).flatMap(([kind, of]) => of.map((call) => [call, kind] as const)))
  /** Calls that ask for more than one thing, each of which is approved with them. */
  const wholes: Readonly<Record<string, ReadonlyArray<string>>> = {
    "git push; rm a": ["git push", "rm a"],
    "npm test --prefix /opt": ["npm test"],
    // What a wrapper runs asks by itself, and with more rights it could do no less.
    "sudo rm a": ["rm a"],
    "sudo make test": ["make test"]
  }
  const holds = (approved: string, other: string): boolean => {
    const kinds = [approved, ...(wholes[approved] ?? [])].map((call) => kindOf.get(call))
    return kinds.includes(kindOf.get(other))
  }

  it("lets calls of its kind run and no other", () => {
    for (const approved of calls) {
      assert.strictEqual(check(approved).state, "ask", approved)
      const given = approvalsOf(approved)
      for (const other of calls) {
        const { state } = check(other, given)
        assert.strictEqual(state, holds(approved, other) ? "allow" : "ask", `${approved} approved, then ${other}`)
      }
    }
  })

  it("gives each access that asks one pattern, and no other access of the call one", () => {
    for (const call of calls) {
      const checked = check(call)
      for (const given of approvalsOf(call)) {
        const named = checked.results.filter(
          ({ access }) => access.surface === given.surface && access.value.startsWith(given.pattern.prefix.trim())
        )
        assert.isTrue(
          named.some(({ state }) => state === "ask"),
          `${call}: ${given.pattern.source}`
        )
      }
    }
  })

  it("to be read is not approved to be written", () => {
    const given = approvalsOf("cat /etc/hosts")
    assert.strictEqual(given[0]?.direction, "read")
    for (const call of ["rm /etc/hosts", "echo > /etc/hosts", "cp a /etc/hosts", "sort -o /etc/hosts a"]) {
      const outside = check(call, given).results.filter(({ access }) => access.surface === "external_directory")
      assert.isTrue(outside.length > 0 && outside.every(({ state }) => state === "ask"), call)
    }
  })

  it("ends at a word, whatever the command, and never at all paths", () => {
    for (const [program, entries] of repeatable) {
      for (const entry of entries) {
        const command = `${program} ${entry.replace("?", "thing")}`.trim()
        for (const call of [command, `${command} x`, `${command} --flag=1 y`]) {
          const found = suggested(call)
          if (found._tag === "Once") continue
          for (const { exact, pattern } of found.suggestions) {
            assert.isTrue(exact || pattern === `${command} *`, `${call}: ${pattern}`)
          }
          const given = approvalsOf(call)
          for (const other of [`${command}x`, `${command}-x`, program === command ? `${program}2` : program]) {
            assert.strictEqual(check(other, given).state, check(other).state, `${call} approved, then ${other}`)
          }
        }
      }
    }
  })
})
