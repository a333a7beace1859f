/**
 * What a simple command leaves behind: where the shell stands then, and whether it is still there.
 */
import type { SimpleCommand } from "./Flow.ts"
import { type Machine, type Outcome, same } from "./Machine.ts"
import type { CommandReading } from "./Reading.ts"
import { directoriesAt, forgetAll, fork, setCwds, type State } from "./State.ts"

/** Answers the states in which a command that was run succeeds and fails. */
export const leave = (
  command: SimpleCommand,
  shown: string,
  reading: CommandReading,
  state: State,
  machine: Machine
): Outcome => {
  if ((shown === "source" || shown === "." || shown === "eval") && reading.inner.length === 0) {
    forgetAll(state)
    return same(state)
  }
  if (shown === "exit" && isPlainExit(command)) {
    state.gone = true
    return same(state)
  }
  if (shown === "pushd" || shown === "popd" || shown === "cd") return move(command, shown, reading, state, machine)
  if (reading.cwd === undefined) return same(state)
  const moved = fork(state)
  setCwds(moved, reading.cwd._tag === "To" ? directoriesAt(state, reading.cwd.path) : [])
  return { ok: moved, no: state }
}

/** `exit` with too many arguments, `--help`, one that may be several or fail, or a redirect that may, does not leave. */
const isPlainExit = ({ assignments, redirects, words }: SimpleCommand): boolean => {
  const [, status] = words
  if (assignments.length > 0 || redirects.length > 0 || words.length > 2) return false
  return status === undefined || /^(?:\d+|\$[?#])$/u.test(status.text)
}

const isStackKnown = ({ stack, variables }: State): boolean =>
  stack !== undefined && stack.length > 0 && !variables.has("DIRSTACK")

const move = (
  command: SimpleCommand,
  shown: string,
  reading: CommandReading,
  state: State,
  machine: Machine
): Outcome => {
  const moved = fork(state)
  const { stack } = state
  const only = command.words.length === 2 ? command.words[1]?.value : undefined
  if (command.words.some((word) => word.value !== undefined && /^-\w*P/u.test(word.value))) {
    // Links are followed before `..`, which is not followed here.
    setCwds(moved, [])
    moved.stack = undefined
  } else if (shown === "cd" && only === "-") setCwds(moved, state.variables.has("OLDPWD") ? [] : state.previous)
  else if (shown === "popd" && command.words.length === 1 && isStackKnown(state) && stack !== undefined) {
    setCwds(moved, stack.at(-1) ?? [])
    moved.stack = stack.slice(0, -1)
  } else {
    // With options `pushd` and `popd` only turn the stack.
    const to = reading.cwd?._tag === "To" && (shown === "cd" || only !== undefined) ? reading.cwd.path : undefined
    const known = to !== undefined && !state.variables.has("CDPATH")
    setCwds(moved, known ? directoriesAt(state, to) : [])
    if (shown !== "cd")
      moved.stack = known && shown === "pushd" && stack !== undefined ? [...stack, state.cwds] : undefined
  }
  if (shown === "cd" && command.redirects.length === 0 && isThere(moved, machine))
    return { ok: moved, no: { ...fork(state), gone: true } }
  return { ok: moved, no: state }
}

/** Whether the one directory a shell would stand in is certainly there. */
const isThere = ({ cwds, fixed }: State, { settled, surroundings: { view } }: Machine): boolean => {
  if (fixed.has("PWD") || fixed.has("OLDPWD")) return false
  const [only] = cwds
  if (only === undefined || cwds.length > 1) return false
  return view.lstat(only)?.kind === "directory" && view.readdir(only) !== undefined && settled()
}
