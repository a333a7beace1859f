/**
 * What expanding words and following redirects runs, evaluates and reaches.
 */
import type { Floor } from "../Floor.ts"
import { literalWord } from "./Argument.ts"
import { setKnown } from "./Declarations.ts"
import type { ShellRedirect } from "./Flow.ts"
import { noteAssigned } from "./Guessing.ts"
import { opaque } from "./Guard.ts"
import type { Machine, WordRole } from "./Machine.ts"
import { readRedirect } from "./Redirects.ts"
import { fork, isInteger, type State } from "./State.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

/** Shell variables that hold whole numbers unless the text sets them. */
const numbers: ReadonlySet<string> = new Set([
  "BASHPID",
  "EPOCHSECONDS",
  "EUID",
  "LINENO",
  "OPTIND",
  "PPID",
  "RANDOM",
  "SECONDS",
  "SHLVL",
  "SRANDOM",
  "UID"
])

/** Follows what expanding a word runs and evaluates. */
export const evaluate = (
  word: ShellWord,
  state: State,
  machine: Machine,
  floors: Array<Floor>,
  role: WordRole = "argument"
): void => {
  machine.meet?.(word, state, role)
  for (const flow of word.nested) machine.run(flow, fork(state), machine)
  for (const evaluation of word.evaluations) {
    noteAssigned(evaluation, state, machine)
    evaluateOne(evaluation, state, floors)
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
        if (isInteger(state.variables.get(name)) || (numbers.has(name) && !state.variables.has(name))) continue
        floors.push(opaque(`arithmetic evaluates what ${name} holds`, evaluation.span))
      }
      for (const name of evaluation.assigns) setKnown(name, "integer", evaluation.span, state, floors)
  }
}

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
  if (one.variable !== undefined) setKnown(one.variable, "integer", one.span, state, floors)
}
