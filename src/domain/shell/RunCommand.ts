/**
 * Following one simple command: what its words run, what it is, what it does, and what it leaves behind.
 */
import type { Proof } from "../Access.ts"
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import { isDeclaration, readBuiltin, specialBuiltins } from "./Builtins.ts"
import { assign, declare, prefixFloor, setKnown, stay, valueGiven } from "./Declarations.ts"
import { readsAsPosix } from "./Dialect.ts"
import { effectsOf, forgetEffects, noteFunctions } from "./Effects.ts"
import { isCommandVariable } from "./Environment.ts"
import { assignedBy, evaluate, evaluateOne, redirect, runRedirected } from "./Evaluate.ts"
import type { Flow, ShellAssignment, SimpleCommand } from "./Flow.ts"
import { lookAtGuesses, noteBody, noteAssignment, noteCommand } from "./Guessing.ts"
import { isStrange, maxTextDepth, opaque, unread } from "./Guard.ts"
import { leave } from "./Leave.ts"
import {
  admitText,
  admitUnit,
  admitWords,
  glimpsing,
  type Machine,
  type Outcome,
  same,
  type UnitDraft,
  unsettle
} from "./Machine.ts"
import { parseText } from "./Parse.ts"
import type { CommandReading, Inner } from "./Reading.ts"
import {
  become,
  beginAnew,
  directoriesAt,
  forgetAll,
  fork,
  forkShell,
  join,
  landed,
  noteDrop,
  setCwds,
  setReference,
  settle,
  setVariable,
  type State
} from "./State.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

/** Follows a simple command from a state, which it may write. */
export const runCommand = (command: SimpleCommand, state: State, machine: Machine): Outcome => {
  const { assignments, words, redirects } = command
  const [first] = words
  const floors: Array<Floor> = []
  for (const word of words) evaluate(word, state, machine, floors)
  for (const assignment of command.declares ?? []) {
    for (const word of assignment.words) evaluate(word, state, machine, floors, "value")
  }
  for (const assignment of command.declares ?? []) noteValue(assignment, command, state, machine)
  // One after the other; in front of a command they are its own.
  const given = first === undefined || assignments.length === 0 ? state : forkShell(state)
  for (const assignment of assignments) {
    const role = assignment.value === undefined ? "argument" : "value"
    // Without a value it is an array, or an element, whose subscript may be none.
    if (assignment.value === undefined || given !== state) noteDrop(state)
    for (const word of assignment.words) evaluate(word, given, machine, floors, role)
    noteValue(assignment, command, given, machine)
    if (first === undefined) assign(assignment, given, floors)
    else assignInFront(assignment, first, given, state, floors)
  }
  if (first === undefined) {
    for (const one of redirects) redirect(one, state, machine, floors)
    machine.floors.push(...floors)
    return same(state)
  }
  return runRedirected(redirects, state, machine, floors, () => {
    noteCommand(command, state, machine)
    if (!admitUnit(machine) || !admitWords(machine, words)) return same(state)
    return runUnit(command, first, floors, given, state, machine)
  })
}

/** Follows an assignment in front of a command; what expanding its words assigns is this shell's. */
const assignInFront = (
  assignment: ShellAssignment,
  command: ShellWord,
  given: State,
  state: State,
  floors: Array<Floor>
): void => {
  const value = valueGiven(assignment, given)
  setVariable(given, assignment.name, value)
  if (specialBuiltins.has(command.value ?? "")) stay(assignment, value, state, floors)
  for (const { evaluations } of assignment.words) {
    for (const name of evaluations.flatMap(assignedBy)) setVariable(state, name, undefined)
  }
}

/** Takes note of the value a variable is given. */
const noteValue = (assignment: ShellAssignment, command: SimpleCommand, state: State, machine: Machine): void => {
  if (assignment.value === undefined) state.arrays.add(assignment.name)
  noteAssignment(assignment, state, machine)
  glimpseValue(assignment, command, state, machine)
}

