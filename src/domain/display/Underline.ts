/**
 * Text with the stretches that matter underlined.
 */
import { display } from "../Display.ts"
import type { Span } from "../Span.ts"
import { width } from "./Text.ts"

/** Beyond this many rows only the underlined ones are shown, where nothing else is said. */
const usualRows = 16

/** A line to show. */
export interface Line {
  readonly text: string
  /** Whether it is the carets under the line before. */
  readonly marks: boolean
}

interface Cell {
  readonly shown: string
  readonly columns: number
  readonly marked: boolean
}

interface Row {
  readonly text: string
  /** Carets under what is marked; empty where nothing is. */
  readonly marks: string
}

const cellsOf = (text: string, spans: ReadonlyArray<Span>): ReadonlyArray<Cell | "newline"> => {
  const cells: Array<Cell | "newline"> = []
  // Marks as changes of depth, so that any number of spans costs one pass over the text.
  const change = new Map<number, number>()
  for (const { end, start } of spans) {
    if (end <= start) continue
    change.set(start, (change.get(start) ?? 0) + 1)
    change.set(end, (change.get(end) ?? 0) - 1)
  }
  let depth = 0
  let offset = 0
  for (const character of text) {
    for (let at = 0; at < character.length; at++) depth += change.get(offset + at) ?? 0
    offset += character.length
    if (character === "\n") {
      cells.push("newline")
      continue
    }
    const shown = display(character)
    cells.push({ shown, columns: width(shown), marked: depth > 0 })
  }
  return cells
}

const rowsOf = (cells: ReadonlyArray<Cell | "newline">, columns: number): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let text = ""
  let marks = ""
  let used = 0
  const end = (): void => {
    rows.push({ text, marks: marks.trimEnd() })
    text = ""
    marks = ""
    used = 0
  }
  for (const cell of cells) {
    if (cell === "newline") {
      end()
      continue
    }
    if (used + cell.columns > columns && used > 0) end()
    text += cell.shown
    marks += (cell.marked ? "^" : " ").repeat(cell.columns)
    used += cell.columns
  }
  end()
  return rows
}

/**
 * Answers `text` in rows of at most `columns`, each followed by a row of carets under what `spans` mark.
 *
 * A long text keeps its underlined rows, an ellipsis stands for what is left out.
 */
export const underline = (
  text: string,
  spans: ReadonlyArray<Span>,
  columns: number,
  maxRows = usualRows
): ReadonlyArray<Line> => {
  const rows = rowsOf(cellsOf(text, spans), Math.max(8, columns))
  const long = rows.length > maxRows
  const marked = rows.some((row) => row.marks !== "")
  const lines: Array<Line> = []
  let shown = 0
  let gap = false
  for (const row of rows) {
    const keep = !long || (shown < maxRows && (!marked || row.marks !== ""))
    if (!keep) {
      gap = true
      continue
    }
    if (gap) lines.push({ text: "…", marks: false })
    gap = false
    shown++
    lines.push({ text: row.text, marks: false })
    if (row.marks !== "") lines.push({ text: row.marks, marks: true })
  }
  if (gap) lines.push({ text: "…", marks: false })
  return lines
}
