/**
 * Decodes a policy file's text into a scope, with everything that is wrong with it.
 */
import { type DocumentReader, keyBelow, openDocument } from "./DocumentReader.ts"
import { type FloorClass, floorClasses } from "./Floor.ts"
import type { JsonNode } from "./JsonTree.ts"
import { type Mode, modes } from "./Mode.ts"
import { isOwnPath, readAuthorizers, readChain, readDelegation, readDuration, readPath } from "./PolicySettings.ts"
import { readPermission } from "./PolicyRules.ts"
import { quoted } from "./Problem.ts"
import type { Rule, ScopeKind } from "./Rule.ts"
import { emptyScope, type Scope, type ScopeSettings } from "./Scope.ts"
import { advise } from "./Suggest.ts"

/** Which file a text is, and what it may name. */
export interface PolicySourceText {
  readonly kind: ScopeKind
  /** Absolute path, or the preset's name. */
  readonly file: string
  readonly trusted: boolean
  /** What a `~` in the text stands for. */
  readonly home: string
  /** Names that `preset` can be. */
  readonly presets: ReadonlyArray<string>
}

/** Every key a policy file can have, in the order a person reads about them. */
export const policyKeys = [
  "$schema",
  "preset",
  "mode",
  "yoloMode",
  "permission",
  "agents",
  "floors",
  "wrappers",
  "workspaceRoots",
  "authorizers",
  "authorizerChain",
  "modelDelegation",
  "authorizerTimeoutMs",
  "askTimeoutMs",
  "terminalTimeoutMs",
  "parent",
  "requireReviewLog",
  "debugLog",
  "log"
] as const

type PolicyKey = (typeof policyKeys)[number]

/**
 * Decodes a text of any kind; it never throws.
 *
 * Rules keep their written order. What cannot be read is told and left out, the rest is kept: a scope with problems can
 * only tighten.
 */
export const decodePolicy = (text: string, source: PolicySourceText): Scope => {
  const reader = openDocument(text, source.file)
  const draft = newDraft(source)
  if (reader.root !== undefined) {
    for (const { name, property, value } of reader.fields(reader.root, "", policyKeys)) {
      if (source.kind === "project" && ownersOnly.has(name)) {
        reader.tell(property, name, `a project file may not set ${quoted(name)}`, "set it in your own policy file")
      }
      readField(reader, name, value, draft, source)
    }
    settleMode(reader, draft)
  }
  const { agents, floorsByRule, mode, preset, rules, settings, workspaceRoots, wrappers } = draft
  return {
    ...emptyScope(source.kind, source.file, reader.problems(), source.trusted),
    preset,
    mode: mode?.value,
    rules,
    agents,
    floorsByRule,
    wrappers,
    workspaceRoots,
    settings
  }
}

/** What only the operator's own files may set: a project could use each of these to grant itself authority. */
const ownersOnly: ReadonlySet<PolicyKey> = new Set<PolicyKey>([
  "preset",
  "floors",
  "wrappers",
  "workspaceRoots",
  "authorizers",
  "authorizerChain",
  "modelDelegation",
  "parent",
  "requireReviewLog",
  "debugLog",
  "log"
])

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

interface Draft extends Pick<Mutable<Scope>, "preset" | "rules" | "floorsByRule" | "wrappers" | "workspaceRoots"> {
  mode: { readonly node: JsonNode; readonly value: Mode } | undefined
  yolo: { readonly node: JsonNode; readonly value: boolean } | undefined
  readonly agents: Map<string, ReadonlyArray<Rule>>
  readonly settings: Mutable<ScopeSettings>
}

const newDraft = ({ file, kind }: PolicySourceText): Draft => {
  const { floorsByRule, preset, rules, settings, workspaceRoots, wrappers } = emptyScope(kind, file)
  return {
    preset,
    rules,
    floorsByRule,
    wrappers,
    workspaceRoots,
    mode: undefined,
    yolo: undefined,
    agents: new Map(),
    settings: { ...settings }
  }
}

/** Reads one key into the draft; one that its file may not set is read for its problems and not kept. */
const readField = (
  reader: DocumentReader,
  name: PolicyKey,
  node: JsonNode,
  draft: Draft,
  source: PolicySourceText
): void => {
  const into = source.kind === "project" && ownersOnly.has(name) ? newDraft(source) : draft
  const { settings } = into
  switch (name) {
    case "$schema":
      reader.text(node, name)
      return
    case "preset":
      into.preset ??= readPreset(reader, node, name, source.presets)
      return
    case "mode":
      into.mode ??= readMode(reader, node, name, source.kind)
      return
    case "yoloMode":
      into.yolo ??= readYolo(reader, node, name, source.kind)
      return
    case "permission":
      into.rules = [...into.rules, ...readPermission(reader, node, name, source)]
      return
    case "agents":
      readAgents(reader, node, name, source, into.agents)
      return
    case "floors":
      into.floorsByRule = readFloors(reader, node, name)
      return
    case "wrappers":
      into.wrappers = readWrappers(reader, node, name)
      return
    case "workspaceRoots":
      into.workspaceRoots = readRoots(reader, node, name, source.home)
      return
    case "authorizers":
      settings.authorizers = readAuthorizers(reader, node, name, source.home)
      return
    case "authorizerChain":
      settings.authorizerChain = readChain(reader, node, name)
      return
    case "modelDelegation":
      settings.modelDelegation = readDelegation(reader, node, name)
      return
    case "authorizerTimeoutMs":
    case "askTimeoutMs":
    case "terminalTimeoutMs":
      settings[name] = readDuration(reader, node, name)
      return
    case "parent":
      settings.parent = reader.text(node, name)
      return
    case "requireReviewLog":
    case "debugLog":
    case "log":
      settings[name] = reader.flag(node, name)
      return
  }
}