/** The value of a variable that other programs run: what it says is looked at, and that it is set is a floor. */
const glimpseValue = (
  { name, value }: ShellAssignment,
  command: SimpleCommand,
  state: State,
  machine: Machine
): void => {
  if (value?.value === undefined || !isCommandVariable(name) || machine.depth >= maxTextDepth) return
  const inner = { _tag: "Text", text: value.value, dialect: "bash", span: value.span } as const
  machine.depth++
  const around: Around = { command, name, here: false, setsHome: setsHome(command) }
  glimpsing(machine, "here", true, () => runText(inner, around, fork(state), machine))
  machine.depth--
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Whether a word is one fixed string, the home in front of it aside; of the home alone a variable decides the name. */
const isFixed = ({ pieces, shown, tilde, value }: ShellWord): boolean =>
  value !== undefined ||
  (tilde !== undefined && shown !== `~${tilde}` && pieces.every((piece) => piece._tag === "Literal"))

const wordFloor = (word: ShellWord): Floor | undefined => {
  if (!isFixed(word)) return opaque(`what runs is decided by ${word.shown}`, word.span)
  if (word.shown === "") return opaque("the command word is empty", word.span)
  if (/\s/u.test(word.shown) || isStrange(word.shown)) {
    return opaque("the command word holds a blank or a character that cannot be seen", word.span)
  }
  return undefined
}

const runUnit = (
  command: SimpleCommand,
  first: ShellWord,
  floors: Array<Floor>,
  given: State,
  state: State,
  machine: Machine
): Outcome => {
  const shown = first.shown
  const isPath = shown.includes("/")
  const text = command.words.map((word) => word.shown).join(" ")
  const name = isPath ? baseName(shown) : shown
  const evaluated = floors.length
  const builtin = readBuiltin(shown, command.words.slice(1), state)
  floors.push(...builtin.floors)
  for (const evaluation of builtin.evaluations) evaluateOne(evaluation, state, floors)
  if (given !== state) evaluateInFront(command, builtin.evaluations, given, floors)

  const { cwds, lost, variables } = state
  const { globbed, surroundings, work } = machine
  const reading = machine.read(command, {
    ...surroundings,
    cwds,
    variables,
    lost,
    globbed,
    work,
    defines: (one) => machine.effects.functions.has(one)
  })
  floors.push(...reading.floors)
  // What is known of a command may already say so.
  const floor = wordFloor(first)
  if (floor !== undefined && !reading.floors.some(({ cause }) => cause === floor.cause)) floors.push(floor)
  for (const assignment of command.assignments) {
    const one = prefixFloor(assignment, shown, given)
    if (one !== undefined) floors.push(one)
  }
  const called = !isPath && machine.effects.functions.has(shown)
  const unit: UnitDraft = {
    text,
    baseText: isPath ? `${name}${text.slice(shown.length)}` : undefined,
    name,
    proof: called ? calledProof(shown, reading, state) : reading.proof,
    floors: machine.covered ? [] : floors,
    wraps: undefined,
    span: command.span,
    ...(reading.plainly === undefined ? {} : { plainText: `${reading.plainly}${text.slice(shown.length)}` }),
    ...(machine.glimpse === undefined ? {} : { glimpsed: machine.glimpse })
  }
  machine.units.push(unit)
  machine.reach(reading.paths, cwds)
  const before = machine.units.length
  runInner(command, shown, reading, unit, state, machine)
  if (reading.transparent && !called && machine.units.length > before) {
    unit.wraps = Array.from({ length: machine.units.length - before }, (_, index) => before + index)
  }
  if (floors.slice(evaluated).some(isOpaque)) lookAtGuesses(command, before, state, machine, runCommand)
  unsettle(machine, reading.unsettles, cwds, name)
  for (const forgotten of [...reading.forgets, ...builtin.forgets]) {
    setKnown(forgotten, undefined, command.span, state, floors)
  }
  if (listReaders.has(shown)) for (const name of builtin.forgets) state.arrays.add(name)
  if (shown === "getopts") setKnown("OPTIND", "integer", command.span, state, floors)
  if (builtin.sets !== undefined) {
    setKnown(builtin.sets.name, called ? undefined : [builtin.sets.value], command.span, state, floors)
  }
  if (builtin.forgetsUnseen) forgetAll(state)
  if (shown === "unset") state.defined = new Set()
  if (mayUnexport(command, "HOME")) state.fixed.add("HOME")
  declare(command, builtin.forgets, called, state, floors)
  if (builtin.refers !== undefined) setReference(state, builtin.refers.name, builtin.refers.to)
  const left = leave(command, shown, reading, state, machine)
  if (!called) return left
  // The function may have been unset again.
  const after = fork(state)
  forgetEffects(after, machine.effects.called)
  if (mayDrop(machine, after)) noteDrop(after)
  return same(join(after, settle(left)))
}

/** Whether calling a function may end in the rest of the line being dropped. */
const mayDrop = ({ effects: { called } }: Machine, { fixed, landing }: State): boolean =>
  landing !== undefined && (called.drops || [...called.names.keys()].some((name) => fixed.has(name)))

/** Builtins that make the variables they set arrays, or may. */
const listReaders: ReadonlySet<string> = new Set(["mapfile", "read", "readarray"])

/** Whether a command may take a variable out of the environment, where it then stays out. */
const mayUnexport = ({ words: [first, ...args] }: SimpleCommand, name: string): boolean =>
  args.some(({ shown }) => shown.startsWith(name)) &&
  (first?.value === "unset" || args.some(({ shown }) => /^(?:\+\w*x|-\w*n)/u.test(shown))) &&
  (first?.value === "unset" || isDeclaration(first?.value ?? ""))

/** What a builtin evaluates sees what stands in front of it. */
const evaluateInFront = (
  { declares = [] }: SimpleCommand,
  evaluations: ReadonlyArray<Evaluation>,
  given: State,
  floors: Array<Floor>
): void => {
  for (const evaluation of evaluations) evaluateOne(evaluation, given, floors)
  for (const { value, words } of declares) {
    if (value !== undefined) continue
    for (const word of words) for (const evaluation of word.evaluations) evaluateOne(evaluation, given, floors)
  }
}

/** A call adds nothing to a body that only reads, whose commands are judged where they stand. */
const calledProof = (name: string, reading: CommandReading, state: State): Proof => {
  const shadows = reading.proof.read || reading.inner.length > 0 || reading.floors.length > 0
  if (state.defined.has(name) && !shadows) return { read: true }
  return { read: false, why: `${name} is a function this text defines` }
}

const isOpaque = (floor: Floor): boolean => floor.class === "opaque"

/** Whether a floor says already that something not seen runs. */
const covers = (floor: Floor): boolean => floor.class === "opaque" || floor.class === "executing-environment"

/** Commands whose inner text or command runs in this very shell. */
const inThisShell: ReadonlySet<string> = new Set(["eval", "builtin", "command"])

const runInner = (
  command: SimpleCommand,
  name: string,
  reading: CommandReading,
  unit: UnitDraft,
  state: State,
  machine: Machine
): void => {
  if (reading.inner.length === 0) return
  if (machine.depth >= maxTextDepth) {
    unit.floors.push(unread("commands are nested too deep", command.span))
    return
  }
  const here = reading.glimpse === undefined && inThisShell.has(name)
  if (here) for (const { name: set } of command.assignments) setVariable(state, set, undefined)
  const called = here && machine.effects.functions.has(name)
  const skipped = called ? fork(state) : state
  const around: Around = { command, name, here, setsHome: setsHome(command) }
  machine.depth++
  glimpsing(machine, reading.glimpse, unit.floors.some(covers), () => {
    for (const inner of reading.inner) {
      const inside = here ? state : fork(state)
      if (reading.innerCwd !== undefined) setCwds(inside, directoriesAt(inside, reading.innerCwd))
      if (inner._tag === "Command") {
        const { ok, no } = runCommand(inner.command, inside, machine)
        // In this shell, what it leaves is what either outcome leaves.
        if (here) become(state, join(ok, no))
      } else runText(inner, around, inside, machine)
      // A function of that name may run instead.
      if (called) become(state, join(state, skipped))
    }
  })
  machine.depth--
  // What it gave them is theirs alone, and they hold again what they held.
  if (here) for (const { name: set } of command.assignments) setVariable(state, set, undefined)
}

/** What runs a text. */
interface Around {
  readonly command: SimpleCommand
  readonly name: string
  /** It runs in this very shell. */
  readonly here: boolean
  readonly setsHome: boolean
}

const runText = (inner: Inner & { readonly _tag: "Text" }, around: Around, state: State, machine: Machine): void => {
  const { command, here, name } = around
  if (!admitText(machine, inner.text)) return
  const parsed = parseText(inner.text, { within: inner.span, piped: command.piped || hasInput(command) })
  machine.floors.push(...parsed.floors)
  if (inner.dialect === "posix" && !readsAsPosix(inner.text)) {
    machine.floors.push(opaque(`the text for ${name} holds what only bash reads so`, inner.span))
  }
  if (machine.glimpse === undefined) noteFunctions(parsed.functions, machine.effects)
  if (!here) forgetUnexported(around, state)
  // A shell of its own is in no function; neither, most often, is what a trap runs.
  if (!here || name === "trap") state.inFunction = false
  if (name === "trap") {
    trapFloor(parsed.flow, command, inner.span, machine)
    noteBody(`trap ${inner.text}`, parsed.flow, machine)
  }
  const from = machine.paths.length
  const { landing } = state
  state.landing = { text: parsed.flow, state: undefined }
  const { ok, no } = machine.run(parsed.flow, state, machine)
  if (name === "trap") machine.late.push({ from, to: machine.paths.length })
  if (!here) return
  become(state, landed(join(ok, no)))
  state.landing = landing
}

/** A trap for anything but the end may change the shell between any two commands. */
const trapFloor = (flow: Flow, command: SimpleCommand, span: Span, machine: Machine): void => {
  const signals = command.words.slice(2)
  if (signals.every(({ value }) => value === "EXIT" || value === "0")) return
  const { all, moves, names } = effectsOf(flow, machine.effects)
  if (all || moves || names.size > 0) machine.floors.push(opaque("a trap may change the shell at any time", span))
}

const hasInput = (command: SimpleCommand): boolean => command.redirects.some(({ operator }) => operator.startsWith("<"))

/** A shell of its own sees what was exported, which is not followed; a trap runs when everything may have changed. */
const forgetUnexported = ({ command, name, setsHome }: Around, state: State): void => {
  const { cwds, stack, variables } = state
  const home = state.variables.get("HOME")
  forgetAll(state)
  if (name === "trap") return
  state.stack = stack === undefined ? undefined : []
  setCwds(state, cwds)
  if (!setsHome) setVariable(state, "HOME", home)
  beginAnew(state, variables)
  state.lost = setsAny(command)
}

/** Whether it may give its text any variable: in front, or by a word that `env`, `sudo` or `docker` take for one. */
const setsAny = ({ assignments, words }: SimpleCommand): boolean =>
  assignments.length > 0 || words.some(({ shown }) => shown.includes("="))

/** Whether it gives its text another home, as an assignment in front or a word that `env` or `sudo` takes for one. */
const setsHome = ({ assignments, words }: SimpleCommand): boolean =>
  assignments.some(({ name }) => name === "HOME") || words.some(({ shown }) => shown.startsWith("HOME="))
