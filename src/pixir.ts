/**
 * The Pixir seed's permission functions, for who embeds only those: plain functions over values of any type.
 *
 * None of them throws. What cannot be told is answered strictly: a mutation, not safe, outside.
 */
import { findRuns, findWrites } from "./knowledge/find.ts"
import { pixirReadTools, pixirReasons } from "./knowledge/pixirTools.ts"
import { display } from "./domain/Display.ts"
import { tokenTexts } from "./domain/tripwire/Candidates.ts"
import { climbs, type Confines } from "./domain/tripwire/Confinement.ts"
import { onlyReads } from "./domain/tripwire/ProvenRead.ts"
import { firstLeaving } from "./domain/tripwire/Tripwire.ts"
import { nodeWorkspaceView } from "./layers/NodeWorkspaceView.ts"

/** How much runs without a person: everything, what only reads while the rest asks, or only what reads. */
export type Mode = "auto" | "ask" | "read_only"

/** What is to be done with a tool call: run it, refuse it, or ask a person, for this reason. */
export type Decision = "allow" | "deny" | { readonly ask: string }

/** Answers every permission mode, the default first. */
export const modes = (): ReadonlyArray<Mode> => ["auto", "ask", "read_only"]

/**
 * Decides whether a tool call may run: `auto` allows, `ask` asks for what mutates, `read_only` denies it. A mode that is
 * none of these counts as `read_only`.
 *
 * @param args the tool's input: an object with the tool's own names, such as `command` of `bash`
 * @param workspace the directory a command would run in; this process's own when left out
 */
export const decide = (mode: unknown, tool: unknown, args: unknown, workspace?: unknown): Decision => {
  if (mode === "auto" || !isMutating(tool, args, workspace)) return "allow"
  return mode === "ask" ? { ask: reasonFor(tool) } : "deny"
}

const reasonFor = (tool: unknown): string => {
  if (typeof tool !== "string") return "run an unknown tool"
  return pixirReasons.get(tool) ?? `run ${display(tool)}`
}

/**
 * Answers whether a tool call changes something: a tool nobody knows does, and so does a command that is not proven to
 * only read.
 *
 * @param workspace the directory a command would run in; this process's own when left out
 */
export const isMutating = (tool: unknown, args: unknown, workspace?: unknown): boolean => {
  try {
    if (typeof tool !== "string") return true
    if (pixirReadTools.has(tool)) return false
    if (tool === "spawn_agent") return own(args, "validate_only") !== true
    if (tool === "apply_virtual_diff") return member(args, "dry_run") === false
    if (tool === "bash") return !isSafeCommand(own(args, "command"), workspace)
    return true
  } catch {
    // Reading an argument may run code of its own.
    return true
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** What an input holds itself: what it inherits was not said by the call. */
const own = (args: unknown, name: string): unknown =>
  isObject(args) && Object.hasOwn(args, name) ? member(args, name) : undefined

const member = (args: unknown, name: string): unknown => (isObject(args) ? Reflect.get(args, name) : undefined)

/**
 * Answers whether a command line is proven to only read: every command in it, every file it opens, and no word that
 * climbs out of the directory it runs in. Where absolute paths lead is the question of `outsideWorkspaceShellToken`.
 *
 * @param workspace the directory it would run in; this process's own when left out
 */
export const isSafeCommand = (command: unknown, workspace?: unknown): boolean => {
  if (typeof command !== "string") return false
  try {
    return onlyReads(command, confinesOf(typeof workspace === "string" ? workspace : ""))
  } catch {
    return false
  }
}

/** Answers whether a shell token has a segment `..`, however it is quoted. */
export const classifyParentDirectoryToken = (token: unknown): boolean =>
  typeof token === "string" && (climbs(token.replaceAll(/['"]/gu, "")) || tokenTexts(token).some(climbs))

/**
 * Answers the first token of a command line that leads out of `workspace`, as it is written there, or null when none
 * does: a tripwire in front of the sandbox, not the sandbox.
 *
 * @param workspace a directory; a relative one is below this process's own
 */
export const outsideWorkspaceShellToken = (command: unknown, workspace: unknown): string | null => {
  if (typeof command !== "string" || typeof workspace !== "string") return null
  try {
    return firstLeaving(command, confinesOf(workspace)) ?? null
  } catch {
    // Nothing is known of it, so that any word of it may lead out.
    return /\S+/u.exec(command)?.[0] ?? null
  }
}

/** Answers whether a token of `find` makes it change something: delete, run a command, or write a file. */
export const isMutatingFindPredicate = (token: unknown): boolean =>
  typeof token === "string" && [stripShellQuotes(token), ...tokenTexts(token)].some(changes)

const changes = (predicate: string): boolean =>
  predicate === "-delete" || findRuns.has(predicate) || Object.hasOwn(findWrites, predicate)

/** Answers a token without the single quotes around it, and then without the double quotes; null for no string. */
export function stripShellQuotes(token: string): string
export function stripShellQuotes(token: unknown): string | null
export function stripShellQuotes(token: unknown): string | null {
  return typeof token === "string" ? trim(trim(token, "'"), '"') : null
}

const trim = (text: string, quote: string): string => {
  let start = 0
  let end = text.length
  while (start < end && text.charAt(start) === quote) start += 1
  while (end > start && text.charAt(end - 1) === quote) end -= 1
  return text.slice(start, end)
}

/** @param workspace absolute, or below this process's own directory */
const confinesOf = (workspace: string): Confines => {
  const home = process.env["HOME"]
  return {
    workspace: workspace.startsWith("/") ? workspace : `${process.cwd()}/${workspace}`,
    home: home?.startsWith("/") === true ? home : "/nonexistent",
    view: nodeWorkspaceView
  }
}
