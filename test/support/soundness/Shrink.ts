/**
 * Making a failing text as short as it goes.
 */

/**
 * Answers the shortest text found that still fails, by taking out ever smaller stretches.
 *
 * @param failing Answers the place of the first text that fails, or -1.
 */
export const shrink = async (
  text: string,
  failing: (texts: ReadonlyArray<string>) => Promise<number>
): Promise<string> => {
  let best = text
  for (let size = Math.ceil(text.length / 2); size >= 1;) {
    const smaller: Array<string> = []
    for (let at = 0; at < best.length; at += size) smaller.push(best.slice(0, at) + best.slice(at + size))
    const found = await failing(smaller)
    const shorter = found < 0 ? undefined : smaller[found]
    if (shorter !== undefined) {
      best = shorter
      size = Math.min(size, Math.ceil(best.length / 2))
    } else if (size === 1) break
    else size = Math.ceil(size / 2)
  }
  return best
}
