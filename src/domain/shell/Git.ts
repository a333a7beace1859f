/**
 * Reads `git`: its subcommand's form, its paths, and whether the repository could make it run a program.
 */
import {
  gitActs,
  gitConfigReads,
  gitDryRuns,
  gitForms,
  gitNested,
  gitOptions,
  gitProgramKey,
  gitReads,
  secretKey
} from "../../knowledge/git.ts"
import type { Grammar } from "../../knowledge/grammar.ts"
import { escapeGlob } from "../Globs.ts"
import { resolve } from "../Paths.ts"
import type { Span } from "../Span.ts"
import { type Argument, wordOf } from "./Argument.ts"
import { readByGrammar, readOptions, readParsed } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { repositoryDoubt } from "./GitRepository.ts"
import { promoteAll } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { isGiven, parseArguments, type ParsedArguments } from "./Options.ts"
import { entryOf } from "./Tables.ts"

/** Reads `git`. */
export const readGit = (call: Call): void => {
  const { args, found } = call
  const parsed = parseArguments(prepare(gitOptions), args)
  readOptions(call, { ...parsed, operands: [] })
  readSettings(call, parsed)
  readFormats(call)
  if (parsed.doubt !== undefined) {
    raise(call, "opaque", `git: ${parsed.doubt}`)
    promoteAll(call, args)
    return
  }
  const directory = directoryOf(parsed)
  const subcommand = args[parsed.rest]
  if (subcommand !== undefined) {
    const before = found.paths.length
    readSubcommand({ ...call, args: args.slice(parsed.rest + 1) }, subcommand, isGiven(parsed, "--help", "-h"))
    for (let at = before; at < found.paths.length; at++) {
      const use = found.paths[at]
      const base = use?.glob === true && directory !== undefined ? escapeGlob(directory) : directory
      if (use !== undefined) found.paths[at] = { ...use, path: below(base, use.path) }
    }
  }
  if (found.floors.length > 0) glimpseSettings(call, parsed)
  if (found.why === undefined && subcommand !== undefined) checkRepository(call, directory)
}

/** The directory `-C` options lead to: `""` for none, `undefined` when an expansion decides it. */
const directoryOf = (parsed: ParsedArguments): string | undefined => {
  let directory: string | undefined = ""
  for (const { spec, value } of parsed.options) {
    if (spec.name === "-C") directory = value?.value === undefined ? undefined : below(directory, value.value)
  }
  return directory
}

const below = (directory: string | undefined, path: string | undefined): string | undefined => {
  if (path === undefined || path.startsWith("/") || directory === "") return path
  if (directory === undefined) return undefined
  return path === "" ? directory : `${directory}/${path}`
}

/** Placeholders that check a signature, for which git runs gpg. git-log(1), git-for-each-ref(1). */
const readFormats = (call: Call): void => {
  const checks = call.args.find(({ shown, value }) =>
    value === undefined
      ? /^--(?:format|pretty|sort)\b/.test(shown)
      : /%G|%\([^)]*\bsignature\b|^(?:--sort=)?-?signature\b/.test(value)
  )
  if (checks !== undefined) unproven(call, `git may run gpg for ${checks.shown}`)
}

/** `-c KEY=VALUE` and `--config-env`: a key that names a program makes another program run. */
const readSettings = (call: Call, parsed: ParsedArguments): void => {
  for (const { spec, value } of parsed.options) {
    if (spec.name !== "-c" && spec.name !== "--config-env") continue
    const text = value?.value
    const equals = text?.indexOf("=") ?? -1
    const key = text === undefined ? undefined : equals < 0 ? text : text.slice(0, equals)
    if (decides(key, equals < 0 ? "true" : (text?.slice(equals + 1) ?? "")))
      raise(call, "executing-environment", `git ${spec.name} ${value?.shown ?? ""} may make another program run`)
  }
}

