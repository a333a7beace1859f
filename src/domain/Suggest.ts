/**
 * The nearest known word to a misspelt one.
 */

/** Longer words are not compared: no known word is, and the cost of comparing grows with the product of the lengths. */
const longest = 40

/**
 * Answers how many single-character insertions, removals, replacements or swaps of neighbours turn `a` into `b`
 * (optimal string alignment).
 */
export const editDistance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let above: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      }
      row.push(best)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}

/** Answers the known word nearest to `word`, without regard to case, when it is near enough to be meant. */
export const nearest = (word: string, known: Iterable<string>): string | undefined => {
  if (word.length > longest) return undefined
  const folded = word.toLowerCase()
  let found: string | undefined
  let least = Infinity
  for (const candidate of known) {
    const distance = editDistance(folded, candidate.toLowerCase())
    if (distance < least && distance <= Math.max(1, Math.floor(candidate.length / 3))) {
      found = candidate
      least = distance
    }
  }
  return found
}

/** Answers the advice that names the nearest known word, or lists all of them when they are few. */
export const advise = (word: string, known: ReadonlyArray<string>): string => {
  const near = nearest(word, known)
  if (near !== undefined) return `did you mean "${near}"?`
  return `use one of: ${known.join(", ")}`
}
