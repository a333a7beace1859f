/**
 * What is known of the shell at one point of a text: where it may stand, and what its variables may hold.
 */
import { fold } from "../Paths.ts"
import { maxLength } from "./Guard.ts"
import type { VariableValue, Work } from "./Reading.ts"

/** A point of a text. Mutable: one shell's state is carried along, and copied where the text forks. */
export interface State {
  /** Directories it may stand in; empty when none is known. */
  cwds: ReadonlyArray<string>
  variables: Map<string, VariableValue>
  /** Names that stand for other variables, by that variable; what they hold is known only to be looked at. */
  references: ReadonlyMap<string, string>
  /** Whether `variables` is shared with a copy, and must not be written. */
  shared: boolean
  /** What `pushd` left, the last on top; `undefined` when it is not known. */
  stack: ReadonlyArray<ReadonlyArray<string>> | undefined
  /** Where `cd -` goes back to. */
  previous: ReadonlyArray<string>
  /** Functions that certainly stand, whose bodies only read. */
  defined: ReadonlySet<string>
  /** Nothing runs from here: the shell has left. */
  gone: boolean
  /** A function's body is followed: elsewhere `local` fails. */
  inFunction: boolean
  /** Variables that may have been made readonly, whatever sets them then fails; shared by all states of one text. */
  readonly fixed: Set<string>
  /** Shared by all states of one text. */
  readonly work: Work
}

/** The most directories a shell may stand in before it counts as lost. */
const maxCwds = 8
/** The most variables whose values are followed. */
const maxVariables = 128
/** The most names that are followed to other variables. */
const maxReferences = 8
/** The most values one variable is followed with. */
const maxValues = 64

const noReferences: ReadonlyMap<string, string> = new Map()
const noFunctions: ReadonlySet<string> = new Set()

/** Answers the state in which a text begins. */
export const initialState = (
  cwds: ReadonlyArray<string>,
  variables: ReadonlyMap<string, VariableValue>,
  work: Work
): State => ({
  cwds,
  variables: new Map(variables),
  references: noReferences,
  shared: false,
  stack: [],
  previous: [],
  defined: noFunctions,
  gone: false,
  inFunction: false,
  fixed: new Set(),
  work
})

/** Answers a copy that goes its own way. */
export const fork = (state: State): State => {
  state.shared = true
  return { ...state }
}

const isFollowed = (state: State, name: string): boolean =>
  state.variables.has(name) || state.variables.size < maxVariables || name === "IFS"

/** Variables that bash gives values of its own, whatever a text gives them (bash manual, section 5.2). */
const dynamic: ReadonlySet<string> = new Set([
  "BASHOPTS",
  "BASHPID",
  "BASH_ARGC",
  "BASH_ARGV",
  "BASH_ARGV0",
  "BASH_COMMAND",
  "BASH_LINENO",
  "BASH_REMATCH",
  "BASH_SOURCE",
  "BASH_SUBSHELL",
  "COPROC",
  "COPROC_PID",
  "DIRSTACK",
  "EPOCHREALTIME",
  "EPOCHSECONDS",
  "EUID",
  "FUNCNAME",
  "GROUPS",
  "HISTCMD",
  "LINENO",
  "OLDPWD",
  "PIPESTATUS",
  "PPID",
  "RANDOM",
  "SECONDS",
  "SHELLOPTS",
  "SRANDOM",
  "UID",
  "_"
])

/** Records what a variable may hold from here on. */
export const setVariable = (state: State, name: string, given: VariableValue): void => {
  // One that is not followed is not known, which is what an absent one is.
  if (!isFollowed(state, name)) return
  if (state.shared) {
    state.variables = new Map(state.variables)
    state.shared = false
  }
  const value = state.fixed.has(name) ? undefined : given
  const many = typeof value === "object" && (value.length > maxValues || dynamic.has(name))
  // One that doubles with each assignment is soon longer than anything that is read.
  const long = typeof value === "object" && value.some(({ length }) => length > maxLength)
  state.variables.set(name, long ? undefined : many ? summary(value) : value)
  const alias = state.references.get(name)
  if (alias !== undefined && alias !== name) state.variables.set(alias, state.variables.get(name))
}

