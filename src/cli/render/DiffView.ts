/**
 * A difference between two texts, with the lines around each change.
 */
import { display } from "../../domain/Display.ts"
import { diff, hunks } from "../Diff.ts"
import type { Paint } from "../../domain/display/Paint.ts"

/** Answers a line of a text with its mark and number, safe to show. */
export const numbered = (mark: string, line: number, text: string): string =>
  `${mark} ${String(line).padStart(4)}  ${display(text)}`

/** Answers what changes from one text to the other; a text that is not there has no lines. */
export const diffLines = (before: string, after: string, paint: Paint): ReadonlyArray<string> => {
  const changes = hunks(diff(before, after), 3)
  if (changes.length === 0 && before !== after) return ["only in how its last line ends"]
  return changes.map((line) => {
    if (line === undefined) return paint.dim("  …")
    switch (line.kind) {
      case "same":
        return paint.dim(numbered(" ", line.line, line.text))
      case "removed":
        return paint.state("deny", numbered("-", line.line, line.text))
      case "added":
        return paint.state("allow", numbered("+", line.line, line.text))
    }
  })
}
