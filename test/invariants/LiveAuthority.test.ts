/**
 * What always holds of live authority, whatever links, terminals and logs do.
 */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Behaviour, type Chain, delegated, specifyChain, type Step } from "../spec/Chain.ts"
import { BehaviourOf, chainOf, commands, decide, linkOf, LogOf, names, type Told, World } from "./chains.ts"
import { seed } from "./worlds.ts"

const arbitrary = { runs: 100, seed }

// Thousands of chains, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const stepsOf = ({ decision }: Told): ReadonlyArray<Step> =>
  decision.trail.map(({ cause, link, verdict }) => ({ link, verdict: tags[verdict], cause }))
const tags = { allow: "Allow", deny: "Deny", defer: "Defer" } as const

/** Holds what was decided against the specification. */
const holds = (told: Told, chain: Chain): void => {
  const { checked, decidedBy, decision } = told.decision
  assert.strictEqual(checked.state, "ask", "every call here asks")
  const { by, steps, verdict } = specifyChain(chain, checked.results)
  const speaker = by === "terminal" ? "human" : by === "fault" ? "fault" : `authorizer:${by}`
  assert.deepStrictEqual(stepsOf(told), steps)
  assert.deepStrictEqual([tags[decision], decidedBy], [verdict, speaker])
}

/** What two runs of one world have to share: all but the id of the request, and when it was. */
const shared = ({ decision, entries }: Told) => ({
  decision: { ...decision, requestId: "" },
  entries: entries.map((entry) => ({ ...entry, requestId: "", time: "" }))
})
const sharedDecision = (told: Told) => shared(told).decision

const linksOf = ({ entries }: Chain) =>
  entries.flatMap(({ behaviour, name }) => (behaviour === undefined ? [] : [linkOf(name, behaviour)]))

