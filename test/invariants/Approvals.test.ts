/**
 * What always holds of what people approved, whatever the policy, the call, the mode and the approvals.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Access } from "../../src/domain/Access.ts"
import type { Authority } from "../../src/domain/Authority.ts"
import { FloorClass } from "../../src/domain/Floor.ts"
import { judge } from "../../src/domain/Judge.ts"
import { compile, verbatim } from "../../src/domain/Pattern.ts"
import { approves, type SessionApproval } from "../../src/domain/SessionApproval.ts"
import { approvalOf, suggest } from "../../src/domain/Suggestion.ts"
import { accessesOf, authorityOf, Pattern, seed, session, World } from "./worlds.ts"

const arbitrary = { runs: 800, seed }

const Given = Schema.Struct({
  surface: Schema.Literals(["bash", "path", "external_directory", "read", "write", "mcp"]),
  pattern: Pattern,
  exact: Schema.Boolean,
  floors: Schema.Array(FloorClass).check(Schema.isMaxLength(5)),
  mine: Schema.Boolean,
  direction: Schema.Literals(["read", "write", "unknown", "any"])
})

const approvalIn = (given: typeof Given.Type): SessionApproval => ({
  surface: given.surface,
  pattern: given.exact ? verbatim(given.pattern) : compile(given.pattern, ""),
  floors: given.floors,
  direction: given.direction === "any" ? undefined : given.direction,
  session: given.mine ? session : "elsewhere"
})

const judged = (authority: Authority, accesses: ReadonlyArray<Access>, approvals: ReadonlyArray<SessionApproval>) =>
  judge({ ...authority, approvals }, accesses, { session })

const guarding = (floor: FloorClass): boolean => floor === "unread" || floor === "self-protection"

describe(`approvals (SEED=${seed})`, () => {
  it.prop(
    "approvals are scoped",
    { world: World, given: Schema.Array(Given).check(Schema.isMaxLength(4)) },
    ({ given, world }) => {
      const [authority, accesses] = [authorityOf(world), accessesOf(world)]
      const approvals = given.map(approvalIn)
      const without = judged(authority, accesses, [])
      const results = judged(authority, accesses, approvals)
      const mine = approvals.filter((one) => one.session === session)
      for (const [place, result] of results.entries()) {
        const before = without[place]
        assert.isDefined(before)
        if (before === undefined || result.state === before.state) continue
        // Only an ask becomes an allow: no deny is touched, and nothing becomes stricter.
        assert.deepStrictEqual([before.state, result.state], ["ask", "allow"])
        assert.isFalse(
          before.floors.some((floor) => guarding(floor.class)),
          "a guarding floor was lifted"
        )
        assert.isFalse(world.clamped, "an approval stood against the clamp")
        const { access } = result
        // A transparent wrapper takes the answer of what it runs.
        const wrapper = access._tag === "Unit" && access.wraps !== undefined
        const naming = mine.filter((one) => approves(one, access, session))
        if (!wrapper) assert.isNotEmpty(naming, "no approval of this session names what it lifted")
        if (before.floors.length > 0 && world.mode !== "auto") {
          assert.isTrue(
            naming.some((one) => before.floors.every((floor) => one.floors.includes(floor.class))),
            "a floor was lifted that nobody saw"
          )
        }
      }
      // What another session approved is nothing to this one, nor is anything to a call without a session.
      assert.deepStrictEqual(results, judged(authority, accesses, mine))
      const nobody = judge({ ...authority, approvals }, accesses, { session: undefined })
      assert.deepStrictEqual(nobody, judge({ ...authority, approvals: [] }, accesses, { session: undefined }))
    },
    { arbitrary }
  )

  it.prop(
    "what is suggested lifts the ask it was suggested for, and no access of another value",
    { world: World },
    ({ world }) => {
      const [authority, accesses] = [authorityOf({ ...world, clamped: false }), accessesOf(world)]
      const results = judged(authority, accesses, [])
      const asking = results.filter(({ state }) => state === "ask")
      const text = accesses.map(({ value }) => value).join(" ; ")
      const call = { tool: "bash", input: {}, cwd: "/w", workspace: "/w", session, text }
      const suggested = suggest({ asking, call })
      if (suggested._tag === "Once") return
      const approvals = suggested.suggestions.map((one) => approvalOf(one, session))
      for (const [place, { access, state }] of judged(authority, accesses, approvals).entries()) {
        if (results[place]?.state !== "ask") assert.strictEqual(state, results[place]?.state)
        else if (access._tag !== "Unit" || access.wraps === undefined) assert.strictEqual(state, "allow")
      }
      for (const approval of approvals) {
        // Names are spelled in more than one way here.
        const others = accesses.filter(({ _tag }) => _tag !== "Name")
        const named = others.filter((access) => approves(approval, access, session)).map(({ value }) => value)
        assert.isAtMost(new Set(named).size, 1)
      }
    },
    { arbitrary }
  )
})
