/**
 * What assignments and declarations give variables.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import { isDeclaration, namesMadeReadonly } from "./Builtins.ts"
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
  setVariable(state, name, value)
  const only = typeof value === "object" && value.length === 1 ? value[0] : undefined
  const floor = environmentFloor(name, only, span)
  if (floor !== undefined) floors.push(floor)
  if (evaluating.has(name) && !isInteger(value)) floors.push(opaque(`what ${name} is given is evaluated`, span))
}

/** Follows what an assignment gives. */
export const assign = (assignment: ShellAssignment, state: State, floors: Array<Floor>): void => {
  const { name, value, append, span } = assignment
  const values = value === undefined || append ? undefined : assignedValues(value, state)
  setKnown(name, values, span, state, floors)
}

/** An assignment in front of a command is in that command's environment alone. */
export const prefixFloor = (assignment: ShellAssignment, name: string, state: State): Floor | undefined => {
  // Where `read` ends words is only how it reads data.
  if (assignment.name === "IFS" && name === "read") return undefined
  const values = assignment.value === undefined ? undefined : assignedValues(assignment.value, state)
  const only = typeof values === "object" && values.length === 1 ? values[0] : undefined
  return environmentFloor(assignment.name, only, assignment.span)
}

/** What a declaration builtin sets. */
export const declare = (
  command: SimpleCommand,
  forgotten: ReadonlyArray<string>,
  state: State,
  floors: Array<Floor>
): void => {
  const named = declarerOf(command)
  const fails = named === "local" && !state.inFunction
  for (const assignment of command.declares ?? []) {
    if (fails || forgotten.includes(assignment.name))
      setKnown(assignment.name, undefined, assignment.span, state, floors)
    else assign(assignment, state, floors)
  }
  if (named === undefined) return
  for (const name of namesMadeReadonly(named, command)) state.fixed.add(name)
  if (command.declares !== undefined) return
  for (const word of command.words) {
    const [, name] = /^([A-Za-z_]\w*)\+?=/u.exec(word.shown) ?? []
    if (name !== undefined) setKnown(name, undefined, word.span, state, floors)
  }
}

/** The declaration builtin a command is; behind `builtin` or `command` the parser does not take it for one. */
const declarerOf = ({ words: [first, second] }: SimpleCommand): string | undefined => {
  const named = first?.value === "builtin" || first?.value === "command" ? second?.value : first?.value
  return named !== undefined && isDeclaration(named) ? named : undefined
}
