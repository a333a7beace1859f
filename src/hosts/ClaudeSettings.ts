/**
 * Claude Code's settings file as text: our hooks put in, found, and taken out again.
 *
 * Source: Claude Code's hooks reference; entries of every settings file add up, and none replaces another.
 */
import { append, innerOf, type JsonContainer, type JsonValue, remove } from "../domain/JsonEdit.ts"
import { type JsonNode, type JsonProperty, locator, readJsonTree } from "../domain/JsonTree.ts"
import type { Problem } from "../domain/Problem.ts"
import { wrapperName } from "../knowledge/hosts/wrapper.ts"

/** The events that run something, each with the matcher that stands for every tool where the event has one. */
export const events: ReadonlyArray<{ readonly event: string; readonly matcher: string | undefined }> = [
  { event: "PreToolUse", matcher: "*" },
  { event: "PreSkillShellCommand", matcher: undefined }
]

/** Seconds after which the host gives up on the hook: later than the wrapper's own watchdog. */
export const hostTimeoutSeconds = 30

/** What an edit came to. */
export type SettingsEdit =
  | { readonly _tag: "Edited"; readonly text: string }
  | { readonly _tag: "Refused"; readonly problems: ReadonlyArray<Problem> }

/** A hook of ours, as the file has it. */
export interface InstalledHook {
  readonly event: string
  /** Undefined where the entry has none, which is every tool. */
  readonly matcher: string | undefined
  readonly command: string
  /** Undefined where a shell reads the command. */
  readonly args: ReadonlyArray<string> | undefined
  readonly timeout: number | undefined
  readonly onFailure: string | undefined
  readonly async: boolean
  /** What narrows the calls it sees, in the host's own permission syntax. */
  readonly condition: string | undefined
  /** 1-based. */
  readonly line: number
}

/** The text of a settings file that held nothing before. */
const nothing = "{}\n"

/** Answers the hook the host is to run for an event. */
const hookOf = (command: string, event: string): JsonValue => ({
  type: "command",
  command,
  // The event is named because a wrapper whose program is gone reads no JSON.
  args: ["claude", event],
  timeout: hostTimeoutSeconds,
  onFailure: "block"
})

/** Answers what is wrong with a settings text: that the host could not read it either, or that keys stand twice. */
export const problemsOf = (file: string, text: string): ReadonlyArray<Problem> => {
  if (text.trim() === "") return []
  const where = locator(text)
  const problem = (offset: number, key: string, message: string, suggestion?: string): Problem => ({
    file,
    ...where(offset),
    key,
    message,
    suggestion
  })
  const { faults, root } = readJsonTree(text)
  // The first; what follows it often only follows from it.
  const [fault] = faults
  if (fault !== undefined) return [problem(fault.offset, "", fault.message, "mend it; nothing was changed")]
  if (root === undefined || root._tag !== "Object") {
    return [problem(root?.offset ?? 0, "", "an object is expected here, and the file holds something else")]
  }
  const found: Array<Problem> = []
  const twice = (node: JsonNode | undefined, key: string, path: string): JsonNode | undefined => {
    if (node?._tag !== "Object") return undefined
    const [first, second] = node.properties.filter((property) => property.key === key)
    if (second !== undefined) found.push(problem(second.offset, path, "stands twice", "keep one of them"))
    return first?.value
  }
  const hooks = twice(root, "hooks", "hooks")
  if (hooks === undefined) return found
  if (hooks._tag !== "Object") return [...found, problem(hooks.offset, "hooks", "is not an object")]
  for (const { event } of events) {
    const groups = twice(hooks, event, `hooks.${event}`)
    if (groups !== undefined && groups._tag !== "Array") {
      found.push(problem(groups.offset, `hooks.${event}`, "is not a list"))
    }
  }
  return found
}

/**
 * Answers the settings with our hooks in them, and every other character as it was.
 *
 * Hooks of ours that say something else are replaced; a text in which all stand as they should stays as it is.
 *
 * @param text undefined where there is no file
 * @param command the absolute path of the wrapper
 */
export const install = (file: string, text: string | undefined, command: string): SettingsEdit => {
  const start = text === undefined || text.trim() === "" ? `${text?.trimStart() ?? ""}${nothing}` : text
  const problems = problemsOf(file, start)
  if (problems.length > 0) return { _tag: "Refused", problems }
  if (isCurrent(start, command)) return { _tag: "Edited", text: start }
  let edited = withoutOurs(start, undefined)
  for (const { event, matcher } of events) {
    const hooks = [hookOf(command, event)]
    edited = withGroup(edited, event, matcher === undefined ? { hooks } : { matcher, hooks })
  }
  return { _tag: "Edited", text: edited }
}

/**
 * Answers the settings without our hooks, and every other character as it was.
 *
 * @param before the text our hooks were put into: what was empty or absent there is so again
 */
export const uninstall = (file: string, text: string, before: string | undefined): SettingsEdit => {
  const problems = problemsOf(file, text)
  if (problems.length > 0) return { _tag: "Refused", problems }
  const command = hooksIn(text)[0]?.command
  if (before !== undefined && command !== undefined) {
    const again = install(file, before, command)
    if (again._tag === "Edited" && again.text === text) return { _tag: "Edited", text: before }
  }
  return { _tag: "Edited", text: withoutOurs(text, before) }
}

/** Answers whether a text holds nothing but what an installation leaves of a file it made itself. */
export const isNothing = (text: string): boolean => text === nothing

