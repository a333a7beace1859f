/**
 * Decodes one `model-judge.jsonc`, and puts together what several say.
 */
import { type DocumentReader, type JsonNode, type LinkSettings, openDocument, type Problem } from "portcullis"
import type { Capabilities, JudgeSettings, Provider } from "./Settings.ts"
import {
  baseUrlFault,
  capabilities,
  longestInstructions,
  longestPattern,
  modelName,
  mostPatterns,
  namesSomething,
  plainUrl,
  projectKeys,
  providers,
  settingsDefaults,
  type SettingsKey,
  settingsKeys,
  variableName,
  wholeNumbers
} from "./SettingsFields.ts"

/** What one file says; a project's says nothing but `instructions` and `typoPatterns`. */
export interface SettingsPart {
  readonly kind: LinkSettings.SettingsKind
  readonly file: string
  /** Where the file's value begins, for what is missing in it. */
  readonly start: { readonly line: number; readonly column: number }
  readonly provider?: Provider | undefined
  readonly model?: string | undefined
  readonly instructions?: string | undefined
  readonly typoPatterns?: ReadonlyArray<string> | undefined
  readonly timeoutMs?: number | undefined
  readonly capabilities?: Capabilities | undefined
  readonly maxTurns?: number | undefined
  readonly maxTokens?: number | undefined
  readonly confidenceThreshold?: number | undefined
  readonly baseUrl?: string | undefined
  readonly apiKeyEnv?: string | undefined
}

type Draft = { -readonly [K in keyof SettingsPart]: SettingsPart[K] }

/** Decodes a text of any kind, and tells everything that is wrong with it; it never throws. */
export const decodeSettings = (
  text: string,
  kind: LinkSettings.SettingsKind,
  file: string
): { readonly part: SettingsPart; readonly problems: ReadonlyArray<Problem> } => {
  const reader = openDocument(text, file)
  const start = reader.position({ offset: reader.root?.offset ?? 0 })
  const part: Draft = { kind, file, start }
  if (reader.root !== undefined) {
    for (const { name, property, value } of reader.fields(reader.root, "", settingsKeys)) {
      const barred = kind === "project" && !projectKeys.has(name)
      if (barred) {
        reader.tell(property, name, `a project file may not set "${name}"`, "set it in your own model-judge.jsonc")
      }
      // What it may not set is read for its problems, and kept nowhere.
      readField(reader, name, value, barred ? { kind, file, start } : part)
    }
  }
  return { part, problems: reader.problems() }
}

const readField = (reader: DocumentReader, name: SettingsKey, node: JsonNode, into: Draft): void => {
  switch (name) {
    case "$schema":
      reader.text(node, name)
      return
    case "provider":
      into.provider = reader.word(node, name, providers)
      return
    case "model":
      into.model = readName(reader, node, name, modelName, "is not the name of a model", "write it in one word")
      return
    case "instructions":
      into.instructions = readInstructions(reader, node, name)
      return
    case "typoPatterns":
      into.typoPatterns = readPatterns(reader, node, name)
      return
    case "timeoutMs":
    case "maxTurns":
    case "maxTokens":
      into[name] = readWhole(reader, node, name)
      return
    case "capabilities":
      into.capabilities = readCapabilities(reader, node, name)
      return
    case "confidenceThreshold":
      into.confidenceThreshold = readConfidence(reader, node, name)
      return
    case "baseUrl":
      into.baseUrl = readBaseUrl(reader, node, name)
      return
    case "apiKeyEnv": {
      const advice = "write the variable's name, and never the key itself"
      into.apiKeyEnv = readName(reader, node, name, variableName, "is not the name of an environment variable", advice)
      return
    }
  }
}

/** Answers a name of a known form; another is not repeated: it may be the secret that the name stands for. */
const readName = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  form: RegExp,
  fault: string,
  advice: string
): string | undefined => {
  const name = reader.text(node, key)
  if (name === undefined || form.test(name)) return name
  reader.tell(node, key, fault, advice)
  return undefined
}

const readInstructions = (reader: DocumentReader, node: JsonNode, key: string): string | undefined => {
  const text = reader.text(node, key)
  if (text === undefined || text.length <= longestInstructions) return text
  reader.tell(node, key, `has ${text.length} characters, and at most ${longestInstructions} are sent`, "shorten it")
  return undefined
}

const readPatterns = (reader: DocumentReader, node: JsonNode, key: string): ReadonlyArray<string> => {
  if (node._tag !== "Array") return reader.texts(node, key).map(({ value }) => value)
  if (node.items.length > mostPatterns) {
    reader.tell(node, key, `has ${node.items.length} patterns, and at most ${mostPatterns} are matched`, "remove some")
    return []
  }
  return node.items.flatMap((item, index) => {
    const at = `${key}[${index}]`
    const pattern = reader.text(item, at)
    if (pattern === undefined) return []
    const fault = patternFault(pattern)
    if (fault !== undefined) reader.tell(item, at, ...fault)
    return [pattern]
  })
}

