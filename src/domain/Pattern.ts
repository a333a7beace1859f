/**
 * Anchored wildcard patterns, matched in linear time.
 */

/** A compiled pattern. */
export interface Pattern {
  /** As the operator wrote it. */
  readonly source: string
  /** With `~`, `$HOME` or `${HOME}` at the start expanded. */
  readonly expanded: string
  /** The same, folded for asks and denies on paths: NFC, without case. */
  readonly folded: string
  /** The literal text before the first wildcard of `expanded`. */
  readonly prefix: string
  /** Whether any character is not a wildcard. */
  readonly literal: boolean
  /** Whether it holds nothing but `*`, and so matches every value. */
  readonly universal: boolean
  /** Too costly to match within the time bound: it matches nothing, and a rule that asks or denies by it always does. */
  readonly excessive: boolean
  /** Matches its own text alone: a `*` in it is a `*`. */
  readonly verbatim: boolean
}

/**
 * The longest run between two `*` that may hold a `?`, in code units.
 *
 * Searching for such a run costs its length / 32 for each character of the value, and memory for each character it
 * names; everything else about a pattern is linear whatever its length.
 */
export const MAX_WILD_RUN = 1024

const HOME_PREFIXES = ["~", "$HOME", "${HOME}"]

/**
 * Expands `~`, `$HOME` or `${HOME}` where it is the whole first segment of `text`.
 *
 * @param home the home directory, absolute; with any other value the text stays as it is
 */
export const expandHome = (text: string, home: string): string => {
  if (!home.startsWith("/")) return text
  for (const prefix of HOME_PREFIXES) {
    if (text === prefix) return home
    if (text.startsWith(prefix) && text[prefix.length] === "/") {
      return (home.endsWith("/") ? home.slice(0, -1) : home) + text.slice(prefix.length)
    }
  }
  return text
}

const beyondAscii = /[^\0-\x7f]/

/**
 * Answers `text` in NFC and without case, so that two names a case-insensitive disk takes for one fold alike.
 *
 * Upper case lies between two lower cases because some letters meet only there (`ſ` and `s`, `ß` and `ss`), and both
 * sigmas become one because lower case chooses between them by what follows, which a pattern cannot know. Folding may
 * change the number of characters, so an ask or a deny compares exactly as well.
 */
export const fold = (text: string): string =>
  beyondAscii.test(text)
    ? text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC")
    : text.toLowerCase()

const literalPrefix = (text: string): string => {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "*" || text[at] === "?") return text.slice(0, at)
  }
  return text
}

/**
 * Compiles a pattern: `*` is any run of characters, also `/`, a newline or nothing; `?` is one character; the rest is
 * literal, and the whole value must match. A pattern that ends in space-star also matches without it.
 *
 * @param home what `~` and `$HOME` at the start stand for, absolute
 */
export const compile = (source: string, home: string): Pattern => {
  const expanded = expandHome(source, home)
  const prefix = literalPrefix(expanded)
  const exact = prefix.length === expanded.length
  let literal = prefix.length > 0
  let universal = !exact
  for (let at = prefix.length; at < expanded.length; at++) {
    if (expanded[at] !== "*") universal = false
    if (expanded[at] !== "*" && expanded[at] !== "?") literal = true
  }
  return {
    source,
    expanded,
    folded: fold(expanded),
    prefix,
    literal,
    universal: universal && prefix.length === 0,
    excessive: !exact && expanded.length > MAX_WILD_RUN && hasExcessiveRun(expanded),
    verbatim: false
  }
}

/**
 * Answers a pattern that matches `text` and nothing else, whatever stands in it: approving `rm *.log` once must not
 * approve `rm -rf / x.log`.
 */
export const verbatim = (text: string): Pattern => ({
  source: text,
  expanded: text,
  folded: fold(text),
  prefix: text,
  literal: text !== "",
  universal: false,
  excessive: false,
  verbatim: true
})

const hasExcessiveRun = (expanded: string): boolean =>
  expanded
    .split("*")
    .slice(1, -1)
    .some((run) => run.length > MAX_WILD_RUN && run.includes("?"))

/** A pattern's text cut at every `*`, ready to match; `spaced` when it ends in space-star. */
export interface Runs {
  readonly runs: ReadonlyArray<string>
  readonly spaced: boolean
}

