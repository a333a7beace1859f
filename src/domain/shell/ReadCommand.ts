/**
 * Reads one simple command: what it would reach, run and change, and whether it is proven to only read.
 */
import { commands } from "../../knowledge/commands.ts"
import { otherNames } from "../../knowledge/launchers.ts"
import { versionWords } from "../../knowledge/versions.ts"
import {
  clients,
  gnuPrograms,
  interpreters,
  opaquePrograms,
  runners,
  shells,
  systemDirectories,
  wrappers
} from "../../knowledge/wrappers.ts"
import { type Argument, argumentOf, literalArgument, literalWord, wordOf } from "./Argument.ts"
import { readByGrammar } from "./ByGrammar.ts"
import { type Call, noFindings, raise, readingOf, unproven } from "./Call.ts"
import { readFd } from "./Fd.ts"
import { readFind } from "./Find.ts"
import type { SimpleCommand } from "./Flow.ts"
import { readGit } from "./Git.ts"
import { promoteAll, reach, useOf } from "./Operands.ts"
import { readIdle, readPerils } from "./Perils.ts"
import { isStatement } from "./Plainly.ts"
import { isSecretName } from "../log/SecretName.ts"
import type { CommandReading, Surroundings } from "./Reading.ts"
import {
  readAwkCommand,
  readChmod,
  readDate,
  readJq,
  readPs,
  readSedCommand,
  readTar,
  readUnzip
} from "./Refinements.ts"
import {
  readCd,
  readDeclaration,
  readNaming,
  readPopd,
  readPrintf,
  readReader,
  readSet,
  readShopt,
  readUnset
} from "./ShellBuiltins.ts"
import { readEval, readInterpreter, readShell, readSource, readTrap } from "./ShellPrograms.ts"
import { entryOf } from "./Tables.ts"
import { readTest } from "./TestCommand.ts"
import type { ShellWord } from "./Word.ts"
import { readRunner, readWrapper } from "./Wrappers.ts"

type Reader = (call: Call) => void

const awks = "awk gawk mawk nawk pgawk dgawk igawk goawk bioawk original-awk".split(" ")

/** Commands that a table alone does not describe. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["git", readGit],
  ["find", (call) => readFind(call, readCommand)],
  ["fd", readFd],
  ["fdfind", readFd],
  ["sed", readSedCommand],
  ...awks.map((name) => [name, readAwkCommand] as const),
  ["tar", readTar],
  ["bsdtar", readTar],
  ["jq", readJq],
  ["date", readDate],
  ["ps", readPs],
  ["unzip", readUnzip],
  ["chmod", readChmod],
  ["test", readTest],
  ["[", readTest],
  ["printf", readPrintf],
  ["cd", readCd],
  ["pushd", readCd],
  ["popd", readPopd],
  ["read", readReader],
  ["mapfile", readReader],
  ["readarray", readReader],
  ["getopts", readReader],
  ["export", readDeclaration],
  ["declare", readDeclaration],
  ["typeset", readDeclaration],
  ["local", readDeclaration],
  ["readonly", readDeclaration],
  ["unset", readUnset],
  ["set", readSet],
  ["shopt", readShopt],
  ["alias", readNaming],
  ["hash", readNaming],
  ["enable", readNaming],
  ["unalias", () => undefined],
  ["shift", () => undefined],
  ["let", () => undefined],
  ["eval", readEval],
  ["trap", readTrap],
  ["source", readSource],
  [".", readSource]
])

/**
 * Answers what one simple command would do, its redirects apart; never throws, and reads the disk only through the view.
 *
 * What its words run while they expand, and its assignments, are their reader's.
 */
export const readCommand = (command: SimpleCommand, surroundings: Surroundings): CommandReading => {
  const [word, ...rest] = command.words
  const found = noFindings()
  if (word === undefined) return readingOf(found)
  const own = argumentOf(word, surroundings)
  // A command word that expands to several words is no name.
  const spelled = word.value ?? (own.many ? undefined : own.value)
  const slash = spelled?.lastIndexOf("/") ?? -1
  const base = spelled?.slice(slash + 1) ?? word.shown
  const plain = plainName(base)
  // `git-NAME` is `git NAME`: git itself once had no other.
  const sub = plain.startsWith("git-") && !isTabled(plain) ? plain.slice(4) : ""
  const name = sub === "" ? plain : "git"
  if (name !== base) found.plainly = sub === "" ? name : `git ${sub}`
  const args = rest.map((one) => argumentOf(one, surroundings))
  if (sub !== "") args.unshift(literalArgument(sub, word))
  const call: Call = { command, name, word, args, surroundings, found }
  if (spelled === undefined || word.pieces.some((piece) => piece._tag !== "Literal")) {
    // That it expands is a floor of its own, which the reader of the text raises.
    unproven(call, `what runs is decided by ${word.shown}`)
    promoteAll(call, [own, ...args])
    glimpseNamed(call, own)
  } else {
    if (slash < 0) dispatch(call)
    else if (systemDirectories.has(spelled.slice(0, slash))) {
      unproven(call, namedByPath(spelled))
      dispatch(call)
      found.cwd = undefined
    } else dispatchSome(call, own, spelled)
    const written = found.paths.find(({ direction }) => direction === "write")
    if (written !== undefined) {
      unproven(call, `${call.name} writes ${written.text}`)
      found.transparent = false
    }
    if (found.why === undefined) checkShown(call)
  }
  return readingOf(found)
}