const patternFault = (pattern: string): readonly [message: string, advice: string] | undefined => {
  if (pattern.length > longestPattern) {
    return [`has ${pattern.length} characters, and a pattern at most ${longestPattern}`, "shorten it"]
  }
  if (namesSomething.test(pattern)) return undefined
  return ["would review every path", `name what is wrong with the path, as in "*/src/src/*"`]
}

const readWhole = (reader: DocumentReader, node: JsonNode, key: keyof typeof wholeNumbers): number | undefined => {
  const { greatest, least } = wholeNumbers[key]
  if (node._tag === "Number" && Number.isInteger(node.value) && node.value >= least && node.value <= greatest) {
    return node.value
  }
  const found = node._tag === "Number" ? `${node.value} is` : "this is"
  const unit = key === "timeoutMs" ? "a whole number of milliseconds" : "a whole number"
  reader.tell(node, key, `${found} not ${unit} from ${least} to ${greatest}`, `the default is ${settingsDefaults[key]}`)
  return undefined
}

const readConfidence = (reader: DocumentReader, node: JsonNode, key: string): number | undefined => {
  if (node._tag === "Number" && node.value >= 0 && node.value <= 1) return node.value
  const found = node._tag === "Number" ? `${node.value} is` : "this is"
  const advice = `the default is ${settingsDefaults.confidenceThreshold}`
  reader.tell(node, key, `${found} not a number from 0 to 1`, advice)
  return undefined
}

const readCapabilities = (reader: DocumentReader, node: JsonNode, key: string): Capabilities | undefined => {
  const words = reader.texts(node, key).map(({ value }) => value)
  if (node._tag !== "Array" || words.length < node.items.length) return undefined
  const found = capabilities.find(
    (known) => known.length === words.length && known.every((word, place) => word === words[place])
  )
  if (found === undefined) {
    reader.tell(node, key, "is neither of the two lists it can be", `write ["deny"], or ["deny", "allow"]`)
  }
  return found
}

const readBaseUrl = (reader: DocumentReader, node: JsonNode, key: string): string | undefined => {
  const text = reader.text(node, key)
  if (text === undefined) return undefined
  const advice = baseUrlFault(text)
  if (advice === undefined) return plainUrl(text)
  reader.tell(node, key, "is not the address of an API", advice)
  return undefined
}

/** What the files come to. */
export type FoundSettings =
  | { readonly _tag: "Settings"; readonly settings: JudgeSettings }
  /** The operator has no such file: the judge is not in use. */
  | { readonly _tag: "Absent" }
  /** A file that counts has problems: until they are mended the judge defers. */
  | { readonly _tag: "Invalid"; readonly problems: ReadonlyArray<Problem> }

/**
 * Puts together what sound files say, in the order managed, user, project.
 *
 * The managed file has the last word on whatever has one value. Capabilities are those that every file which speaks of
 * them names. Instructions and patterns of all files count, and a project's alone are no settings.
 */
export const settingsOf = (parts: ReadonlyArray<SettingsPart>): FoundSettings => {
  const operators = parts.filter(({ kind }) => kind !== "project")
  const own = operators.at(-1)
  if (own === undefined) return { _tag: "Absent" }
  const first = <K extends OneValue>(key: K) => operators.map((part) => part[key]).find((value) => value !== undefined)
  const model = first("model")
  if (model === undefined) {
    const said = { key: "model", message: "no model is named", suggestion: `add "model": "…"` }
    return { _tag: "Invalid", problems: [{ file: own.file, ...own.start, ...said }] }
  }
  const projects = parts.filter(({ kind }) => kind === "project")
  const settings: JudgeSettings = {
    provider: first("provider") ?? settingsDefaults.provider,
    model,
    instructions: operators.flatMap(({ instructions }) => instructions ?? []),
    projectInstructions: projects.flatMap(({ instructions }) => instructions ?? []),
    typoPatterns: [...new Set(parts.flatMap(({ typoPatterns }) => typoPatterns ?? []))],
    timeoutMs: first("timeoutMs") ?? settingsDefaults.timeoutMs,
    capabilities: narrowest(operators),
    maxTurns: first("maxTurns") ?? settingsDefaults.maxTurns,
    maxTokens: first("maxTokens") ?? settingsDefaults.maxTokens,
    confidenceThreshold: first("confidenceThreshold") ?? settingsDefaults.confidenceThreshold,
    baseUrl: first("baseUrl") ?? settingsDefaults.baseUrl,
    apiKeyEnv: first("apiKeyEnv") ?? settingsDefaults.apiKeyEnv
  }
  return { _tag: "Settings", settings }
}

type OneValue = Exclude<keyof JudgeSettings, "instructions" | "projectInstructions" | "typoPatterns" | "capabilities">

const narrowest = (parts: ReadonlyArray<SettingsPart>): Capabilities => {
  const named = parts.flatMap((part) => (part.capabilities === undefined ? [] : [part.capabilities]))
  const [one, ...others] = named
  if (one === undefined) return settingsDefaults.capabilities
  return others.reduce((least, next) => (next.length < least.length ? next : least), one)
}
