/**
 * What an unquoted glob could name.
 */
import type { Budget } from "./Budget.ts"
import { type Ground, isGarbled } from "./Paths.ts"

/** One step of a wildcard pattern. */
type Step =
  | { readonly _tag: "Char"; readonly char: string }
  | { readonly _tag: "One"; readonly chars: ReadonlySet<string> | undefined }
  | { readonly _tag: "Any" }

/** Bracket expressions that are no plain list of characters stand for any character: one too many costs a look. */
const bracket = (inside: string): ReadonlySet<string> | undefined => {
  if (inside.startsWith("!") || inside.startsWith("^") || /[-[\\]/.test(inside)) return undefined
  return new Set(inside)
}

const stepsOf = (segment: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (let at = 0; at < segment.length; at += 1) {
    const char = segment.charAt(at)
    if (char === "*") {
      if (steps.at(-1)?._tag !== "Any") steps.push({ _tag: "Any" })
    } else if (char === "?") steps.push({ _tag: "One", chars: undefined })
    else if (char === "[") {
      // A `]` right after the opening stands for itself.
      const end = segment.indexOf("]", at + 2)
      if (end < 0) steps.push({ _tag: "Char", char })
      else {
        // A class such as `[[:alpha:]]` ends at its second bracket.
        const last = segment.startsWith("[[:", at) && segment.startsWith(":]]", end - 1) ? end + 1 : end
        steps.push({ _tag: "One", chars: bracket(segment.slice(at + 1, last)) })
        at = last
      }
    } else if (char === "\\" && at + 1 < segment.length) {
      at += 1
      steps.push({ _tag: "Char", char: segment.charAt(at) })
    } else steps.push({ _tag: "Char", char })
  }
  return steps
}

const accepts = (step: Step | undefined, char: string): boolean => {
  switch (step?._tag) {
    case undefined:
    case "Any":
      return false
    case "Char":
      return step.char === char
    case "One":
      return step.chars === undefined || step.chars.has(char)
  }
}

const matches = (steps: ReadonlyArray<Step>, name: string): boolean => {
  let at = 0
  let step = 0
  let resumeStep = -1
  let resumeAt = 0
  while (at < name.length) {
    if (steps[step]?._tag === "Any") {
      resumeStep = step += 1
      resumeAt = at
    } else if (accepts(steps[step], name.charAt(at))) {
      at += 1
      step += 1
    } else if (resumeStep >= 0) {
      resumeAt += 1
      at = resumeAt
      step = resumeStep
    } else return false
  }
  while (steps[step]?._tag === "Any") step += 1
  return step === steps.length
}

const isAscii = (name: string): boolean => /^[\0-\x7f]*$/.test(name)

/** What is one character to us may be several to a shell of another locale: `?` meets a byte there. */
const loosened = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps
    .map((step): Step => (step._tag === "One" ? { _tag: "Any" } : step))
    .filter((step, at, all) => step._tag !== "Any" || all[at - 1]?._tag !== "Any")

/** A leading dot is met only by a dot in the pattern; a list that holds one counts, though bash would not let it. */
const mayMeetDot = (first: Step | undefined): boolean =>
  first?._tag === "Char" ? first.char === "." : first?._tag === "One" && first.chars?.has(".") === true

/** What a glob could name; `whole` is false when there was more than could be looked at. */
export interface Named {
  readonly paths: ReadonlyArray<string>
  readonly whole: boolean
}

const maxPaths = 512

/** Answers a text as the pattern that only it matches: a backslash in front of what would be a wildcard. */
export const escapeGlob = (text: string): string => text.replace(/[*?[\]\\]/g, "\\$&")

/** Answers a pattern with its wildcards standing for themselves. */
export const unescapeGlob = (pattern: string): string => pattern.replace(/\\(.)/gs, "$1")

/** Answers whether a whole text is one that a pattern matches, a leading dot and slashes being nothing special. */
export const matcherOf = (pattern: string): ((text: string) => boolean) => {
  const steps = stepsOf(pattern)
  return (text) => matches(steps, text)
}

/** Whether a path segment holds an unquoted wildcard. */
const isWild = (segment: string): boolean => /[*?[]/.test(segment.replace(/\\./gs, ""))

/**
 * Answers the paths a glob could name on the disk as it is, at least those that bash would.
 *
 * @param absolute the pattern, absolute, not folded; a backslash quotes what follows it
 */
export const namesOf = (absolute: string, ground: Pick<Ground, "view">, budget: Budget): Named => {
  let paths: Array<string> = [""]
  let wild = false
  for (const segment of absolute.split("/").slice(1)) {
    if (!isWild(segment)) {
      const name = unescapeGlob(segment)
      paths = paths.map((path) => `${path}/${name}`)
      // What stands below a name that is no text cannot be looked up, and may be there.
      if (wild) paths = paths.filter((path) => isGarbled(path) || ground.view.lstat(path) !== undefined)
      continue
    }
    wild = true
    const steps = stepsOf(segment)
    const loose = loosened(steps)
    const dotted = mayMeetDot(steps[0])
    const next: Array<string> = []
    for (const path of paths) {
      if (isGarbled(path)) return { paths, whole: false }
      // Once there is nothing left, not even a look at what was looked at before.
      const found = budget.names < 0 ? [] : (ground.view.list(path === "" ? "/" : path) ?? [])
      budget.names -= found.length + 1
      if (budget.names < 0) return { paths, whole: false }
      const names = dotted ? [".", "..", ...found.map(({ name }) => name)] : found.map(({ name }) => name)
      for (const name of names) {
        if ((dotted || !name.startsWith(".")) && matches(isAscii(name) ? steps : loose, name)) {
          next.push(`${path}/${name}`)
        }
      }
      if (next.length > maxPaths) return { paths: next.slice(0, maxPaths), whole: false }
    }
    paths = next
  }
  return { paths, whole: true }
}
