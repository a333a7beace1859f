/**
 * Something wrong with a file a person wrote, told so that they can mend it.
 */
import { display } from "./Display.ts"

/** One problem. */
export interface Problem {
  readonly file: string
  /** 1-based; 0 when the file as a whole is meant. */
  readonly line: number
  /** 1-based, in UTF-16 code units; 0 when the file as a whole is meant. */
  readonly column: number
  /** The key the problem is at, as a path: `permission.bash`. Empty for the file as a whole. */
  readonly key: string
  /** What is wrong, with the offending text. */
  readonly message: string
  /** What to do about it. */
  readonly suggestion?: string | undefined
}

/** Answers a problem of the file as a whole. */
export const problemOfFile = (file: string, message: string, suggestion?: string): Problem => ({
  file,
  line: 0,
  column: 0,
  key: "",
  message,
  suggestion
})

/** Answers the one line a person reads: place, key, what is wrong, what to do. */
export const describeProblem = (problem: Problem): string => {
  const place =
    problem.line === 0 ? display(problem.file) : `${display(problem.file)}:${problem.line}:${problem.column}`
  const key = problem.key === "" ? "" : ` ${problem.key}:`
  const advice = problem.suggestion === undefined ? "" : ` (${problem.suggestion})`
  return `${place}:${key} ${problem.message}${advice}`
}

/** What nearly every text is, and what needs no escape. */
const plain = /^[ -~]{0,60}$/

/** Answers text in double quotes as it is safe to show, cut after sixty characters. */
export const quoted = (text: string): string => {
  if (plain.test(text)) return `"${text}"`
  return `"${display(text.length <= 60 ? text : `${text.slice(0, 59)}…`)}"`
}
