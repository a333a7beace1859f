/**
 * Programs on a real pseudo-terminal, with a person who acts out steps on it.
 */
import { spawn, spawnSync } from "node:child_process"
import * as path from "node:path"

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import pty"]).status === 0)

/** Whether there is what it takes to make a terminal: python3 and its pty module. */
export const hasTerminals = python !== undefined

/** What the person does once they see a text. */
export interface Step {
  readonly see?: string
  /** Seconds. */
  readonly pause?: number
  readonly type?: string
  readonly signal?: "SIGTERM" | "SIGINT" | "SIGHUP"
  readonly hangup?: true
}

export interface Played {
  /** The exit code; minus the signal that ended the program. */
  readonly code: number
  /** What stood on the terminal, without colours and carriage returns. */
  readonly seen: string
  /** Whether the terminal was left as it was. */
  readonly restored: boolean
  /** Whether the program had to be killed. */
  readonly late: boolean
}

export interface Scene {
  readonly argv: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<Step>
  readonly size?: readonly [rows: number, columns: number]
  readonly seconds?: number
  /** Tells what was seen as it came, colours and all. */
  readonly raw?: boolean
}

/** Runs a program on a terminal of its own until it ends. */
export const play = (scene: Scene): Promise<Played> =>
  new Promise((resolve, reject) => {
    const child = spawn(python ?? "python3", [path.resolve(import.meta.dirname, "onTerminal.py")])
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (data) => (stdout += String(data)))
    child.stderr.on("data", (data) => (stderr += String(data)))
    child.on("close", () => {
      if (stdout === "") return reject(new Error(stderr))
      const played = JSON.parse(stdout)
      resolve({
        ...played,
        seen:
          scene.raw === true
            ? String(played.seen)
            : String(played.seen)
                .replaceAll(/\u001b\[[0-9;]*[mK]/g, "")
                .replaceAll("\r", "")
      })
    })
    child.stdin.end(JSON.stringify(scene))
  })
