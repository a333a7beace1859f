/**
 * One hook call from a cold start, alone and under the installed wrapper, beside bare node, interleaved.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { wrapperText } from "../src/hosts/Wrapper.ts"
import { budget, median, shown, table, timed } from "./measure.ts"

const built = fileURLToPath(new URL("../dist/", import.meta.url))
if (!fs.existsSync(`${built}hook.cjs`)) throw new Error(`${built}hook.cjs is missing: run npm run build first`)
const home = fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-hook-"))
// A copy, so that whoever builds in the meantime changes nothing.
const program = path.join(home, "hook.cjs")
for (const name of ["hook.cjs", "hook-shell.cjs"]) fs.copyFileSync(built + name, path.join(home, name))
const configHome = path.join(home, ".config")
const stateHome = path.join(home, ".local", "state")
const policy = {
  permission: {
    bash: { "npm *": "allow", "git push*": "ask", "rm -rf *": "deny" },
    path: { "*.env": "deny" },
    external_directory: { "~/elsewhere/**": "allow" }
  }
}
fs.mkdirSync(path.join(configHome, "portcullis"), { recursive: true })
fs.writeFileSync(path.join(configHome, "portcullis", "policy.jsonc"), JSON.stringify(policy, null, 2), { mode: 0o600 })

const env = { HOME: home, PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: path.join(stateHome, "portcullis", "compiled") }
const call = (tool_name: string, tool_input: unknown): string =>
  JSON.stringify({ session_id: "s", cwd: home, hook_event_name: "PreToolUse", tool_name, tool_input })
const bash = call("Bash", { command: "cd src && npm test 2>&1 | tail -20" })
const read = call("Read", { file_path: path.join(home, "a.ts") })

const run = (file: string, args: ReadonlyArray<string>, input: string): number =>
  timed(() => {
    const done = spawnSync(file, args, { env: { ...env, CLAUDE_PROJECT_DIR: home }, cwd: home, input })
    if (done.status !== 0) throw new Error(`exit ${done.status}: ${done.stderr.toString()}`)
  })

const write = (name: string, text: string): string => {
  const file = path.join(home, name)
  fs.writeFileSync(file, text, { mode: 0o700 })
  return file
}
const wrapped = (node: string, file: string): string =>
  wrapperText({ node, program: file, home, configHome, stateHome })
const wrapper = write("portcullis-hook", wrapped(process.execPath, program))
// A program that takes no time to speak of: what is left is the wrapper's own.
const instant = write("instant", "#!/bin/sh\nprintf %s {}\n")
const wrappedInstant = write("wrapped-instant", wrapped(instant, "x"))

const contestants = {
  "node -e 0": () => run(process.execPath, ["-e", "0"], ""),
  "hook, a command line": () => run(process.execPath, [program, "claude", "PreToolUse"], bash),
  "hook, a file": () => run(process.execPath, [program, "claude", "PreToolUse"], read),
  "under the wrapper": () => run(wrapper, ["claude", "PreToolUse"], bash),
  "sh, nothing to do": () => run(instant, [], ""),
  "the same, wrapped": () => run(wrappedInstant, ["claude", "PreToolUse"], "")
} satisfies Record<string, () => number>
type Contestant = keyof typeof contestants
const names = Object.keys(contestants) as ReadonlyArray<Contestant>

const rounds = 31
const times = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<Contestant, Array<number>>
for (let round = -3; round < rounds; round++) {
  for (const name of names) {
    const time = contestants[name]()
    if (round >= 0) times[name].push(time)
  }
}
const of = (name: Contestant): number => median(times[name])
const ratio = (name: Contestant): number => of(name) / of("node -e 0")
const limit = 1.9

/** The most memory a process held at once, in MB. */
const peak = (args: ReadonlyArray<string>, input: string): number => {
  const samples = Array.from({ length: 5 }, () => {
    const script = write("peak.cjs", 'process.on("exit", () => console.error(process.resourceUsage().maxRSS))')
    const done = spawnSync(process.execPath, ["--require", script, ...args], { env, cwd: home, input })
    return Number(done.stderr.toString().trim().split("\n").at(-1)) / 1024
  })
  return median(samples)
}
const barePeak = peak(["-e", "0"], "")
const hookPeak = peak([program, "claude", "PreToolUse"], bash)

table(`hook from a cold start, median of ${rounds}, interleaved`, [
  ...names.slice(0, 4).map((name) => [name, shown(of(name)), `${ratio(name).toFixed(2)} × bare node`]),
  ["budget", `${limit} × bare node`, budget(ratio("hook, a command line"), limit)],
  ["the wrapper's own time", shown(of("the same, wrapped") - of("sh, nothing to do")), ""],
  [
    "memory above bare node",
    `${(hookPeak - barePeak).toFixed(1)} MB`,
    `of 25 MB: ${budget(hookPeak - barePeak, 25)} (bare node ${barePeak.toFixed(0)} MB)`
  ]
])
fs.rmSync(home, { recursive: true, force: true })
