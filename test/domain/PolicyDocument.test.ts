import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { decodePolicy, policyKeys, type PolicySourceText } from "../../src/domain/PolicyDocument.ts"
import { describeProblem } from "../../src/domain/Problem.ts"
import type { Scope } from "../../src/domain/Scope.ts"
import { presets } from "../../src/knowledge/presets.ts"

const user: PolicySourceText = {
  kind: "user",
  file: "/home/u/policy.jsonc",
  trusted: true,
  home: "/home/u",
  presets: ["standard", "strict"]
}
const project: PolicySourceText = { ...user, kind: "project", file: "/w/.portcullis/policy.jsonc" }

const decode = (text: string, source: PolicySourceText = user): Scope => decodePolicy(text, source)

const told = (text: string, source: PolicySourceText = user): ReadonlyArray<string> =>
  decode(text, source).problems.map(({ key, line, message }) => `${line} ${key}: ${message}`)

const rulesOf = (scope: Scope): ReadonlyArray<readonly [string, string, string]> =>
  scope.rules.map(({ pattern, state, surface }) => [surface, pattern.source, state])

describe("rules", () => {
  it("keep the order they were written in, whatever their patterns look like", () => {
    const scope = decode(`{
      "permission": {
        "bash": { "b *": "ask", "10": "allow", "2": "deny", "__proto__": "ask", "constructor": "deny", "a": "allow" },
        "1": "ask",
        "path": "deny"
      }
    }`)
    assert.deepStrictEqual(scope.problems, [])
    assert.deepStrictEqual(rulesOf(scope), [
      ["bash", "b *", "ask"],
      ["bash", "10", "allow"],
      ["bash", "2", "deny"],
      ["bash", "__proto__", "ask"],
      ["bash", "constructor", "deny"],
      ["bash", "a", "allow"],
      ["1", "*", "ask"],
      ["path", "*", "deny"]
    ])
  })

  it.prop(
    "keep any written order",
    { rules: Schema.Array(Schema.Tuple([Schema.String, Schema.Literals(["allow", "ask", "deny"])])) },
    ({ rules }) => {
      const unique = [...new Map(rules)]
      const lines = unique.map(([pattern, state]) => `${JSON.stringify(pattern)}: "${state}"`)
      const scope = decode(`{"permission": {"bash": {${lines.join(", // why\n")}}}}`)
      assert.deepStrictEqual(scope.problems, [])
      assert.deepStrictEqual(
        scope.rules.map(({ pattern, state }) => [pattern.source, state]),
        unique
      )
    }
  )

  it("name the file, line and column of their pattern", () => {
    const scope = decode(`{\r\n  "permission": {\r\n    "bash": {\r\n      "ls": "allow" } } }`)
    assert.deepStrictEqual(scope.rules[0]?.origin, {
      scope: "user",
      file: "/home/u/policy.jsonc",
      line: 4,
      column: 7,
      agent: undefined
    })
  })

  it("may carry a reason, be final, and stand for a whole surface", () => {
    const scope = decode(`{"permission": {
      "webfetch": { "action": "deny", "reason": "offline", "final": true },
      "bash": { "rm *": { "action": "deny", "reason": "no" } }
    }}`)
    assert.deepStrictEqual(scope.problems, [])
    assert.deepStrictEqual(
      scope.rules.map(({ final, pattern, reason, state, surface }) => [surface, pattern.source, state, reason, final]),
      [
        ["webfetch", "*", "deny", "offline", true],
        ["bash", "rm *", "deny", "no", false]
      ]
    )
  })

  it("of an agent stand apart, under its name", () => {
    const scope = decode(
      `{"agents": {"__proto__": {"permission": {"bash": "deny"}}, "a b": {"permission": {"*": "ask"}}}}`
    )
    assert.deepStrictEqual(scope.problems, [])
    assert.deepStrictEqual([...scope.agents.keys()], ["__proto__", "a b"])
    assert.strictEqual(scope.agents.get("a b")?.[0]?.origin.agent, "a b")
    assert.deepStrictEqual(scope.rules, [])
  })

  it("that are written twice are told, and both kept", () => {
    const scope = decode(`{"permission": {"bash": {"ls": "allow",\n "ls": "deny"}}}`)
    assert.deepStrictEqual(
      scope.problems.map(({ column, line, message }) => [line, column, message]),
      [[2, 2, `the key "ls" is written twice`]]
    )
    assert.deepStrictEqual(rulesOf(scope), [
      ["bash", "ls", "allow"],
      ["bash", "ls", "deny"]
    ])
  })

  it("are kept where another part of the file cannot be read", () => {
    const scope = decode(`{"permission": {"bash": {"rm *": "deny", "ls": "alow"}}, "mode": `)
    assert.deepStrictEqual(rulesOf(scope), [["bash", "rm *", "deny"]])
    assert.isAtLeast(scope.problems.length, 2)
  })

  for (const [tool, surface] of [
    ["edit", "write"],
    ["multi_edit", "write"],
    ["notebook_edit", "write"],
    ["MultiEdit", "write"],
    ["grep", "read"],
    ["find", "read"],
    ["glob", "read"],
    ["ls", "read"],
    ["Bash", "bash"],
    ["external-directory", "external_directory"],
    ["WebFetch", "webfetch"],
    ["webfecth", "webfetch"],
    ["externl_directory", "external_directory"],
    ["skills", "skill"],
    ["powershell", "bash"],
    ["pwsh", "bash"],
    ["cmd", "bash"]
  ] as const) {
    it(`on ${tool} are an error that names ${surface}`, () => {
      const scope = decode(`{"permission": {"${tool}": "deny"}}`)
      assert.deepStrictEqual(rulesOf(scope), [[surface, "*", "deny"]])
      const [problem, ...others] = scope.problems
      assert.strictEqual(others.length, 0)
      assert.include(problem?.suggestion, `"${surface}"`)
    })
  }

  it("on a pattern of surfaces are an error", () => {
    assert.deepStrictEqual(told(`{"permission": {"mcp_*": "deny"}}`), [
      `1 permission."mcp_*": "mcp_*" is not the name of a surface`
    ])
  })

  it("on the name of an MCP tool are an error that says where they belong", () => {
    const { problems, rules } = decode(`{"permission": {"mcp__github__delete": "deny"}}`)
    assert.deepStrictEqual(rules, [])
    assert.deepStrictEqual(
      problems.map(({ suggestion }) => suggestion),
      [`write the rule on "mcp", for "github:delete"`]
    )
    assert.deepStrictEqual(told(`{"permission": {"mcp": {"mcp__github__delete": "deny"}}}`), [
      `1 permission.mcp.mcp__github__delete: an MCP tool is matched as "server:tool", never as "mcp__github__delete"`
    ])
  })

  it("that no call could ever meet are an error", () => {
    const said = (pattern: string) =>
      told(`{"permission": {"bsh": {"${pattern}": "deny"}}}`).map((line) => line.slice(line.lastIndexOf(": ") + 2))
    assert.deepStrictEqual(said("rm *"), [`"bsh" is a tool whose input is not read, so nothing but "*" can match`])
    for (const pattern of ["*", "**", "?"]) assert.deepStrictEqual(said(pattern), [])
  })

  it("for a tool with a short name near a surface's are rules for that tool", () => {
    const scope = decode(`{"permission": {"ask": "deny", "head": "deny", "tasks": "allow", "reads": "ask"}}`)
    assert.deepStrictEqual(scope.problems, [])
  })

  it("for agents are for the one that is named", () => {
    assert.deepStrictEqual(told(`{"agents": {"*": {"permission": {"bash": "deny"}}}}`), [
      `1 agents."*": "*" is no pattern here, but the name of one agent`
    ])
  })

  it("need an action", () => {
    assert.deepStrictEqual(told(`{"permission": {"bash": {"ls": {"reason": "x"}}}}`), [
      `1 permission.bash.ls: the rule has no "action"`
    ])
  })

  it("that allow or ask cannot be final", () => {
    const scope = decode(`{"permission": {"bash": {"ls": {"action": "allow", "final": true}}}}`)
    assert.strictEqual(scope.problems.length, 1)
    assert.strictEqual(scope.rules[0]?.final, false)
  })

  it("cannot be one state for everything", () => {
    const [problem] = decode(`{"permission": "deny"}`).problems
    assert.strictEqual(problem?.suggestion, `a single state is written { "*": "deny" }`)
  })
})

