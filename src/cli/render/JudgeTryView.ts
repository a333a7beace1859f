/**
 * The answer of `judge try`: one review, step by step.
 */
import type { CheckedCall } from "../../domain/CheckResult.ts"
import { display } from "../../domain/Display.ts"
import { type Layout, titleOf } from "../../domain/display/Layout.ts"
import { clip, hang } from "../../domain/display/Text.ts"
import type { PermissionState } from "../../domain/PermissionState.ts"
import type { AuthorizerVerdict } from "../../domain/Verdict.ts"
import type { Facts } from "../../links/model-judge/Facts.ts"
import type { JudgeSettings } from "../../links/model-judge/Settings.ts"
import {
  type Checked,
  type Ending,
  type Piece,
  piecesIn,
  type Report,
  reportIn,
  tokensIn
} from "../../links/model-judge/Transcript.ts"
import { wordOf } from "../judge/Cases.ts"
import type { Telling, Tried } from "../judge/Tried.ts"
import { answerOf } from "../Answer.ts"

/** What a trial came to. */
export interface Trial {
  readonly checked: CheckedCall
  readonly settings: JudgeSettings
  readonly tried: Tried
  /** Why the policies would not let an allow of the judge's count; absent where they would, or there is none. */
  readonly uncounted: string | undefined
  /** Whether `authorizerChain` names the judge. */
  readonly chained: boolean
  /** For how many milliseconds nobody but who tries asks the model, which kept failing. */
  readonly openMs: number
}

/** As wide as the longest label, and a gap. */
const labelColumns = 9

const under = " ".repeat(labelColumns)

const labelled = (label: string, text: string, { columns, paint }: Layout): ReadonlyArray<string> =>
  hang(label.padEnd(labelColumns), display(text), columns).map((line, place) =>
    place === 0 ? paint.heading(label) + line.slice(label.length) : line
  )

const below = (text: string, layout: Layout): ReadonlyArray<string> => hang(under, display(text), layout.columns)

const stated = (state: PermissionState, text: string, layout: Layout): ReadonlyArray<string> =>
  hang(`${under}${state.padEnd(7)}`, display(text), layout.columns).map((line, place) =>
    place === 0 ? under + layout.paint.state(state, state) + line.slice(labelColumns + state.length) : line
  )

/** Answers what the rules say of the call. */
export const askedLines = (checked: CheckedCall, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const label = checked.state.toUpperCase()
  return [
    paint.state(checked.state, label) +
      " ".repeat(labelColumns - label.length) +
      paint.bold(clip(titleOf(checked.call), columns - labelColumns)),
    ...below(checked.decisive.reason, layout)
  ]
}

/** Answers that the judge has nothing to do. */
export const unaskedLines = (checked: CheckedCall, layout: Layout): ReadonlyArray<string> => [
  ...askedLines(checked, layout),
  ...labelled("Judge", `the rules ${checked.state === "deny" ? "deny" : "allow"} it: no judge is asked`, layout)
]

/** Answers one step of a review. */
export const stepLines = (telling: Telling, settings: JudgeSettings, layout: Layout): ReadonlyArray<string> => {
  switch (telling._tag) {
    case "Concerned":
      return concernedLines(telling.facts, layout)
    case "Asking": {
      const { baseUrl, maxTokens, model, timeoutMs } = settings
      const text =
        telling.turn === 1
          ? `asks ${model} at ${baseUrl}: at most ${maxTokens} tokens, and ${timeoutMs} ms for the review`
          : "asks on"
      return labelled(`Turn ${telling.turn}`, text, layout)
    }
    case "Answered": {
      const { inputTokens, outputTokens } = telling.answer
      return below(`answered in ${telling.latencyMs} ms; ${inputTokens} tokens in, ${outputTokens} out`, layout)
    }
    case "Checked":
      return stated(telling.check.state, checkText(telling.check), layout)
    case "Ended":
      return endedLines(telling.ending, layout)
  }
}

const concernedLines = (facts: Facts, layout: Layout): ReadonlyArray<string> => {
  switch (facts.slice) {
    case "deny-first":
      return [
        ...labelled("Slice", "deny-first: a path outside the workspace matches typoPatterns", layout),
        ...facts.slips.flatMap(({ path, pattern }) => below(`${path} matches ${pattern}`, layout))
      ]
    case "allow-capable":
      return [
        ...labelled("Slice", 'allow-capable: it only asks because it is opaque, and capabilities has "allow"', layout),
        ...facts.opaque.flatMap((unit) => below(`opaque: ${unit}`, layout)),
        ...facts.units.flatMap((unit) => below(`seen beside it: ${unit}`, layout)),
        ...facts.literals.flatMap(({ state, text }) => below(`seen in it: ${text} (${state})`, layout)),
        ...facts.promoted.flatMap(({ surface, value }) => below(`may be a path: ${value} (${surface})`, layout)),
        ...(facts.beyond === undefined ? [] : below(`no allow can be faithful: ${facts.beyond}`, layout))
      ]
  }
}

