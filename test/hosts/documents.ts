/**
 * Settings documents of many looks: every spacing, comment and comma that a person or a program could have left.
 */
import * as Schema from "effect/Schema"

/** What a failing run is repeated with: `SEED=… npx vitest run test/hosts`. */
export const seed = process.env["SEED"] ?? String(Math.floor(Math.random() * 2 ** 32))

/** Numbers that a document is drawn by; the first of each choice where they run out. */
export const Choices = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 }))).check(
  Schema.isMaxLength(60)
)

const spaces = ["", "", " ", "\n", "\n  ", "\n\t", "\r\n    ", " /* c */", " /* , */ ", "  // a, {\n", "\n// b\n  "]
const keys = ["model", "permissions", "env", "__proto__", "1", "hooks é"]
const values = ["1", '"x"', "null", "true", '{"allow": ["Bash(ls)"]}', "[]", "{ }", '["a",\n "b"]']
const foreignEvents = ["PostToolUse", "Stop"]
const foreignGroup = '{"matcher": "Bash", "hooks": [{"type": "command", "command": "/opt/lint"}]}'
const foreignGroups = ["[]", "[ ]", "[\n]", "[/* none */]", `[${foreignGroup}]`, `[\n  ${foreignGroup}, // theirs\n]`]

/** Answers the settings document that `choices` draw, one a host could read if it takes comments. */
export const documentOf = (choices: ReadonlyArray<number>): string => {
  let at = 0
  const choose = (count: number): number => (choices[at++] ?? 0) % count
  const pick = (list: ReadonlyArray<string>): string => list[choose(list.length)] ?? ""
  const space = (): string => pick(spaces)

  const object = (members: ReadonlyArray<readonly [string, string]>): string => {
    const inner = members.map(
      ([key, value]) => `${space()}${JSON.stringify(key)}${space()}:${space()}${value}${space()}`
    )
    const trailing = members.length > 0 && choose(3) === 1 ? `,${space()}` : ""
    return `{${members.length === 0 ? space() : inner.join(",")}${trailing}}`
  }
  const groups = (): string => pick(foreignGroups)
  const hooks = (): string => {
    const names = ["PreToolUse", "PreSkillShellCommand", ...foreignEvents].filter(() => choose(2) === 1)
    return object(names.map((name) => [name, groups()]))
  }

  const names = keys.filter(() => choose(3) === 1)
  const members = names.map((name): readonly [string, string] => [name, pick(values)])
  if (choose(2) === 1) members.splice(choose(members.length + 1), 0, ["hooks", hooks()])
  return `${space()}${object(members)}${space()}`
}
