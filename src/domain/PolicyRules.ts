/**
 * Takes rules out of a policy's `permission`, in written order.
 */
import { canonicalSurfaceOf, namedSurfaces } from "../knowledge/surfaces.ts"
import { describeNode, type DocumentReader, keyBelow } from "./DocumentReader.ts"
import type { JsonNode } from "./JsonTree.ts"
import { isMcpName, mcpCallNamed } from "./Mcp.ts"
import { compile, expandHome, fold as foldText, matches, matchesFolded, type Pattern } from "./Pattern.ts"
import { type PermissionState, permissionStates } from "./PermissionState.ts"
import { quoted } from "./Problem.ts"
import type { Rule, ScopeKind } from "./Rule.ts"
import { editDistance, nearest } from "./Suggest.ts"

/** Whose rules are read. */
export interface RuleSource {
  readonly kind: ScopeKind
  readonly file: string
  readonly home: string
  readonly agent?: string | undefined
}

const states: ReadonlyArray<PermissionState> = permissionStates

const ruleKeys = ["action", "reason", "final", "match", "notMatch"] as const

/** Answers the rules of a `permission` object; what cannot be read is told and left out. */
export const readPermission = (
  reader: DocumentReader,
  node: JsonNode,
  key: string,
  source: RuleSource
): ReadonlyArray<Rule> => {
  if (node._tag === "String") {
    const state = states.find((known) => known === node.value) ?? "ask"
    const advice = `a single state is written { "*": "${state}" }`
    reader.tell(node, key, `is ${describeNode(node)}, and has to be an object from surfaces to states`, advice)
    return []
  }
  return reader.properties(node, key).flatMap((property) => {
    const at = keyBelow(key, property.key)
    const surface = readSurface(reader, property, property.key, at)
    if (surface === undefined) return []
    const { value } = property
    if (value._tag !== "Object" || isRule(value)) {
      return readRule(reader, value, at, { ...source, surface, source: "*", place: property })
    }
    return reader
      .properties(value, at)
      .flatMap((rule) =>
        readRule(reader, rule.value, keyBelow(at, rule.key), { ...source, surface, source: rule.key, place: rule })
      )
  })
}

/**
 * Answers the surface a name stands for.
 *
 * A name that only nearly is a surface is told, and its rules are still read for the surface that was meant: the scope
 * is invalid by then and can only tighten.
 */
export const readSurface = (
  reader: DocumentReader,
  place: { readonly offset: number },
  name: string,
  key: string
): string | undefined => {
  const canonical = canonicalSurfaceOf.get(name)
  if (canonical !== undefined) {
    const advice = `write the rule on "${canonical}"`
    reader.tell(place, key, `${quoted(name)} is a tool of the surface "${canonical}", not a surface`, advice)
    return canonical
  }
  if (name === "*") return name
  if (name === "" || /[*?\s]/.test(name)) {
    const advice = `a surface is one name, or "*" for every surface but "path" and "external_directory"`
    reader.tell(place, key, `${quoted(name)} is not the name of a surface`, advice)
    return undefined
  }
  if (isMcpName(name)) {
    const advice = `write the rule on "mcp", for ${quoted(mcpCallNamed(name).value)}`
    reader.tell(place, key, `${quoted(name)} is a tool of the surface "mcp", not a surface`, advice)
    return undefined
  }
  const meant = namedSurfaces.has(name) ? undefined : surfaceMeant(name)
  if (meant !== undefined) {
    reader.tell(place, key, `${quoted(name)} is not how the surface is spelt`, `write "${meant}"`)
    return meant
  }
  return name
}

/** Shorter names lie too near to each other for one slip to tell what was meant: `ask`, `head`, `tasks`. */
const longEnough = 5

/** Answers the surface a name is up to case, hyphens and underscores, a long one up to one slip. */
const surfaceMeant = (name: string): string | undefined => {
  const folded = fold(name)
  for (const known of namedSurfaces) if (fold(known) === folded) return known
  for (const [known, canonical] of canonicalSurfaceOf) if (fold(known) === folded) return canonical
  for (const known of namedSurfaces) {
    const word = fold(known)
    const near = word.length >= longEnough && Math.abs(word.length - folded.length) <= 1
    if (near && editDistance(folded, word) === 1) return known
  }
  return undefined
}

const fold = (name: string): string => name.toLowerCase().replace(/[-_]/g, "")

interface RuleAt extends RuleSource {
  readonly surface: string
  /** The pattern as written. */
  readonly source: string
  readonly place: { readonly offset: number }
}

