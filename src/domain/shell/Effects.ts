/**
 * What running a stretch of text may change of the shell that runs it, without following it: for loops, which run any
 * number of times, and for functions, which run from anywhere.
 */
import type { Flow, ShellAssignment, ShellRedirect, SimpleCommand } from "./Flow.ts"
import type { VariableValue } from "./Reading.ts"
import { forgetAll, isDecimal, numbers, setCwds, setVariable, type State } from "./State.ts"
import { mayPrintInto, namesBehindOption } from "./BuiltinNames.ts"
import { isDeclaration, namesMadeReadonly, specialBuiltins } from "./Builtins.ts"
import { assignedValues } from "./Expand.ts"
import { mayFail } from "./Failing.ts"
import type { ShellWord } from "./Word.ts"

/** What may change. */
export interface Effects {
  /** Variables, and whether all they are given is whole numbers. */
  readonly names: Map<string, "integer" | "other">
  /** The working directory. */
  moves: boolean
  /** Anything. */
  all: boolean
  /** The rest of the line it is called in, which it may drop. */
  drops: boolean
}

/** What has been worked out before, by what it was worked out from. */
export interface EffectsMemory {
  readonly byFlow: Map<Flow, Effects>
  /** Whether what shells of their own change counts too: a function may be called in one. */
  readonly inSubshells: boolean
  /** The functions the text defines. */
  readonly functions: Set<string>
  /** What calling any of them may change: each may call each. */
  readonly called: Effects
  /** Variables that are made readonly somewhere. */
  readonly fixed: Set<string>
}

const noVariables = { variables: new Map<string, VariableValue>() }
const movers: ReadonlySet<string> = new Set(["cd", "pushd", "popd"])
const evaluators: ReadonlySet<string> = new Set(["eval", "source", "."])
const passers: ReadonlySet<string> = new Set(["builtin", "command"])
const namers: ReadonlySet<string> = new Set([
  "read",
  "mapfile",
  "readarray",
  "getopts",
  "declare",
  "local",
  "typeset",
  "export",
  "readonly",
  "unset",
  "let",
  "wait"
])

/** Answers a memory of nothing. */
export const noEffects = (inSubshells = false): EffectsMemory => ({
  byFlow: new Map(),
  inSubshells,
  functions: new Set(),
  called: { names: new Map(), moves: false, all: false, drops: false },
  fixed: new Set()
})

/** Takes note of functions a text defines, before any of it is followed. */
export const noteFunctions = (
  functions: ReadonlyArray<{ readonly name: string; readonly body: Flow }>,
  memory: EffectsMemory
): void => {
  for (const { name } of functions) memory.functions.add(name)
  for (const { body } of functions) mergeEffects(memory.called, effectsOf(body, memory))
}

/** Answers what running `flow` may change of the shell around it. */
export const effectsOf = (flow: Flow, memory: EffectsMemory): Effects => {
  const remembered = memory.byFlow.get(flow)
  if (remembered !== undefined) return remembered
  const effects: Effects = { names: new Map(), moves: false, all: false, drops: false }
  collect(flow, effects, memory)
  memory.byFlow.set(flow, effects)
  return effects
}

/** Forgets what `effects` may change, any number of times over. */
export const forgetEffects = (state: State, effects: Effects): void => {
  if (effects.all) {
    forgetAll(state)
    return
  }
  if (effects.moves) {
    setCwds(state, [])
    state.previous = []
    state.stack = undefined
  }
  for (const [name, kind] of effects.names) {
    const isNumber = isDecimal(state.variables.get(name)) || (numbers.has(name) && !state.variables.has(name))
    setVariable(state, name, kind === "integer" && isNumber ? "integer" : undefined)
  }
}

/** Adds what `added` may change to `effects`. */
const mergeEffects = (effects: Effects, added: Effects): void => {
  if (effects === added) return
  effects.all ||= added.all
  effects.moves ||= added.moves
  effects.drops ||= added.drops
  for (const [name, kind] of added.names) nameIn(effects, name, kind)
}

const nameIn = (effects: Effects, name: string, kind: "integer" | "other"): void => {
  if (effects.names.get(name) !== "other") effects.names.set(name, kind)
}

