/**
 * What expanding words and following redirects runs, evaluates and reaches.
 */
import type { Floor } from "../Floor.ts"
import { literalWord } from "./Argument.ts"
import { setKnown } from "./Declarations.ts"
import { mayFail } from "./Failing.ts"
import type { ShellRedirect } from "./Flow.ts"
import { noteAssigned } from "./Guessing.ts"
import { opaque } from "./Guard.ts"
import type { Machine, Outcome, WordRole } from "./Machine.ts"
import { readRedirect } from "./Redirects.ts"
import { fork, isDecimal, isInteger, join, noteDrop, numbers, setVariable, type State } from "./State.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

/** Follows what expanding a word runs and evaluates. */
export const evaluate = (
  word: ShellWord,
  state: State,
  machine: Machine,
  floors: Array<Floor>,
  role: WordRole = "argument"
): void => {
  machine.meet?.(word, state, role)
  const drops = state.landing !== undefined && mayFail(word)
  if (drops) noteDrop(state)
  if (word.nested.length > 0) runNested(word, state, machine)
  for (const evaluation of word.evaluations) {
    noteAssigned(evaluation, state, machine)
    evaluateOne(evaluation, state, floors)
  }
  if (drops && word.evaluations.length > 0) noteDrop(state)
}

/** What a word assigns may be so before or after what stands beside it runs. */
const runNested = ({ evaluations, nested }: ShellWord, state: State, machine: Machine): void => {
  const assigned = evaluations.flatMap(assignedBy)
  const around = assigned.length === 0 ? state : fork(state)
  for (const name of assigned) setVariable(around, name, undefined)
  for (const flow of nested) machine.run(flow, fork(around), machine)
}

/** The variables an evaluation gives values. */
export const assignedBy = (evaluation: Evaluation): ReadonlyArray<string> => {
  switch (evaluation._tag) {
    case "Raises":
      return []
    case "Assigns":
      return [evaluation.name]
    case "Arithmetic":
      return evaluation.assigns
  }
}

/** Follows one evaluation. */
export const evaluateOne = (evaluation: Evaluation, state: State, floors: Array<Floor>): void => {
  switch (evaluation._tag) {
    case "Raises":
      floors.push(evaluation.floor)
      return
    case "Assigns":
      return setKnown(evaluation.name, undefined, evaluation.span, state, floors)
    case "Arithmetic":
      for (const name of evaluation.reads) {
        if (isInteger(state.variables.get(name)) || isNumberYet(name, state)) {
          if (!isSureNumber(name, state)) noteDrop(state)
          continue
        }
        floors.push(opaque(`arithmetic evaluates what ${name} holds`, evaluation.span))
      }
      for (const name of evaluation.assigns) {
        // Where it may not come to the assignment, the variable is a number only if it was one.
        const isNumber = evaluation.sure?.every((one) => isSureNumber(one, state)) ?? isSureNumber(name, state)
        setKnown(name, isNumber ? "integer" : undefined, evaluation.span, state, floors)
      }
  }
}

/** Whether bash keeps a number in a variable the text has not set. */
const isNumberYet = (name: string, { variables }: State): boolean => numbers.has(name) && !variables.has(name)

const isSureNumber = (name: string, state: State): boolean =>
  isDecimal(state.variables.get(name)) || isNumberYet(name, state)

/** Follows a redirect: what its words run, and the file it reaches. */
export const redirect = (one: ShellRedirect, state: State, machine: Machine, floors: Array<Floor>): void => {
  if (one.target !== undefined) evaluate(one.target, state, machine, floors)
  if (one.body !== undefined) {
    const { text, word } = one.body
    if (word !== undefined) evaluate(word, state, machine, floors, "text")
    else if (machine.meet !== undefined) machine.meet(literalWord(text, one), state, "text")
  }
  const reading = readRedirect(one, state)
  floors.push(...reading.floors)
  machine.reach(reading.paths, state.cwds)
  if (one.variable === undefined) return
  // It is not set where it cannot be opened, or where another process opens it.
  setKnown(one.variable, isSureNumber(one.variable, state) ? "integer" : undefined, one.span, state, floors)
}

/** Follows what stands behind redirects; when one of them fails it is not run. */
export const runRedirected = (
  redirects: ReadonlyArray<ShellRedirect>,
  state: State,
  machine: Machine,
  floors: Array<Floor>,
  follow: () => Outcome
): Outcome => {
  machine.closes ||= redirects.some(mayClose)
  const before = redirects.some((one) => mayNotOpen(one, machine)) ? fork(state) : undefined
  for (const one of redirects) redirect(one, state, machine, floors)
  if (before === undefined) return follow()
  const failed = join(before, fork(state))
  const { no, ok } = follow()
  return { ok, no: join(no, failed) }
}

/** Answers whether a redirect may fail, so that what it belongs to is not run. */
const mayNotOpen = ({ operator, target, variable }: ShellRedirect, { closes }: Machine): boolean => {
  if (variable !== undefined) return true
  if (target === undefined || operator === "<<<" || target.value === "/dev/null") return false
  return !operator.endsWith("&") || closes || !/^[012-]$/u.test(target.value ?? "")
}

/** Whether a redirect may close a descriptor: `2>&-`, or `2>&1-`. */
const mayClose = ({ operator, target }: ShellRedirect): boolean =>
  operator.endsWith("&") && target !== undefined && !/^\d+$/u.test(target.value ?? "")