describe("examples", () => {
  it("that fit are silent", () => {
    assert.deepStrictEqual(
      told(`{"permission": {
        "bash": {"git *": {"action": "allow", "match": ["git", "git status"], "notMatch": ["gitk", "Git status"]}},
        "path": {"~/.ssh/*": {"action": "deny", "match": ["~/.ssh/id", "/home/u/.SSH/id"], "notMatch": ["~/x"]}},
        "mcp": {"github": {"action": "ask", "match": ["github:get_issue", "github"], "notMatch": ["git:x"]}}
      }}`),
      []
    )
  })

  it("that do not fit are named, with their place", () => {
    const scope = decode(`{"permission": {"bash": {"git *": {
      "action": "allow", "match": ["git", "gitk"],
      "notMatch": ["hg", "git push"]
    }}}}`)
    assert.deepStrictEqual(
      scope.problems.map(({ key, line, message }) => [line, key, message]),
      [
        [2, `permission.bash."git *".match[1]`, `the pattern "git *" does not match "gitk"`],
        [3, `permission.bash."git *".notMatch[1]`, `the pattern "git *" matches "git push"`]
      ]
    )
    assert.deepStrictEqual(rulesOf(scope), [["bash", "git *", "allow"]])
  })

  it("of an allow on a path compare exactly, of a deny without case", () => {
    assert.strictEqual(told(`{"permission": {"path": {"/A": {"action": "allow", "match": ["/a"]}}}}`).length, 1)
    assert.strictEqual(told(`{"permission": {"path": {"/A": {"action": "deny", "match": ["/a"]}}}}`).length, 0)
  })
})

