/**
 * A program on a terminal of its own, where somebody types an answer when asked.
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"

const script = path.resolve(import.meta.dirname, "../../test/cli/support/on-terminal.py")

export interface OnTerminal {
  readonly argv: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly answer: string
}

/** Runs a program to its end, and answers its exit code and what was to be seen. */
export const onTerminal = (run: OnTerminal): { readonly code: number; readonly seen: string } => {
  const { answer, ...program } = run
  const request = { ...program, answers: [`${answer}\n`], prompt: 'Type "yes" to do it: ' }
  const { stderr, stdout } = spawnSync("python3", [script], { input: JSON.stringify(request), encoding: "utf8" })
  if (stdout === "") throw new Error(`there is no terminal to be had: ${stderr}`)
  const { code, seen } = JSON.parse(stdout)
  return { code, seen: String(seen).replaceAll("\r\n", "\n") }
}
