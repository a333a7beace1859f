import { assert, describe, it } from "@effect/vitest"
import { append, remove } from "../../src/domain/JsonEdit.ts"
import { readJsonTree } from "../../src/domain/JsonTree.ts"
import { hooksIn, install, isNothing, uninstall } from "../../src/hosts/ClaudeSettings.ts"
import { Choices, documentOf, seed } from "./documents.ts"

const file = "/home/ada/.claude/settings.json"
const wrapper = "/home/ada/.local/state/portcullis/portcullis-hook"
const options = { arbitrary: { runs: 400, seed } }

const installed = (text: string | undefined, command = wrapper): string => {
  const edit = install(file, text, command)
  if (edit._tag === "Refused") throw new Error(JSON.stringify(edit.problems))
  return edit.text
}

const uninstalled = (text: string, before?: string): string => {
  const edit = uninstall(file, text, before)
  if (edit._tag === "Refused") throw new Error(JSON.stringify(edit.problems))
  return edit.text
}

/** The text without comments and with what it holds in its order. */
const meaning = (text: string): unknown => {
  const plain = (node: ReturnType<typeof readJsonTree>["root"]): unknown => {
    if (node === undefined) return undefined
    switch (node._tag) {
      case "Object":
        return node.properties.map(({ key, value }) => [key, plain(value)])
      case "Array":
        return node.items.map(plain)
      case "Null":
        return null
      default:
        return node.value
    }
  }
  const { faults, root } = readJsonTree(text)
  assert.deepStrictEqual(faults, [], text)
  return plain(root)
}

describe("install", () => {
  it("writes both hooks into a file that is not there yet", () => {
    const text = installed(undefined)
    const hook = (event: string) => ({
      type: "command",
      command: wrapper,
      args: ["claude", event],
      timeout: 30,
      onFailure: "block"
    })
    assert.deepStrictEqual(JSON.parse(text), {
      hooks: {
        PreToolUse: [{ matcher: "*", hooks: [hook("PreToolUse")] }],
        PreSkillShellCommand: [{ hooks: [hook("PreSkillShellCommand")] }]
      }
    })
    assert.isTrue(text.endsWith("}\n"))
    assert.strictEqual(installed(""), text)
    assert.strictEqual(installed(" \n"), text)
  })

  it("keeps comments, order and formatting", () => {
    const text = [
      "{",
      '    "model": "opus", // the big one',
      '    "hooks": {',
      "        // ours",
      '        "PreToolUse": [',
      '            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "/opt/lint" }] }',
      "        ]",
      "    },",
      '    "env": {}',
      "}",
      ""
    ]
    const lines = installed(text.join("\n")).split("\n")
    const kept = lines.filter((line) => text.includes(line) || text.includes(line.replace(/,$/, "")))
    assert.deepStrictEqual(
      kept.map((line) => line.replace(/,$/, "")),
      [
        ...text.map((line) => line.replace(/,$/, "")).slice(0, 6),
        ...kept.map((line) => line.replace(/,$/, "")).slice(6)
      ]
    )
    assert.include(lines, '    "model": "opus", // the big one')
    assert.include(lines, '                "matcher": "*",')
  })

  it("replaces hooks of ours that say something else, and leaves ones that stand as they should", () => {
    const old = installed(undefined, "/old/portcullis/portcullis-hook")
    assert.strictEqual(installed(old), installed(undefined))
    const moved = `{ "hooks": ${JSON.stringify(JSON.parse(installed(undefined)).hooks)}, "model": "x" }`
    assert.strictEqual(installed(moved), moved)
    for (const weaker of ['"matcher": "Bash"', '"matcher": "bash"']) {
      const text = installed(undefined).replace('"matcher": "*"', weaker)
      assert.strictEqual(installed(text), installed(undefined))
    }
    for (const weaker of ['"async": true,', '"if": "Bash(ls)",']) {
      const text = installed(undefined).replace('"type"', `${weaker} "type"`)
      assert.strictEqual(installed(text), installed(undefined))
    }
    const doubled = installed(undefined).replace('"onFailure": "block"', '"onFailure": "continue"')
    assert.strictEqual(installed(doubled), installed(undefined))
  })

  it("refuses what it cannot edit without losing something, and says where", () => {
    const refused = (text: string): ReadonlyArray<string> => {
      const edit = install(file, text, wrapper)
      return edit._tag === "Refused" ? edit.problems.map(({ column, line }) => `${line}:${column}`) : []
    }
    assert.deepStrictEqual(refused('{\n  "a": tru\n}'), ["2:8"])
    assert.deepStrictEqual(refused('{\n  "a": 1'), ["2:9"])
    assert.deepStrictEqual(refused("[]"), ["1:1"])
    assert.deepStrictEqual(refused("# yaml: 1"), ["1:1"])
    assert.deepStrictEqual(refused('{ "hooks": [] }'), ["1:12"])
    assert.deepStrictEqual(refused('{ "hooks": {}, "hooks": {} }'), ["1:16"])
    assert.deepStrictEqual(refused('{ "hooks": { "PreToolUse": {} } }'), ["1:28"])
    assert.deepStrictEqual(refused('{ "hooks": { "PreToolUse": [], "PreToolUse": [] } }'), ["1:32"])
  })

  it.prop(
    "only adds, and a second time changes nothing",
    { choices: Choices },
    ({ choices }) => {
      const text = documentOf(choices)
      const more = installed(text)
      assert.strictEqual(installed(more), more)
      assert.strictEqual(hooksIn(more).length, 2)
      // What was there stands there still, in its order: its characters are a subsequence.
      let at = 0
      for (const character of more) if (character === text[at]) at += 1
      assert.strictEqual(at, text.length, more)
    },
    options
  )
})

