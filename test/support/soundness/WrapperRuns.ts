/**
 * Real wrappers of this machine, run with generated options, and which of a few harmless programs each of them then ran.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { runners, systemDirectories, type Wrapper, wrappers } from "../../../src/knowledge/wrappers.ts"
import type { Random } from "./Texts.ts"

/** Commands, and what options take for values: no system has them, and each is a program here. */
const commands = ["k1", "k2"]
const values = ["5", "1", "0", "1", "0", "L", "KILL", "any", "k1", "k3", "x86_64"]

/** The wrappers that are asked. */
export const asked: ReadonlyArray<string> = [
  "env",
  "timeout",
  "nice",
  "nohup",
  "time",
  "stdbuf",
  "setsid",
  "ionice",
  "taskset",
  "chrt",
  "setarch",
  "linux64",
  "prlimit",
  "xargs",
  "flock",
  "script",
  "setpriv",
  "strace",
  "ltrace",
  "ssh-agent",
  "tini",
  "dumb-init",
  "numactl",
  "chronic",
  "ifne",
  "find",
  "fdfind"
]

const usersId = 65_534
const runMs = 2_000

/** Answers where a program of that name stands, if the system brings it. */
export const programOf = (name: string): string | undefined =>
  Array.from(systemDirectories, (directory) => path.join(directory, name)).find((file) => fs.existsSync(file))

const tableOf = (name: string): Wrapper | undefined => (Object.hasOwn(wrappers, name) ? wrappers[name] : runners[name])

/** Options of programs whose command is behind an option of its own. */
const others: Readonly<Record<string, string>> = {
  find: "-H -L -P -maxdepth= -name= -type= -newer= -print -size= -not -o",
  fdfind: "-H -I -s -i -g -t= -e= -d= -j= --type= --max-depth= --extension="
}

const shape = /^!{0,2}(--?[^=[]*)/

/** The options its table has, each with its dashes. */
const optionsOf = (name: string): ReadonlyArray<string> =>
  (others[name] ?? tableOf(name)?.options ?? "").split(" ").flatMap((one) => {
    const written = shape.exec(one)?.[1] ?? ""
    if (written === "" || written === "-#") return written === "" ? [] : ["-5"]
    return written.startsWith("--") || name === "find"
      ? [written]
      : Array.from(written.slice(1), (letter) => `-${letter}`)
  })

const one = (from: ReadonlyArray<string>, random: Random): string => from[random(from.length)] ?? ""

/** One option as people write it, whatever its table says of its value. */
const spelled = (options: ReadonlyArray<string>, random: Random): ReadonlyArray<string> => {
  const option = one(options, random)
  const value = one(values, random)
  const long = option.startsWith("--")
  switch (random(6)) {
    case 0:
      return [option, value]
    case 1:
      return [long ? `${option}=${value}` : `${option}${value}`]
    case 2:
      return [long ? option.slice(0, 3 + random(option.length)) : `${option}${one(options, random).slice(1, 2)}`]
    default:
      return [option]
  }
}

/** Answers the words of one call of a wrapper, its name first. */
export const nextCall = (name: string, random: Random): ReadonlyArray<string> => {
  const options = optionsOf(name)
  const words = [name]
  const add = (most: number): void => {
    for (let count = random(most + 1); count > 0; count--) words.push(...spelled(options, random))
  }
  if (options.length > 0) add(3)
  if (random(8) === 0) words.push("--")
  const command = [one(commands, random), ...(random(2) === 0 ? ["a"] : [])]
  if (name === "find" || name === "fdfind") {
    const action = name === "find" ? one(["-exec", "-execdir"], random) : one(["-x", "-X", "--exec"], random)
    return [...words, action, ...command, ";"]
  }
  const before = tableOf(name)?.before?.split(" ").length ?? 0
  for (let count = random(4) === 0 ? random(2) : before; count > 0; count--) words.push(one(values, random))
  if (options.length > 0 && random(4) === 0) add(1)
  if (name === "env" && random(3) === 0) words.push("A=1")
  return [...words, ...command]
}

const stub = `#!/bin/sh
{ printf '%s\\0' "\${0##*/}" "$@"; echo .; } >> "\${0%/*}/../log"
`

/** A directory in which calls are run, each with nothing on its PATH but the programs that note that they were. */
export interface Ground {
  /** Answers every program that a call ran, with its arguments. */
  readonly run: (words: ReadonlyArray<string>) => ReadonlyArray<ReadonlyArray<string>>
  readonly close: () => void
}

/** Opens such a directory. What runs there is a user without rights, where this process may choose. */
export const openGround = (): Ground => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-wrappers-")))
  fs.chmodSync(root, 0o755)
  const chooses = process.getuid?.() === 0
  const bin = path.join(root, "bin")
  const log = path.join(root, "log")
  fs.mkdirSync(bin)
  for (const name of [...commands, ...values]) fs.writeFileSync(path.join(bin, name), stub, { mode: 0o755 })
  let runs = 0
  const run = (words: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
    const [name = "", ...args] = words
    const cwd = path.join(root, `run${runs++}`)
    fs.mkdirSync(cwd)
    fs.writeFileSync(path.join(cwd, "a"), "")
    fs.writeFileSync(log, "", { mode: 0o666 })
    fs.chmodSync(log, 0o666)
    if (chooses) fs.chownSync(cwd, usersId, usersId)
    spawnSync(programOf(name) ?? name, args, {
      cwd,
      env: { PATH: bin, HOME: cwd },
      input: name === "ifne" ? "a\n" : "",
      timeout: runMs,
      killSignal: "SIGKILL",
      ...(chooses ? { uid: usersId, gid: usersId } : {})
    })
    const lines = fs.readFileSync(log, "utf8").split("\n")
    fs.rmSync(cwd, { recursive: true, force: true })
    // A limit on the size of files may cut a note off.
    return lines.filter((line) => line.endsWith("\0.")).map((line) => line.split("\0").slice(0, -1))
  }
  return { run, close: () => fs.rmSync(root, { recursive: true, force: true }) }
}
