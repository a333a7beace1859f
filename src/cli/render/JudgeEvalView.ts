/**
 * The answer of `judge eval`: how well the judge did.
 */
import { display } from "../../domain/Display.ts"
import type { Layout } from "../../domain/display/Layout.ts"
import { clip, hang } from "../../domain/display/Text.ts"
import { type BadLine, verdictWords } from "../judge/Cases.ts"
import { type Outcome, rowsOf, type Score } from "../judge/Score.ts"

const columnsOf = (cells: ReadonlyArray<string>): string => cells.map((cell) => cell.padStart(8)).join("")

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Answers the matrix, the mistakes one by one, why it deferred, and what it took. */
export const evalLines = (score: Score, layout: Layout): ReadonlyArray<string> => {
  const { paint } = layout
  const { asExpected, asked, defers, matrix, wrongAllows, wrongDenies } = score
  return [
    `${paint.heading("EXPECTED")}${columnsOf([...verdictWords, "total"])}`,
    ...rowsOf(matrix).map(
      ([expect, counts, total]) => `${expect.padEnd(8)}${columnsOf([...counts, total].map(String))}`
    ),
    "",
    ...hang(
      "",
      `${asExpected} of ${counted(asked, "ask", "asks")} as expected${shareOf(asExpected, asked)}`,
      layout.columns
    ),
    ...notAskedLines(score, layout),
    ...mistakes("WRONG ALLOWS", wrongAllows, layout),
    ...mistakes("WRONG DENIES", wrongDenies, layout),
    ...(defers.length === 0 ? [] : ["", paint.heading("DEFERS")]),
    ...defers.map(
      ([reason, count]) => `${String(count).padStart(6)}  ${reason === "defer" ? "the model chose to" : reason}`
    ),
    "",
    ...tookLines(score, layout)
  ]
}

const shareOf = (part: number, whole: number): string => (whole === 0 ? "" : ` (${Math.floor((100 * part) / whole)} %)`)

const notAskedLines = ({ notAsked }: Score, { columns }: Layout): ReadonlyArray<string> => {
  const { allow, deny, otherwise } = notAsked
  if (allow + deny === 0) return []
  const places = otherwise.map(({ line }) => line).join(", ")
  const other =
    otherwise.length === 0 ? "" : `; otherwise than expected in ${otherwise.length === 1 ? "line" : "lines"} ${places}`
  return hang("", `not asked: the rules allow ${allow} and deny ${deny}${other}`, columns)
}

const mistakes = (title: string, outcomes: ReadonlyArray<Outcome>, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  if (outcomes.length === 0) return []
  return [
    "",
    paint.heading(title),
    ...outcomes.flatMap(({ expect, line, title: call, why }) => [
      `${String(line).padStart(6)}  ${paint.bold(clip(call, columns - 8))}`,
      ...hang(" ".repeat(8), `expected ${expect}: ${display(why)}`, columns)
    ])
  ]
}

const tookLines = ({ cost, latencyMs, reviews, tokens }: Score, { columns, paint }: Layout): ReadonlyArray<string> => {
  if (latencyMs === undefined) return [paint.dim("no model was asked")]
  const { p50, p90, p99 } = latencyMs
  const price = cost === undefined ? "" : `; ${dollars(cost)}, ${dollars(cost / reviews)} a review`
  return [
    ...hang("", `${counted(reviews, "review", "reviews")}: p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms`, columns),
    ...hang("", `${tokens.input} tokens in, ${tokens.output} out${price}`, columns)
  ].map(paint.dim)
}

/** Answers an amount of US dollars, so that a small one is told too. */
const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 5 : 2)}`

/** Answers the same as data. */
export const evalAnswer = (score: Score, bad: ReadonlyArray<BadLine>): object => {
  const { asExpected, asked, cost, defers, latencyMs, matrix, notAsked, reviews, tokens, wrongAllows, wrongDenies } =
    score
  return {
    asked,
    asExpected,
    matrix,
    wrongAllows: wrongAllows.map(outcomeAnswer),
    wrongDenies: wrongDenies.map(outcomeAnswer),
    defers: Object.fromEntries(defers),
    notAsked: { allow: notAsked.allow, deny: notAsked.deny, otherwise: notAsked.otherwise.map(outcomeAnswer) },
    reviews,
    latencyMs: latencyMs ?? null,
    tokens,
    cost: cost ?? null,
    bad
  }
}

const outcomeAnswer = ({ expect, got, id, latencyMs, line, reason, title, why }: Outcome): object => ({
  line,
  id,
  call: title,
  expect,
  got: got.word,
  reason: reason ?? null,
  why,
  latencyMs
})
