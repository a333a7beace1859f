/**
 * One simple command on its way to a reading: what it was given, and what was found so far.
 */
import type { Floor, FloorClass } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { Argument } from "./Argument.ts"
import type { SimpleCommand } from "./Flow.ts"
import type { CommandReading, CwdEffect, Glimpse, Inner, PathUse, Surroundings } from "./Reading.ts"
import type { ShellWord } from "./Word.ts"

/** A command and its arguments. */
export interface Call {
  readonly command: SimpleCommand
  /** The command word, its base name when it is a path. */
  readonly name: string
  readonly word: ShellWord
  readonly args: ReadonlyArray<Argument>
  readonly surroundings: Surroundings
  /** What was found so far. */
  readonly found: Findings
}

/** What was found of one command. */
export interface Findings {
  readonly floors: Array<Floor>
  readonly paths: Array<PathUse>
  readonly inner: Array<Inner>
  readonly forgets: Array<string>
  glimpse: Glimpse | undefined
  /** Why it is no proven read; the first reason is the one told. */
  why: string | undefined
  plainly: string | undefined
  transparent: boolean
  innerCwd: string | undefined
  cwd: CwdEffect | undefined
  unsettles: Array<string> | "anything"
}

/** Answers findings in which nothing was found yet. */
export const noFindings = (): Findings => ({
  floors: [],
  paths: [],
  inner: [],
  forgets: [],
  glimpse: undefined,
  why: undefined,
  plainly: undefined,
  transparent: false,
  innerCwd: undefined,
  cwd: undefined,
  unsettles: []
})

/** Answers the reading that the findings amount to. */
export const readingOf = (found: Findings): CommandReading => ({
  proof: found.why === undefined ? { read: true } : { read: false, why: found.why },
  floors: found.floors,
  paths: found.paths,
  inner: found.inner,
  glimpse: found.glimpse,
  plainly: found.plainly,
  transparent: found.transparent,
  innerCwd: found.innerCwd,
  cwd: found.cwd,
  unsettles: found.unsettles,
  forgets: found.forgets
})

/** Records why the command is no proven read. */
export const unproven = (call: Call, why: string): void => {
  call.found.why ??= why
}

/** Records a floor, which also keeps the command from being a proven read. */
export const raise = (call: Call, floor: FloorClass, cause: string, span: Span = call.command.span): void => {
  call.found.floors.push({ class: floor, cause, span })
  unproven(call, cause)
}