/** Answers every hook of ours in a text, in its order; none where it cannot be read. */
export const hooksIn = (text: string): ReadonlyArray<InstalledHook> => {
  const where = locator(text)
  const hooks = member(readJsonTree(text).root, "hooks")
  if (hooks?._tag !== "Object") return []
  return hooks.properties.flatMap(({ key: event, value }) =>
    itemsOf(value).flatMap((group) =>
      itemsOf(member(group, "hooks"))
        .filter(isOurs)
        .map((hook) => ({
          event,
          matcher: stringOf(member(group, "matcher")),
          command: stringOf(member(hook, "command")) ?? "",
          args: argsOf(member(hook, "args")),
          timeout: numberOf(member(hook, "timeout")),
          onFailure: stringOf(member(hook, "onFailure")),
          async: isTrue(member(hook, "async")),
          condition: stringOf(member(hook, "if")) ?? stringOf(member(group, "if")),
          line: where(hook.offset).line
        }))
    )
  )
}

/** Answers whether a switch at the top of the settings is on. */
export const isOn = (text: string, key: string): boolean => isTrue(member(readJsonTree(text).root, key))

/** Answers whether all our hooks stand in the text just as an installation would write them, and no others of ours. */
const isCurrent = (text: string, command: string): boolean => {
  const found = hooksIn(text)
  return (
    found.length === events.length &&
    events.every(({ event, matcher }) =>
      found.some(
        (hook) =>
          hook.event === event &&
          hook.matcher === matcher &&
          hook.command === command &&
          hook.args?.join("\n") === ["claude", event].join("\n") &&
          hook.timeout === hostTimeoutSeconds &&
          hook.onFailure === "block" &&
          !hook.async &&
          hook.condition === undefined
      )
    )
  )
}

/** Answers the text with one entry more for an event. */
const withGroup = (text: string, event: string, group: JsonValue): string => {
  const root = containerOf(readJsonTree(text).root)
  if (root === undefined) return text
  const hooks = containerOf(member(root, "hooks"))
  if (hooks === undefined) return append(text, root, "hooks", { [event]: [group] })
  const groups = containerOf(member(hooks, event))
  if (groups === undefined) return append(text, hooks, event, [group])
  return append(text, groups, undefined, group)
}

/** Takes our hooks out one by one: each time the text is read anew, so that no offset outlives an edit. */
const withoutOurs = (text: string, before: string | undefined): string => {
  let left = text
  for (;;) {
    const next = withoutOne(left, before)
    if (next === undefined) return left
    left = next
  }
}

const withoutOne = (text: string, before: string | undefined): string | undefined => {
  const root = containerOf(readJsonTree(text).root)
  const hooks = containerOf(member(root, "hooks"))
  if (root === undefined || hooks?._tag !== "Object") return undefined
  for (const [place, { key: event, value }] of hooks.properties.entries()) {
    const groups = containerOf(value)
    for (const [at, group] of itemsOf(groups).entries()) {
      const list = containerOf(member(group, "hooks"))
      const own = itemsOf(list).findIndex(isOurs)
      if (groups === undefined || list === undefined || own < 0) continue
      if (itemsOf(list).length > 1) return remove(text, list, own)
      const was = containerBefore(before, ["hooks", event])
      if (itemsOf(groups).length > 1 || was !== undefined) return remove(text, groups, at, was?.inner)
      const hooksBefore = containerBefore(before, ["hooks"])
      if (hooks.properties.length > 1 || hooksBefore !== undefined) {
        return remove(text, hooks, place, hooksBefore?.inner)
      }
      const whole = root._tag === "Object" ? root.properties.findIndex(({ key }) => key === "hooks") : -1
      return remove(text, root, whole, containerBefore(before, [])?.inner)
    }
  }
  return undefined
}

/** Answers a container of the text before, by the keys that lead to it, and what it held. */
const containerBefore = (
  before: string | undefined,
  keys: ReadonlyArray<string>
): { readonly inner: string } | undefined => {
  if (before === undefined) return undefined
  let node = readJsonTree(before).root
  for (const key of keys) node = member(node, key)
  const container = containerOf(node)
  return container === undefined ? undefined : { inner: isEmpty(container) ? innerOf(before, container) : "" }
}

const isEmpty = (container: JsonContainer): boolean =>
  (container._tag === "Array" ? container.items : container.properties).length === 0

const isOurs = (hook: JsonNode): boolean => {
  const command = stringOf(member(hook, "command"))
  return command !== undefined && (command === wrapperName || command.endsWith(`/${wrapperName}`))
}

const containerOf = (node: JsonNode | undefined): JsonContainer | undefined =>
  node?._tag === "Object" || node?._tag === "Array" ? node : undefined

const member = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?._tag === "Object"
    ? node.properties.findLast((property: JsonProperty) => property.key === key)?.value
    : undefined

const itemsOf = (node: JsonNode | undefined): ReadonlyArray<JsonNode> => (node?._tag === "Array" ? node.items : [])

const stringOf = (node: JsonNode | undefined): string | undefined => (node?._tag === "String" ? node.value : undefined)

const numberOf = (node: JsonNode | undefined): number | undefined => (node?._tag === "Number" ? node.value : undefined)

const isTrue = (node: JsonNode | undefined): boolean => node?._tag === "Boolean" && node.value

const argsOf = (node: JsonNode | undefined): ReadonlyArray<string> | undefined =>
  node?._tag === "Array" ? node.items.flatMap((item) => stringOf(item) ?? []) : undefined
