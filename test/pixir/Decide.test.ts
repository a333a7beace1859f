/**
 * Modes, tools and reasons.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Domain from "../../src/domain/Mode.ts"
import { decide, isMutating, type Mode, modes } from "portcullis/pixir"

const never = ["read", "skills_list", "skill_view", "wait_agent", "list_agents", "run_virtual_commands", "update_plan"]

/** A call that mutates, and what a person is asked. */
const mutating: ReadonlyArray<readonly [tool: string, args: unknown, reason: string]> = [
  ["write", { path: "a", content: "b" }, "write a file"],
  ["bash", { command: "rm file" }, "run a shell command"],
  ["bash", { command: "npm install" }, "run a shell command"],
  ["bash", {}, "run a shell command"],
  ["bash", { command: 5 }, "run a shell command"],
  ["bash", { command: ["ls"] }, "run a shell command"],
  ["bash", undefined, "run a shell command"],
  ["bash", Object.create({ command: "ls" }), "run a shell command"],
  ["spawn_agent", { task: "do work" }, "spawn a subagent"],
  ["spawn_agent", { validate_only: "true" }, "spawn a subagent"],
  ["spawn_agent", { validate_only: false }, "spawn a subagent"],
  ["spawn_agent", Object.create({ validate_only: true }), "spawn a subagent"],
  ["send_input", { id: "sub_1" }, "send input to a subagent"],
  ["close_agent", { id: "sub_1" }, "close a subagent"],
  ["run_workflow", { steps: [] }, "run a workflow"],
  ["apply_virtual_diff", { dry_run: false }, "apply a virtual diff"],
  ["edit", {}, "run edit"],
  ["Read", {}, "run Read"],
  ["__proto__", {}, "run __proto__"],
  ["constructor", {}, "run constructor"],
  ["toString", {}, "run toString"],
  ["", {}, "run "]
]

const harmless: ReadonlyArray<readonly [tool: string, args: unknown]> = [
  ...never.flatMap((tool) =>
    [undefined, {}, { command: "rm -rf /", dry_run: false }].map((args) => [tool, args] as const)
  ),
  ["bash", { command: "ls -l src" }],
  ["bash", { command: "grep -r foo ." }],
  ["spawn_agent", { task: "do work", validate_only: true }],
  ["apply_virtual_diff", {}],
  ["apply_virtual_diff", undefined],
  ["apply_virtual_diff", { dry_run: true }],
  ["apply_virtual_diff", { dry_run: "false" }]
]

describe("modes", () => {
  it("are those of a policy, the seed's default first", () => {
    const known: ReadonlyArray<Domain.Mode> = modes()
    const domain: ReadonlyArray<Mode> = Domain.Mode.literals
    assert.deepStrictEqual(known, ["auto", "ask", "read_only"])
    assert.sameMembers([...known], [...domain])
  })
})

describe("a call that mutates", () => {
  for (const [tool, args, reason] of mutating) {
    it(`is asked for to "${reason}", denied in read_only and allowed in auto: ${tool} ${JSON.stringify(args)}`, () => {
      assert.isTrue(isMutating(tool, args))
      assert.deepStrictEqual(decide("ask", tool, args), { ask: reason })
      assert.strictEqual(decide("read_only", tool, args), "deny")
      assert.strictEqual(decide("auto", tool, args), "allow")
    })
  }

  it("is any of a tool that has no name", () => {
    for (const tool of [undefined, null, 5, Symbol("read"), {}, ["read"], { toString: () => "read" }]) {
      assert.isTrue(isMutating(tool, {}))
      assert.deepStrictEqual(decide("ask", tool, {}), { ask: "run an unknown tool" })
    }
  })

  it("is one whose arguments do not let themselves be read", () => {
    const trapped = new Proxy({}, { getOwnPropertyDescriptor: () => assert.fail(), get: () => assert.fail() })
    for (const tool of ["bash", "spawn_agent", "apply_virtual_diff"]) assert.isTrue(isMutating(tool, trapped), tool)
    assert.isFalse(isMutating("read", trapped))
  })

  it("is asked for in one visible line", () => {
    assert.deepStrictEqual(decide("ask", "a\n\u202eb", {}), { ask: "run a\\n\\u{202e}b" })
  })
})

describe("a call that does not", () => {
  for (const [tool, args] of harmless) {
    it(`is allowed in every mode: ${tool} ${JSON.stringify(args)}`, () => {
      assert.isFalse(isMutating(tool, args))
      for (const mode of modes()) assert.strictEqual(decide(mode, tool, args), "allow")
    })
  }
})

describe("a mode nobody knows", () => {
  it("counts as read_only", () => {
    for (const mode of [undefined, null, "", "AUTO", "yolo", "__proto__", 0, {}, ["auto"], Symbol("auto")]) {
      assert.strictEqual(decide(mode, "write", {}), "deny")
      assert.strictEqual(decide(mode, "read", {}), "allow")
    }
  })
})
