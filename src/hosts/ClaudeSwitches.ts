/**
 * What in Claude Code's settings keeps a hook from being run, or from being heard.
 *
 * Source: Claude Code's hooks reference; what it does with settings it cannot load was measured against 2.1.332.
 */
import { type JsonNode, type JsonProperty, locator, readJsonTree } from "../domain/JsonTree.ts"
import { watchdogSeconds } from "./Wrapper.ts"
import { hooksIn, type InstalledHook, isOn } from "./ClaudeSettings.ts"

/** One thing that lets calls run unseen. */
export interface Leak {
  /** 1-based; 0 where the file as a whole is meant. */
  readonly line: number
  /** One clause for a person. */
  readonly message: string
}

/** Answers why the host takes nothing of the settings, hooks included; undefined where nothing of the kind is seen. */
export const unloadable = (text: string): Leak | undefined => {
  try {
    // The host takes off a byte order mark, and JSON.parse does not.
    JSON.parse(text.replace(/^\ufeff/, ""))
  } catch {
    const { faults } = readJsonTree(text)
    const offset = faults[0]?.offset ?? firstExtra(text)
    const message =
      faults.length > 0
        ? "is not JSON, so the host loads nothing of it"
        : "has a comment or a trailing comma, so the host loads nothing of it"
    return { line: locator(text)(offset).line, message }
  }
  return misshapen(text)
}

/** Answers what keeps hooks of these settings, or of any, from gating calls. */
export const leaks = (text: string, managed: boolean): ReadonlyArray<Leak> => {
  const found: Array<Leak> = []
  const tell = (key: string, message: string): void => {
    if (isOn(text, key)) found.push({ line: lineOf(text, key), message: `${key} is on: ${message}` })
  }
  tell("disableAllHooks", "the host runs no hook")
  if (!managed) return found
  if (hooksIn(text).length === 0) tell("allowManagedHooksOnly", "the host runs only the administrator's hooks")
  const plugins = memberOf(readJsonTree(text).root, "strictPluginOnlyCustomization")
  if (plugins !== undefined && !(plugins._tag === "Boolean" && !plugins.value)) {
    found.push({
      line: lineOf(text, "strictPluginOnlyCustomization"),
      message: "strictPluginOnlyCustomization is on: the host may run only the hooks of plugins"
    })
  }
  return found
}

/** Answers what is wrong with one of our hooks as it stands in the settings. */
export const weaknesses = (hook: InstalledHook): ReadonlyArray<Leak> => {
  const { line } = hook
  const found: Array<string> = []
  if (hook.matcher !== undefined && !everyTool.has(hook.matcher)) {
    found.push(`its matcher ${JSON.stringify(hook.matcher)} leaves tools out; it should be "*"`)
  }
  if (hook.async) found.push("async is on: the host does not wait for its answer")
  if (hook.condition !== undefined) found.push("`if` keeps calls from it")
  if (hook.onFailure !== "block") found.push('onFailure is not "block": if the hook fails, the call runs')
  if (hook.timeout !== undefined && hook.timeout <= watchdogSeconds) {
    found.push(`its timeout of ${hook.timeout} s ends before the watchdog's ${watchdogSeconds} s`)
  }
  return found.map((message) => ({ line, message }))
}

const everyTool: ReadonlySet<string> = new Set(["", "*", ".*"])

/** A value of a wrong kind in `hooks` costs all of the file. */
const misshapen = (text: string): Leak | undefined => {
  const hooks = memberOf(readJsonTree(text).root, "hooks")
  if (hooks === undefined) return undefined
  const leak = (node: JsonNode): Leak => ({
    line: locator(text)(node.offset).line,
    message: "is no hook entry as the host knows them, so the host loads nothing of the file"
  })
  if (hooks._tag !== "Object") return leak(hooks)
  for (const { value } of hooks.properties) {
    if (value === undefined) continue
    if (value._tag !== "Array") return leak(value)
    for (const group of value.items) {
      const matcher = memberOf(group, "matcher")
      const entries = memberOf(group, "hooks")
      if (entries?._tag !== "Array" || (matcher !== undefined && matcher._tag !== "String")) return leak(group)
      const odd = entries.items.find((entry) => memberOf(entry, "type")?._tag !== "String")
      if (odd !== undefined) return leak(odd)
    }
  }
  return undefined
}

/** The first comment or trailing comma of a text that is JSON but for these. */
const firstExtra = (text: string): number => {
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === "\\") at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === "/") return at
    else if (char === "," && /^\s*[\]}]/.test(text.slice(at + 1, at + 200))) return at
  }
  return 0
}

const memberOf = (node: JsonNode | undefined, key: string): JsonNode | undefined => property(node, key)?.value

const property = (node: JsonNode | undefined, key: string): JsonProperty | undefined =>
  node?._tag === "Object" ? node.properties.findLast((one) => one.key === key) : undefined

const lineOf = (text: string, key: string): number => {
  const found = property(readJsonTree(text).root, key)
  return found === undefined ? 0 : locator(text)(found.offset).line
}