/** Whether a setting, of which the key may not be known, decides what programs git runs. */
const decides = (key: string | undefined, value: string): boolean => {
  if (key === undefined) return true
  const first = key.slice(0, Math.max(key.indexOf("."), 0)).toLowerCase()
  const spelled = `${first}${lowerEnds(key.slice(first.length))}`
  return gitProgramKey(spelled, value) || /^(?:include|includeif|core\.hookspath|core\.worktree)/.test(spelled)
}

/** The values of settings that name programs as shell text, which most of them are: looked at for what forbids it. */
const glimpseSettings = ({ found }: Call, { options }: ParsedArguments): void => {
  if (found.inner.length === 0) found.glimpse = "here"
  for (const { spec, value } of options) {
    const text = value?.value
    const equals = text?.indexOf("=") ?? -1
    if (spec.name !== "-c" || value === undefined || text === undefined || equals < 0) continue
    glimpseSetting(found, text.slice(0, equals).toLowerCase(), text.slice(equals + 1), value.word.span)
  }
}

const glimpseSetting = (found: Call["found"], key: string, value: string, span: Span): void => {
  if (!gitProgramKey(key, value)) return
  // An alias is one of git's own commands, or with this mark in front any.
  const text = value.startsWith("!") ? value.slice(1) : key.startsWith("alias.") ? `git ${value}` : value
  found.inner.push({ _tag: "Text", text, dialect: "posix", span })
}

/** A key's name is without case, a subsection's is not. */
const lowerEnds = (key: string): string => {
  const last = key.lastIndexOf(".")
  return key.slice(0, last) + key.slice(last).toLowerCase()
}

const isKnown = (name: string): boolean =>
  entryOf(gitReads, name) !== undefined || entryOf(gitForms, name) !== undefined || entryOf(gitActs, name) !== undefined

const readSubcommand = (call: Call, subcommand: Argument, help: boolean): void => {
  const { args } = call
  const name = subcommand.value
  if (name === undefined) {
    raise(call, "opaque", `what git does is decided by ${subcommand.shown}`, subcommand.word.span)
    promoteAll(call, args)
    return
  }
  const [first] = args
  if (help || (args.length === 1 && (first?.value === "--help" || first?.value === "-h"))) {
    if (!isKnown(name)) unproven(call, `git ${name} is not known`)
    return
  }
  const named: Call = { ...call, name: `git ${name}` }
  if (name === "config") return readConfig(named)
  const dry = entryOf(gitDryRuns, name) ?? entryOf(gitDryRuns, `${name} ${first?.value ?? ""}`)
  if (dry !== undefined) {
    const from = entryOf(gitDryRuns, name) === undefined ? 1 : 0
    const parsed = parseArguments(prepare(dry.grammar), args, from)
    if (parsed.doubt === undefined && isGiven(parsed, ...dry.with))
      return readParsed(named, prepare(dry.grammar), parsed)
  }
  const nested = entryOf(gitNested, name)
  if (nested !== undefined) {
    const word = first?.value
    const bare = first === undefined || first.prefix.startsWith("-")
    const form = bare ? entryOf(nested, "") : word === undefined || word === "" ? undefined : entryOf(nested, word)
    if (form !== undefined && (!bare || fits(form, args))) return readByGrammar(named, form, bare ? 0 : 1)
  }
  const form = entryOf(gitForms, name)
  if (form !== undefined && fits(form, args)) return readByGrammar(named, form)
  const reads = entryOf(gitReads, name)
  if (reads !== undefined) return readByGrammar(named, reads)
  const acts = entryOf(gitActs, name)
  if (acts === undefined) {
    unproven(call, `git ${name} is not known: it may be an alias, or a program`)
    promoteAll(call, args)
    return
  }
  readByGrammar(named, acts)
  if (name === "clone") {
    const parsed = parseArguments(prepare(acts), args)
    readSettings(named, parsed)
    if (named.found.floors.length > 0) glimpseSettings(named, parsed)
  }
  readRuns(named, name)
}

