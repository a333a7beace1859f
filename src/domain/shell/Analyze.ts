/**
 * From text to what it would do: units, paths and floors, each at the point of the text where it stands.
 */
import { unescapeGlob } from "../Globs.ts"
import type { Span } from "../Span.ts"
import type { ShellAnalysis } from "./Analysis.ts"
import { setKnown } from "./Declarations.ts"
import { effectsOf, forgetEffects, noteFunctions } from "./Effects.ts"
import { evaluate, runRedirected } from "./Evaluate.ts"
import { literalValues } from "./Expand.ts"
import type { Flow, ParsedText } from "./Flow.ts"
import { unread } from "./Guard.ts"
import { feeding, lookAtBodies, noteBody, noteLoop, piped, redirected, withArguments } from "./Guessing.ts"
import {
  isSpent,
  markUnsettled,
  mayChange,
  type Machine,
  type MeetWord,
  newMachine,
  type Outcome,
  type ReadCommand,
  same
} from "./Machine.ts"
import { parseText } from "./Parse.ts"
import { readCommand } from "./ReadCommand.ts"
import type { PathUse, Surroundings } from "./Reading.ts"
import { runCommand } from "./RunCommand.ts"
import { feed } from "./StandardInput.ts"
import { forgetAll, fork, forkShell, initialState, join, landed, settle, setVariable, type State } from "./State.ts"
import type { ShellWord } from "./Word.ts"

/**
 * Answers what a text would do; never throws, and answers the same for the same text and surroundings.
 *
 * Every simple command bash could run is among the units, or a floor says why not.
 *
 * @param text A command line, as a host gives it.
 * @param surroundings Where it would run; its `variables` are what the text starts with.
 * @param read What is known of each simple command.
 * @param meet Is told of every word, for who must know more than the paths.
 */
export const analyze = (
  text: string,
  surroundings: Surroundings,
  read: ReadCommand = readCommand,
  meet?: MeetWord
): ShellAnalysis => {
  const parsed = parseText(text)
  // Who is told of words is told of each once.
  if (meet !== undefined) return analysisOf(follow(parsed, surroundings, newMachine(surroundings, read, run, meet)))
  const machine = follow(parsed, surroundings, newMachine(surroundings, read, run, undefined, true))
  // What was taken to stay as it is stays so unless the text changes it: then it is followed again without.
  if (!machine.asked || isSpent(machine) || !mayChange(machine)) return analysisOf(machine)
  return analysisOf(follow(parsed, surroundings, newMachine(surroundings, read, run, undefined)))
}

const analysisOf = ({ floors, paths, units }: Machine): ShellAnalysis => ({ units, paths, floors })

const follow = (parsed: ParsedText, surroundings: Surroundings, machine: Machine): Machine => {
  machine.floors.push(...parsed.floors)
  try {
    const variables = new Map(surroundings.variables)
    if (!variables.has("HOME")) variables.set("HOME", [surroundings.home])
    if (!variables.has("PWD")) variables.set("PWD", surroundings.cwds.length === 0 ? undefined : surroundings.cwds)
    machine.root = parsed.flow
    noteFunctions(parsed.functions, machine.effects)
    const state = initialState(surroundings.cwds, variables, machine.work)
    if (parsed.flow._tag === "Sequence" && parsed.flow.ends !== undefined) {
      state.landing = { text: parsed.flow, state: undefined }
    }
    run(parsed.flow, state, machine)
    for (const { from, to } of machine.late) markUnsettled(machine, from, to)
    lookAtBodies(anywhere(initialState(surroundings.cwds, variables, machine.work), machine), machine)
  } catch {
    // A nest deeper than the stack, or a fault of ours: what was seen so far stands, and nothing is allowed by it.
    machine.floors.push(unread("it could not be followed to its end"))
  }
  if (isSpent(machine)) machine.floors.push(unread("following it would take too long"))
  return machine
}

