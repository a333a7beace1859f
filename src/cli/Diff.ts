/**
 * The difference between two texts, line by line.
 */

/** One line of a difference. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added"
  readonly text: string
  /** 1-based line in the newer text; in the older one for a removed line. */
  readonly line: number
}

/** Beyond this many table cells the middle is told as removed and added whole: right, only longer. */
const maxCells = 4_000_000

const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

/** Lengths of the longest common subsequences of every pair of tails, row by row. */
const table = (older: ReadonlyArray<string>, newer: ReadonlyArray<string>): Uint32Array => {
  const columns = newer.length + 1
  const cells = new Uint32Array((older.length + 1) * columns)
  for (let i = older.length - 1; i >= 0; i--) {
    for (let j = newer.length - 1; j >= 0; j--) {
      const down = cells[(i + 1) * columns + j] ?? 0
      const right = cells[i * columns + j + 1] ?? 0
      const both = cells[(i + 1) * columns + j + 1] ?? 0
      cells[i * columns + j] = older[i] === newer[j] ? both + 1 : Math.max(down, right)
    }
  }
  return cells
}

/** Answers every line of both texts once, in order: what stayed, what went, what came. */
export const diff = (older: string, newer: string): ReadonlyArray<DiffLine> => {
  const before = linesOf(older)
  const after = linesOf(newer)
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++
  }
  const middleBefore = before.slice(head, before.length - tail)
  const middleAfter = after.slice(head, after.length - tail)
  const columns = middleAfter.length + 1
  const small = (middleBefore.length + 1) * columns <= maxCells
  const cells = small ? table(middleBefore, middleAfter) : undefined

  const result: Array<DiffLine> = []
  for (const [place, text] of after.slice(0, head).entries()) result.push({ kind: "same", text, line: place + 1 })
  let i = 0
  let j = 0
  while (i < middleBefore.length || j < middleAfter.length) {
    const removed = middleBefore[i]
    const added = middleAfter[j]
    if (cells !== undefined && removed !== undefined && removed === added) {
      result.push({ kind: "same", text: removed, line: head + j + 1 })
      i++
      j++
      continue
    }
    const keepsMoreByRemoving =
      cells === undefined || (cells[(i + 1) * columns + j] ?? 0) >= (cells[i * columns + j + 1] ?? 0)
    if (removed !== undefined && (added === undefined || keepsMoreByRemoving)) {
      result.push({ kind: "removed", text: removed, line: head + i + 1 })
      i++
    } else if (added !== undefined) {
      result.push({ kind: "added", text: added, line: head + j + 1 })
      j++
    }
  }
  for (const [place, text] of after.slice(after.length - tail).entries()) {
    result.push({ kind: "same", text, line: after.length - tail + place + 1 })
  }
  return result
}

/** Answers the difference with only `around` unchanged lines next to each change; `undefined` marks a gap. */
export const hunks = (lines: ReadonlyArray<DiffLine>, around: number): ReadonlyArray<DiffLine | undefined> => {
  const near = new Set<number>()
  for (const [place, line] of lines.entries()) {
    if (line.kind === "same") continue
    for (let at = place - around; at <= place + around; at++) near.add(at)
  }
  const result: Array<DiffLine | undefined> = []
  let gap = false
  for (const [place, line] of lines.entries()) {
    if (near.has(place)) {
      if (gap && result.length > 0) result.push(undefined)
      result.push(line)
      gap = false
    } else gap = true
  }
  return result
}