describe(`live authority (SEED=${seed})`, () => {
  it.effect.prop(
    "config order is chain order",
    { world: World, turn: Schema.Literals([0, 1, 2, 3]) },
    Effect.fnUntraced(function* ({ turn, world }) {
      const chain = chainOf(world)
      const told = yield* decide(world)
      holds(told, chain)
      const links = linksOf(chain)
      const turned = [...links.slice(turn), ...links.slice(0, turn)].toReversed()
      assert.deepStrictEqual(shared(yield* decide(world, { register: turned })), shared(told))
    }),
    { arbitrary }
  )

  it.effect.prop(
    "skipping a link is fail-safe",
    { world: World, place: Schema.Literals([0, 1, 2, 3]) },
    Effect.fnUntraced(function* ({ place, world }) {
      const chain = chainOf(world)
      const gone = chain.entries[place]
      if (gone === undefined) return
      const without = (required: boolean): Chain => ({
        ...chain,
        entries: chain.entries.map((entry) => (entry === gone ? { ...entry, required, behaviour: undefined } : entry))
      })
      const skipped = yield* decide(world, { chain: without(false) })
      holds(skipped, without(false))
      // Without it, the answer is the rest of the chain's.
      const rest = yield* decide(world, { chain: { ...chain, entries: chain.entries.filter((it) => it !== gone) } })
      const { checked, decidedBy, decision } = skipped.decision
      assert.deepStrictEqual([decision, decidedBy], [rest.decision.decision, rest.decision.decidedBy])
      const missing = yield* decide(world, { chain: without(true) })
      holds(missing, without(true))
      if (decision === "deny") assert.strictEqual(missing.decision.decision, "deny", "a required one loosened")
      // A required link that is missing leaves nothing for those after it to allow.
      const [first] = specifyChain(without(true), checked.results).steps.slice(place + 1)
      if (first?.link !== undefined && first.link !== "terminal") assert.notStrictEqual(first.verdict, "Allow")
    }),
    { arbitrary }
  )

  const isAnswer = (behaviour: Behaviour | undefined, withinMs: number): boolean =>
    behaviour !== undefined &&
    (behaviour._tag === "Answers" || behaviour._tag === "Refuses") &&
    behaviour.afterMs < withinMs

  it.effect.prop(
    "a fault is a defer",
    { world: World },
    Effect.fnUntraced(function* ({ world }) {
      // With time enough for all, and nothing required, a fault costs only itself.
      const chain: Chain = {
        ...chainOf(world),
        linksMs: 1000,
        entries: chainOf(world).entries.map((entry) => ({ ...entry, required: false }))
      }
      const defers: Behaviour = { _tag: "Answers", verdict: "Defer", afterMs: 0 }
      const deferring: Chain = {
        ...chain,
        entries: chain.entries.map((entry) =>
          isAnswer(entry.behaviour, chain.linkMs) ? entry : { ...entry, behaviour: defers }
        )
      }
      const faulty = yield* decide(world, { chain })
      const deferred = yield* decide(world, { chain: deferring })
      holds(faulty, chain)
      const said = ({ decision, decidedBy, reason }: Told["decision"]) => [decision, decidedBy, reason]
      assert.deepStrictEqual(said(faulty.decision), said(deferred.decision))
    }),
    { arbitrary }
  )

  it.effect.prop(
    "the envelope only narrows",
    { world: World, surface: Schema.Literals(["bash", "write", "path", "external_directory"]), widens: Schema.Boolean },
    Effect.fnUntraced(function* ({ surface, widens, world }) {
      const chain = chainOf(world)
      const told = yield* decide(world)
      holds(told, chain)
      const { checked, decidedBy } = told.decision
      if (decidedBy.startsWith("authorizer:") && told.decision.decision === "allow") {
        assert.isTrue(!world.clamped && delegated(checked.results, chain.delegation))
      }
      // Narrower than it is, a link's word counts for no more than before; and no deny hangs on it.
      const { allowedSurfaces, excludedSurfaces } = chain.delegation
      const narrower: Chain = {
        ...chain,
        delegation: widens
          ? { allowedSurfaces, excludedSurfaces: [...excludedSurfaces, surface] }
          : { allowedSurfaces: allowedSurfaces.filter((it) => it !== surface), excludedSurfaces }
      }
      const narrow = yield* decide(world, { chain: narrower })
      holds(narrow, narrower)
      const steps = stepsOf(told)
      for (const [place, step] of stepsOf(narrow).entries()) {
        if (step.link === "terminal") continue
        const before = steps[place]
        if (before === undefined) continue
        if (step.verdict !== "Defer") assert.deepStrictEqual(before, step)
        if (before.verdict === "Deny") assert.deepStrictEqual(step, before)
      }
    }),
    { arbitrary }
  )

  it.effect.prop(
    "the terminal decides",
    { world: World, terminal: BehaviourOf },
    Effect.fnUntraced(function* ({ terminal, world }) {
      const chain: Chain = { ...chainOf(world), terminal }
      const told = yield* decide(world, { chain })
      holds(told, chain)
      assert.include(["allow", "deny"], told.decision.decision)
      const last = told.decision.trail.at(-1)
      if (last?.link !== "terminal") return
      assert.strictEqual(last.verdict, told.decision.decision)
      const allows = isAnswer(terminal, chain.terminalMs) && "verdict" in terminal && terminal.verdict === "Allow"
      assert.strictEqual(told.decision.decision === "allow", allows)
      // With no links the chain is the terminal.
      const alone: Chain = { ...chain, entries: [] }
      const { decision } = yield* decide(world, { chain: alone })
      assert.deepStrictEqual(
        [decision.decision, decision.decidedBy, decision.reason],
        [told.decision.decision, told.decision.decidedBy, told.decision.reason]
      )
    }),
    { arbitrary }
  )

  it.effect.prop(
    "the log is inert",
    { world: World, log: LogOf },
    Effect.fnUntraced(function* ({ log, world }) {
      const told = yield* decide(world)
      holds(told, chainOf(world))
      for (const does of new Set(["hangs", log] as const)) {
        assert.deepStrictEqual(sharedDecision(yield* decide(world, { log: does })), sharedDecision(told))
      }
    }),
    { arbitrary }
  )

  it.effect.prop(
    "registration grants nothing",
    { world: World, others: Schema.Array(BehaviourOf).check(Schema.isMaxLength(3)) },
    Effect.fnUntraced(function* ({ others, world }) {
      const chain = chainOf(world)
      const told = yield* decide(world)
      const unnamed = others.map((behaviour, place) => linkOf(`other-${place}`, behaviour))
      const more = yield* decide(world, { register: [...unnamed, ...linksOf(chain)] })
      assert.deepStrictEqual(shared(more), shared(told))
      // All that is registered decides nothing where the operator names nobody.
      const alone: Chain = { ...chain, entries: [] }
      const all = names.map((name) => linkOf(name, { _tag: "Answers", verdict: "Allow", afterMs: 0 }))
      const none = yield* decide(world, { chain: alone, register: [...all, ...unnamed] })
      holds(none, alone)
    }),
    { arbitrary }
  )

  it.effect("has calls that ask for every cause a link may not answer", () =>
    Effect.gen(function* () {
      const causes = new Set<string>()
      for (const command of commands) {
        for (const clamped of [false, true]) {
          const world: World = {
            entries: [],
            terminal: { _tag: "Hangs" },
            allowed: [],
            excluded: [],
            command,
            ruled: false,
            clamped
          }
          const { decision } = yield* decide(world)
          for (const { access, floors, origin, state } of decision.checked.results) {
            if (state === "ask") causes.add(access.surface)
            if (origin === "clamp") causes.add(origin)
            if (access._tag === "Path" && access.secret !== undefined) causes.add("secret")
            for (const floor of floors) causes.add(floor.class)
          }
        }
      }
      for (const cause of ["bash", "external_directory", "path", "clamp", "secret"]) assert.include([...causes], cause)
      for (const floor of ["unread", "self-protection", "privilege", "opaque"]) assert.include([...causes], floor)
    })
  )
})
