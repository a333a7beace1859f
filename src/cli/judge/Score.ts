/**
 * How well a judge did on labelled asks: counts, mistakes, and what it took.
 */
import type { DeferReason } from "../../links/model-judge/Transcript.ts"
import { type VerdictWord, verdictWords } from "./Cases.ts"

/** One case and what became of it. */
export interface Outcome {
  readonly line: number
  readonly id: string | number | null
  /** The call in one line. */
  readonly title: string
  readonly expect: VerdictWord
  /** What the judge said, or what the rules did: then nobody asked it. */
  readonly got:
    | { readonly by: "judge"; readonly word: VerdictWord }
    | { readonly by: "rules"; readonly word: "allow" | "deny" }
  readonly deferReason: DeferReason | undefined
  /** What the model gave as its reason, in its own words. */
  readonly reason: string | undefined
  /** Why the verdict is what it is. */
  readonly why: string
  /** Whether a model was asked, whatever it answered, and if nothing. */
  readonly reviewed: boolean
  readonly latencyMs: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What was expected, then what was got, to how often. */
export type Matrix = Readonly<Record<VerdictWord, Readonly<Record<VerdictWord, number>>>>

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
}

export interface Score {
  /** Of those that the judge was asked. */
  readonly matrix: Matrix
  readonly asked: number
  readonly asExpected: number
  readonly wrongAllows: ReadonlyArray<Outcome>
  readonly wrongDenies: ReadonlyArray<Outcome>
  /** How often it deferred, by reason; `defer` where the model itself chose to. The most frequent comes first. */
  readonly defers: ReadonlyArray<readonly [reason: DeferReason | "defer", count: number]>
  readonly notAsked: {
    readonly allow: number
    readonly deny: number
    /** Where the rules decide otherwise than the label says. */
    readonly otherwise: ReadonlyArray<Outcome>
  }
  /** Of reviews in which a model was asked, in milliseconds; absent where none was. */
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number } | undefined
  /** Reviews in which a model was asked. */
  readonly reviews: number
  readonly tokens: { readonly input: number; readonly output: number }
  /** In US dollars; absent without prices. */
  readonly cost: number | undefined
}

/** Answers the score of outcomes. */
export const scoreOf = (outcomes: ReadonlyArray<Outcome>, prices: Prices | undefined): Score => {
  const judged = outcomes.filter(({ got }) => got.by === "judge")
  const ruled = outcomes.filter(({ got }) => got.by === "rules")
  const reviewed = judged.filter(({ reviewed }) => reviewed)
  const isWrong = ({ expect, got }: Outcome): boolean => got.word !== expect
  const tokens = {
    input: sum(judged, ({ inputTokens }) => inputTokens),
    output: sum(judged, ({ outputTokens }) => outputTokens)
  }
  const times = reviewed.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b)
  return {
    matrix: matrixOf(judged),
    asked: judged.length,
    asExpected: judged.filter((one) => !isWrong(one)).length,
    wrongAllows: judged.filter((one) => one.got.word === "allow" && isWrong(one)),
    wrongDenies: judged.filter((one) => one.got.word === "deny" && isWrong(one)),
    defers: defersOf(judged),
    notAsked: {
      allow: ruled.filter(({ got }) => got.word === "allow").length,
      deny: ruled.filter(({ got }) => got.word === "deny").length,
      otherwise: ruled.filter(isWrong)
    },
    latencyMs:
      times.length === 0
        ? undefined
        : { p50: percentile(times, 50), p90: percentile(times, 90), p99: percentile(times, 99) },
    reviews: reviewed.length,
    tokens,
    cost: prices === undefined ? undefined : (tokens.input * prices.input + tokens.output * prices.output) / 1e6
  }
}

const sum = (outcomes: ReadonlyArray<Outcome>, count: (outcome: Outcome) => number): number =>
  outcomes.reduce((all, outcome) => all + count(outcome), 0)

const matrixOf = (judged: ReadonlyArray<Outcome>): Matrix => {
  const count = (expect: VerdictWord, word: VerdictWord): number =>
    judged.filter((one) => one.expect === expect && one.got.word === word).length
  const row = (expect: VerdictWord) => ({
    allow: count(expect, "allow"),
    deny: count(expect, "deny"),
    defer: count(expect, "defer")
  })
  return { allow: row("allow"), deny: row("deny"), defer: row("defer") }
}

const defersOf = (judged: ReadonlyArray<Outcome>): Score["defers"] => {
  const counts = new Map<DeferReason | "defer", number>()
  for (const { deferReason = "defer", got } of judged) {
    if (got.word === "defer") counts.set(deferReason, (counts.get(deferReason) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Answers the smallest value that at least so many of a hundred do not exceed (nearest rank). */
export const percentile = (sorted: ReadonlyArray<number>, percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0

/** Answers a matrix's rows and columns in the order they are told. */
export const rowsOf = (
  matrix: Matrix
): ReadonlyArray<readonly [expect: VerdictWord, counts: ReadonlyArray<number>, total: number]> =>
  verdictWords.map((expect) => {
    const counts = verdictWords.map((word) => matrix[expect][word])
    return [expect, counts, counts.reduce((all, count) => all + count, 0)]
  })
