/**
 * What assignments and declarations give variables.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import { isDeclaration, namesEmptied, namesMadeReadonly } from "./Builtins.ts"
import { environmentFloor } from "./Environment.ts"
import { assignedValues } from "./Expand.ts"
import type { ShellAssignment, SimpleCommand } from "./Flow.ts"
import { opaque } from "./Guard.ts"
import type { VariableValue } from "./Reading.ts"
import { isInteger, setVariable, type State } from "./State.ts"

/** Shell variables that hold numbers from the start, so that what they are given is evaluated. */
const evaluating: ReadonlySet<string> = new Set(["HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM"])

/** Records a value a variable is given, and what that runs, or makes other programs do. */
export const setKnown = (
  name: string,
  value: VariableValue,
  span: Span | undefined,
  state: State,
  floors: Array<Floor>
): void => {
  setVariable(state, name.replace(/\[.*$/su, ""), value)
  const only = typeof value === "object" && value.length === 1 ? value[0] : undefined
  const floor = environmentFloor(name, only, span)
  if (floor !== undefined) floors.push(floor)
  if (evaluating.has(name) && !isInteger(value)) floors.push(opaque(`what ${name} is given is evaluated`, span))
}

/** Records that a variable may keep the value that stands in front of a builtin: a POSIX shell leaves it. */
export const stay = (
  { name, span }: ShellAssignment,
  value: VariableValue,
  state: State,
  floors: Array<Floor>
): void => {
  setVariable(state, name, undefined)
  if (evaluating.has(name) && !isInteger(value)) floors.push(opaque(`what ${name} is given is evaluated`, span))
}

/** Follows what an assignment gives. */
export const assign = (assignment: ShellAssignment, state: State, floors: Array<Floor>): void => {
  setKnown(assignment.name, valueGiven(assignment, state), assignment.span, state, floors)
}

/** Answers what an assignment gives its variable. */
export const valueGiven = ({ append, value }: ShellAssignment, state: State): VariableValue =>
  value === undefined || append ? undefined : assignedValues(value, state)

/**
 * An assignment in front of a command is in that command's environment alone.
 *
 * @param given What the command is given.
 */
export const prefixFloor = (assignment: ShellAssignment, name: string, given: State): Floor | undefined => {
  // Where `read` ends words is only how it reads data.
  if (assignment.name === "IFS" && name === "read") return undefined
  const values = given.variables.get(assignment.name)
  const only = typeof values === "object" && values.length === 1 ? values[0] : undefined
  return environmentFloor(assignment.name, only, assignment.span)
}

/**
 * What a declaration builtin sets.
 *
 * @param called It may be a function of that name.
 */
export const declare = (
  command: SimpleCommand,
  forgotten: ReadonlyArray<string>,
  called: boolean,
  state: State,
  floors: Array<Floor>
): void => {
  const named = declarerOf(command)
  const fails = named === "local" && !state.inFunction
  // What stands in front of the builtin may stay.
  const prefixed = named === undefined ? [] : command.assignments
  for (const { name, span } of prefixed) setKnown(name, undefined, span, state, floors)
  const unsure = new Set([...forgotten, ...prefixed.map(({ name }) => name)])
  if (named !== undefined && state.inFunction) {
    for (const name of namesEmptied(named, command.words)) empty(name, command.span, state, floors)
  }
  // All of the words expand before any is set.
  const values = command.declares?.map((one) => (fails || unsure.has(one.name) ? undefined : valueGiven(one, state)))
  const fixed = new Set(named === undefined ? [] : namesMadeReadonly(named, command))
  for (const [index, { name, span }] of (command.declares ?? []).entries()) {
    setKnown(name, called ? undefined : values?.[index], span, state, floors)
    if (fixed.has(name)) state.fixed.add(name)
  }
  if (named === undefined) return
  for (const name of fixed) state.fixed.add(name)
  if (command.words.some(({ shown }) => /^-\w*[aA]/u.test(shown))) {
    for (const { shown } of command.words) state.arrays.add(/^\w*/u.exec(shown)?.[0] ?? "")
  }
  // The parser takes a word whose name is quoted for none: `declare 'x'=a`.
  const read = new Set(command.declares?.map(({ span }) => span.start))
  for (const word of command.words) {
    if (read.has(word.span.start)) continue
    const [, name] = /^([A-Za-z_]\w*)\+?=/u.exec(word.shown) ?? []
    if (name !== undefined) setKnown(name, undefined, word.span, state, floors)
  }
}

/** Records that a variable may hold nothing, for which bash evaluates nothing. */
const empty = (name: string, span: Span, state: State, floors: Array<Floor>): void => {
  setVariable(state, name, undefined)
  const floor = environmentFloor(name, undefined, span)
  if (floor !== undefined) floors.push(floor)
}

/** The declaration builtin a command is; behind `builtin` or `command` the parser does not take it for one. */
const declarerOf = ({ words: [first, second] }: SimpleCommand): string | undefined => {
  const named = first?.value === "builtin" || first?.value === "command" ? second?.value : first?.value
  return named !== undefined && isDeclaration(named) ? named : undefined
}
