/**
 * How the program ends.
 */
import * as Data from "effect/Data"
import { display } from "../domain/Display.ts"
import type { PermissionState } from "../domain/PermissionState.ts"

/** The exit codes; 64 and above are those of sysexits(3). */
export const exitCodes = {
  done: 0,
  allow: 0,
  ask: 10,
  deny: 11,
  usage: 64,
  badInput: 65,
  internal: 70
} as const

/** Answers the exit code that tells a state. */
export const codeOf = (state: PermissionState): number => exitCodes[state]

/** The program cannot go on, for a reason its reader can mend. */
export class Stop extends Data.TaggedError("Stop")<{
  readonly code: number
  /** What is wrong, without a full stop; more lines tell more. */
  readonly lines: ReadonlyArray<string>
}> {}

/** What is wrong is often quoted from where it came from, which may be anybody. */
const stop = (code: number, lines: ReadonlyArray<string>): Stop => new Stop({ code, lines: lines.map(display) })

/** The command was used wrongly. */
export const misuse = (...lines: ReadonlyArray<string>): Stop => stop(exitCodes.usage, lines)

/** What was handed in, or configured, is wrong. */
export const badInput = (...lines: ReadonlyArray<string>): Stop => stop(exitCodes.badInput, lines)
