/**
 * Real bash in a place where it can harm nothing: a root that holds bash and its libraries alone, an unprivileged user
 * that nobody else is, no network, its own processes, limits on all it may use, and no PATH that leads anywhere.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Readable, Writable } from "node:stream"

/** What bash was seen to do with one text. */
export interface Seen {
  /** The directory it ran in, which held the empty files `a`, `b` and `f`. */
  readonly cwd: string
  /** Each command bash looked for and did not have, with its arguments, as it was called. */
  readonly calls: ReadonlyArray<ReadonlyArray<string>>
  /** The names of the files it made or wrote in that directory. */
  readonly writes: ReadonlyArray<string>
}

/** One text that was run. */
export interface Ran extends Seen {
  readonly text: string
  /** Whether `bash -n` takes it, when that was asked. */
  readonly accepted: boolean | undefined
  /** It was still running when its time was up; what it did until then was seen. */
  readonly late: boolean
}

/** A jail with a bash in it. */
export interface Sandbox {
  /**
   * Runs texts one after another, each in a directory of its own.
   *
   * @param asks Whether to have `bash -n` say of a text, by its place, whether bash takes it.
   */
  readonly run: (texts: ReadonlyArray<string>, asks?: (place: number) => boolean) => Promise<ReadonlyArray<Ran>>
  readonly close: () => void
}

/** The home directory bash is told of. */
export const home = "/home/u"

const files = ["a", "b", "f"]
const answerMs = 15_000

/** Answers whether bash can be given a text as it stands. */
export const isRunnable = (text: string): boolean =>
  !text.includes("\0") && text.isWellFormed() && Buffer.byteLength(text) < 64 * 1024

/** The program a name stands for here, with links followed. */
const program = (name: string): string | undefined => {
  for (const directory of ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]) {
    const file = path.join(directory, name)
    if (fs.existsSync(file)) return fs.realpathSync(file)
  }
  return undefined
}

/** Answers why texts cannot be run here, or `undefined` where they can. */
export const sandboxFault = async (): Promise<string | undefined> => {
  if (process.platform !== "linux") return "it needs Linux namespaces"
  if (process.getuid?.() !== 0) return "it needs root, to lock bash in"
  for (const name of ["bash", "unshare", "chroot", "mkfifo", "mknod", "ldd"]) {
    if (program(name) === undefined) return `it needs ${name}`
  }
  try {
    const sandbox = openSandbox()
    try {
      const [ran] = await sandbox.run(["k1 'a b' > c"])
      const seen = JSON.stringify([ran?.calls, ran?.writes])
      return seen === '[[["k1","a b"]],["c"]]' ? undefined : `bash in it answers ${seen}`
    } finally {
      sandbox.close()
    }
  } catch (fault) {
    return `it cannot be built: ${String(fault)}`
  }
}

const tool = (name: string, args: ReadonlyArray<string>): string => {
  const file = program(name)
  const ended = file === undefined ? undefined : spawnSync(file, args, { encoding: "utf8" })
  if (ended?.status !== 0) throw new Error(`${name} failed: ${ended?.stderr ?? "there is none"}`)
  return ended.stdout
}

/** Fills a root with bash, its libraries and what the driver needs. */
const build = (root: string, uid: number): void => {
  for (const directory of ["bin", "dev", "e", "home/u", "l", "proc", "t"]) {
    fs.mkdirSync(path.join(root, directory), { recursive: true })
  }
  // Passed through but never listed: a text cannot find what belongs to another.
  for (const directory of ["e", "l", "t"]) fs.chmodSync(path.join(root, directory), 0o711)
  fs.chmodSync(root, 0o711)
  const bash = program("bash") ?? ""
  fs.copyFileSync(bash, path.join(root, "bin/bash"))
  fs.chmodSync(path.join(root, "bin/bash"), 0o755)
  for (const [, library] of tool("ldd", [bash]).matchAll(/(\/\S+)/gu)) {
    if (library === undefined) continue
    fs.mkdirSync(path.join(root, path.dirname(library)), { recursive: true })
    fs.copyFileSync(fs.realpathSync(library), path.join(root, library))
    fs.chmodSync(path.join(root, library), 0o755)
  }
  tool("mknod", ["-m", "666", path.join(root, "dev/null"), "c", "1", "3"])
  fs.symlinkSync("/proc/self/fd", path.join(root, "dev/fd"))
  tool("mkfifo", ["-m", "600", path.join(root, "done")])
  fs.chownSync(path.join(root, "done"), uid, uid)
  fs.copyFileSync(path.join(import.meta.dirname, "driver.bash"), path.join(root, "driver"))
  fs.chmodSync(path.join(root, "driver"), 0o644)
}

/** In a log this and a letter stand for a line break, and for the character itself. */
const escape = "\u001d"

/**
 * What bash calls for a command it does not have: it notes the call, and runs bash where bash is called for. A
 * file it would read is a program of its own, by a name rules can speak of. bash writes line by line, and others write
 * at the same time: a note must hold no line break.
 */
