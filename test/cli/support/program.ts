/**
 * The built program, run as a person would run it: its own process, a home of its own, real files.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "..", "..", "..")
const lock = path.join(root, "node_modules", ".portcullis-build")

const newest = (directory: string): number =>
  Math.max(
    ...fs
      .readdirSync(directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
  )

const isStale = (): boolean => {
  const built = fs.statSync(path.join(root, "dist", "main.js"), { throwIfNoEntry: false })
  return built === undefined || built.mtimeMs < newest(path.join(root, "src"))
}

const locked = <A>(act: () => A): A => {
  for (;;) {
    try {
      fs.mkdirSync(lock)
      break
    } catch {
      const held = fs.statSync(lock, { throwIfNoEntry: false })
      if (held !== undefined && Date.now() - held.mtimeMs > 60_000) fs.rmSync(lock, { recursive: true, force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
  try {
    return act()
  } finally {
    fs.rmSync(lock, { recursive: true, force: true })
  }
}

/** A copy of the built program: what these tests run stays what it is, whoever builds in the meantime. */
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-built-"))
const bin = path.join(directory, "bin.js")

/** Builds the program unless it is newer than its source; of several test files one builds and the others wait. */
export const build = (): void =>
  locked(() => {
    if (isStale()) {
      const tsdown = path.join(root, "node_modules", "tsdown", "dist", "run.mjs")
      execFileSync(process.execPath, [tsdown, "--logLevel", "warn"], {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit"]
      })
    }
    for (const name of ["bin.js", "main.js", "demo.js", "hook.cjs", "hook-shell.cjs", "chain.js", "link-runner.js"]) {
      fs.copyFileSync(path.join(root, "dist", name), path.join(directory, name))
    }
    fs.writeFileSync(path.join(directory, "package.json"), '{ "type": "module" }')
  })

/** Puts the client for models beside the copy, where an operator who wants the judge installs it. */
export const addModelClient = (): void => {
  const scope = path.join(directory, "node_modules", "@anthropic-ai")
  fs.mkdirSync(scope, { recursive: true })
  fs.symlinkSync(path.join(root, "node_modules", "@anthropic-ai", "sdk"), path.join(scope, "sdk"))
}

/** Removes the copy; a test file does so when it is done. */
export const removeBuilt = (): void => fs.rmSync(directory, { recursive: true, force: true })

/** A home and a project in it, both real and empty. */
export interface Home {
  readonly home: string
  readonly project: string
  /** Writes a file of the home, its directories made and its mode that of a careful user. */
  readonly write: (name: string, text: string) => string
  readonly policy: (policy: unknown) => string
  readonly remove: () => void
}

export const makeHome = (): Home => {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-home-")))
  const project = path.join(home, "project")
  fs.mkdirSync(project)
  const write = (name: string, text: string): string => {
    const file = path.join(home, name)
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    fs.writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  return {
    home,
    project,
    write,
    policy: (policy) => write(".config/portcullis/policy.jsonc", JSON.stringify(policy, null, 2)),
    remove: () => fs.rmSync(home, { recursive: true, force: true })
  }
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** The environment the program gets: a home, and a PATH on which there is nothing to run. */
export const environment = ({ home }: Home, env: RunOptions["env"] = {}): Record<string, string> => ({
  HOME: home,
  PATH: "/nonexistent",
  LC_ALL: "C.UTF-8",
  ...env
})

/** The demonstration, built. */
export const demo = path.join(directory, "demo.js")

/** The hook's own program, built, as the wrapper starts it. */
export const hookProgram = path.join(directory, "hook.cjs")

/** The words that start the program. */
export const argv = (args: ReadonlyArray<string>): readonly [string, ...Array<string>] => [
  process.execPath,
  bin,
  ...args
]

/** Runs the program to its end. */
export const run = (home: Home, args: ReadonlyArray<string>, options: RunOptions = {}): Run => {
  const [node, ...words] = argv(args)
  const { status, stderr, stdout } = spawnSync(node, words, {
    cwd: options.cwd ?? home.project,
    env: environment(home, options.env),
    input: options.input ?? "",
    maxBuffer: 256 * 1024 * 1024
  })
  return { code: status, stdout: stdout.toString("utf8"), stderr: stderr.toString("utf8") }
}

/** Runs the program in a session of its own, which has no controlling terminal even where the tests have one. */
export const runAlone = (
  home: Home,
  args: ReadonlyArray<string>,
  input: string,
  env: RunOptions["env"] = {}
): Promise<Run> =>
  new Promise((resolve) => {
    const [node, ...words] = argv(args)
    const child = spawn(node, words, { cwd: home.project, env: environment(home, env), stdio: "pipe", detached: true })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (data) => (stdout += String(data)))
    child.stderr.on("data", (data) => (stderr += String(data)))
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
