/**
 * The answer of `explain`: the call taken apart, as a tree and as JSON.
 */
import type { CheckedCall, PermissionCheckResult, ResultOrigin } from "../../domain/CheckResult.ts"
import { display } from "../../domain/Display.ts"
import type { Floor } from "../../domain/Floor.ts"
import type { Span } from "../../domain/Span.ts"
import { type AccessAnswer, type Answer, answerOf } from "../Answer.ts"
import { clip, hang } from "../../domain/display/Text.ts"
import { type Branch, parents, tree } from "../Tree.ts"
import { type Layout, titleOf } from "../../domain/display/Layout.ts"
import { resultLines } from "../../domain/display/Results.ts"
import { underline } from "../../domain/display/Underline.ts"

const spansOf = (result: PermissionCheckResult): ReadonlyArray<Span> => {
  const floors = result.floors.flatMap((floor) => (floor.span === undefined ? [] : [floor.span]))
  if (floors.length > 0) return floors
  const { access } = result
  return access._tag === "Name" || access.span === undefined ? [] : [access.span]
}

/** Answers the stretches of the text that the call is not allowed for. */
const culprits = (checked: CheckedCall): ReadonlyArray<Span> =>
  checked.state === "allow"
    ? []
    : checked.results.flatMap((result) => (result.state === checked.state ? spansOf(result) : []))

/** Deeper branches stand no further in: there would be no room for their words. */
const maxIndent = 30

const branchLines = (branches: ReadonlyArray<Branch>, layout: Layout, indent: string): ReadonlyArray<string> =>
  branches.flatMap((branch, place) => {
    const last = place === branches.length - 1
    const under = `${indent}${last ? "   " : "│  "}`
    return [
      ...resultLines(branch.result, layout, `${indent}${last ? "└─ " : "├─ "}`, under),
      ...branchLines(branch.children, layout, indent.length < maxIndent ? under : indent)
    ]
  })

const textOf = (checked: CheckedCall): string | undefined => {
  const { input, tool } = checked.call
  if (tool !== "bash" || typeof input !== "object" || input === null || !("command" in input)) return undefined
  return typeof input.command === "string" ? input.command : undefined
}

/** Where each floor that was found is told of. */
const floorLines = ({ floors }: CheckedCall, { columns, paint }: Layout): ReadonlyArray<string> =>
  floors.length === 0
    ? []
    : ["", ...floors.map((floor) => paint.dim(clip(`${floor}: docs/floors.md#${floor}`, columns)))]

/** Answers the whole call: its text with the asking stretches underlined, and every access under what makes it. */
export const explainLines = (checked: CheckedCall, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const text = textOf(checked)
  const state = checked.state.toUpperCase()
  const head = hang(`${state}  `, display(checked.decisive.reason), columns)
  const shown =
    text === undefined
      ? [paint.bold(clip(titleOf(checked.call), columns - 2))]
      : underline(text, culprits(checked), columns - 2).map((line) =>
          line.marks ? paint.state(checked.state, line.text) : line.text
        )
  return [
    ...head.map((line, place) => (place === 0 ? paint.state(checked.state, state) + line.slice(state.length) : line)),
    "",
    ...shown.map((line) => `  ${line}`),
    "",
    ...branchLines(tree(checked), layout, ""),
    ...floorLines(checked, layout)
  ]
}

interface ExplainedAccess extends AccessAnswer {
  readonly setBy: ResultOrigin
  readonly reason: string
  /** The place of the unit it belongs to. */
  readonly parent: number | null
  readonly span: Span | null
  /** Why it is no proven read, where it is none. */
  readonly notARead: string | null
  readonly causes: ReadonlyArray<Floor>
}

/** Answers what `check` answers, with everything known of each access. */
export const explainAnswer = (
  checked: CheckedCall
): Omit<Answer, "accesses"> & { readonly accesses: ReadonlyArray<ExplainedAccess> } => {
  const over = parents(checked)
  const answer = answerOf(checked)
  const accesses = answer.accesses.flatMap((access, place): ReadonlyArray<ExplainedAccess> => {
    const result = checked.results[place]
    if (result === undefined) return []
    const of = result.access
    return [
      {
        ...access,
        setBy: result.origin,
        reason: result.reason,
        parent: over[place] ?? null,
        span: of._tag === "Name" ? null : (of.span ?? null),
        notARead: of._tag === "Path" || of.proof.read ? null : of.proof.why,
        causes: result.floors
      }
    ]
  })
  return { ...answer, accesses }
}