/** A command word whose values are in the text: what each of them would run, and all as the words of one command. */
const glimpseNamed = ({ args, command, found, word }: Call, { values }: Argument): void => {
  if (values === undefined || values.length === 0 || values.some(({ glob }) => glob)) return
  found.glimpse = "here"
  const further = args.map(wordOf)
  const names = values.map(({ path }) => literalWord(path, word))
  const choices = names.length === 1 ? [names] : [...names.map((name) => [name]), names]
  for (const choice of choices) {
    const inner: SimpleCommand = {
      ...command,
      assignments: [],
      words: [...choice, ...further],
      redirects: [],
      declares: undefined
    }
    found.inner.push({ _tag: "Command", command: inner })
  }
}

/** Commands whose words are not shown, whatever they are. */
const showsNothing: ReadonlySet<string> = new Set(
  "test [ : true false export declare typeset local readonly unset read cd pushd set shift exit return".split(" ")
)

/** A secret of the environment that stands in a command's words may be shown by it. */
const checkShown = (call: Call): void => {
  const { command, name, surroundings } = call
  if (showsNothing.has(name)) return
  const words = [...command.words]
  for (const { body, operator, target } of command.redirects) {
    if (body?.word !== undefined) words.push(body.word)
    if (operator === "<<<" && target !== undefined) words.push(target)
  }
  for (const { pieces } of words) {
    for (const piece of pieces) {
      const variable = shownVariable(piece)
      if (variable === undefined || surroundings.variables.has(variable) || !isSecretName(variable)) continue
      unproven(call, `${call.name} shows ${variable}, which may hold a secret`)
      return
    }
  }
}

/** The variable whose value an expansion shows: `${x+set}` and `${#x}` show none. */
const shownVariable = (piece: ShellWord["pieces"][number]): string | undefined => {
  if (piece._tag === "Variable") return piece.name
  if (piece._tag !== "Unknown") return undefined
  return /^\$\{([A-Za-z_]\w*)(?!:?\+)/.exec(piece.text)?.[1]
}

const namedByPath = (spelled: string): string => `${spelled} is named by a path, so it may be any program`

/**
 * A program named by a path is some program, whatever its name, and the path is reached. What one of that name would
 * do is looked at for denies; nothing is taken as proven from it.
 */
const dispatchSome = (call: Call, own: Argument, spelled: string): void => {
  const { found } = call
  reach(call, own, useOf("read"))
  dispatch(call)
  found.why = namedByPath(spelled)
  found.transparent = false
  found.cwd = undefined
}

const isTabled = (name: string): boolean =>
  readers.has(name) ||
  commands.has(name) ||
  [wrappers, runners, shells, interpreters, opaquePrograms].some((table) => Object.hasOwn(table, name))

/** A name with a version behind it. */
const versioned = /^(.*?[a-z])-?[0-9][0-9.]*$/i

/** Under which name the tables have a program: `gsort` is GNU's `sort` where another is `sort`, `bash-5.2` is bash. */
const plainName = (name: string): string => {
  const other = entryOf(otherNames, name)
  if (other !== undefined) return other
  if (isTabled(name)) return name
  if (name.startsWith("g") && gnuPrograms.has(name.slice(1))) return name.slice(1)
  const family = versioned.exec(name)?.[1]
  const runs = family !== undefined && [shells, interpreters].some((table) => Object.hasOwn(table, family))
  return runs || (family !== undefined && awks.includes(family)) ? family : name
}

/** Answers whether what a command of this name does is known, so that nobody has to say it. */
export const isKnownCommand = (name: string): boolean => isTabled(plainName(name))

const dispatch = (call: Call): void => {
  const { name } = call
  const [only] = call.args
  if (call.args.length === 1 && entryOf(versionWords, name)?.includes(only?.value ?? "") === true) return
  if (readIdle(call)) return
  readPerils(call)
  const reader = readers.get(name)
  if (reader !== undefined) {
    reader(call)
    return
  }
  const runner = entryOf(runners, name)
  if (runner !== undefined && readRunner(call, runner)) return
  const wrapper = entryOf(wrappers, name)
  if (wrapper !== undefined) {
    readWrapper(call, wrapper)
    return
  }
  if (Object.hasOwn(shells, name)) {
    readShell(call)
    return
  }
  const interpreter = entryOf(interpreters, name)
  if (interpreter !== undefined) {
    readInterpreter(call, interpreter)
    return
  }
  const why = entryOf(opaquePrograms, name)
  const client = entryOf(clients, name)
  if (why !== undefined && client !== undefined && isStatement(client, call.args)) {
    unproven(call, `${name} has a server do what it is told`)
    promoteAll(call, call.args)
    return
  }
  if (why !== undefined) {
    raise(call, "opaque", `${name}: ${why}`)
    promoteAll(call, call.args)
    return
  }
  const grammar = commands.get(name)
  if (grammar === undefined) {
    unproven(call, `${name} is not known to only read`)
    promoteAll(call, call.args)
    return
  }
  if (grammar.operands !== undefined || grammar.sub !== undefined || grammar.keys !== undefined) {
    readByGrammar(call, grammar)
    return
  }
  unproven(call, `${name} ${grammar.does ?? "is not known to only read"}`)
  promoteAll(call, call.args)
}
