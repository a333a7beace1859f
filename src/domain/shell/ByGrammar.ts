/**
 * Reads a command by its grammar: which of its arguments are paths, and whether all of it is a proven read.
 */
import type { Grammar, Kind } from "../../knowledge/grammar.ts"
import { usualPrograms } from "../../knowledge/perils.ts"
import { type Argument, dropFirst, literalArgument } from "./Argument.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { promote, promoteAll, reach, reachKind, type Use, useOf } from "./Operands.ts"
import { type OperandSpec, prepare, type Prepared, readOperands } from "./OptionSyntax.ts"
import { type ParsedArguments, parseArguments } from "./Options.ts"

/** What the options given make of a grammar. */
interface Effective {
  readonly operands: ReadonlyArray<OperandSpec>
  readonly none: Kind | undefined
  readonly tree: boolean
  readonly skipsHidden: boolean
  readonly follows: boolean
  readonly unpacks: string | undefined
  readonly unsettles: "operands" | "anything" | undefined
}

const effective = (prepared: Prepared, parsed: ParsedArguments): Effective => {
  let { operands } = prepared
  let { none, unpacks, unsettles } = prepared.grammar
  let tree = prepared.grammar.tree === true
  let skipsHidden = prepared.grammar.skipsHidden === true
  let follows = prepared.grammar.follows === true
  for (const [names, change] of prepared.when) {
    if (!parsed.options.some(({ spec }) => names.has(spec.name))) continue
    if (change.operands !== undefined) operands = readOperands(change.operands)
    none = change.none ?? none
    tree = tree || change.tree === true
    skipsHidden = skipsHidden && change.hidden !== true
    follows = follows || change.follows === true
    unsettles = change.unsettles ?? unsettles
    unpacks = change.unpacks ?? unpacks
  }
  return { operands, none, tree, skipsHidden, follows, unpacks, unsettles }
}

/** Reads the command by a grammar, from its argument at `from` on. */
export const readByGrammar = (call: Call, grammar: Grammar, from = 0): void => {
  const prepared = prepare(grammar)
  const parsed = parseArguments(prepared, call.args, from)
  if (grammar.keys !== undefined) readKeys(call, grammar.keys, parsed)
  else if (grammar.sub !== undefined) readSubcommand(call, grammar.sub, prepared, parsed, from)
  else readParsed(call, prepared, parsed)
}

/** Records what the parsed arguments reach, and every reason why the command is no proven read. */
export const readParsed = (call: Call, prepared: Prepared, parsed: ParsedArguments): void => {
  const { grammar } = prepared
  if (grammar.reads !== true) unproven(call, `${call.name} ${grammar.does ?? "is not known to only read"}`)
  if (grammar.opaque !== undefined) raise(call, "opaque", `${call.name}: ${grammar.opaque}`)
  const now = effective(prepared, parsed)
  const before = call.found.paths.length
  placeOperands(call, grammar, now, parsed)
  if (now.none !== undefined && call.found.paths.length === before) {
    reachKind(call, literalArgument(".", call.word), now.none, now.tree)
  }
  const { follows, skipsHidden } = now
  if (skipsHidden || follows) {
    for (let at = before; at < call.found.paths.length; at++) {
      const use = call.found.paths[at]
      if (use !== undefined) call.found.paths[at] = { ...use, skipsHidden, follows }
    }
  }
  readOptions(call, parsed)
  readTargets(call, now, parsed)
  if (now.unpacks !== undefined) readUnpacked(call, now, now.unpacks.split(" "), parsed)
  if (now.unsettles === "anything") call.found.unsettles = "anything"
}

/** Records what the options reach, and the doubts of the parse. */
export const readOptions = (call: Call, parsed: ParsedArguments): void => {
  for (const { spec, value } of parsed.options) {
    const usual = spec.runs && usualPrograms.test(value?.value ?? "")
    if (spec.runs && !usual) raise(call, "executing-environment", `${call.name} ${spec.name} makes another program run`)
    else if (spec.acts) unproven(call, `${call.name} ${spec.name} does more than read`)
    if (value !== undefined && !usual) reachKind(call, value, spec.kind)
  }
  const { hides } = parsed
  if (hides !== undefined) {
    const cause = `${call.name}: ${hides.shown} may become an option that makes another program run`
    raise(call, "executing-environment", cause, hides.word.span)
  }
  if (parsed.doubt !== undefined) unproven(call, `${call.name}: ${parsed.doubt}`)
  promoteAll(call, parsed.strange)
}

const unpacked: Use = { direction: "write", reach: "tree", whole: false }

/** What is written under names of its own stands below one directory. */
const readUnpacked = (
  call: Call,
  { operands }: Effective,
  names: ReadonlyArray<string>,
  parsed: ParsedArguments
): void => {
  const given = parsed.options.flatMap(({ spec, value }) =>
    names.includes(spec.name) && value !== undefined ? [value] : []
  )
  for (const [index, operand] of parsed.operands.entries()) {
    if (placeOf(operands, index, parsed.operands.length)?.kind === "write") given.push(operand)
  }
  for (const directory of given.length === 0 ? [literalArgument(".", call.word)] : given) {
    reach(call, directory, unpacked)
  }
}

