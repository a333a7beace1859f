/**
 * Gathers what a text gives its variables while it is followed, and looks at what its opaque commands may be by that.
 */
import { inertWord, literalWord } from "./Argument.ts"
import type { Flow, ShellAssignment, ShellRedirect, SimpleCommand } from "./Flow.ts"
import { type Fields, give, type Guesses, keep, maxGuesses } from "./Guess.ts"
import { formatted, guessesOf, guessValue, guessWords, inputsOf, printed, split } from "./GuessWord.ts"
import { maxRead, maxTextDepth, maxUnits } from "./Guard.ts"
import { glimpsing, type Machine, type Outcome } from "./Machine.ts"
import { fork, type State } from "./State.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

/** Records what an assignment gives. */
export const noteAssignment = (assignment: ShellAssignment, state: State, { guesses }: Machine): void => {
  const { append, elements, name, value } = assignment
  if (guesses.left <= 0) return
  if (elements === undefined) {
    if (value === undefined) return
    const values = guessValue(value, state, guesses)
    const before = append ? guessesOf(name, state, guesses) : []
    for (const one of values) {
      give(guesses, name, [one])
      for (const front of before) give(guesses, name, [front + one])
    }
    return
  }
  for (const fields of guessWords(elements, state, guesses)) {
    const plain = fields.map((field) => field.replace(/^\[[^\]]*\]\+?=/u, ""))
    give(guesses, name, plain)
    if (!append) continue
    for (const before of guesses.given.get(name)?.slice(0, 4) ?? []) give(guesses, name, [...before, ...plain])
  }
}

/** Records what `${NAME:=…}` may give. */
export const noteAssigned = (evaluation: Evaluation, state: State, { guesses }: Machine): void => {
  if (evaluation._tag !== "Assigns" || evaluation.operand === undefined) return
  for (const value of guessValue(evaluation.operand, state, guesses)) give(guesses, evaluation.name, [value])
}

/** Records the values a loop goes over. */
export const noteLoop = (
  { name, over }: Extract<Flow, { readonly _tag: "Loop" }>,
  state: State,
  { guesses }: Machine
): void => {
  if (name === undefined || guesses.left <= 0) return
  const lists = over === undefined ? guesses.positional : guessWords(over, state, guesses)
  for (const fields of lists) for (const field of fields) give(guesses, name, [field])
}