/** Follows a flow from a state, which it may write; answers the states in which it succeeds and fails. */
const run = (flow: Flow, state: State, machine: Machine): Outcome => {
  switch (flow._tag) {
    case "Command":
      return runCommand(flow.command, state, machine)
    case "Sequence": {
      let at: Outcome = same(state)
      const ends = state.landing?.text === flow ? flow.ends : undefined
      for (const [index, step] of flow.steps.entries()) {
        at = run(step, settle(at), machine)
        if (ends?.has(index) === true) at = same(landed(settle(at)))
      }
      return at
    }
    case "AndOr":
      return runChain(flow, state, machine)
    case "Not": {
      const { ok, no } = run(flow.body, state, machine)
      return { ok: no, no: ok }
    }
    case "Subshell":
      run(flow.body, forkShell(state), machine)
      return same(state)
    case "Pipeline": {
      // The stages run at once, so that each may meet what another leaves on the disk.
      const from = machine.paths.length
      for (const [at, stage] of flow.stages.entries()) {
        const before = flow.stages[at - 1]
        feeding(piped(before, state, machine), machine, () => run(feed(stage, before), state, machine))
      }
      markUnsettled(machine, from, machine.paths.length)
      return same(state)
    }
    case "If": {
      const test = run(flow.test, state, machine)
      const otherwise = apart(test)
      const then = settle(run(flow.body, test.ok, machine))
      if (flow.otherwise === undefined) return same(join(then, otherwise.no))
      return same(join(then, settle(run(flow.otherwise, otherwise.no, machine))))
    }
    case "Case":
      return runCase(flow, state, machine)
    case "Loop":
      return runLoop(flow, state, machine)
    case "Function":
      return defineFunction(flow, state, machine)
    case "Redirected":
      return runRedirected(flow.redirects, state, machine, machine.floors, () =>
        feeding(redirected(flow.redirects, state, machine), machine, () => run(flow.body, state, machine))
      )
    case "Words":
      for (const word of flow.words) evaluate(word, state, machine, machine.floors, "text")
      for (const { operator, operand } of flow.tests) testFile(operator, operand, state, machine)
      return same(state)
  }
}

/** Makes the two states of an outcome independent, and answers it. */
const apart = (outcome: Outcome): Outcome =>
  outcome.ok === outcome.no ? { ok: outcome.ok, no: fork(outcome.ok) } : outcome

/** `a && b || c …`: a chain leans to the left, and may be as long as the text. */
const runChain = (flow: Flow & { readonly _tag: "AndOr" }, state: State, machine: Machine): Outcome => {
  const links: Array<Flow & { readonly _tag: "AndOr" }> = []
  let first: Flow = flow
  while (first._tag === "AndOr") {
    links.push(first)
    first = first.left
  }
  let outcome = run(first, state, machine)
  for (const link of links.toReversed()) {
    const { ok, no } = apart(outcome)
    if (link.operator === "&&") {
      const right = run(link.right, ok, machine)
      outcome = { ok: right.ok, no: join(no, right.no) }
    } else {
      const right = run(link.right, no, machine)
      outcome = { ok: join(ok, right.ok), no: right.no }
    }
  }
  return outcome
}

const runCase = (flow: Flow & { readonly _tag: "Case" }, state: State, machine: Machine): Outcome => {
  for (const word of flow.words) evaluate(word, state, machine, machine.floors, "text")
  // A body may fall through into the next, so that each may start where any before it ended.
  let reached = state
  for (const body of flow.bodies) {
    const start = fork(reached)
    reached = join(reached, settle(run(body, start, machine)))
  }
  return same(reached)
}

const runLoop = (flow: Flow & { readonly _tag: "Loop" }, state: State, machine: Machine): Outcome => {
  for (const word of flow.over ?? []) evaluate(word, state, machine, machine.floors)
  const values = flow.known && flow.over !== undefined ? valuesOver(flow.over, state, machine) : undefined
  const body = effectsOf(flow.body, machine.effects)
  forgetEffects(state, effectsOf(flow, machine.effects))
  // What a later round of the body makes readonly was so in none before.
  for (const name of machine.effects.fixed) state.fixed.add(name)
  // What holds before any round holds after any, so that the states inside need not come back.
  const inside = fork(state)
  if (flow.name !== undefined && values?.length !== 0) {
    setKnown(flow.name, values, flow.span, inside, machine.floors)
    // Behind the loop it is one of the values when there was a round, and no round gives it another.
    if (flow.over?.some(isSureWord) === true && !body.all && !body.names.has(flow.name)) {
      setVariable(state, flow.name, values)
    }
  }
  noteLoop(flow, inside, machine)
  const from = machine.paths.length
  const test = flow.test === undefined ? same(inside) : run(flow.test, inside, machine)
  run(flow.body, test.ok, machine)
  markUnsettled(machine, from, machine.paths.length)
  return same(state)
}