/** What is copied or moved to a directory stands in it under its own name. */
const readTargets = (call: Call, now: Effective, parsed: ParsedArguments): void => {
  const { operands } = parsed
  const targets = parsed.options.flatMap(({ spec, value }) =>
    spec.kind === "into" && value !== undefined ? [value] : []
  )
  const sources: Array<Argument> = []
  for (const [index, operand] of operands.entries()) {
    const kind = placeOf(now.operands, index, operands.length)?.kind
    if (kind === "into") targets.push(operand)
    else if (kind !== undefined && kind !== "text") sources.push(operand)
  }
  for (const { value: target, word } of targets) {
    if (target === undefined) continue
    for (const { value: source } of sources) {
      const name = source?.split("/").findLast((segment) => segment !== "" && segment !== ".")
      if (name === undefined || name === "..") continue
      const use = useOf("write", now.tree || (sources.length > 0 && call.found.unsettles === "anything"))
      reach(call, literalArgument(`${target}/${name}`, word), use)
    }
  }
}

const readingKinds: ReadonlySet<Kind> = new Set<Kind>(["read", "names", "tree"])

/** Answers the place of the operand at `index` of `count`. */
const placeOf = (specs: ReadonlyArray<OperandSpec>, index: number, count: number): OperandSpec | undefined => {
  const many = specs.findIndex((spec) => spec.count === "many")
  if (many < 0) return specs[index]
  const after = specs.length - many - 1
  if (index < many) return specs[index]
  if (index >= count - after) return specs[specs.length - (count - index)]
  return specs[many]
}

const placeOperands = (call: Call, grammar: Grammar, now: Effective, parsed: ParsedArguments): void => {
  const { operands } = parsed
  const specs = now.operands
  // An option that is not known may take a value: then every argument may be something else than it seems.
  const uncertain = parsed.strange.length > 0
  const alike = specs.length === 1 && specs[0]?.count === "many"
  // A word that becomes several shifts all that follow it.
  let shifted = false
  for (const [index, operand] of operands.entries()) {
    const place = placeOf(specs, index, operands.length)
    if (place === undefined) {
      unproven(call, `${call.name} has an operand too many: ${operand.shown}`)
      promote(call, operand)
      continue
    }
    if (place.acts) unproven(call, `${call.name} does more than read with ${operand.shown}`)
    shifted = shifted || (operand.many && !alike)
    if (shifted && grammar.anyOption !== true) {
      unproven(call, `${call.name}: ${operand.shown} may stand for several operands`)
    }
    if (shifted && specs.some((spec) => spec.kind !== "text")) {
      reach(call, operand, useOf(grammar.reads === true && grammar.anyOption === true ? "read" : "any", now.tree))
    } else if (uncertain && place.kind === "text") promote(call, operand)
    else if (uncertain && readingKinds.has(place.kind)) reach(call, operand, useOf("any", now.tree))
    else reachKind(call, operand, place.kind, now.tree)
    if (now.unsettles === "operands") unsettle(call, operand)
  }
}

/** Records that what was seen below this path may no longer hold. */
export const unsettle = (call: Call, operand: Argument): void => {
  const { found } = call
  if (found.unsettles === "anything") return
  if (operand.value === undefined) found.unsettles = "anything"
  else found.unsettles.push(operand.value)
}

/** Operands that read `KEY=VALUE`. */
const readKeys = (call: Call, keys: Readonly<Record<string, Kind>>, parsed: ParsedArguments): void => {
  unproven(call, `${call.name} may write`)
  readOptions(call, parsed)
  for (const operand of parsed.operands) {
    const equals = operand.prefix.indexOf("=")
    const key = operand.prefix.slice(0, Math.max(equals, 0))
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (kind === undefined) promote(call, operand)
    else reachKind(call, dropFirst(operand, equals + 1), kind)
  }
}

/** The first operand names a grammar of its own. */
const readSubcommand = (
  call: Call,
  sub: Readonly<Record<string, Grammar>>,
  prepared: Prepared,
  parsed: ParsedArguments,
  from: number
): void => {
  const name = call.args[parsed.rest]?.value
  const grammar = name !== undefined && Object.hasOwn(sub, name) ? sub[name] : undefined
  // Only the options before the subcommand are the program's own.
  readOptions(call, { ...parsed, operands: [] })
  const { other } = prepared.grammar
  if (grammar === undefined && other !== undefined) readByGrammar(call, other, from)
  else if (grammar === undefined || parsed.doubt !== undefined) {
    unproven(call, `${call.name} ${prepared.grammar.does ?? "is not known to only read"}`)
    promoteAll(call, call.args.slice(from))
  } else readByGrammar(call, grammar, parsed.rest + 1)
}
