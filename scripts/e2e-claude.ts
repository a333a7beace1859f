/**
 * Claude Code itself, guarded: its own binary from npm, headless, against a model on this machine that asks for one
 * tool call; whether the tool ran is told by what it left behind.
 *
 * `npm run e2e:claude` installs the newest host into a temporary directory, or `CLAUDE_CODE_VERSION`, or takes the binary
 * at the path in `CLAUDE_CODE`. Nothing is sent anywhere: the model is on 127.0.0.1, and every other address leads to a closed port.
 */
import { spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type Model, startModel } from "./support/messages.ts"
import { onTerminal } from "./support/terminal.ts"

const root = path.resolve(import.meta.dirname, "..")
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-e2e-")))
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }))
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

/** What is tried stays what it is, whoever builds in the meantime. */
const built = path.join(scratch, "built")
fs.cpSync(path.join(root, "dist"), built, { recursive: true })

/** Installs the host, and answers its binary. */
const installHost = (): string => {
  const given = process.env["CLAUDE_CODE"]
  if (given !== undefined) return given
  const directory = path.join(scratch, "host")
  fs.mkdirSync(directory)
  fs.writeFileSync(path.join(directory, "package.json"), '{ "private": true }')
  // Without a tag npm may take an older one, which it finds fitter for the Node it runs on itself.
  const name = `@anthropic-ai/claude-code@${process.env["CLAUDE_CODE_VERSION"] ?? "latest"}`
  const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", name], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (status !== 0) throw new Error("npm could not install @anthropic-ai/claude-code")
  const packages = path.join(directory, "node_modules", "@anthropic-ai")
  const binaries = fs.readdirSync(packages).map((name) => path.join(packages, name, "claude"))
  const binary = binaries.find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true)
  if (binary === undefined) throw new Error("@anthropic-ai/claude-code brought no binary for this machine")
  return binary
}

interface World {
  readonly home: string
  readonly project: string
  readonly settings: string
  /** The built program, a copy that a case may break. */
  readonly program: string
  readonly marker: string
}

const environment = ({ home }: World): Record<string, string> => ({
  HOME: home,
  PATH: "/usr/local/bin:/usr/bin:/bin",
  TERM: "dumb"
})

/** A home with a project, the program of its own, and a policy. */
const makeWorld = (name: string, policy: unknown): World => {
  const home = path.join(scratch, name)
  const world = {
    home,
    project: path.join(home, "project"),
    settings: path.join(home, ".claude", "settings.json"),
    program: path.join(home, "program"),
    marker: path.join(home, "project", "marker")
  }
  fs.mkdirSync(world.project, { recursive: true })
  fs.cpSync(built, world.program, { recursive: true })
  fs.writeFileSync(path.join(world.program, "package.json"), '{ "type": "module" }')
  const file = path.join(home, ".config", "portcullis", "policy.jsonc")
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(policy), { mode: 0o600 })
  return world
}

const install = (world: World): void => {
  const argv = [process.execPath, path.join(world.program, "bin.js"), "install", "claude"]
  const { code, seen } = onTerminal({ argv, cwd: world.project, env: environment(world), answer: "yes" })
  if (code !== 0) throw new Error(seen)
}

/** Answers the process that runs the hook's program of this world. */
const hookOf = ({ program }: World): number | undefined =>
  fs
    .readdirSync("/proc")
    .map(Number)
    .find((pid) => {
      if (!Number.isInteger(pid)) return false
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1] === path.join(program, "hook.cjs")
      } catch {
        return false
      }
    })

/** Sends a signal to the hook as soon as there is one; answers whether one was found so far, and ends the watch. */
const harm = (world: World, signal: NodeJS.Signals): (() => boolean) => {
  let done = false
  const timer = setInterval(() => {
    const pid = hookOf(world)
    if (pid === undefined || done) return
    try {
      done = process.kill(pid, signal)
    } catch {
      // It had ended already.
    }
  }, 1)
  return () => {
    clearInterval(timer)
    return done
  }
}

interface Session {
  readonly ran: boolean
  readonly told: string
  readonly seconds: number
  readonly said: string
}

/** One headless session in which the model asks for one command. */
const session = (binary: string, world: World, model: Model, allowed: boolean): Promise<Session> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    model.ask(`touch ${world.marker}`)
    const env = {
      ...environment(world),
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "none",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      HTTP_PROXY: "http://127.0.0.1:9",
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1"
    }
    const args = ["-p", "Make the file.", ...(allowed ? ["--allowedTools", "Bash"] : [])]
    const child = spawn(binary, args, { cwd: world.project, env, stdio: ["ignore", "pipe", "pipe"] })
    const timer = setTimeout(() => child.kill("SIGKILL"), 120_000)
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()))
    child.on("error", reject)
    child.on("close", () => {
      clearTimeout(timer)
      const ran = fs.existsSync(world.marker)
      resolve({ ran, told: model.told() ?? "", seconds: (performance.now() - started) / 1000, said })
    })
  })

