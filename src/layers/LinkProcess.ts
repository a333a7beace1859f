/**
 * Programs that answer for a link, each in a process group of its own that does not outlive the answer.
 */
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"

/** The groups that may still run. */
const running = new Set<number>()

const signals = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const

const killAll = (): void => {
  for (const group of running) kill(group)
}

const bySignal = (signal: NodeJS.Signals): void => {
  killAll()
  unwatch()
  // Whoever else listens decides what becomes of this process; where nobody does it ends, as without us.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
}

const watch = (): void => {
  process.on("exit", killAll)
  for (const signal of signals) process.on(signal, bySignal)
}

const unwatch = (): void => {
  process.off("exit", killAll)
  for (const signal of signals) process.off(signal, bySignal)
}

const kill = (group: number): void => {
  try {
    process.kill(-group, "SIGKILL")
  } catch {
    // It has already ended.
  }
}

/**
 * Starts a program in a group of its own, without a controlling terminal, in the root directory: what lies in a project
 * is not found by its name.
 *
 * @throws where no process can be started
 */
export const startGroup = (file: string, args: ReadonlyArray<string>, stdio: StdioOptions): ChildProcess => {
  const child = spawn(file, args, { cwd: "/", stdio, detached: true, windowsHide: true })
  const { pid } = child
  if (pid !== undefined) {
    if (running.size === 0) watch()
    running.add(pid)
  }
  return child
}

/** Ends what a program has left behind; what it had written can still be read. */
export const endRest = ({ pid }: ChildProcess): void => {
  if (pid !== undefined && running.has(pid)) kill(pid)
}

/** Ends a program with all that it started, and lets this process end without waiting for it. */
export const endGroup = (child: ChildProcess): void => {
  const { pid } = child
  if (pid !== undefined && running.delete(pid)) {
    kill(pid)
    if (running.size === 0) unwatch()
  }
  for (const stream of child.stdio) stream?.destroy()
  child.unref()
}

/** Answers in a clause how a program ended. */
export const endingOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `it ended with exit code ${code ?? "unknown"}` : `it was ended by ${signal}`
