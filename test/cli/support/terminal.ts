/**
 * The program on a terminal, with a person who types what it asks for.
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { argv, environment, type Home } from "./program.ts"

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import pty"]).status === 0)

/** Whether there is what it takes to make a terminal: python3 and its pty module. */
export const hasTerminals = python !== undefined

/** Runs the program on a terminal and types the answers in turn as it asks. */
export const runOnTerminal = (
  home: Home,
  args: ReadonlyArray<string>,
  ...answers: ReadonlyArray<string>
): { readonly code: number; readonly seen: string } => {
  const request = {
    argv: argv(args),
    cwd: home.project,
    env: environment(home, { TERM: "xterm" }),
    prompt: 'Type "yes" to do it: ',
    answers
  }
  const script = path.resolve(import.meta.dirname, "on-terminal.py")
  const { stderr, stdout } = spawnSync(python ?? "python3", [script], { input: JSON.stringify(request) })
  if (stdout.length === 0) throw new Error(stderr.toString("utf8"))
  const { code, seen } = JSON.parse(stdout.toString("utf8"))
  // The terminal's own line ends, and its colours.
  return {
    code,
    seen: String(seen)
      .replaceAll("\r\n", "\n")
      .replaceAll(/\u001b\[[0-9;]*m/g, "")
  }
}