/** Records that a name stands for another variable from here on. */
export const setReference = (state: State, name: string, to: string): void => {
  if (state.references.size >= maxReferences) return
  state.references = new Map(state.references).set(to, name)
  setVariable(state, name, state.variables.get(to))
}

const summary = (value: ReadonlyArray<string>): VariableValue => (isInteger(value) ? "integer" : undefined)

/** Records where the shell may stand from here on; empty when that is lost. */
export const setCwds = (state: State, cwds: ReadonlyArray<string>): void => {
  const distinct = cwds.length > 1 ? [...new Set(cwds)] : cwds
  state.previous = state.cwds
  state.cwds = distinct.length > maxCwds ? [] : distinct
  setVariable(state, "PWD", state.cwds.length === 0 ? undefined : state.cwds)
}

/** Answers the directories that `path` leads to from those the shell may stand in. */
export const directoriesAt = (state: State, path: string): ReadonlyArray<string> => {
  if (path.startsWith("/")) return [fold(path)]
  return state.cwds.map((cwd) => fold(`${cwd}/${path}`))
}

/** Forgets everything that other text may have changed. */
export const forgetAll = (state: State): void => {
  state.cwds = []
  state.stack = undefined
  state.previous = []
  state.defined = noFunctions
  state.variables = new Map([...state.variables.keys()].map((name) => [name, undefined]))
  state.variables.set("HOME", undefined).set("PWD", undefined)
  state.shared = false
}

/** Makes a state what another is. */
export const become = (state: State, other: State): void => {
  if (state === other) return
  Object.assign(state, other)
  state.shared = true
}

/** Answers what holds at a point that is reached from either of two. */
export const join = (a: State, b: State): State => {
  if (a === b || b.gone) return a
  if (a.gone) return b
  const cwds = joinCwds(a.cwds, b.cwds)
  const result: State = {
    cwds,
    references: a.references.size < b.references.size ? b.references : a.references,
    variables: a.variables === b.variables ? a.variables : joinVariables(a.variables, b.variables),
    shared: a.variables === b.variables,
    stack: a.stack === b.stack ? a.stack : undefined,
    previous: a.previous === b.previous ? a.previous : joinCwds(a.previous, b.previous),
    defined: a.defined === b.defined ? a.defined : new Set([...a.defined].filter((name) => b.defined.has(name))),
    gone: false,
    inFunction: a.inFunction && b.inFunction,
    fixed: a.fixed,
    work: a.work
  }
  if (a.variables === b.variables) {
    a.shared = true
    b.shared = true
  }
  return result
}

const joinCwds = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (a === b) return a
  if (a.length === 0 || b.length === 0) return []
  const all = new Set([...a, ...b])
  return all.size > maxCwds ? [] : [...all]
}

const joinVariables = (
  a: ReadonlyMap<string, VariableValue>,
  b: ReadonlyMap<string, VariableValue>
): Map<string, VariableValue> => {
  const joined = new Map<string, VariableValue>()
  for (const [name, value] of a) joined.set(name, joinValues(value, b.get(name)))
  for (const name of b.keys()) if (!a.has(name)) joined.set(name, undefined)
  return joined
}

const joinValues = (a: VariableValue, b: VariableValue): VariableValue => {
  if (a === b) return a
  if (a === undefined || b === undefined) return undefined
  if (a === "integer" || b === "integer") return isInteger(a) && isInteger(b) ? "integer" : undefined
  const all = new Set([...a, ...b])
  if (all.size <= maxValues) return [...all]
  return summary([...all])
}

const integer = /^\s*[-+]?(?:0[xX][\da-fA-F]+|\d+)\s*$/u

/** Answers whether a value is a whole number, whichever of its values it is. */
export const isInteger = (value: VariableValue): boolean =>
  value === "integer" || (value !== undefined && value.length > 0 && value.every((one) => integer.test(one)))