describe("problems", () => {
  it("are all told at once, each with its place, key, text and advice", () => {
    const scope = decode(
      `{
  // a comment, and trailing commas
  "mdoe": "ask",
  "mode": "read-only",
  "permission": { "bash": { "rm *": "denny", }, },
  "askTimeoutMs": -1,
  "yoloMode": "yes",
}`
    )
    assert.deepStrictEqual(scope.problems.map(describeProblem), [
      `/home/u/policy.jsonc:3:3: mdoe: there is no key "mdoe" here (did you mean "mode"?)`,
      `/home/u/policy.jsonc:4:11: mode: is "read-only", which is none of the words it can be (did you mean "read_only"?)`,
      `/home/u/policy.jsonc:5:37: permission.bash."rm *": "denny" is not a state (did you mean "deny"?)`,
      `/home/u/policy.jsonc:6:19: askTimeoutMs: -1 is not a number of milliseconds above 0 (write a number up to 2147483647)`,
      `/home/u/policy.jsonc:7:15: yoloMode: is "yes", and has to be true or false`
    ])
  })

  it("of syntax are told with what stands there", () => {
    assert.deepStrictEqual(told(`{"mode": ask}`), [
      `1 : "ask" is not a word JSON knows`,
      `1 : a value is expected here, not "}"`
    ])
    assert.isAbove(told("").length, 0)
    assert.isAbove(told("// nothing").length, 0)
    assert.isAbove(told("[]").length, 0)
    assert.isAbove(told("{} {}").length, 0)
  })

  it("show no character that a terminal would act on", () => {
    const text = `{"\u202e\\u001b[2J": 1}`
    for (const line of decode(text).problems.map(describeProblem)) assert.notMatch(line, /[\u202e\u001b]/)
  })

  it("are bounded, and the rest counted", () => {
    const scope = decode(`{${'"x": 1, '.repeat(5000)}}`)
    assert.strictEqual(scope.problems.length, 101)
    assert.match(scope.problems.at(-1)?.message ?? "", /^there are 9899 more problems$/)
  })
})

describe("a project file", () => {
  const values: ReadonlyArray<readonly [string, string]> = [
    ["preset", `"standard"`],
    ["mode", `"auto"`],
    ["yoloMode", "true"],
    ["yoloMode", "false"],
    ["floors", `{"opaque": "rule"}`],
    ["wrappers", `["runit"]`],
    ["workspaceRoots", `["/srv"]`],
    ["authorizers", `{"x": {"command": ["x"]}}`],
    ["authorizerChain", `["x"]`],
    ["modelDelegation", `{"allowedSurfaces": ["bash"]}`],
    ["parent", `"/run/p.sock"`],
    ["requireReviewLog", "false"],
    ["debugLog", "true"],
    ["log", "false"]
  ]
  for (const [key, value] of values) {
    it(`may not set ${key} to ${value}, is told so, and it is not applied`, () => {
      const text = `{${JSON.stringify(key)}: ${value}}`
      const scope = decode(text, project)
      assert.match(scope.problems[0]?.message ?? "", /^a project file may not set /)
      assert.strictEqual(scope.problems.length, 1)
      const { problems: _, ...rest } = scope
      const { problems: __, ...none } = decode("{}", project)
      assert.deepStrictEqual(rest, none)
      assert.deepStrictEqual(decode(text, user).problems, [])
    })
  }

  it("may not make a rule final", () => {
    const scope = decode(`{"permission": {"bash": {"rm *": {"action": "deny", "final": true}}}}`, project)
    assert.match(scope.problems[0]?.message ?? "", /^a project file may not make a rule final/)
    assert.strictEqual(scope.rules[0]?.final, false)
  })

  it("may tighten the mode", () => {
    const scope = decode(`{"mode": "read_only"}`, project)
    assert.deepStrictEqual(scope.problems, [])
    assert.strictEqual(scope.mode, "read_only")
  })
})

