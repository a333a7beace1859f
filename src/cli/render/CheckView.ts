/**
 * The answer of `check`, for a person.
 */
import type { CheckedCall } from "../../domain/CheckResult.ts"
import type { PermissionState } from "../../domain/PermissionState.ts"
import { clip } from "../../domain/display/Text.ts"
import { type Layout, titleOf } from "../../domain/display/Layout.ts"
import { resultLines } from "../../domain/display/Results.ts"

/** Beyond this many causes a list stops being read. */
const maxShown = 12

const counted = (count: number, state: PermissionState): string => `${count} ${state}`

/** Answers the other accesses in one clause: `also 2 allow, 1 ask`. */
const others = (checked: CheckedCall): string | undefined => {
  const parts = (["ask", "allow"] as const).flatMap((state) => {
    if (state === checked.state) return []
    const count = checked.results.filter((result) => result.state === state).length
    return count === 0 ? [] : [counted(count, state)]
  })
  return parts.length === 0 ? undefined : `also ${parts.join(", ")}: portcullis explain tells them all`
}

/** Answers the state of the call, then every access that has it and why. */
export const checkLines = (checked: CheckedCall, layout: Layout): ReadonlyArray<string> => {
  const { columns, paint } = layout
  const decisive = checked.results.filter((result) => result.state === checked.state)
  const hidden = decisive.length - maxShown
  const also = others(checked)
  return [
    `${paint.state(checked.state, checked.state.toUpperCase())}  ${paint.bold(clip(titleOf(checked.call), columns - 6))}`,
    "",
    ...decisive.slice(0, maxShown).flatMap((result) => resultLines(result, layout, "  ", "  ")),
    ...(hidden > 0 ? [paint.dim(`  and ${counted(hidden, checked.state)} more`)] : []),
    ...(also === undefined ? [] : ["", paint.dim(`  ${also}`)])
  ]
}
