/**
 * A first hour with Portcullis, as a script: install, one call allowed, one asked, one denied, why, uninstall.
 *
 * `npm run transcript` writes docs/transcript.md anew; with `-- --check` it fails where the document says otherwise.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { diff } from "../src/cli/Diff.ts"
import { onTerminal } from "./support/terminal.ts"

const root = path.resolve(import.meta.dirname, "..")
const document = path.join(root, "docs", "transcript.md")

const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "portcullis-transcript-")))
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }))

const home = path.join(scratch, "ada")
const project = path.join(home, "project")
const program = path.join(scratch, "program")
fs.mkdirSync(project, { recursive: true })
fs.cpSync(path.join(root, "dist"), program, { recursive: true })
fs.writeFileSync(path.join(program, "package.json"), '{ "type": "module" }')

const env = { HOME: home, PATH: "/usr/bin:/bin", TERM: "dumb", NO_COLOR: "1", LC_ALL: "C.UTF-8", TZ: "UTC" }
const bin = path.join(program, "bin.js")

const log = path.join(home, ".local/state/portcullis/permission-review.jsonl")

/** Answers what the log knows its entries by, in their order. */
const requestIds = (): ReadonlyArray<string> =>
  fs.existsSync(log)
    ? fs
        .readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => String(JSON.parse(line).requestId))
    : []

/** Puts what is the same at every run in the place of what is not. */
const steady = (text: string): string => {
  const named = requestIds().reduce((shown, id, place) => {
    const name = String(place + 1).repeat(id.length)
    return shown.replaceAll(id, name).replaceAll(id.slice(0, shortId), name.slice(0, shortId))
  }, text)
  return named
    .replaceAll(home, "/home/ada")
    .replaceAll(/\b\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?\b/g, "2026-01-02 03:04:05")
    .replaceAll(/\bwritten by \S+/g, "written by host:4711")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd()
}

/** How much of an id a list shows. */
const shortId = 8

const parts: Array<string> = []

const say = (...paragraphs: ReadonlyArray<string>): void => {
  parts.push(...paragraphs)
}

const show = (language: string, text: string): void => {
  parts.push(`\`\`\`${language}\n${steady(text)}\n\`\`\``)
}

/** Runs the program on a terminal, as a person would. */
const typed = (args: ReadonlyArray<string>, wanted: number, answer = "yes"): void => {
  const { code, seen } = onTerminal({ argv: [process.execPath, bin, ...args], cwd: project, env, answer })
  if (code !== wanted) throw new Error(`portcullis ${args.join(" ")} ended with ${code}:\n${seen}`)
  show("console", `$ portcullis ${args.join(" ")}\n${seen}`)
}

/** Sends one tool call through the hook that the settings hold, and answers what the log knows it by. */
const call = (command: string): string => {
  const settings = JSON.parse(fs.readFileSync(path.join(home, ".claude", "settings.json"), "utf8"))
  const [hook] = settings.hooks.PreToolUse[0].hooks
  const input = {
    session_id: "first-hour",
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command }
  }
  const { status, stderr, stdout } = spawnSync(hook.command, hook.args, {
    cwd: project,
    env: { ...env, CLAUDE_PROJECT_DIR: project },
    input: JSON.stringify(input),
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`)
  show("console", `$ ${hook.command} ${hook.args.join(" ")} <<< '${JSON.stringify(input)}'\n${stdout}`)
  return requestIds().at(-1) ?? ""
}

say(
  "# A first hour, as it went",
  "<!-- Written by `npm run transcript`; `.ci/run` repeats it and compares. -->",
  "What follows was run, in a home of its own, by the program as `npm ci && npm run build` leaves it in a fresh clone. Times, ids and paths are replaced by steady ones; nothing else is.",
  "## Install",
  "A policy of one's own, from the standard preset:"
)
typed(["init"], 0)
say("The hook, into Claude Code's settings:")
typed(["install", "claude"], 0)
say("A second time changes nothing:")
typed(["install", "claude"], 0)
say(
  "## Three calls",
  "What Claude Code sends to the hook before it runs a tool, and what it is told. The command is the one its settings hold.",
  "Allowed: it only reads, inside the project."
)
call("ls -la src")
say("Asked: no rule speaks of it, and it is no proven read. Claude Code puts the question to its user.")
call("npm install left-pad")
say("Denied: the preset says so, and the model is told why.")
const denied = call("shutdown now")
say("## Why")
typed(["why", denied], 0)
typed(["log"], 0)
say("## Uninstall", "The settings file was not there before, so nothing of it stays:")
typed(["uninstall", "claude"], 0)
if (fs.existsSync(path.join(home, ".claude", "settings.json"))) throw new Error("settings.json is still there")

const text = `${parts.join("\n\n")}\n`
if (process.argv.includes("--check")) {
  const before = fs.existsSync(document) ? fs.readFileSync(document, "utf8") : ""
  if (before !== text) {
    for (const line of diff(before, text)) {
      if (line.kind !== "same") console.log(`${line.kind === "added" ? "+" : "-"} ${line.line}: ${line.text}`)
    }
    console.log("docs/transcript.md says otherwise: npm run transcript")
    process.exitCode = 1
  }
} else fs.writeFileSync(document, text)
