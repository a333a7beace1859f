/**
 * Runs an installed hook as its host would, and if told to does harm to the program inside it.
 *
 * The program has no switch for this: it is found among the processes that the hook started, and sent a signal, which
 * anything on the machine could do to it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as Effect from "effect/Effect"

/** A hook's command as a host has it. */
export interface HookCommand {
  readonly command: string
  /** Undefined where a shell reads the command. */
  readonly args: ReadonlyArray<string> | undefined
}

export interface ProbeOptions extends HookCommand {
  /** The text on its standard input. */
  readonly input: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** How long the host would wait, in milliseconds. */
  readonly limitMs: number
  /** What is sent to the first of its processes that has this word among its arguments. */
  readonly harm?: { readonly signal: "SIGKILL" | "SIGSTOP"; readonly word: string } | undefined
}

/** How it ended. */
export interface Probed {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  /** It had not ended at the limit. */
  readonly late: boolean
  readonly ms: number
  /** Whether the program was found and the signal sent; true where none was to be sent. */
  readonly harmed: boolean
  readonly stderr: string
  /** Why it could not be started. */
  readonly error: string | undefined
}

/** Runs a hook to its end, or to the host's limit; it never fails, and leaves none of the hook's processes behind. */
export const probe = (options: ProbeOptions): Effect.Effect<Probed> =>
  Effect.clockWith((clock) =>
    Effect.callback<Probed>((resume) => {
      const started = clock.currentTimeMillisUnsafe()
      const { args, command, cwd, env, harm } = options
      let stdout = ""
      let stderr = ""
      let harmed = harm === undefined
      let error: string | undefined
      let late = false
      let search: NodeJS.Timeout | undefined

      const child =
        args === undefined
          ? spawn("/bin/sh", ["-c", command], { cwd, env, detached: true })
          : spawn(command, args, { cwd, env, detached: true })
      const feed = (): void => {
        child.stdin.end(options.input)
      }
      const end = (code: number | null): void => {
        clearTimeout(limit)
        clearInterval(search)
        endGroup(child)
        const ms = clock.currentTimeMillisUnsafe() - started
        resume(Effect.succeed({ code, stdout, stderr, late, ms, harmed, error }))
      }
      const limit = setTimeout(() => {
        late = true
        endGroup(child)
      }, options.limitMs)

      child.stdout.on("data", (data: Buffer) => (stdout += data.toString("utf8")))
      child.stderr.on("data", (data: Buffer) => (stderr += data.toString("utf8")))
      // A hook may end without reading.
      child.stdin.on("error", () => undefined)
      child.on("error", (cause) => {
        error = cause.message
        if (child.pid === undefined) end(null)
      })
      child.on("close", end)
      if (harm === undefined) feed()
      else {
        // The program waits for its input meanwhile.
        search = setInterval(() => {
          const found = child.pid === undefined ? undefined : descendantWith(child.pid, harm.word)
          if (found === undefined) return
          clearInterval(search)
          harmed = send(found, harm.signal)
          feed()
        }, 10)
      }
      return Effect.sync(() => endGroup(child))
    })
  )

const send = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Ends what is left of the process group that this probe made. */
const endGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) send(-pid, "SIGKILL")
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly args: ReadonlyArray<string>
}

/** Answers a process that `root` started, or one of those it started, with `word` among its arguments. */
const descendantWith = (root: number, word: string): number | undefined => {
  const processes = fs.existsSync("/proc/self/stat") ? processesOfProc() : processesOfPs()
  const family = new Set([root])
  // A child may stand before its parent in the list: as often as there are generations is enough.
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const { parent, pid } of processes) if (family.has(parent)) family.add(pid)
  }
  return processes.find(({ args, pid }) => family.has(pid) && args.includes(word))?.pid
}

const processesOfProc = (): ReadonlyArray<Process> =>
  fs.readdirSync("/proc").flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8")
      // The name in parentheses may hold anything, so the fields are counted from its end (proc_pid_stat(5)).
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ", 2)[1])
      return [{ pid, parent, args: fs.readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0") }]
    } catch {
      // It has ended.
      return []
    }
  })

const processesOfPs = (): ReadonlyArray<Process> => {
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid=,args="], { encoding: "utf8" })
  return (stdout ?? "").split("\n").map((line) => {
    const [pid, parent, ...args] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), args }
  })
}