describe("uninstall", () => {
  it.prop(
    "gives back every byte of what was there before",
    { choices: Choices },
    ({ choices }) => {
      const text = documentOf(choices)
      assert.strictEqual(uninstalled(installed(text), text), text)
    },
    options
  )

  it.prop(
    "keeps what was changed in between, and gives back the rest",
    { choices: Choices },
    ({ choices }) => {
      const text = documentOf(choices)
      const change = (from: string): string => {
        const { root } = readJsonTree(from)
        return root?._tag === "Object" ? append(from, root, "added later", [1, { two: 3 }]) : from
      }
      const expected = meaning(change(text))
      const found = uninstalled(change(installed(text)), text)
      assert.deepStrictEqual(meaning(found), expected)
      // Without that change it is to the byte what was there, comments too.
      const { root } = readJsonTree(found)
      if (root?._tag !== "Object") throw new Error("no object")
      const original = readJsonTree(text).root
      const inner =
        original?._tag === "Object" && original.properties.length === 0
          ? text.slice(original.offset + 1, original.offset + original.length - 1)
          : ""
      assert.strictEqual(
        remove(found, root, root.properties.length - 1, inner).replaceAll(/\s/g, ""),
        text.replaceAll(/\s/g, "")
      )
    },
    options
  )

  it.prop(
    "drops what our edit left empty where the text before is not known",
    { choices: Choices },
    ({ choices }) => {
      const text = documentOf(choices)
      const found = uninstalled(installed(text))
      assert.deepStrictEqual(hooksIn(found), [])
      meaning(found)
    },
    options
  )

  it("takes a hook of ours out of an entry that holds another's too", () => {
    const theirs = '{ "type": "command", "command": "/opt/lint" }'
    const text = `{"hooks":{"PreToolUse":[{"hooks":[${theirs}, {"command":"${wrapper}"}]}]}}`
    assert.strictEqual(uninstalled(text), `{"hooks":{"PreToolUse":[{"hooks":[${theirs}]}]}}`)
  })

  it("leaves hooks that are not ours, whatever they are called", () => {
    for (const command of ["/opt/not-portcullis-hook", "portcullis-hook.sh", "/opt/portcullis-hook/run"]) {
      const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } })
      assert.strictEqual(uninstalled(text), text)
    }
  })

  it("leaves of a file that an installation made what an installation starts from", () => {
    assert.isTrue(isNothing(uninstalled(installed(undefined))))
  })
})
