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
const PieceOf = Schema.Struct({ surface: Schema.Literals(["bash", "path"]), value: Schema.Literals(lines) })
const CheckOf = Schema.Struct({ ...PieceOf.fields, state: PermissionState })
const Certain = Schema.Literals([0, 0.5, 0.8, 0.81, 1, 2])
const Reason = Schema.Literals(["", "it is a slip", "a\nb"])
const ReportOf = Schema.Struct({
  verdict: Schema.Literals(["allow", "allow", "deny", "defer"]),
  reason: Reason,
  confidence: Certain,
  pieces: few(PieceOf, 3)
})
const reasons = ["unconfigured", "timeout", "call-failed", "turn-limit", "circuit-open"] as const
const World = Schema.Struct({
  checks: few(CheckOf, 4),
  /** Checked as allowed what is reported, so that the witness often holds. */
  honest: Schema.Boolean,
  report: ReportOf,
  failed: Schema.UndefinedOr(Schema.Literals(reasons)),
  units: few(Schema.Literals(lines), 2),
  literals: few(Schema.Literals(lines), 2),
  shown: Schema.Literals(["ls git status", "git status rm x", "ls git status rm x git log", ""]),
  beyond: Schema.Boolean,
  threshold: Schema.Literals([0, 0.8, 1]),
  denyOnly: Schema.Boolean
})
type World = typeof World.Type

const factsOf = (world: World): OpaqueFacts => ({
  slice: "allow-capable",
  text: world.shown,
  units: world.units,
  literals: world.literals.map((text) => ({ text, units: [text], state: "allow" })),
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
    ending:
      world.failed === undefined
        ? { _tag: "Reported", report: world.report }
        : { _tag: "Failed", reason: world.failed, why: "it failed" }
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
  const literals = world.literals
  const texts = [world.shown, ...world.units].map((text) => text.split(" "))
  return (
    world.failed === undefined &&
    !world.denyOnly &&
    !world.beyond &&
    verdict === "allow" &&
    confidence >= world.threshold &&
    confidence <= 1 &&
    faithful(pieces, checksOf(world), { units: world.units, literals, texts })
  )
}

describe(`a verdict (SEED=${seed})`, () => {
  let allows = 0

  it.prop(
    "on a slip is a deny or a defer, and a defer says why",
    { world: World },
    ({ world }) => {
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
    ({ world }) => {
      const { verdict } = verdictOf(transcriptOf(world), factsOf(world), settingsOf(world))
      assert.strictEqual(verdict._tag === "Allow", mayRun(world))
      if (verdict._tag === "Allow") allows += 1
    },
    property
  )

  it("was an allow in some of the worlds that were generated", () => {
    assert.isAbove(allows, 5)
  })

  it.prop(
    "is never an allow where the judge may only deny",
    { world: World },
    ({ world }) => {
      const settings = { ...settingsOf(world), capabilities: ["deny"] } as const
      assert.notStrictEqual(verdictOf(transcriptOf(world), factsOf(world), settings).verdict._tag, "Allow")
    },
    property
  )

  it.prop(
    "is a defer by name whenever the review failed",
    { world: World, failed: Schema.Literals(reasons) },
    ({ failed, world }) => {
      const judged = verdictOf(transcriptOf({ ...world, failed }), factsOf(world), settingsOf(world))
      assert.deepStrictEqual(judged, { verdict: { _tag: "Defer" }, deferReason: failed, why: "it failed" })
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
