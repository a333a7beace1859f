/**
 * What following a text carries along beside the state of its shells, and what it gathers.
 */
import { newBudget } from "../Budget.ts"
import { escapeGlob, type Named, namesOf } from "../Globs.ts"
import { isSafeDevice } from "../PathAccesses.ts"
import { fold, isWithin } from "../Paths.ts"
import type { Floor } from "../Floor.ts"
import type { ReachedPath, Unit } from "./Analysis.ts"
import { type EffectsMemory, noEffects } from "./Effects.ts"
import type { Flow, SimpleCommand } from "./Flow.ts"
import { maxRead, maxUnits, unread } from "./Guard.ts"
import { type Guesses, noGuesses } from "./Guess.ts"
import type { CommandReading, Glimpse, PathUse, Surroundings, Work } from "./Reading.ts"
import type { State } from "./State.ts"
import type { ShellWord } from "./Word.ts"

/** What is known of one command, by its program. */
export type ReadCommand = (command: SimpleCommand, surroundings: Surroundings) => CommandReading

/**
 * How a word stands in a text: as an argument or its like, which may name a file by itself; as the value of an
 * assignment; or as text, such as a pattern, an operand of a test or the body of a here-document.
 */
export type WordRole = "argument" | "value" | "text"

/** Is told of each word, in the state it expands in. */
export type MeetWord = (word: ShellWord, state: State, role: WordRole) => void

/** The states in which something succeeds and fails; one and the same when it changes nothing. */
export interface Outcome {
  readonly ok: State
  readonly no: State
}

/** The outcome of what changes nothing. */
export const same = (state: State): Outcome => ({ ok: state, no: state })

/** A unit while it is being gathered. */
export type UnitDraft = { -readonly [K in keyof Unit]: Unit[K] } & { readonly floors: Array<Floor> }

export interface Machine {
  readonly surroundings: Surroundings
  readonly read: ReadCommand
  readonly meet: MeetWord | undefined
  readonly run: (flow: Flow, state: State, machine: Machine) => Outcome
  readonly units: Array<UnitDraft>
  readonly paths: Array<ReachedPath>
  readonly floors: Array<Floor>
  readonly effects: EffectsMemory
  /** The same with what happens in subshells. */
  readonly everywhere: EffectsMemory
  /** Paths something earlier may have created or replaced, absolute, and what did. */
  readonly unsettled: Array<{ readonly path: string; readonly by: string }>
  /** What may have replaced any path. */
  unsettledAll: string | undefined
  /** Stretches of `paths` that may be reached after anything else in the text. */
  readonly late: Array<{ readonly from: number; readonly to: number }>
  readonly guesses: Guesses
  readonly reach: (uses: ReadonlyArray<PathUse>, cwds: ReadonlyArray<string>) => void
  /** Whether the disk may be taken to stay as it is seen while the text runs; asking is noted. */
  readonly settled: () => boolean
  /** It was asked. */
  asked: boolean
  readonly globbed: NonNullable<Surroundings["globbed"]>
  readonly work: Work
  /** A text within the text was followed. */
  texts: boolean
  /** The whole text. */
  root: Flow | undefined
  /** How many texts within texts are around. */
  depth: number
  full: boolean
  /** Set while what is followed is only glimpsed. */
  glimpse: Glimpse | undefined
  /** What shows what is followed has a floor that stands for any in it. */
  covered: boolean
  /** A descriptor may have been closed, so that copying it fails. */
  closes: boolean
}

