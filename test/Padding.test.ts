import { assert, describe, it } from "@effect/vitest"
import type { Mode } from "../src/domain/Mode.ts"
import { checkerOf } from "./support/checker.ts"
import { type Ground, labelledGround, removeGround } from "./support/fixtures.ts"

const paddings: ReadonlyArray<readonly [string, string]> = [
  ["blanks", " ".repeat(65 * 1024)],
  ["a comment", `# ${"x".repeat(65 * 1024)}\n`],
  ["harmless commands", "ls; ".repeat((65 * 1024) / 4)],
  ["an assignment", `x=${"y".repeat(65 * 1024)}; `]
]

const withGround = (body: (ground: Ground) => void) => () => {
  const ground = labelledGround()
  try {
    body(ground)
  } finally {
    removeGround(ground)
  }
}

const policy = (mode: Mode): string =>
  JSON.stringify({ mode, permission: { "*": "allow", bash: { "*": "allow", "rm *": "deny", "ls *": "allow" } } })

describe("65 KiB of padding before a denied command", () => {
  for (const [what, padding] of paddings) {
    it(
      `asks in ask and in auto and denies in read_only, whatever the rules allow, when it is ${what}`,
      withGround((ground) => {
        for (const [mode, state] of [
          ["ask", "ask"],
          ["auto", "ask"],
          ["read_only", "deny"]
        ] as const) {
          const checked = checkerOf({ ground, policy: policy(mode) })(`${padding}rm -rf src`)
          assert.strictEqual(checked.state, state, mode)
          assert.include(checked.floors, "unread")
        }
      })
    )
  }

  it(
    "is read whole just below the limit, and then denied by the rule",
    withGround((ground) => {
      const checked = checkerOf({ ground, policy: policy("auto") })(`${" ".repeat(60 * 1024)}rm -rf src`)
      assert.strictEqual(checked.state, "deny")
      assert.notInclude(checked.floors, "unread")
    })
  )
})
