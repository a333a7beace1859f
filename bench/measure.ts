/**
 * Timing and the tables it is printed in. Medians and ratios are what to quote: absolute times belong to one machine.
 */

/** The value below which the fraction `q` of the samples lies. */
export const quantile = (samples: ReadonlyArray<number>, q: number): number => {
  const sorted = [...samples].toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const median = (samples: ReadonlyArray<number>): number => quantile(samples, 0.5)

/** Runs `body` once and answers how long it took, in microseconds. */
export const timed = (body: () => void): number => {
  const start = process.hrtime.bigint()
  body()
  return Number(process.hrtime.bigint() - start) / 1000
}

/** A duration given in microseconds, as a person reads it. */
export const shown = (micros: number): string =>
  micros < 1000 ? `${micros.toFixed(1)} µs` : `${(micros / 1000).toFixed(2)} ms`

/** Prints rows under a title, columns aligned, and whether each budget held. */
export const table = (title: string, rows: ReadonlyArray<ReadonlyArray<string>>): void => {
  const widths: Array<number> = []
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  }
  const lines = rows.map(
    (row) =>
      `  ${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()}`
  )
  process.stdout.write(`${title}\n${lines.join("\n")}\n\n`)
}

/** Says whether a measured value keeps its budget. */
export const budget = (value: number, limit: number): string => (value <= limit ? "within budget" : "OVER BUDGET")