describe("settings", () => {
  it("are kept as they were written", () => {
    const scope = decode(`{
      "$schema": "./policy.schema.json",
      "preset": "strict",
      "yoloMode": true,
      "floors": { "privilege": "rule", "opaque": "rule" },
      "wrappers": ["runit"],
      "workspaceRoots": ["~/lib/", "/srv//data"],
      "authorizers": { "mine": { "module": "~/link.mjs" }, "other": { "command": ["prog", "arg"] } },
      "authorizerChain": ["mine", { "link": "other", "required": true }],
      "modelDelegation": { "allowedSurfaces": ["bash"], "excludedSurfaces": ["external_directory"] },
      "authorizerTimeoutMs": 10000, "askTimeoutMs": 15000.5, "terminalTimeoutMs": 300000,
      "parent": "/run/user/1/p.sock", "requireReviewLog": true, "debugLog": false, "log": true
    }`)
    assert.deepStrictEqual(scope.problems, [])
    assert.strictEqual(scope.preset, "strict")
    assert.strictEqual(scope.mode, "auto")
    assert.deepStrictEqual(scope.floorsByRule, ["privilege", "opaque"])
    assert.deepStrictEqual(scope.wrappers, ["runit"])
    assert.deepStrictEqual(scope.workspaceRoots, ["/home/u/lib", "/srv/data"])
    assert.deepStrictEqual(
      [...scope.settings.authorizers],
      [
        ["mine", { _tag: "Module", module: "/home/u/link.mjs" }],
        ["other", { _tag: "Command", command: ["prog", "arg"] }]
      ]
    )
    const { authorizers: _, ...rest } = scope.settings
    assert.deepStrictEqual(rest, {
      authorizerChain: [
        { link: "mine", required: false },
        { link: "other", required: true }
      ],
      modelDelegation: { allowedSurfaces: ["bash"], excludedSurfaces: ["external_directory"] },
      authorizerTimeoutMs: 10000,
      askTimeoutMs: 15000.5,
      terminalTimeoutMs: 300000,
      parent: "/run/user/1/p.sock",
      requireReviewLog: true,
      debugLog: false,
      log: true
    })
  })

  for (const duration of ["0", "-1", "1e999", "-1e999", "2147483648", `"10"`, "null"]) {
    it(`have no duration ${duration}`, () => {
      const scope = decode(`{"terminalTimeoutMs": ${duration}}`)
      assert.strictEqual(scope.problems.length, 1)
      assert.strictEqual(scope.settings.terminalTimeoutMs, undefined)
    })
  }

  it("have no duration NaN", () => {
    assert.isAbove(decode(`{"askTimeoutMs": NaN}`).problems.length, 0)
  })

  it("let no rule answer the floors that nothing may lift", () => {
    for (const floor of ["unread", "self-protection"]) {
      const scope = decode(`{"floors": {"${floor}": "rule"}}`)
      assert.strictEqual(scope.problems.length, 1)
      assert.deepStrictEqual(scope.floorsByRule, [])
    }
  })

  it("count neither everything nor the home as inside", () => {
    for (const root of ["/", "//", "~", "$HOME", "/home", "/home/u/", "relative", "/home/u/../x"]) {
      const scope = decode(`{"workspaceRoots": ["${root}"]}`)
      assert.strictEqual(scope.problems.length, 1, root)
      assert.deepStrictEqual(scope.workspaceRoots, [])
    }
  })

  it("say the mode in one way", () => {
    assert.strictEqual(told(`{"yoloMode": true, "mode": "ask"}`).length, 1)
    assert.strictEqual(decode(`{"yoloMode": true, "mode": "ask"}`).mode, "ask")
    assert.deepStrictEqual(told(`{"yoloMode": true, "mode": "auto"}`), [])
    assert.strictEqual(decode(`{"yoloMode": false}`).mode, undefined)
    assert.strictEqual(told(`{"yoloMode": false, "mode": "auto"}`).length, 1)
    assert.strictEqual(told(`{"yoloMode": false, "preset": "auto"}`, { ...user, presets: ["auto"] }).length, 1)
    assert.deepStrictEqual(
      told(`{"yoloMode": false, "preset": "auto", "mode": "ask"}`, { ...user, presets: ["auto"] }),
      []
    )
  })

  it("name a preset there is", () => {
    assert.strictEqual(decode(`{"preset": "strickt"}`).problems[0]?.suggestion, `did you mean "strict"?`)
  })

  for (const text of [
    `{"authorizerChain": "x"}`,
    `{"authorizerChain": [""]}`,
    `{"authorizerChain": [{"required": true}]}`,
    `{"authorizerChain": ["a", "a"]}`,
    `{"authorizerChain": ["a.b"]}`,
    `{"authorizerChain": [{"link": "terminal"}]}`,
    `{"authorizers": {"__proto__": {"module": "/a"}}}`,
    `{"authorizers": {"model": {"module": "/a"}}}`,
    `{"authorizers": {"a": {}}}`,
    `{"authorizers": {"a": {"module": "/a", "command": ["a"]}}}`,
    `{"authorizers": {"a": {"module": "a"}}}`,
    `{"authorizers": {"a": {"command": []}}}`,
    `{"authorizers": {"a": {"command": [1]}}}`,
    `{"modelDelegation": {"allowedSurfaces": ["*"]}}`,
    `{"modelDelegation": {"allowedSurfaces": ["edit"]}}`,
    `{"wrappers": ["/usr/bin/x"]}`,
    `{"agents": {"a": {"mode": "auto"}}}`,
    `{"parent": ""}`,
    `{"log": {}}`
  ]) {
    it(`are told of ${text}`, () => assert.strictEqual(told(text).length, 1))
  }
})