const handler = (id: string): string => `command_not_found_handle() {
  local word
  local -a words=("\${@//${escape}/${escape}e}")
  builtin printf '%s\\0' "$#" "\${words[@]//$'\\n'/${escape}n}" >> /l/${id}
  case $1 in
    bash)
      shift
      for word; do [[ -f $word ]] && return; done
      /bin/bash "$@"
      ;;
    f*) return 1 ;;
  esac
}
`

/** Lays out the directory of one text. */
const prepare = (root: string, id: string, uid: number): void => {
  const directory = path.join(root, "t", id)
  fs.mkdirSync(directory)
  for (const file of files) {
    fs.writeFileSync(path.join(directory, file), "")
    fs.chownSync(path.join(directory, file), uid, uid)
  }
  fs.chownSync(directory, uid, uid)
  fs.writeFileSync(path.join(root, "e", id), handler(id))
  fs.writeFileSync(path.join(root, "l", id), "")
  fs.chownSync(path.join(root, "l", id), uid, uid)
}

/** The calls in a log: a count, then as many words, each ended by NUL. */
const callsIn = (log: string): ReadonlyArray<ReadonlyArray<string>> => {
  const words = log.replaceAll(`${escape}n`, "\n").replaceAll(`${escape}e`, escape).split("\0")
  const calls: Array<ReadonlyArray<string>> = []
  for (let at = 0; at < words.length - 1;) {
    const count = Number(words[at])
    // Cut short where the log reached its limit.
    if (!Number.isSafeInteger(count) || count < 1 || at + count >= words.length) break
    calls.push(words.slice(at + 1, at + 1 + count))
    at += 1 + count
  }
  return calls
}

/** Takes what a text left behind, and clears it away. */
const collect = (root: string, id: string): Seen => {
  const directory = path.join(root, "t", id)
  const writes = fs
    .readdirSync(directory)
    .filter((name) => !files.includes(name) || fs.lstatSync(path.join(directory, name)).size > 0)
  const calls = callsIn(fs.readFileSync(path.join(root, "l", id), "utf8"))
  fs.rmSync(directory, { recursive: true })
  fs.rmSync(path.join(root, "e", id))
  fs.rmSync(path.join(root, "l", id))
  return { cwd: `/t/${id}`, calls, writes }
}

interface Driver {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** The next line it says, or `undefined` when it ends or says nothing in time. */
  readonly line: () => Promise<string | undefined>
}

const start = (root: string, uid: number): Driver => {
  const args = ["--net", "--ipc", "--pid", "--fork", "--kill-child", `--mount-proc=${path.join(root, "proc")}`]
  const jailed = [program("chroot") ?? "", `--userspec=${uid}:${uid}`, "--groups=", root, "/bin/bash", "/driver"]
  const child = spawn(program("unshare") ?? "", [...args, "--", ...jailed], {
    cwd: "/",
    env: { PATH: "/nonexistent", HOME: home, LC_ALL: "C.UTF-8" },
    stdio: ["pipe", "pipe", "ignore"]
  })
  child.stdin.on("error", () => undefined)
  const lines: Array<string> = []
  let rest = ""
  const output = { ended: false, wake: (): void => undefined }
  const end = (): void => {
    output.ended = true
    output.wake()
  }
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n")
    rest = parts.pop() ?? ""
    lines.push(...parts)
    output.wake()
  })
  child.on("close", end)
  child.on("error", end)
  const line = async (): Promise<string | undefined> => {
    const until = Date.now() + answerMs
    while (lines.length === 0 && !output.ended && Date.now() < until) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, until - Date.now())
        output.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return lines.shift()
  }
  return { child, line }
}

/** Builds a jail in a temporary directory; the bash in it starts with the first text. */
export const openSandbox = (): Sandbox => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-jail-")))
  const uid = 200_000 + (randomBytes(4).readUInt32LE() % 1_000_000)
  let driver: Driver | undefined
  const stop = (): void => {
    driver?.child.kill("SIGKILL")
    driver = undefined
  }
  const close = (): void => {
    stop()
    process.off("exit", close)
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  }
  process.on("exit", close)
  try {
    build(root, uid)
  } catch (fault) {
    close()
    throw fault
  }
  const run: Sandbox["run"] = async (texts, asks = () => false) => {
    const named = texts.map((text, place) => ({ text, asked: asks(place), id: randomBytes(9).toString("hex") }))
    const ran: Array<Ran> = []
    let waiting = named
    for (const { id } of named) prepare(root, id, uid)
    while (waiting.length > 0) {
      driver ??= start(root, uid)
      const at: Driver = driver
      at.child.stdin.write(waiting.map(({ asked, id, text }) => `${id}\0${asked ? 1 : 0}\0${text}\0`).join(""))
      let answered = 0
      for (const { asked, id, text } of waiting) {
        const [name, status, late] = (await at.line())?.split(" ") ?? []
        const accepted = asked ? status === "0" : undefined
        answered++
        if (name === id) ran.push({ text, accepted, late: late !== "0", ...collect(root, id) })
        else {
          // The bash around it is gone or stuck; what the text did was still noted.
          stop()
          ran.push({ text, accepted: undefined, late: true, ...collect(root, id) })
          break
        }
      }
      waiting = waiting.slice(answered)
    }
    return ran
  }
  return { run, close }
}
