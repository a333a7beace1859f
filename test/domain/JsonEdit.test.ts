import { assert, describe, it } from "@effect/vitest"
import { append, type JsonContainer, remove } from "../../src/domain/JsonEdit.ts"
import { readJsonTree } from "../../src/domain/JsonTree.ts"

const rootOf = (text: string): JsonContainer => {
  const { faults, root } = readJsonTree(text)
  assert.deepStrictEqual(faults, [], text)
  if (root?._tag !== "Object" && root?._tag !== "Array") throw new Error(`${text} holds no container`)
  return root
}

const appended = (text: string): string => {
  const root = rootOf(text)
  return append(text, root, root._tag === "Object" ? "z" : undefined, { y: [1] })
}

const membersOf = (root: JsonContainer): number => (root._tag === "Object" ? root.properties : root.items).length

/** Each text, and the text with a member more. */
const cases: ReadonlyArray<readonly [string, string]> = [
  ['{"a":1}', '{"a":1, "z": {"y":[1]}}'],
  ["[1]", '[1, {"y":[1]}]'],
  ["{}", '{\n  "z": {\n    "y": [\n      1\n    ]\n  }\n}'],
  ["{\n}\n", '{\n  "z": {\n    "y": [\n      1\n    ]\n  }\n}\n'],
  ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"z": {\n\t\t"y": [\n\t\t\t1\n\t\t]\n\t}\n}'],
  [
    '{\r\n    "a": 1\r\n}',
    '{\r\n    "a": 1,\r\n    "z": {\r\n        "y": [\r\n            1\r\n        ]\r\n    }\r\n}'
  ],
  ['{\n  "a": 1, // kept\n}', '{\n  "a": 1, // kept\n  "z": {\n    "y": [\n      1\n    ]\n  },\n}'],
  ['{\n  "a": 1 // kept\n}', '{\n  "a": 1, // kept\n  "z": {\n    "y": [\n      1\n    ]\n  }\n}'],
  ['{\n  "a": 1\n  // "b": 2,\n}', '{\n  "a": 1,\n  // "b": 2,\n  "z": {\n    "y": [\n      1\n    ]\n  }\n}'],
  ["{ /* none */ }", '{ /* none */\n  "z": {\n    "y": [\n      1\n    ]\n  }\n }'],
  ['{"a":1 /* , */}', '{"a":1, /* , */ "z": {"y":[1]}}']
]

describe("append", () => {
  it("puts a member behind the others, laid out as they are, and moves no comment", () => {
    for (const [text, expected] of cases) assert.strictEqual(appended(text), expected)
  })
})

describe("remove", () => {
  it("leaves the text a member was appended to", () => {
    for (const [text] of cases) {
      const more = appended(text)
      const root = rootOf(more)
      const inner = membersOf(rootOf(text)) === 0 ? text.slice(text.indexOf("{") + 1, text.lastIndexOf("}")) : ""
      assert.strictEqual(remove(more, root, membersOf(root) - 1, inner), text)
    }
  })

  it("takes a member from the front or the middle with one comma, and leaves the others' comments", () => {
    const text = '{ "a": 1, /* of a */ "b": 2 /* of b */, // line\n "c": 3 }'
    const root = rootOf(text)
    assert.strictEqual(remove(text, root, 0), '{ /* of a */ "b": 2 /* of b */, // line\n "c": 3 }')
    assert.strictEqual(remove(text, root, 1), '{ "a": 1, /* of a */ /* of b */ // line\n "c": 3 }')
    assert.strictEqual(remove(text, root, 2), '{ "a": 1, /* of a */ "b": 2 /* of b */ // line\n }')
    assert.strictEqual(remove(text, root, 3), text)
  })
})