const checkText = (check: Checked): string => (check._tag === "Tool" ? `the tool ${check.tool}` : pieceText(check))

const pieceText = ({ surface, value }: Piece): string => `${surface}  ${value}`

const endedLines = (ending: Ending, layout: Layout): ReadonlyArray<string> =>
  ending._tag === "Failed"
    ? labelled("Failed", `${ending.reason}: ${ending.why}`, layout)
    : reportLines(ending.report, layout)

const reportLines = ({ confidence, reason, verdict }: Report, layout: Layout): ReadonlyArray<string> =>
  labelled("Report", `${verdict}, ${confidence} sure${reason === "" ? "" : `: ${reason}`}`, layout)

/** How a verdict is painted: a defer leaves the ask as it was. */
const states = { Allow: "allow", Deny: "deny", Defer: "ask" } as const

/** Answers what came of the review: the pieces, the witness, the verdict, what it took. */
export const trialLines = (trial: Trial, layout: Layout): ReadonlyArray<string> => {
  const { chained, openMs, tried, uncounted } = trial
  const { facts, judged, latencyMs, transcript, witnessed } = tried
  const { deferReason, verdict, why } = judged
  const label = wordOf(verdict).toUpperCase()
  const said = deferReason === undefined ? why : `${deferReason}: ${why}`
  const { input, output } = tokensIn(transcript)
  const turns = transcript?.turns.length ?? 0
  return [
    ...piecesIn(transcript).flatMap(({ piece, state }) => pieceLines(piece, state, layout)),
    ...(witnessed === undefined
      ? []
      : labelled("Witness", witnessed.held ? "it held" : `it did not hold: ${witnessed.why}`, layout)),
    "",
    ...hang(label.padEnd(labelColumns), display(said), layout.columns).map((line, place) =>
      place === 0 ? layout.paint.state(states[verdict._tag], label) + line.slice(label.length) : line
    ),
    ...(uncounted === undefined ? [] : below(`it would not count: ${uncounted}`, layout)),
    ...(verdict._tag === "Defer" ? below("the next link is asked, or whoever ends the chain", layout) : []),
    ...(facts === undefined
      ? []
      : below(
          `${turns} ${turns === 1 ? "turn" : "turns"}, ${latencyMs} ms; ${input} tokens in, ${output} out`,
          layout
        ).map(layout.paint.dim)),
    ...(chained ? [] : below("authorizerChain does not name model-judge: nobody else asks it", layout)),
    ...(openMs === 0
      ? []
      : below(`the model kept failing: for ${Math.ceil(openMs / 1000)} s more nobody else asks it`, layout))
  ]
}

const pieceLines = (piece: Piece, state: PermissionState | "unchecked", layout: Layout): ReadonlyArray<string> =>
  state === "unchecked" ? below(`unchecked  ${pieceText(piece)}`, layout) : stated(state, pieceText(piece), layout)

const reasonOf = (verdict: AuthorizerVerdict): string | null =>
  verdict._tag === "Deny" ? (verdict.reason ?? null) : null

/** Answers a trial as data. */
export const trialAnswer = (trial: Trial): object => {
  const { checked, chained, openMs, settings, tried, uncounted } = trial
  const { facts, judged, latencyMs, transcript, witnessed } = tried
  const { baseUrl, maxTokens, model, provider, timeoutMs } = settings
  const report = reportIn(transcript)
  const failed = transcript?.ending._tag === "Failed" ? transcript.ending : undefined
  return {
    rules: answerOf(checked),
    facts: facts ?? null,
    request: facts === undefined ? null : { provider, model, baseUrl, maxTokens, timeoutMs },
    turns: transcript?.turns ?? [],
    report:
      report === undefined
        ? null
        : {
            ...report,
            pieces: piecesIn(transcript).map(({ piece, state }) => ({ ...piece, state }))
          },
    failure: failed === undefined ? null : { reason: failed.reason, why: failed.why },
    witness: witnessed ?? null,
    verdict: wordOf(judged.verdict),
    deferReason: judged.deferReason ?? null,
    why: judged.why,
    reason: reasonOf(judged.verdict),
    counts: uncounted === undefined,
    uncounted: uncounted ?? null,
    inChain: chained,
    circuitOpenMs: openMs,
    latencyMs,
    tokens: tokensIn(transcript)
  }
}

/** Answers, as data, that the rules decide. */
export const unaskedAnswer = (checked: CheckedCall): object => ({
  rules: answerOf(checked),
  facts: null,
  verdict: null,
  why: "the rules decide it: no judge is asked"
})