const readRule = (reader: DocumentReader, node: JsonNode, key: string, at: RuleAt): ReadonlyArray<Rule> => {
  const pattern = compile(at.source, at.home)
  checkReach(reader, pattern, key, at)
  const origin = { scope: at.kind, file: at.file, ...reader.position(at.place), agent: at.agent }
  if (node._tag !== "Object") {
    const state = readState(reader, node, key)
    return state === undefined ? [] : [{ surface: at.surface, pattern, state, final: false, origin }]
  }
  let state: PermissionState | undefined
  let hasAction = false
  let reason: string | undefined
  let final: { readonly node: JsonNode; readonly value: boolean } | undefined
  const examples: Array<Example> = []
  for (const { name, value } of reader.fields(node, key, ruleKeys)) {
    const below = keyBelow(key, name)
    switch (name) {
      case "action":
        hasAction = true
        state ??= readState(reader, value, below)
        break
      case "reason":
        reason ??= reader.text(value, below)
        break
      case "final":
        final ??= { node: value, value: reader.flag(value, below) ?? false }
        break
      case "match":
      case "notMatch":
        for (const [index, example] of reader.texts(value, below).entries()) {
          examples.push({ ...example, key: `${below}[${index}]`, wanted: name === "match" })
        }
        break
    }
  }
  if (!hasAction) reader.tell(node, key, `the rule has no "action"`, `add "action": "allow", "ask" or "deny"`)
  if (state === undefined) return []
  for (const example of examples) checkExample(reader, example, state, pattern, at)
  return [{ surface: at.surface, pattern, state, reason, final: isFinal(reader, key, final, state, at), origin }]
}

const unknownTool = `give the tool one state, or write the rule on one of: ${[...namedSurfaces].join(", ")}`

/** Tells a pattern that no value of its surface could match: its rule would never speak. */
const checkReach = (reader: DocumentReader, pattern: Pattern, key: string, { place, surface }: RuleAt): void => {
  if (surface === "mcp" && isMcpName(pattern.source)) {
    const said = `an MCP tool is matched as "server:tool", never as ${quoted(pattern.source)}`
    reader.tell(place, key, said, `write ${quoted(mcpCallNamed(pattern.source).value)}`)
  }
  if (surface === "*" || namedSurfaces.has(surface) || pattern.universal || matches(pattern, "*")) return
  const said = `${quoted(surface)} is a tool whose input is not read, so nothing but "*" can match`
  reader.tell(place, key, said, unknownTool)
}

/** A surface's object is one rule, and no map of patterns, when it has an action and nothing a rule does not have. */
const isRule = ({ properties }: JsonNode & { readonly _tag: "Object" }): boolean =>
  properties.some(({ key }) => key === "action") &&
  properties.every(({ key }) => ruleKeys.some((known) => known === key))

const readState = (reader: DocumentReader, node: JsonNode, key: string): PermissionState | undefined => {
  if (node._tag === "String") {
    const state = states.find((known) => known === node.value)
    if (state !== undefined) return state
    const near = nearest(node.value, states)
    const advice = near === undefined ? "write allow, ask or deny" : `did you mean "${near}"?`
    reader.tell(node, key, `${quoted(node.value)} is not a state`, advice)
    return undefined
  }
  reader.tell(node, key, `is ${describeNode(node)}, and has to be a state or a rule`, "write allow, ask or deny")
  return undefined
}

const isFinal = (
  reader: DocumentReader,
  key: string,
  final: { readonly node: JsonNode; readonly value: boolean } | undefined,
  state: PermissionState,
  { kind }: RuleSource
): boolean => {
  if (final === undefined) return false
  const below = keyBelow(key, "final")
  if (kind === "project") {
    reader.tell(final.node, below, "a project file may not make a rule final", "move the rule to your own policy file")
    return false
  }
  if (final.value && state !== "deny") {
    reader.tell(final.node, below, `the rule says ${state}, and only a deny can be final`, `remove "final"`)
    return false
  }
  return final.value
}

interface Example {
  readonly value: string
  readonly node: JsonNode
  readonly key: string
  readonly wanted: boolean
}

const longestExample = 1024

const checkExample = (
  reader: DocumentReader,
  { key, node, value, wanted }: Example,
  state: PermissionState,
  pattern: Pattern,
  { home, surface }: RuleAt
): void => {
  if (value.length > longestExample || pattern.source.length > longestExample) {
    reader.tell(node, key, `an example and its pattern can have ${longestExample} characters`, "shorten it")
    return
  }
  const folds = state !== "allow" && foldedSurfaces.has(surface)
  const found = spellings(surface, value, home).some(
    (spelling) => matches(pattern, spelling) || (folds && matchesFolded(pattern, foldText(spelling)))
  )
  if (found === wanted) return
  const said = `the pattern ${quoted(pattern.source)} ${found ? "matches" : "does not match"} ${quoted(value)}`
  reader.tell(node, key, said, "change the pattern or the example")
}

/** On these, asks and denies compare without case. */
const foldedSurfaces: ReadonlySet<string> = new Set(["path", "external_directory", "read", "write"])

/** Answers an example's value as the rule would meet it: a home that expands, the three spellings of an MCP tool. */
const spellings = (surface: string, value: string, home: string): ReadonlyArray<string> => {
  if (foldedSurfaces.has(surface)) return [expandHome(value, home)]
  const colon = surface === "mcp" ? value.indexOf(":") : -1
  if (colon < 0) return [value]
  const server = value.slice(0, colon)
  return [value, `${server}_${value.slice(colon + 1)}`, server]
}