/** Whether a word certainly makes a word at least. */
const isSureWord = ({ pieces, value }: ShellWord): boolean =>
  value !== undefined ||
  (!pieces.some(({ _tag }) => _tag === "Glob") &&
    pieces.some(
      (piece) => (piece._tag === "Literal" && piece.value !== "") || (piece._tag === "Variable" && piece.quoted)
    ))

/** The values a `for` goes over, when they are all in the text, or names on a disk that stays as it is. */
const valuesOver = (
  over: Extract<Flow, { readonly _tag: "Loop" }>["over"] & {},
  state: State,
  machine: Machine
): ReadonlyArray<string> | undefined => {
  const values: Array<string> = []
  for (const word of over) {
    const result = literalValues(word, state)
    if (!result.known) return undefined
    for (const { glob, path } of result.values) {
      const names = glob ? machine.globbed(path, state.cwds) : [path]
      if (names === undefined) return undefined
      // What matches nothing stands for itself.
      values.push(...(names.length === 0 ? [unescapeGlob(path)] : names))
    }
  }
  return values
}

const defineFunction = (flow: Flow & { readonly _tag: "Function" }, state: State, machine: Machine): Outcome => {
  // It runs where it is called, which may be anywhere, after anything.
  const from = machine.paths.length
  const { floors, units } = machine
  const before = { floors: floors.length, units: units.length }
  noteBody(flow.name, flow.body, machine)
  const inside: State = { ...anywhere(state, machine), inFunction: true, landing: undefined }
  withArguments([], machine, () => run(flow.body, inside, machine))
  machine.late.push({ from, to: machine.paths.length })
  // What calls a function may call itself, without end.
  const reads =
    floors.length === before.floors &&
    units
      .slice(before.units)
      .every(({ floors, name, proof }) => proof.read && floors.length === 0 && !machine.effects.functions.has(name))
  const defined = new Set(state.defined)
  if (reads) defined.add(flow.name)
  else defined.delete(flow.name)
  state.defined = defined
  return same(state)
}

/** The state of text that runs at some other time: whatever this text changes anywhere may have been changed. */
export const anywhere = (state: State, machine: Machine): State => {
  const inside = fork(state)
  const root = machine.root === undefined ? undefined : effectsOf(machine.root, machine.everywhere)
  for (const name of machine.everywhere.fixed) inside.fixed.add(name)
  if (root === undefined || root.all || machine.depth > 0) forgetAll(inside)
  else {
    forgetEffects(inside, root)
    for (const name of root.names.keys()) setVariable(inside, name, undefined)
  }
  inside.gone = false
  return inside
}

const names: ReadonlySet<string> = new Set(["-v", "-R"])

const testFile = (
  operator: string,
  operand: Extract<Flow, { readonly _tag: "Words" }>["words"][number],
  state: State,
  machine: Machine
): void => {
  if (names.has(operator)) {
    if (operand.value === undefined || !/^\w+(?:\[(?:\d+|[@*])\])?$/u.test(operand.value)) {
      machine.floors.push({ class: "opaque", cause: `the name ${operand.shown} is evaluated`, span: operand.span })
    }
    return
  }
  const base = { text: operand.shown, direction: "read", via: "operand", reach: "names", whole: false } as const
  const result = literalValues(operand, state)
  const span: Span = operand.span
  const uses: ReadonlyArray<PathUse> = result.known
    ? result.values.map(({ path }) => ({ ...base, path, glob: false, span }))
    : [{ ...base, path: undefined, glob: false, span }]
  machine.reach(uses, state.cwds)
}
