/**
 * How one name of a path is told from another, and how much it says that two of them are the same.
 */

/** How alike two names are: the same, but for case or composition, or a slip of the fingers apart. */
export type Likeness = "same" | "case" | "near" | "other"

/** Names compared where looking alike is enough. */
export const folded = (name: string): string => name.normalize("NFC").toLowerCase()

/** Longer names are no slips of one another: the kernel's own limit is 255 bytes. */
const longestName = 255

/** Slips one name may hold. In a short one a changed letter makes another name: `read`, `real`. */
const slipsIn = (length: number): number => {
  if (length < 5) return 0
  return length < 9 ? 1 : 2
}

/** Answers how alike two names are. */
export const likeness = (written: string, real: string): Likeness => {
  if (written === real) return "same"
  const a = folded(written)
  const b = folded(real)
  if (a === b) return "case"
  return isSlip(a, b) ? "near" : "other"
}

/** Whether two folded names differ by a few letters left out, added, changed or swapped. */
const isSlip = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length)
  if (a.length > longestName || b.length > longestName) return false
  // Fingers that swap two letters leave the letters there: told even of a short name.
  if (a.length === b.length && shorter >= 3 && isSwapped(a, b)) return true
  const most = slipsIn(shorter)
  if (most === 0 || Math.abs(a.length - b.length) > most) return false
  // `0001_init.sql` and `0002_init.sql`, `v1` and `v2`: other numbers are other things, and no slips.
  return digitsOf(a) === digitsOf(b) && within(a, b, most)
}

const isSwapped = (a: string, b: string): boolean => {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (isDigit(a.charCodeAt(at)) || isDigit(a.charCodeAt(at + 1))) return false
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const digitsOf = (name: string): string => {
  let digits = ""
  for (let at = 0; at < name.length; at += 1) if (isDigit(name.charCodeAt(at))) digits += name.charAt(at)
  return digits
}

/** Whether at most `most` letters have to be added, left out, changed or swapped with their neighbour. */
const within = (a: string, b: string, most: number): boolean => {
  const width = b.length + 1
  let before: Array<number> = []
  let above = Array.from({ length: width }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let least = row
    for (let at = 1; at < width; at += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(at - 1)
      let cost = Math.min((above[at] ?? row) + 1, (current[at - 1] ?? row) + 1, (above[at - 1] ?? row) + (same ? 0 : 1))
      const swapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      if (swapped) cost = Math.min(cost, (before[at - 2] ?? row) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return false
    before = above
    above = current
  }
  return (above[b.length] ?? most + 1) <= most
}

/** Names that stand in any tree: by themselves they tie nothing to anything. Folded, without their last ending. */
const common: ReadonlySet<string> = new Set(
  (
    "index main mod lib app src source sources test tests spec specs docs doc readme license licence changelog " +
    "contributing package package-lock packages pkg cmd internal bin build dist out target scripts script config " +
    "configs conf settings setup utils util helpers helper common shared core types type constants errors styles style " +
    "assets static public private components component pages routes api server client models model views view " +
    "controllers services service tools tool examples example fixtures data tmp temp vendor node_modules include " +
    "init __init__ __main__ conftest makefile dockerfile docker-compose compose cargo go tsconfig jsconfig pyproject " +
    "requirements gemfile rakefile pom build.gradle .gitignore .github .vscode workflows ci"
  ).split(" ")
)

/** What a name tells, in points: one that stands anywhere, one of a few letters, any other. */
export const weightOf = (name: string): number => {
  const text = folded(name)
  const dot = text.lastIndexOf(".")
  const stem = dot > 0 ? text.slice(0, dot) : text
  if (common.has(text) || common.has(stem)) return 3
  return stem.length <= 3 ? 5 : 10
}

/** Answers whether a name stands in so many trees that being the only one of its kind in this one means nothing. */
export const isCommon = (name: string): boolean => weightOf(name) === 3