const collect = (flow: Flow, effects: Effects, memory: EffectsMemory): void => {
  switch (flow._tag) {
    case "Command":
      return collectCommand(flow.command, effects, memory)
    case "Sequence":
      for (const step of flow.steps) mergeEffects(effects, effectsOf(step, memory))
      return
    case "AndOr": {
      // Long chains lean to the left: walk down them instead of nesting.
      let at: Flow = flow
      while (at._tag === "AndOr") {
        mergeEffects(effects, effectsOf(at.right, memory))
        at = at.left
      }
      mergeEffects(effects, effectsOf(at, memory))
      return
    }
    case "Not":
    case "Redirected":
    case "Function":
      if (flow._tag === "Redirected") collectRedirects(flow.redirects, effects, memory)
      mergeEffects(effects, effectsOf(flow.body, memory))
      return
    case "Subshell":
      if (memory.inSubshells) mergeEffects(effects, effectsOf(flow.body, memory))
      return
    case "Pipeline":
      if (memory.inSubshells) for (const stage of flow.stages) mergeEffects(effects, effectsOf(stage, memory))
      return
    case "If":
      for (const part of [flow.test, flow.body, flow.otherwise]) {
        if (part !== undefined) mergeEffects(effects, effectsOf(part, memory))
      }
      return
    case "Case":
      for (const word of flow.words) collectWord(word, effects, memory)
      for (const body of flow.bodies) mergeEffects(effects, effectsOf(body, memory))
      return
    case "Loop":
      if (flow.name !== undefined) nameIn(effects, flow.name, "other")
      // `select` says there what it was told.
      if (flow.name !== undefined && !flow.known) nameIn(effects, "REPLY", "other")
      for (const word of flow.over ?? []) collectWord(word, effects, memory)
      if (flow.test !== undefined) mergeEffects(effects, effectsOf(flow.test, memory))
      mergeEffects(effects, effectsOf(flow.body, memory))
      return
    case "Words":
      for (const word of flow.words) collectWord(word, effects, memory)
      return
  }
}

const collectWord = (word: ShellWord, effects: Effects, memory: EffectsMemory): void => {
  effects.drops ||= mayFail(word)
  if (memory.inSubshells) for (const flow of word.nested) mergeEffects(effects, effectsOf(flow, memory))
  for (const evaluation of word.evaluations) {
    if (evaluation._tag === "Assigns") nameIn(effects, evaluation.name, "other")
    else if (evaluation._tag === "Arithmetic") {
      for (const name of evaluation.assigns) nameIn(effects, name, "integer")
    }
  }
}

const collectAssignment = (assignment: ShellAssignment, effects: Effects): void => {
  const { name, value, append } = assignment
  const number = value !== undefined && !append && isDecimal(assignedValues(value, noVariables))
  effects.drops ||= value === undefined
  nameIn(effects, name, number ? "integer" : "other")
}

const collectRedirects = (redirects: ReadonlyArray<ShellRedirect>, effects: Effects, memory: EffectsMemory): void => {
  for (const redirect of redirects) {
    if (redirect.variable !== undefined) nameIn(effects, redirect.variable, "integer")
    if (redirect.target !== undefined) collectWord(redirect.target, effects, memory)
    if (redirect.body?.word !== undefined) collectWord(redirect.body.word, effects, memory)
  }
}

const collectCommand = (command: SimpleCommand, effects: Effects, memory: EffectsMemory): void => {
  for (const word of command.words) collectWord(word, effects, memory)
  collectRedirects(command.redirects, effects, memory)
  for (const assignment of command.declares ?? []) {
    for (const word of assignment.words) collectWord(word, effects, memory)
    collectAssignment(assignment, effects)
  }
  const { words } = command
  let [first] = words
  for (const assignment of command.assignments) {
    for (const word of assignment.words) collectWord(word, effects, memory)
    // In front of a function or some builtins an assignment may stay.
    if (
      first === undefined ||
      memory.inSubshells ||
      memory.functions.has(first.value ?? "") ||
      specialBuiltins.has(first.value ?? "") ||
      namers.has(first.value ?? "")
    ) {
      collectAssignment(assignment, effects)
    }
  }
  let at = 0
  while (first?.value !== undefined && (passers.has(first.value) || (at > 0 && first.value.startsWith("-")))) {
    first = words[(at += 1)]
  }
  if (first === undefined) return
  const name = first.value
  if (name === undefined) {
    // It may be any builtin.
    if (first.tilde === undefined) effects.all = true
    return
  }
  if (movers.has(name)) effects.moves = true
  else if (evaluators.has(name)) effects.all = true
  else if (namers.has(name) || (name === "printf" && mayPrintInto(words.slice(at + 1)))) {
    collectNames(name, words.slice(at + 1), effects)
  }
  if (isDeclaration(name)) for (const fixed of namesMadeReadonly(name, command)) memory.fixed.add(fixed)
  if (memory.functions.has(name)) mergeEffects(effects, memory.called)
}

const collectNames = (name: string, words: ReadonlyArray<ShellWord>, effects: Effects): void => {
  if (name === "read") nameIn(effects, "REPLY", "other")
  if (name === "mapfile" || name === "readarray") nameIn(effects, "MAPFILE", "other")
  if (name === "getopts") {
    nameIn(effects, "OPTARG", "other")
    nameIn(effects, "OPTIND", "integer")
  }
  for (const word of words) {
    const glued = namesBehindOption(word.shown)
    for (const found of [...(word.shown.match(/[A-Za-z_]\w*/gu) ?? []), ...glued]) nameIn(effects, found, "other")
  }
}