/** Whether all of the arguments have a place in the grammar. */
const fits = (grammar: Grammar, args: ReadonlyArray<Argument>): boolean =>
  parseArguments(prepare(grammar), args).doubt === undefined

/** `git bisect run COMMAND` and `git submodule foreach TEXT` run what follows. */
const readRuns = (call: Call, name: string): void => {
  const { args, command, found } = call
  if (name === "bisect" && args[0]?.value === "run") {
    raise(call, "opaque", "git bisect runs a command on each commit")
    const words = args.slice(1).map(wordOf)
    if (words.length > 0) {
      const inner = { assignments: [], words, redirects: [], piped: false, span: command.span }
      found.inner.push({ _tag: "Command", command: inner })
    }
  }
  if (name === "submodule" && args.some(({ value }) => value === "foreach")) {
    raise(call, "opaque", "git submodule runs a command in each submodule")
    const words = args.slice(args.findIndex(({ value }) => value === "foreach") + 1)
    const text = words.filter(({ prefix }) => !prefix.startsWith("--"))
    const [at] = text
    if (at !== undefined && text.every(({ value }) => value !== undefined)) {
      found.inner.push({
        _tag: "Text",
        text: text.map(({ value }) => value ?? "").join(" "),
        dialect: "posix",
        span: at.word.span
      })
    }
  }
}

/** `git config KEY`, `--get KEY`, `get KEY` show one setting; all else changes settings, or prints many. */
const readConfig = (call: Call): void => {
  const from = call.args[0]?.value === "get" ? 1 : 0
  const parsed = parseArguments(prepare(gitConfigReads), call.args, from)
  const [key] = parsed.operands
  if (parsed.doubt === undefined && parsed.operands.length === 1 && key?.value !== undefined) {
    if (secretKey.test(key.value)) unproven(call, `${call.name} may print a secret`)
    else if (isGiven(parsed, "--get-regexp", "--regexp")) unproven(call, `${call.name} may print many settings`)
    return
  }
  const grammar = entryOf(gitActs, "config") ?? {}
  readByGrammar(call, grammar)
  readSet(call, parseArguments(prepare(grammar), call.args, call.args[0]?.value === "set" ? 1 : 0))
}

/** `git config KEY VALUE` where later commands run what the key names: what `-c KEY=VALUE` does, to stay. */
const readSet = (call: Call, parsed: ParsedArguments): void => {
  const { found } = call
  const [key, value] = parsed.operands
  const hides = parsed.operands.some((one) => one.value === undefined && one.many)
  const renames = isGiven(parsed, "--rename-section") || key?.value === "rename-section"
  if (!hides && !renames) {
    if (key === undefined || value === undefined || isGiven(parsed, "--get", "--get-all", "--unset", "--unset-all"))
      return
    if (!decides(key.value, value.value ?? "?")) return
  }
  raise(call, "executing-environment", `git config ${key?.shown ?? ""} may make another program run`)
  if (key?.value === undefined || value?.value === undefined) return
  found.glimpse = "here"
  glimpseSetting(found, key.value.toLowerCase(), value.value, value.word.span)
}

/** What a look at a repository costs of what may be read, in characters: it is a dozen looks at the disk and more. */
const lookCost = 1024

/** Whether git would read a repository that could make it run a program, from any directory it may stand in. */
const checkRepository = (call: Call, directory: string | undefined): void => {
  const { cwds, home, view, work } = call.surroundings
  if (cwds.length === 0 || directory === undefined) {
    unproven(call, "which repository git reads is not known")
    return
  }
  for (const cwd of cwds) {
    if (work !== undefined) work.left -= lookCost
    if (work !== undefined && work.left < 0) return unproven(call, "more repositories are named than are looked at")
    const at = resolve(directory.startsWith("/") ? directory : `${cwd}/${directory}`, view)
    const doubt = at._tag === "Resolved" ? repositoryDoubt(at.path, home, view) : at.why
    if (doubt !== undefined) unproven(call, doubt)
  }
}