interface Case {
  readonly name: string
  readonly title: string
  readonly policy: unknown
  /** Whether the host by itself lets the command run: then only the hook can have kept it from running. */
  readonly hostAllows: boolean
  readonly prepare: (world: World) => (() => boolean) | void
  readonly runs: boolean
  /** Words in what the model is told. */
  readonly told: string
}

const allow = { permission: { bash: { "touch *": "allow" } } }
const deny = { permission: { bash: { "touch *": { action: "deny", reason: "Markers are made by people" } } } }
const ask = { permission: { bash: { "touch *": { action: "ask", reason: "A marker is seen by others" } } } }
const could = "Portcullis could not decide, so the call is denied"

const edit = (world: World, change: (text: string) => string): void =>
  fs.writeFileSync(world.settings, change(fs.readFileSync(world.settings, "utf8")))

const cases: ReadonlyArray<Case> = [
  {
    name: "unguarded",
    title: "no hook, host allows",
    policy: allow,
    hostAllows: true,
    prepare: () => {},
    runs: true,
    told: ""
  },
  {
    name: "host-asks",
    title: "no hook, host asks",
    policy: allow,
    hostAllows: false,
    prepare: () => {},
    runs: false,
    told: ""
  },
  {
    name: "allowed",
    title: "hook allows, host asks",
    policy: allow,
    hostAllows: false,
    prepare: install,
    runs: true,
    told: ""
  },
  {
    name: "denied",
    title: "hook denies",
    policy: deny,
    hostAllows: true,
    prepare: install,
    runs: false,
    told: "Markers are made by people"
  },
  {
    name: "asked",
    title: "hook asks, nobody there",
    policy: ask,
    hostAllows: true,
    prepare: install,
    runs: false,
    told: "A marker is seen by others"
  },
  {
    name: "program-gone",
    title: "hook's program gone",
    policy: allow,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      fs.rmSync(world.program, { recursive: true })
    },
    runs: false,
    told: could
  },
  {
    name: "wrapper-gone",
    title: "wrapper gone",
    policy: allow,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      fs.rmSync(path.join(world.home, ".local/state/portcullis/portcullis-hook"))
    },
    runs: false,
    told: ""
  },
  {
    name: "killed",
    title: "hook killed (SIGKILL)",
    policy: allow,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      return harm(world, "SIGKILL")
    },
    runs: false,
    told: could
  },
  {
    name: "stopped",
    title: "hook stopped (SIGSTOP)",
    policy: allow,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      return harm(world, "SIGSTOP")
    },
    runs: false,
    told: could
  },
  {
    name: "comment",
    title: "a comment in the settings file",
    policy: deny,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      edit(world, (text) => `// a comment\n${text}`)
    },
    // Not ours to close: the host drops the whole file, and only says so on stderr.
    runs: true,
    told: ""
  },
  {
    name: "uninstalled",
    title: "hook installed and uninstalled",
    policy: deny,
    hostAllows: true,
    prepare: (world) => {
      install(world)
      const argv = [process.execPath, path.join(world.program, "bin.js"), "uninstall", "claude"]
      onTerminal({ argv, cwd: world.project, env: environment(world), answer: "yes" })
    },
    runs: true,
    told: ""
  }
]

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > 150 ? `${line.slice(0, 149)}…` : line
}

const main = async (): Promise<boolean> => {
  const binary = installHost()
  const version = spawnSync(binary, ["--version"], { encoding: "utf8", env: { HOME: scratch } }).stdout.trim()
  const model = await startModel()
  const words = process.argv.slice(2)
  const rows: Array<string> = []
  let failed = 0
  for (const one of cases.filter(({ name }) => words.length === 0 || words.includes(name))) {
    const world = makeWorld(one.name, one.policy)
    const watch = one.prepare(world)
    const found = await session(binary, world, model, one.hostAllows)
    const harmed = typeof watch === "function" ? watch() : true
    const good = harmed && found.ran === one.runs && found.told.includes(one.told) && found.told !== ""
    if (!good) failed += 1
    console.log(
      `${good ? "ok  " : "FAIL"} ${one.title}: ${found.ran ? "ran" : "did not run"}, ${found.seconds.toFixed(1)} s`
    )
    if (!good) console.log(`     harmed: ${harmed}; told: ${found.told}\n     said: ${found.said}`)
    const told = oneLine(found.told.replaceAll(scratch, "/tmp")).replaceAll("|", "\\|")
    rows.push(`| ${one.title} | ${found.ran ? "ran" : "did not run"} | ${told} | ${found.seconds.toFixed(0)} s |`)
  }
  model.close()
  console.log(`\n${version}, ${new Date().toISOString().slice(0, 10)}, ${process.platform}\n`)
  console.log(["| case | the tool | the model was told | session |", "|---|---|---|---|", ...rows].join("\n"))
  return failed === 0
}

process.exitCode = (await main()) ? 0 : 1
