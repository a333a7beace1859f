import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { PermissionState } from "portcullis"
import type { OpaqueFacts, SlipFacts } from "../../../src/links/model-judge/Facts.ts"
import type { Capabilities } from "../../../src/links/model-judge/Settings.ts"
import type { Checked, Report, Transcript } from "../../../src/links/model-judge/Transcript.ts"
import { verdictOf } from "../../../src/links/model-judge/VerdictOf.ts"
import { seed } from "../../invariants/worlds.ts"
import { faithful } from "../../spec/Faithful.ts"

const few = <S extends Schema.Top>(item: S, most: number) => Schema.Array(item).check(Schema.isMaxLength(most))

const lines = ["ls", "git status", "rm x", "git log"] as const
/** Mostly not, so that what hangs on many things is met often. */
const Seldom = Schema.Literals([false, false, false, false, false, true])
const PieceOf = Schema.Struct({
  surface: Schema.Literals(["bash", "bash", "bash", "path"]),
  value: Schema.Literals(lines)
})
const CheckOf = Schema.Struct({ ...PieceOf.fields, state: PermissionState })
const ReportOf = Schema.Struct({
  verdict: Schema.Literals(["allow", "allow", "allow", "deny", "defer"]),
  reason: Schema.Literals(["", "it is a slip", "a\nb"]),
  confidence: Schema.Literals([0, 0.79, 0.8, 0.9, 1, 2]),
  pieces: few(PieceOf, 3)
})
const reasons = ["unconfigured", "timeout", "call-failed", "turn-limit", "circuit-open"] as const
const World = Schema.Struct({
  checks: few(CheckOf, 2),
  /** Whether what is reported was checked, and allowed. */
  honest: Schema.Literals([true, true, true, false]),
  report: ReportOf,
  fails: Seldom,
  failed: Schema.Literals(reasons),
  /** Seen besides what is reported. */
  units: few(Schema.Literals(lines), 1),
  literals: few(Schema.Literals(lines), 1),
  shown: Schema.Literals(["ls git status rm x git log", "rm x git log ls git status", "ls git status", ""]),
  beyond: Seldom,
  threshold: Schema.Literals([0, 0.8, 1]),
  denyOnly: Seldom,
  /** All is as it should be but for that; "none", anything may be wrong. */
  but: Schema.Literals(["none", "checks", "honest", "report", "fails", "units", "literals", "shown", "beyond"])
})
type World = typeof World.Type

const sound: Partial<World> = {
  checks: [],
  honest: true,
  fails: false,
  units: [],
  literals: [],
  shown: "ls git status rm x git log",
  beyond: false,
  threshold: 0.8,
  denyOnly: false
}

/** A world as it was generated, or one that is sound but for one thing. */
const settled = (world: World): World => {
  if (world.but === "none") return world
  const report = { ...world.report, verdict: "allow", confidence: 0.9 } as const
  return { ...world, ...sound, report, [world.but]: world[world.but] }
}

const seenBy = ({ literals, report, units }: World) => {
  const [first, ...others] = report.pieces.filter(({ surface }) => surface === "bash").map(({ value }) => value)
  return { units: first === undefined ? units : [first, ...units], literals: [...others, ...literals] }
}

const factsOf = (world: World): OpaqueFacts => ({
  slice: "allow-capable",
  text: world.shown,
  units: seenBy(world).units,
  literals: seenBy(world).literals.map((text) => ({ text, units: [text], state: "allow" })),
  promoted: [],
  opaque: [],
  beyond: world.beyond ? "it is not in the text" : undefined
})

const checksOf = ({ checks, honest, report }: World) => [
  ...checks,
  ...(honest ? report.pieces.map((piece) => ({ ...piece, state: "allow" as const })) : [])
]

const transcriptOf = (world: World): Transcript => {
  const checks = checksOf(world).map((check): Checked => ({
    _tag: "Permission",
    ...check,
    values: [check.value],
    asking: []
  }))
  const turn = { latencyMs: 1, inputTokens: 1, outputTokens: 1 }
  return {
    turns: checks.map((check) => ({ ...turn, checks: [check] })),
    ending: world.fails
      ? { _tag: "Failed", reason: world.failed, why: "it failed" }
      : { _tag: "Reported", report: world.report }
  }
}

const slip: SlipFacts = { slice: "deny-first", slips: [{ path: "/x", pattern: "/*" }] }
const settingsOf = ({ denyOnly, threshold }: World) => ({
  capabilities: denyOnly ? (["deny"] as const) : (["deny", "allow"] as const),
  confidenceThreshold: threshold
})

const property = { arbitrary: { seed, runs: 1000 } }

/** Whether every allow condition holds, as the specification says it. */
const mayRun = (world: World): boolean => {
  const { confidence, pieces, verdict } = world.report
  const { literals, units } = seenBy(world)
  const texts = [world.shown, ...units].map((text) => text.split(" "))
  return (
    !world.fails &&
    !world.denyOnly &&
    !world.beyond &&
    verdict === "allow" &&
    confidence >= world.threshold &&
    confidence <= 1 &&
    faithful(pieces, checksOf(world), { units, literals, texts })
  )
}