/** Cuts the text of a pattern (`expanded` or `folded`) for {@link matchRuns}. */
export const cut = (text: string): Runs => ({ runs: text.split("*"), spaced: text.endsWith(" *") })

/**
 * Answers whether the whole of `value` matches, in time linear in `value` for runs of literal text.
 *
 * For a space-star pattern a blank is appended to the value: `git *` matches `git` exactly when it matches `git `, and
 * it matches any other value with the blank exactly when it does without.
 */
export const matchRuns = ({ runs, spaced }: Runs, value: string): boolean => {
  const text = spaced ? `${value} ` : value
  const [first = "", ...rest] = runs
  const last = rest.pop()
  let at = forwards(first, text)
  if (last === undefined) return at === text.length
  if (at < 0) return false
  const end = backwards(last, text)
  if (end < at) return false
  for (const run of rest) {
    if (run === "") continue
    at = run.includes("?") ? searchWild(run, text, at, end) : search(run, text, at)
    if (at < 0 || at > end) return false
  }
  return true
}

/** Answers whether the whole of `value` matches exactly. */
export const matches = (pattern: Pattern, value: string): boolean =>
  pattern.verbatim ? pattern.expanded === value : !pattern.excessive && matchRuns(cut(pattern.expanded), value)

/**
 * Answers whether the whole of a value matches without regard to case and composition.
 *
 * @param foldedValue the value as `fold` answers it
 */
export const matchesFolded = (pattern: Pattern, foldedValue: string): boolean =>
  pattern.verbatim ? pattern.folded === foldedValue : !pattern.excessive && matchRuns(cut(pattern.folded), foldedValue)

/** The same by one name, for authors of links: `Pattern.matches(Pattern.compile("*.log", home), value)`. */
export const Pattern = { compile, matches } as const

/** The width in code units of the character at `at`. */
const width = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** Where `run` ends when it stands at the start of `text`, or -1. */
const forwards = (run: string, text: string): number => {
  if (!run.includes("?")) return text.startsWith(run) ? run.length : -1
  let at = 0
  for (let i = 0; i < run.length; i++) {
    if (at >= text.length) return -1
    if (run[i] === "?") at += width(text, at)
    else if (run[i] === text[at]) at++
    else return -1
  }
  return at
}

/** Where `run` starts when it stands at the end of `text`, or -1. */
const backwards = (run: string, text: string): number => {
  if (!run.includes("?")) return text.endsWith(run) ? text.length - run.length : -1
  let at = text.length
  for (let i = run.length - 1; i >= 0; i--) {
    if (at <= 0) return -1
    if (run[i] === "?") at -= at > 1 && width(text, at - 2) === 2 ? 2 : 1
    else if (run[i] === text[at - 1]) at--
    else return -1
  }
  return at
}

/** Where the first `run` at or after `from` ends, or -1. */
const search = (run: string, text: string, from: number): number => {
  const found = text.indexOf(run, from)
  return found < 0 ? -1 : found + run.length
}

/** The same for a run that holds `?`, ending at most at `to`: all its prefixes are followed at once, a bit for each. */
const searchWild = (run: string, text: string, from: number, to: number): number => {
  const characters = Array.from(run)
  const words = Math.ceil(characters.length / 32)
  const any = new Uint32Array(words)
  const set = (mask: Uint32Array, bit: number): void => {
    mask[bit >>> 5] = (mask[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
  for (const [bit, character] of characters.entries()) if (character === "?") set(any, bit)
  const masks = new Map<number, Uint32Array>()
  for (const [bit, character] of characters.entries()) {
    if (character === "?") continue
    const code = character.codePointAt(0) ?? 0
    const mask = masks.get(code) ?? any.slice()
    set(mask, bit)
    masks.set(code, mask)
  }
  const state = new Uint32Array(words)
  const lastBit = 1 << ((characters.length - 1) & 31)
  let at = from
  while (at < to) {
    const code = text.codePointAt(at) ?? 0
    const mask = masks.get(code) ?? any
    at += code > 0xffff ? 2 : 1
    let carry = 1
    for (let word = 0; word < words; word++) {
      const before = state[word] ?? 0
      state[word] = ((before << 1) | carry) & (mask[word] ?? 0)
      carry = before >>> 31
    }
    if (((state[words - 1] ?? 0) & lastBit) !== 0) return at
  }
  return -1
}