/** Answers a machine that has seen nothing yet. */
export const newMachine = (
  surroundings: Surroundings,
  read: ReadCommand,
  run: Machine["run"],
  meet: MeetWord | undefined,
  settled = false
): Machine => {
  const budget = newBudget()
  // The same pattern names the same in one look at the disk.
  const named = new Map<string, Named>()
  const namedBy = (absolute: string): Named => {
    const found = named.get(absolute) ?? namesOf(absolute, surroundings, budget)
    named.set(absolute, found)
    return found
  }
  const machine: Machine = {
    surroundings,
    read,
    meet,
    run,
    units: [],
    paths: [],
    floors: [],
    effects: noEffects(),
    everywhere: noEffects(true),
    unsettled: [],
    unsettledAll: undefined,
    late: [],
    guesses: noGuesses(),
    reach: (uses, cwds) => {
      if (machine.glimpse === "elsewhere") return
      for (const use of uses) machine.paths.push({ ...use, cwds, unsettled: unsettledBy(machine, use.path, cwds) })
    },
    settled: () => {
      machine.asked = true
      return settled
    },
    asked: false,
    globbed: (pattern, cwds) => {
      const base = pattern.startsWith("/") ? "" : cwds.length === 1 ? cwds[0]?.replace(/^\/$/u, "") : undefined
      // Ranges are the locale's, `.*` is the version's, and behind a slash only directories count.
      const bracket = pattern.indexOf("[")
      if (bracket >= 0 && pattern.lastIndexOf("-") > bracket) return undefined
      if (/\[[:=.]|(?:^|\/)\.[^/]*[*?[]|\/$/u.test(pattern)) return undefined
      if (base === undefined || !machine.settled()) return undefined
      const absolute = pattern.startsWith("/") ? pattern : `${escapeGlob(base)}/${pattern}`
      const { paths, whole } = namedBy(absolute)
      if (!whole) return undefined
      return pattern.startsWith("/") ? paths : paths.map((path) => path.slice(base.length + 1))
    },
    work: { left: maxRead },
    texts: false,
    root: undefined,
    depth: 0,
    full: false,
    glimpse: undefined,
    covered: false,
    closes: false
  }
  return machine
}

/** Answers whether anything that was gathered may change the disk, or what globs name, before the last of it is read. */
export const mayChange = (machine: Machine): boolean => {
  const { floors, paths, units } = machine
  if (floors.length > 0) return true
  if (isAlone(machine)) return false
  return (
    units.some((unit) => !unit.proof.read || unit.floors.length > 0 || mayGlobOtherwise(unit)) ||
    paths.some(({ direction, path }) => direction !== "read" && (path === undefined || !isSafeDevice(path)))
  )
}

/** Whether a command may change which names globs yield: `shopt`, or a shell that is told so, as by `bash -f -c`. */
const mayGlobOtherwise = ({ name, text, wraps }: UnitDraft): boolean =>
  name === "shopt" || (wraps !== undefined && / [-+](?:[A-Za-z]*[fO]|[A-Za-z]*o noglob)/u.test(text))

/** Whether all of it is one command's words, which bash expands before that command or its redirects do anything. */
const isAlone = ({ root, texts }: Machine): boolean => {
  if (root?._tag !== "Command" || texts) return false
  const { assignments, redirects, words } = root.command
  const all = [...words, ...assignments.flatMap((one) => one.words)]
  for (const { body, target } of redirects) {
    if (target !== undefined) all.push(target)
    if (body?.word !== undefined) all.push(body.word)
  }
  return all.every(({ nested }) => nested.length === 0)
}

/** Answers whether one more unit may be gathered. */
export const admitUnit = (machine: Machine): boolean => {
  // That it is spent is told at the end.
  if (isSpent(machine)) return false
  if (machine.units.length < maxUnits) return true
  if (!machine.full) machine.floors.push(tooMany())
  machine.full = true
  return false
}

/** Answers whether more would have to be read than is. */
export const isSpent = ({ work }: Machine): boolean => work.left < 0

const wordCost = 8
const textCost = 256

/** Counts a command's words; answers whether they may be read. */
export const admitWords = (machine: Machine, words: ReadonlyArray<ShellWord>): boolean => {
  for (const { shown } of words) machine.work.left -= shown.length + wordCost
  return !isSpent(machine)
}

/** Counts a text within the text; answers whether it may be read. */
export const admitText = (machine: Machine, text: string): boolean => {
  machine.texts = true
  machine.work.left -= 2 * text.length + textCost
  return !isSpent(machine)
}

const tooMany = (): Floor => unread(`the text holds more than ${maxUnits} commands`)

/**
 * Follows what is only glimpsed.
 *
 * @param covered What shows it is opaque, or makes another program run: then what cannot be read there says nothing more.
 */
export const glimpsing = (
  machine: Machine,
  glimpse: Glimpse | undefined,
  covered: boolean,
  follow: () => void
): void => {
  if (glimpse === undefined) return follow()
  const { covered: before, full, glimpse: around } = machine
  const floors = machine.floors.length
  machine.glimpse = around === "elsewhere" ? around : glimpse
  machine.covered = before || covered
  follow()
  machine.glimpse = around
  const covers = machine.covered
  machine.covered = before
  if (!covers) return
  machine.floors.length = floors
  if (machine.full && !full) machine.floors.push(tooMany())
}

/** The most paths that are kept as unsettled one by one; past it, any path may be. */
const maxUnsettled = 64

/** Records what a command may create or replace. */
export const unsettle = (
  machine: Machine,
  paths: ReadonlyArray<string> | "anything",
  cwds: ReadonlyArray<string>,
  by: string
): void => {
  if (machine.unsettledAll !== undefined || machine.glimpse === "elsewhere") return
  if (paths === "anything") {
    machine.unsettledAll = by
    return
  }
  for (const path of paths) {
    const at = absolutes(path, cwds)
    if (at.length === 0 || machine.unsettled.length + at.length > maxUnsettled) {
      machine.unsettledAll = by
      return
    }
    for (const one of at) machine.unsettled.push({ path: one, by })
  }
}

const absolutes = (path: string, cwds: ReadonlyArray<string>): ReadonlyArray<string> =>
  path.startsWith("/") ? [fold(path)] : cwds.map((cwd) => fold(`${cwd}/${path}`))

const unsettledBy = (machine: Machine, path: string | undefined, cwds: ReadonlyArray<string>): string | undefined => {
  if (machine.unsettledAll !== undefined) return machine.unsettledAll
  if (machine.unsettled.length === 0 || path === undefined) return undefined
  for (const one of absolutes(path, cwds)) {
    const met = machine.unsettled.find((unsettled) => isWithin(one, unsettled.path))
    if (met !== undefined) return met.by
  }
  return undefined
}

/** Looks again at paths that may be reached after what came later. */
export const markUnsettled = (machine: Machine, from: number, to: number): void => {
  if (machine.unsettledAll === undefined && machine.unsettled.length === 0) return
  for (let at = from; at < to; at++) {
    const path = machine.paths[at]
    if (path === undefined || path.unsettled !== undefined) continue
    const unsettled = unsettledBy(machine, path.path, path.cwds)
    if (unsettled !== undefined) machine.paths[at] = { ...path, unsettled }
  }
}