describe("decoding", () => {
  it.prop("answers any text", { text: Schema.String }, ({ text }) => {
    assert.strictEqual(decode(text).kind, "user")
  })

  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    "\\",
    "\n",
    "//",
    "/*",
    "*/",
    "null",
    "true",
    "1e9",
    "-",
    "\u0000",
    "\ud800",
    `"allow"`,
    `"deny"`,
    `"action"`,
    `"match"`,
    `"bash"`,
    `"__proto__"`,
    `"*"`,
    ...policyKeys.map((key) => `"${key}":`)
  ]
  it.prop(
    "answers any shuffle of what a policy is made of",
    { words: Schema.Array(Schema.Literals(pieces)) },
    ({ words }) => {
      for (const source of [user, project]) assert.isArray(decode(words.join(""), source).problems)
    }
  )

  const bombs: ReadonlyArray<readonly [string, string]> = [
    ["brackets", "[".repeat(1 << 20)],
    ["nested objects", `{"a":`.repeat(200_000)],
    ["nested rules", `{"permission":{"bash":`.repeat(50_000)],
    ["commas", ",".repeat(1 << 20)],
    ["an open string", `"${"a".repeat(1 << 20)}`],
    ["an open comment", `/*${"*".repeat(1 << 20)}`],
    ["backslashes", "\\".repeat(1 << 20)],
    ["line endings", "\r\n".repeat(1 << 19)],
    ["duplicate keys", `{${`"a":1,`.repeat(170_000)}}`],
    ["rules", `{"permission":{"bash":{${Array.from({ length: 50_000 }, (_, index) => `"${index}":"deny"`).join()}}}}`],
    ["one long key", `{"${"k".repeat(1 << 20)}":1}`],
    [
      "costly examples",
      `{"permission":{"bash":{"${"*a?".repeat(300)}b":{"action":"ask","match":[${`"${"a".repeat(1000)}",`.repeat(500)}]}}}}`
    ]
  ]
  for (const [name, text] of bombs) {
    it(`ends soon on a megabyte of ${name}`, () => {
      // Of this process alone, whatever else the machine does; what is not linear takes minutes.
      const before = process.cpuUsage()
      decode(text)
      const { system, user: own } = process.cpuUsage(before)
      assert.isBelow((system + own) / 1000, 10_000)
    })
  }

  it("keeps the rules in front of what is nested too deep", () => {
    const scope = decode(`{"permission": {"bash": {"rm *": "deny"}}, "agents": ${"[".repeat(100_000)}`)
    assert.deepStrictEqual(rulesOf(scope), [["bash", "rm *", "deny"]])
    assert.match(scope.problems.map(({ message }) => message).join(), /nested deeper than/)
  })
})

describe("a preset", () => {
  for (const [name, text] of presets) {
    it(`${name} is a policy without a problem`, () => {
      assert.deepStrictEqual(told(text, { ...user, kind: "preset", file: name }), [])
    })
  }
})
