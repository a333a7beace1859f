/**
 * What is known of the shell at one point of a text: where it may stand, and what its variables may hold.
 */
import { fold } from "../Paths.ts"
import { maxLength } from "./Guard.ts"
import type { Flow } from "./Flow.ts"
import type { VariableValue, Work } from "./Reading.ts"

/**
 * Where bash goes on when an expansion fails, or a variable that is readonly is assigned: it drops the line it has read
 * (compound commands and functions with it) and reads the next.
 */
export interface Landing {
  /** The text whose lines these are. */
  readonly text: Flow
  /** What holds where the line that is followed may have been dropped; `undefined` when nowhere. */
  state: State | undefined
}

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
  /** One that is absent from `variables` may have been given a value all the same. */
  lost: boolean
  /** Nothing runs from here: the shell has left. */
  gone: boolean
  /** A function's body is followed: elsewhere `local` fails. */
  inFunction: boolean
  /** `undefined` where nothing of this shell follows behind the line. */
  landing: Landing | undefined
  /** Variables whose later values are not followed: that may be readonly, or no longer exported; shared by all states. */
  readonly fixed: Set<string>
  /** Variables that may have been made arrays; shared likewise. */
  readonly arrays: Set<string>
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

/** Variables bash makes readonly itself (bash manual, section 5.2). */
const readonlyFromStart = ["BASH_VERSINFO", "EUID", "PPID", "UID"] as const

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
  lost: false,
  gone: false,
  inFunction: false,
  landing: undefined,
  fixed: new Set(readonlyFromStart),
  arrays: new Set(),
  work
})

/** Answers a copy that goes its own way. */
export const fork = (state: State): State => {
  state.shared = true
  return { ...state }
}

/** Answers a copy for a shell of its own, which is gone where this one would go on with the next line. */
export const forkShell = (state: State): State => ({ ...fork(state), landing: undefined })

/** Records that the rest of the line may be dropped here. */
export const noteDrop = (state: State): void => {
  const { landing } = state
  if (landing === undefined) return
  const here = fork(state)
  landing.state = landing.state === undefined ? here : join(landing.state, here)
}

/** Answers what holds at the end of a line, all of which may have been dropped somewhere. */
export const landed = (state: State): State => {
  const { landing } = state
  if (landing?.state === undefined) return state
  const dropped = landing.state
  landing.state = undefined
  return join(state, dropped)
}

/** Shell variables that hold whole numbers unless the text sets them. */
export const numbers: ReadonlySet<string> = new Set([
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

/** Variables whose absence says something, so that they are never left out. */
const telling: ReadonlySet<string> = new Set([...numbers, "CDPATH", "DIRSTACK", "IFS", "OLDPWD"])

const isFollowed = (state: State, name: string): boolean =>
  state.variables.has(name) || state.variables.size < maxVariables || telling.has(name)

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
  if (!isFollowed(state, name)) {
    state.lost = true
    return
  }
  if (state.shared) {
    state.variables = new Map(state.variables)
    state.shared = false
  }
  const isFixed = state.fixed.has(name)
  if (isFixed) noteDrop(state)
  state.variables.set(name, isFixed ? undefined : keptOf(name, given))
  const alias = state.references.get(name)
  if (alias !== undefined && alias !== name) state.variables.set(alias, state.variables.get(name))
}

/** Records that a name stands for another variable from here on. */
export const setReference = (state: State, name: string, to: string): void => {
  if (state.references.size >= maxReferences) return
  state.references = new Map(state.references).set(to, name)
  setVariable(state, name, state.variables.get(to))
}

/** What is kept of the value a variable is given. */
const keptOf = (name: string, value: VariableValue): VariableValue => {
  if (dynamic.has(name)) return numbers.has(name) && isDecimal(value) ? "integer" : undefined
  if (typeof value !== "object") return value
  // One that doubles with each assignment is soon longer than anything that is read.
  if (value.some(({ length }) => length > maxLength)) return undefined
  return value.length > maxValues ? summary(value) : value
}

const summary = (value: ReadonlyArray<string>): VariableValue => (isDecimal(value) ? "integer" : undefined)

/** Records where the shell may stand from here on; empty when that is lost. */
export const setCwds = (state: State, cwds: ReadonlyArray<string>): void => {
  const distinct = cwds.length > 1 ? [...new Set(cwds)] : cwds
  state.previous = state.cwds
  state.cwds = distinct.length > maxCwds ? [] : distinct
  setVariable(state, "PWD", state.cwds.length === 0 ? undefined : state.cwds)
}

/** Answers the directories that `path` leads to from those the shell may stand in. */
export const directoriesAt = (state: State, path: string): ReadonlyArray<string> => {
  // Two slashes in front stay two.
  if (/^\/\/(?!\/)/u.test(path)) return []
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
  for (const name of telling) state.variables.set(name, undefined)
  state.shared = false
  state.lost = true
}

/** Lets a shell of its own have what every shell begins with, and of what may have been exported no more than there was. */
export const beginAnew = (state: State, outside: ReadonlyMap<string, VariableValue>): void => {
  for (const name of telling)
    if (numbers.has(name) || name === "IFS" || !outside.has(name)) state.variables.delete(name)
  state.lost = false
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
    lost: a.lost || b.lost,
    landing: a.landing,
    fixed: a.fixed,
    arrays: a.arrays,
    work: a.work
  }
  if (a.variables === b.variables) {
    a.shared = true
    b.shared = true
  }
  return result
}

/** Answers the one state after both outcomes. */
export const settle = ({ ok, no }: { readonly ok: State; readonly no: State }): State => join(ok, no)

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
  if (a === "integer" || b === "integer") return isDecimal(a) && isDecimal(b) ? "integer" : undefined
  const all = new Set([...a, ...b])
  if (all.size <= maxValues) return [...all]
  return summary([...all])
}

const integer = /^\s*[-+]?(?:0[xX][\da-fA-F]+|\d+)\s*$/u

/** Answers whether a value is a whole number, whichever of its values it is. */
export const isInteger = (value: VariableValue): boolean =>
  value === "integer" || (value !== undefined && value.length > 0 && value.every((one) => integer.test(one)))

const decimal = /^-?(?:0|[1-9]\d*)$/u

/** Answers whether a value is a whole number that bash evaluates without fail (`08` is none), whichever it is. */
export const isDecimal = (value: VariableValue): boolean =>
  value === "integer" || (value !== undefined && value.length > 0 && value.every((one) => decimal.test(one)))
