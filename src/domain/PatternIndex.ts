/**
 * Finds the last of many patterns that matches a value, at a cost that hardly grows with their number.
 *
 * A pattern that starts with literal text is filed by it, one that ends with literal text by that, backwards. Where
 * more would be filed in one place than are worth trying one by one, they are filed by three characters they hold.
 */
import { cut, matchRuns, type Runs } from "./Pattern.ts"

/** Something that has a place in an order. */
export interface Ordered {
  readonly order: number
}

interface Filed<A> extends Runs {
  readonly item: A
}

/** Keys in order, each with the nearest other key that is a prefix of it. */
interface Shelf<A> {
  readonly keys: ReadonlyArray<string>
  /** The place of the longest proper prefix among `keys`, or -1. */
  readonly parents: ReadonlyArray<number>
  /** What is filed under each key, the highest order first. */
  readonly filed: ReadonlyArray<ReadonlyArray<Filed<A>>>
  readonly longest: number
}

export interface PatternIndex<A extends Ordered> {
  readonly byPrefix: Shelf<A>
  readonly bySuffix: Shelf<A>
  /** By the key of three characters of the pattern, each where the fewest others are; empty while few need it. */
  readonly byGram: ReadonlyMap<number, ReadonlyArray<Filed<A>>>
  readonly rest: ReadonlyArray<Filed<A>>
}

/** More than this many in one place are spread by what else they hold. */
const CROWDED = 16

/**
 * Builds the index.
 *
 * @param entries pattern texts (`expanded` or `folded`) with what each stands for, in ascending order
 */
export const build = <A extends Ordered>(entries: ReadonlyArray<readonly [text: string, item: A]>): PatternIndex<A> => {
  const prefixes = new Map<string, Array<Filed<A>>>()
  const suffixes = new Map<string, Array<Filed<A>>>()
  const rest: Array<Filed<A>> = []
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i]
    if (entry === undefined) continue
    const [text, item] = entry
    const runs = cut(text)
    const filed: Filed<A> = { item, runs: runs.runs, spaced: runs.spaced }
    const prefix = before(runs.runs[0] ?? "")
    const suffix = prefix === "" ? backwards(after(runs.runs.at(-1) ?? "")) : ""
    if (prefix !== "") file(prefixes, prefix, filed)
    else if (suffix !== "") file(suffixes, suffix, filed)
    else rest.push(filed)
  }
  const grams = new Map<number, Array<Filed<A>>>()
  const spread = (crowd: ReadonlyArray<Filed<A>>): Array<Filed<A>> =>
    crowd.length <= CROWDED ? [...crowd] : crowd.filter((filed) => !fileByGram(grams, filed))
  for (const shelf of [prefixes, suffixes]) for (const [key, crowd] of shelf) shelf.set(key, spread(crowd))
  const left = spread(rest)
  for (const crowd of grams.values()) crowd.sort((a, b) => b.item.order - a.item.order)
  return { byPrefix: shelve(prefixes), bySuffix: shelve(suffixes), byGram: grams, rest: left }
}

/** Files by the three characters that the fewest others are filed by; answers whether the pattern holds three. */
const fileByGram = <A>(grams: Map<number, Array<Filed<A>>>, filed: Filed<A>): boolean => {
  let best: number | undefined
  let fewest = Infinity
  for (const run of filed.runs) {
    for (let at = 0; at + 3 <= run.length && fewest > 0; at++) {
      if (run.slice(at, at + 3).includes("?")) continue
      const key = gramAt(run, at)
      const there = grams.get(key)?.length ?? 0
      if (there < fewest) [best, fewest] = [key, there]
    }
  }
  if (best === undefined) return false
  const there = grams.get(best)
  if (there === undefined) grams.set(best, [filed])
  else there.push(filed)
  return true
}

/** A number for three characters; others may share it, for all that is found by it is still matched. */
const gramAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 961) + Math.imul(text.charCodeAt(at + 1), 31) + text.charCodeAt(at + 2)) | 0

const before = (run: string): string => {
  const at = run.indexOf("?")
  return at < 0 ? run : run.slice(0, at)
}

const after = (run: string): string => run.slice(run.lastIndexOf("?") + 1)

/** The text with its code units in reverse: a key, never shown. */
const backwards = (text: string): string => {
  let result = ""
  for (let at = text.length - 1; at >= 0; at--) result += text[at] ?? ""
  return result
}

const file = <A>(shelf: Map<string, Array<Filed<A>>>, key: string, filed: Filed<A>): void => {
  const there = shelf.get(key)
  if (there === undefined) shelf.set(key, [filed])
  else there.push(filed)
}

const shelve = <A>(map: ReadonlyMap<string, ReadonlyArray<Filed<A>>>): Shelf<A> => {
  const keys = Array.from(map.keys()).toSorted((a, b) => (a < b ? -1 : 1))
  const parents: Array<number> = []
  let longest = 0
  for (const [place, key] of keys.entries()) {
    let parent = place - 1
    while (parent >= 0 && !key.startsWith(keys[parent] ?? "")) parent = parents[parent] ?? -1
    parents.push(parent)
    longest = Math.max(longest, key.length)
  }
  return { keys, parents, filed: keys.map((key) => map.get(key) ?? []), longest }
}

/**
 * Answers the item of the highest order whose pattern matches `value`, or `best` where none is higher.
 *
 * @param accept which items count
 */
export const last = <A extends Ordered>(
  index: PatternIndex<A>,
  value: string,
  accept: (item: A) => boolean,
  best: A | undefined
): A | undefined => {
  // Space-star patterns are matched with a blank appended, so their keys are looked up in that text too.
  const padded = `${value} `
  let found = onShelf(index.byPrefix, padded, value, accept, best)
  const { longest } = index.bySuffix
  if (longest > 0) found = onShelf(index.bySuffix, backwards(value.slice(-longest)), value, accept, found)
  if (index.byGram.size > 0) found = byGram(index.byGram, padded, value, accept, found)
  return among(index.rest, value, accept, found)
}

const byGram = <A extends Ordered>(
  grams: ReadonlyMap<number, ReadonlyArray<Filed<A>>>,
  key: string,
  value: string,
  accept: (item: A) => boolean,
  best: A | undefined
): A | undefined => {
  let found = best
  const tried = new Set<number>()
  for (let at = 0; at + 3 <= key.length; at++) {
    const gram = gramAt(key, at)
    const filed = grams.get(gram)
    if (filed === undefined || tried.has(gram)) continue
    tried.add(gram)
    found = among(filed, value, accept, found)
  }
  return found
}

const onShelf = <A extends Ordered>(
  shelf: Shelf<A>,
  key: string,
  value: string,
  accept: (item: A) => boolean,
  best: A | undefined
): A | undefined => {
  let low = 0
  let high = shelf.keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((shelf.keys[middle] ?? "") <= key) low = middle + 1
    else high = middle
  }
  // The longest key that is a prefix is the greatest key not above, or one of its own prefixes.
  let place = low - 1
  while (place >= 0 && !key.startsWith(shelf.keys[place] ?? "")) place = shelf.parents[place] ?? -1
  let found = best
  for (; place >= 0; place = shelf.parents[place] ?? -1) found = among(shelf.filed[place] ?? [], value, accept, found)
  return found
}

const among = <A extends Ordered>(
  filed: ReadonlyArray<Filed<A>>,
  value: string,
  accept: (item: A) => boolean,
  best: A | undefined
): A | undefined => {
  for (const candidate of filed) {
    if (best !== undefined && candidate.item.order <= best.order) return best
    if (accept(candidate.item) && matchRuns(candidate, value)) return candidate.item
  }
  return best
}