const readPreset = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  presets: ReadonlyArray<string>
): string | undefined => {
  const name = reader.text(node, key)
  if (name === undefined || presets.includes(name)) return name
  reader.tell(node, key, `there is no preset ${quoted(name)}`, advise(name, presets))
  return undefined
}

const readMode = (reader: DocumentReader, node: JsonNode, key: string, kind: ScopeKind): Draft["mode"] => {
  const value = reader.word(node, key, modes)
  if (value === undefined) return undefined
  if (kind === "project" && value === "auto") {
    reader.tell(node, key, `a project file may not set the mode "auto"`, "set it in your own policy file")
    return undefined
  }
  return { node, value }
}

const readYolo = (reader: DocumentReader, node: JsonNode, key: string, kind: ScopeKind): Draft["yolo"] => {
  const value = reader.flag(node, key)
  if (kind === "project") {
    reader.tell(node, key, `a project file may not set "yoloMode"`, "set it in your own policy file")
    return undefined
  }
  return value === undefined ? undefined : { node, value }
}

/** Brings the two spellings of `auto` together. */
const settleMode = (reader: DocumentReader, draft: Draft): void => {
  if (draft.yolo === undefined) return
  if (!draft.yolo.value) {
    const auto = draft.mode === undefined ? draft.preset === "auto" : draft.mode.value === "auto"
    const other = draft.mode === undefined ? "preset" : "mode"
    const said = `says the mode is not "auto", and ${quoted(other)} says it is`
    if (auto) reader.tell(draft.yolo.node, "yoloMode", said, "keep one of the two")
    return
  }
  if (draft.mode === undefined) {
    draft.mode = { node: draft.yolo.node, value: "auto" }
  } else if (draft.mode.value !== "auto") {
    const said = `says the mode is "auto", and "mode" says ${quoted(draft.mode.value)}`
    reader.tell(draft.yolo.node, "yoloMode", said, "keep one of the two")
  }
}

const readAgents = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  source: PolicySourceText,
  into: Map<string, ReadonlyArray<Rule>>
): void => {
  for (const { key: agent, offset, value } of reader.properties(node, key)) {
    const below = keyBelow(key, agent)
    if (agent === "") reader.tell({ offset }, below, "an agent has a name", "write the name its host gives it")
    if (/[*?]/.test(agent)) {
      const said = `${quoted(agent)} is no pattern here, but the name of one agent`
      reader.tell({ offset }, below, said, `write rules for every agent in "permission"`)
    }
    for (const field of reader.fields(value, below, ["permission"])) {
      const rules = readPermission(reader, field.value, keyBelow(below, "permission"), { ...source, agent })
      into.set(agent, [...(into.get(agent) ?? []), ...rules])
    }
  }
}

/** Those of the floors that a rule can be let to answer. */
const answerable = ["opaque", "privilege", "executing-environment"] as const satisfies ReadonlyArray<FloorClass>

const readFloors = (reader: DocumentReader, node: JsonNode, key: string): ReadonlyArray<FloorClass> =>
  reader.fields(node, key, floorClasses).flatMap(({ name, property, value }) => {
    const found = answerable.find((known) => known === name)
    if (found === undefined) {
      reader.tell(property, keyBelow(key, name), `no rule can answer the floor "${name}"`, "remove it")
      return []
    }
    return reader.word(value, keyBelow(key, name), ["rule"]) === undefined ? [] : [found]
  })

const readWrappers = (reader: DocumentReader, node: JsonNode, key: string): ReadonlyArray<string> =>
  reader.texts(node, key).flatMap(({ node: item, value }) => {
    if (!/[\s/]/.test(value)) return [value]
    reader.tell(item, key, `${quoted(value)} is not the name of a command`, "write its name alone, without a path")
    return []
  })

const readRoots = (reader: DocumentReader, node: JsonNode, key: string, home: string): ReadonlyArray<string> =>
  reader.texts(node, key).flatMap(({ node: item, value }) => {
    const path = readPath(reader, item, value, key, home)
    if (path === undefined) return []
    if (isOwnPath(path, home)) return [path]
    const said = `${quoted(value)} would count ${path === "/" ? "everything" : "your home"} as inside the workspace`
    reader.tell(item, key, said, "name the directories below it that belong to the work")
    return []
  })