describe(`a verdict (SEED=${seed})`, () => {
  let allows = 0

  it.prop(
    "on a slip is a deny or a defer, and a defer says why",
    { world: World },
    ({ world: generated }) => {
      const world = settled(generated)
      const { deferReason, verdict } = verdictOf(transcriptOf(world), slip, settingsOf(world))
      assert.include(["Deny", "Defer"], verdict._tag)
      assert.strictEqual(verdict._tag === "Defer", deferReason !== undefined)
      if (verdict._tag === "Deny") {
        assert.strictEqual(world.report.verdict, "deny")
        assert.isAtLeast(world.report.confidence, world.threshold)
      }
    },
    property
  )

  it.prop(
    "is an allow exactly if the model reported one, is sure enough, and the witness held",
    { world: World },
    ({ world: generated }) => {
      const world = settled(generated)
      const { verdict } = verdictOf(transcriptOf(world), factsOf(world), settingsOf(world))
      assert.strictEqual(verdict._tag === "Allow", mayRun(world))
      if (verdict._tag === "Allow") allows += 1
    },
    property
  )

  it("was an allow in some of the worlds that were generated", () => {
    assert.isAbove(allows, 100)
  })

  it.prop(
    "is never an allow where the judge may only deny",
    { world: World },
    ({ world: generated }) => {
      const world = settled(generated)
      const settings = { ...settingsOf(world), capabilities: ["deny"] } as const
      assert.notStrictEqual(verdictOf(transcriptOf(world), factsOf(world), settings).verdict._tag, "Allow")
    },
    property
  )

  it.prop(
    "is a defer by name whenever the review failed",
    { world: World },
    ({ world: generated }) => {
      const world = settled(generated)
      const judged = verdictOf(transcriptOf({ ...world, fails: true }), factsOf(world), settingsOf(world))
      assert.deepStrictEqual(judged, { verdict: { _tag: "Defer" }, deferReason: world.failed, why: "it failed" })
    },
    property
  )
})

const report = (more: Partial<Report>): Transcript => ({
  turns: [],
  ending: {
    _tag: "Reported",
    report: { verdict: "deny", reason: "it is a slip", confidence: 0.9, pieces: [], ...more }
  }
})

const opaque: OpaqueFacts = {
  slice: "allow-capable",
  text: "python3 -c x",
  units: [],
  literals: [],
  promoted: [],
  opaque: []
}

const both: Capabilities = ["deny", "allow"]
const settings = { capabilities: both, confidenceThreshold: 0.8 }

describe("a report", () => {
  it("that denies a slip is a deny with its reason, when it is sure enough", () => {
    assert.deepStrictEqual(verdictOf(report({}), slip, settings).verdict, { _tag: "Deny", reason: "it is a slip" })
    assert.strictEqual(verdictOf(report({ confidence: 0.8 }), slip, settings).verdict._tag, "Deny")
    assert.strictEqual(verdictOf(report({ confidence: 0.79 }), slip, settings).deferReason, "low-confidence")
  })

  it("that gives no deny on a slip is a defer that says so", () => {
    for (const verdict of ["allow", "defer"] as const) {
      assert.strictEqual(verdictOf(report({ verdict }), slip, settings).deferReason, "non-deny-verdict")
    }
  })

  it("that denies an opaque command is a deny", () => {
    assert.strictEqual(verdictOf(report({}), opaque, settings).verdict._tag, "Deny")
    assert.strictEqual(verdictOf(report({ confidence: 0.1 }), opaque, settings).deferReason, "low-confidence")
  })

  it("that defers an opaque command has no failure to name", () => {
    const judged = verdictOf(report({ verdict: "defer", reason: "it is computed" }), opaque, settings)
    assert.deepStrictEqual(judged, { verdict: { _tag: "Defer" }, why: "the model defers: it is computed" })
  })

  it("that is not sure enough of an allow is told from an unfaithful one", () => {
    const low = verdictOf(report({ verdict: "allow", confidence: 0.5 }), opaque, settings)
    const unfaithful = verdictOf(report({ verdict: "allow" }), opaque, settings)
    assert.deepStrictEqual([low.deferReason, unfaithful.deferReason], ["low-confidence", "unfaithful"])
  })

  it("has its reason bounded, on one line, with nothing in it that cannot be seen and no secret", () => {
    const reasonOf = (reason: string): string => {
      const { verdict } = verdictOf(report({ reason }), slip, settings)
      return verdict._tag === "Deny" ? (verdict.reason ?? "") : ""
    }
    assert.strictEqual(reasonOf("a\n\u202eb\x1b[2J"), "a b [2J")
    assert.isAtMost(reasonOf("x".repeat(1 << 20)).length, 600)
    assert.notInclude(reasonOf(`it sends ghp_${"a".repeat(36)}`), "ghp_")
    assert.strictEqual(reasonOf(" \0 "), "the model judge gave no reason")
  })
})