/** Records what a simple command gives variables, and what arguments it gives a function. */
export const noteCommand = (command: SimpleCommand, state: State, machine: Machine): void => {
  const { guesses } = machine
  const [first, ...args] = command.words
  const name = first?.value
  if (name === undefined || guesses.left <= 0) return
  if (machine.effects.functions.has(name)) {
    for (const fields of guessWords(args, state, guesses)) keep(guesses.calls, name, fields)
    return
  }
  switch (name) {
    case "read":
      return noteRead(command, args, state, guesses)
    case "mapfile":
    case "readarray": {
      const variable = args.findLast(({ value }) => value !== undefined && /^[A-Za-z_]\w*$/u.test(value))
      for (const text of inputsOf(command, state, guesses)) give(guesses, variable?.value ?? "MAPFILE", linesOf(text))
      return
    }
    case "printf": {
      const [option, variable, ...rest] = args
      const attached = option?.value?.slice(2) ?? ""
      if (option?.value?.startsWith("-v") !== true) return
      const values = attached === "" ? rest : args.slice(1)
      const to = attached === "" ? variable?.value : attached
      for (const fields of guessWords(values, state, guesses)) {
        if (to !== undefined) give(guesses, to.replace(/\[.*/su, ""), [formatted(fields)])
      }
      return
    }
    case "set": {
      const dashes = args.findIndex(({ value }) => value === "--")
      const from = dashes >= 0 ? dashes + 1 : args.findIndex(({ value }) => value?.startsWith("-") !== true)
      if (from >= 0)
        guesses.positional = [...guessWords(args.slice(from), state, guesses), ...guesses.positional].slice(
          0,
          maxGuesses
        )
      return
    }
    case "shift": {
      const by = Number(args[0]?.value ?? "1")
      if (!(by > 0)) return
      const shifted = guesses.positional.flatMap((fields) => (fields.length < by ? [] : [fields.slice(by)]))
      guesses.positional = [...guesses.positional, ...shifted].slice(0, maxGuesses)
      return
    }
    case "declare":
    case "typeset":
    case "local":
      return noteDeclaration(args, guesses)
  }
}

const noteDeclaration = (args: ReadonlyArray<ShellWord>, guesses: Guesses): void => {
  const options = args.flatMap(({ value }) => (value?.startsWith("-") === true ? [value] : []))
  if (!options.some((option) => /^-\w*[lucn]/u.test(option))) return
  const refers = options.some((option) => /^-\w*n/u.test(option))
  for (const { shown } of args) {
    const [, name, to] = /^([A-Za-z_]\w*)(?:=(\w*))?/u.exec(shown) ?? []
    if (name === undefined) continue
    if (refers && to !== undefined && guesses.aliases.size < maxGuesses) guesses.aliases.set(name, to)
    if (refers || guesses.cased.size >= maxGuesses) continue
    guesses.cased.add(name)
    for (const fields of (guesses.given.get(name) ?? []).slice()) give(guesses, name, fields)
  }
}

const linesOf = (text: string): Fields => text.split("\n", maxGuesses)

const noteRead = (command: SimpleCommand, args: ReadonlyArray<ShellWord>, state: State, guesses: Guesses): void => {
  const names: Array<string> = []
  let list = false
  for (const [at, { value }] of args.entries()) {
    const before = args[at - 1]?.value
    if (value === undefined || (before !== undefined && /^-\w*[dinNptu]$/u.test(before))) continue
    if (/^-\w*a/u.test(value)) list = true
    if (/^[A-Za-z_]\w*$/u.test(value)) names.push(value)
  }
  const own = command.assignments.find(({ name }) => name === "IFS")?.value?.value
  const separators = `${own ?? guessesOf("IFS", state, guesses).join("")} \t`
  const whole = own === ""
  for (const text of inputsOf(command, state, guesses)) {
    for (const line of linesOf(text)) noteLine(line, list, whole ? "" : separators, names, guesses)
  }
}

const noteLine = (
  line: string,
  list: boolean,
  separators: string,
  names: ReadonlyArray<string>,
  guesses: Guesses
): void => {
  const fields = split(line, separators)
  if (fields.length === 0) return
  if (names.length === 0) give(guesses, "REPLY", [line])
  for (const [at, name] of names.entries()) {
    if (list) give(guesses, name, fields)
    // What is left over is the last one's.
    else if (at < names.length - 1) give(guesses, name, fields.slice(at, at + 1))
    else {
      const rest = fields.slice(at)
      const from = rest[0] === undefined ? -1 : at === 0 ? line.indexOf(rest[0]) : line.lastIndexOf(rest.join(" "))
      give(guesses, name, [from < 0 ? rest.join(" ") : line.slice(from).trimEnd()])
    }
  }
}

/** Follows what reads a text that is told, where that stands in the text. */
export const feeding = (inputs: ReadonlyArray<string>, machine: Machine, follow: () => Outcome): Outcome => {
  const { guesses } = machine
  if (inputs.length === 0) return follow()
  const before = guesses.input
  guesses.input = inputs
  const outcome = follow()
  guesses.input = before
  return outcome
}

/** Answers what redirects bring a compound command. */
export const redirected = (
  redirects: ReadonlyArray<ShellRedirect>,
  state: State,
  { guesses }: Machine
): ReadonlyArray<string> =>
  redirects.some(({ operator }) => operator.startsWith("<"))
    ? inputsOf({ assignments: [], words: [], redirects, piped: true, span: { start: 0, end: 0 } }, state, guesses)
    : []

/** Answers what the stage of a pipeline before brings the next. */
export const piped = (before: Flow | undefined, state: State, { guesses }: Machine): ReadonlyArray<string> =>
  before?._tag === "Subshell" && before.body._tag === "Command" ? printed(before.body.command, state, guesses) : []

/** Whether what is left of the limits is better kept for what stands in the text. */
const isBusy = ({ units, work }: Machine): boolean => units.length > maxUnits / 2 || work.left < maxRead / 2

/** Looks at what an opaque command may be by what was guessed. */
export const lookAtGuesses = (
  command: SimpleCommand,
  from: number,
  state: State,
  machine: Machine,
  run: (command: SimpleCommand, state: State, machine: Machine) => Outcome
): void => {
  const { guesses, units } = machine
  // Who is told of each word asks for what stands in the text.
  if (machine.meet !== undefined || machine.depth >= maxTextDepth || guesses.left <= 0 || isBusy(machine)) return
  if (command.words.every(({ value }) => value !== undefined)) return
  const [at] = command.words
  if (at === undefined) return
  const redirects = command.redirects.filter(({ operator }) => operator.startsWith("<<")).map(inert)
  for (const fields of guessWords(command.words, state, guesses)) {
    const [name] = fields
    const text = fields.join(" ")
    if (name === undefined || units.slice(from).some((unit) => unit.text === text)) continue
    if (guesses.left-- <= 0) return
    const words = fields.map((field) => literalWord(field, at))
    machine.depth++
    glimpsing(machine, "here", true, () => {
      run({ ...command, assignments: [], words, redirects, declares: undefined }, fork(state), machine)
    })
    machine.depth--
  }
}

const inert = (redirect: ShellRedirect): ShellRedirect => ({
  ...redirect,
  target: redirect.target === undefined ? undefined : inertWord(redirect.target),
  body: redirect.body === undefined ? undefined : { text: redirect.body.text, expands: redirect.body.expands }
})

/** Records text that runs at some other time. */
export const noteBody = (name: string, body: Flow, { glimpse, guesses }: Machine): void => {
  if (glimpse === undefined && guesses.bodies.size < maxGuesses) guesses.bodies.set(name, body)
}

/** How often the bodies are gone through: a function may hand its arguments to the next. */
const maxRounds = 4

/** Follows bodies again when all the text was seen: with the arguments each was called with. */
export const lookAtBodies = (state: State, machine: Machine): void => {
  const { bodies, calls } = machine.guesses
  if (machine.meet !== undefined || bodies.size === 0 || !isOpaque(machine)) return
  const seen = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const before = seen.size
    for (const [name, body] of bodies) {
      for (const fields of calls.get(name) ?? [[]]) {
        const key = `${name}\0${fields.join("\0")}`
        if (seen.has(key) || machine.guesses.left-- <= 0 || isBusy(machine)) continue
        seen.add(key)
        withArguments([fields], machine, () => {
          glimpsing(machine, "here", true, () => machine.run(body, fork(state), machine))
        })
      }
    }
    if (seen.size === before) return
  }
}

/** Follows a body whose arguments these may be. */
export const withArguments = (lists: ReadonlyArray<Fields>, { guesses }: Machine, follow: () => void): void => {
  const before = guesses.positional
  guesses.positional = lists
  follow()
  guesses.positional = before
}

const isOpaque = ({ floors, units }: Machine): boolean =>
  floors.some((floor) => floor.class === "opaque") ||
  units.some((unit) => unit.floors.some((floor) => floor.class === "opaque"))
