/**
 * What a table of options cannot say of a command: limits on what its words hold.
 */
import { commands } from "../../knowledge/commands.ts"
import { unzipReads } from "../../knowledge/commands/archives.ts"
import { readAwk } from "./Awk.ts"
import { readByGrammar, readParsed } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { literalArgument, mayBeOption, type Argument } from "./Argument.ts"
import { promoteAll, reach, useOf } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { isGiven, parseArguments } from "./Options.ts"
import { readSed } from "./Sed.ts"
import type { Grammar } from "../../knowledge/grammar.ts"

const grammarOf = (name: string): Grammar => commands.get(name) ?? {}

/** Reads `date`: an operand that does not begin with a plus sets the clock. */
export const readDate = (call: Call): void => {
  readByGrammar(call, grammarOf("date"))
  const { operands } = parseArguments(prepare(grammarOf("date")), call.args)
  if (operands.length > 1 || operands.some(({ prefix }) => !prefix.startsWith("+"))) {
    unproven(call, "date sets the clock")
  }
}

/** Reads `ps`: with `e` among the letters of its BSD form it prints environments. */
export const readPs = (call: Call): void => {
  readByGrammar(call, grammarOf("ps"))
  const { operands } = parseArguments(prepare(grammarOf("ps")), call.args)
  if (operands.some(({ value }) => value === undefined || !/^[aAfjlmuvwx]+$/.test(value))) {
    unproven(call, "ps may print environments, which may hold secrets")
  }
}

/** Reads `jq`: a filter may print the environment or read modules. */
export const readJq = (call: Call): void => {
  readByGrammar(call, grammarOf("jq"))
  const parsed = parseArguments(prepare(grammarOf("jq")), call.args)
  if (isGiven(parsed, "-f", "--from-file")) {
    unproven(call, "jq runs a filter from a file")
    return
  }
  const [filter] = parsed.operands
  if (filter === undefined) return
  if (filter.value === undefined) unproven(call, "jq's filter is decided by an expansion")
  else if (/\b__prog|\bENV\b|(?:^|[^.\w])env\b|\b(?:import|include|input_filename|modulemeta)\b/.test(filter.value)) {
    unproven(call, "jq's filter reaches beyond its input")
  }
}

/** Reads `chmod`: a mode that sets the user or group at start gives rights away. */
export const readChmod = (call: Call): void => {
  readByGrammar(call, grammarOf("chmod"))
  for (const { value } of call.args) {
    if (value !== undefined && (/^0*[2-7][0-7]{3}$/.test(value) || /^[ugoa]*[-+=rwxXt]*[+=][rwxXt]*s/.test(value))) {
      raise(call, "privilege", "chmod makes programs run as another user")
    }
  }
}

const sed: Grammar = {
  reads: true,
  options:
    "-nErsuzb -e= !-f=script !-i[=] !-I= -l= --expression= !--file=script !--in-place[=] --line-length= --binary --null-data --zero-terminated --posix --debug --quiet --silent --regexp-extended --separate --unbuffered --sandbox --follow-symlinks --help --version",
  operands: "text read*",
  when: {
    "-e -f --expression --file": { operands: "read*" },
    "-i -I --in-place": { operands: "text write*" }
  }
}
const sedInPlaceWithScript: Grammar = { ...sed, operands: "write*", when: {} }

/** Reads `sed`: its options, then each piece of its script. */
export const readSedCommand = (call: Call): void => {
  const prepared = prepare(sed)
  const parsed = parseArguments(prepared, call.args)
  const scripted = isGiven(parsed, "-e", "-f", "--expression", "--file")
  const inPlace = isGiven(parsed, "-i", "-I", "--in-place")
  readParsed(call, inPlace && scripted ? prepare(sedInPlaceWithScript) : prepared, parsed)
  const [strange] = parsed.strange
  // BSD's -l takes no value: then that is the script.
  const odd = strange ?? parsed.options.find(({ spec, value }) => spec.name === "-l" && !isNumber(value))?.value
  if (odd !== undefined) raise(call, "opaque", `what sed runs is decided by ${odd.shown}`, odd.word.span)
  const scripts: Array<Argument> = []
  for (const { spec, value } of parsed.options) {
    if ((spec.name === "-e" || spec.name === "--expression") && value !== undefined) scripts.push(value)
  }
  const [first] = parsed.operands
  if (!scripted && first !== undefined) scripts.push(first)
  const [at] = scripts
  if (at === undefined) return
  // Pieces are joined by newlines: `-e 'a\' -e 'text'`.
  const texts = joinedTexts(scripts)
  if (texts === undefined || texts.length === 0) {
    const unknown = scripts.find((script) => textsOf(script) === undefined) ?? at
    unproven(call, "sed's script is decided by an expansion")
    // GNU refuses e and w there, others refuse the option.
    if (isGiven(parsed, "--sandbox")) return
    raise(call, "opaque", `what sed runs is decided by ${unknown.shown}`, unknown.word.span)
    return
  }
  if (scripts.some(({ inherits }) => inherits === true)) unproven(call, "sed's script is decided by an expansion")
  for (const text of texts) readScript(call, text, at)
  // BSD takes the first word after -i as a suffix: then the next is the script and no path, which costs nothing.
}

/** What one text of sed's does. */
const readScript = (call: Call, text: string, at: Argument): void => {
  const script = readSed(text)
  if (!script.understood) unproven(call, "sed's script is not plain")
  if (script.runs || (!script.understood && mayRun(text)))
    raise(call, "opaque", "sed's script runs a command", at.word.span)
  for (const path of script.writes) {
    unproven(call, "sed's script writes a file")
    reach(call, literalArgument(path, at.word), useOf("write"))
  }
  for (const path of script.reads) reach(call, literalArgument(path, at.word), useOf("read"))
}

const maxTexts = 16

/** The texts that pieces of a script make together; `undefined` where an expansion decides one, or they are many. */
const joinedTexts = (scripts: ReadonlyArray<Argument>): ReadonlyArray<string> | undefined => {
  let texts: ReadonlyArray<string> | undefined
  for (const script of scripts) {
    const more = textsOf(script)
    if (more === undefined || more.length * (texts?.length ?? 1) > maxTexts) return undefined
    texts = texts === undefined ? more : texts.flatMap((text) => more.map((next) => `${text}\n${next}`))
  }
  return texts
}

/** The texts that an argument may be: a number stands for any that an expansion yields, and for what the environment holds. */
const textsOf = ({ inherits, names, prefix, value, values, word }: Argument): ReadonlyArray<string> | undefined => {
  if (value !== undefined) return [value]
  if (values !== undefined) {
    // `s/a*/b/`: no name that a glob yields holds a slash, so none ends the pattern or its replacement.
    const known = values.every(({ glob, path }) => !glob || /^s\/[^/]*\/[^/]*\/$/.test(path))
    return known ? values.map(({ path }) => path) : names
  }
  const [first] = word.pieces
  // What is left of a word that held the option too.
  if (prefix !== (first?._tag === "Literal" ? first.value : "")) return undefined
  if (inherits === true && word.pieces.length === 1) return undefined
  let text = ""
  for (const piece of word.pieces) {
    if (piece._tag === "Literal") text += piece.value
    else if (piece._tag === "Unknown" && piece.quoted && number.test(piece.text)) text += "1"
    else if (inherits === true && piece._tag === "Variable") text += "1"
    else return undefined
  }
  return [text]
}

/** An expansion that yields a number. */
const number = /^\$(?:\(\([\w\s$+*/%-]+\)\)|\{#\w+\})$/

const isNumber = (argument: Argument | undefined): boolean => /^[0-9]+$/.test(argument?.value ?? "")

/** Whether a script that was not understood holds the letter of the command that runs. */
const mayRun = (text: string): boolean => text.includes("e")

const awk: Grammar = {
  reads: true,
  options:
    "-F= -v= !-f=script --field-separator= --assign= !--file=script --version --posix --traditional --re-interval --sandbox --characters-as-bytes -b -S",
  operands: "text read*",
  posix: true,
  when: { "-f --file": { operands: "read*" } }
}

/** Reads `awk`, `gawk`, `mawk` and `nawk`: its options, then its program. */
export const readAwkCommand = (call: Call): void => {
  const prepared = prepare(awk)
  const parsed = parseArguments(prepared, call.args)
  readParsed(call, prepared, parsed)
  if (parsed.doubt !== undefined) raise(call, "opaque", `${call.name}: ${parsed.doubt}`)
  if (isGiven(parsed, "-f", "--file")) return
  const [program] = parsed.operands
  if (program === undefined) return
  if (program.value === undefined) {
    raise(call, "opaque", `what ${call.name} runs is decided by ${program.shown}`, program.word.span)
    return
  }
  const { runs, writes, doubt } = readAwk(program.value)
  if (runs !== undefined) raise(call, "opaque", `${call.name}'s program runs commands: ${runs}`, program.word.span)
  if (doubt !== undefined) unproven(call, `${call.name}'s program: ${doubt}`)
  if (writes) {
    unproven(call, `${call.name}'s program writes files`)
    reach(call, { ...program, shown: "what awk's program writes", value: undefined, values: undefined }, useOf("write"))
  } else if (doubt !== undefined) {
    reach(call, { ...program, shown: "what awk's program reads", value: undefined, values: undefined }, useOf("read"))
  }
}

/** Reads `tar`: its first word may be a cluster of options without a dash. */
export const readTar = (call: Call): void => {
  const grammar = grammarOf("tar")
  const [first] = call.args
  let { args } = call
  if (first?.value !== undefined && /^[A-Za-z]+$/.test(first.value)) {
    // Each letter that takes a value takes one of the next words, in the letters' order.
    const prepared = prepare(grammar)
    const rest = call.args.slice(1)
    const spelled: Array<Argument> = []
    for (const letter of first.value) {
      spelled.push(literalArgument(`-${letter}`, first.word))
      if (prepared.options.get(`-${letter}`)?.takes === "required") {
        const value = rest.shift()
        if (value !== undefined) spelled.push(value)
      }
    }
    args = [...spelled, ...rest]
  }
  const spelledOut: Call = { ...call, args }
  const parsed = parseArguments(prepare(grammar), args)
  const creates = isGiven(
    parsed,
    "-c",
    "-r",
    "-u",
    "-A",
    "--create",
    "--append",
    "--update",
    "--concatenate",
    "--delete"
  )
  const lists = isGiven(parsed, "-t", "--list")
  if (!lists || creates) unproven(call, "tar writes an archive or unpacks one")
  const chosen = creates ? writing : grammar
  const reparsed = creates ? parseArguments(prepare(chosen), args) : parsed
  readParsed(spelledOut, prepare(chosen), reparsed)
  if (parsed.operands.some(({ prefix }) => prefix.startsWith("-"))) promoteAll(spelledOut, parsed.operands)
  for (const { spec, value } of parsed.options) {
    // GNU tar runs rsh for an archive on another host.
    if ((spec.name === "-f" || spec.name === "--file") && /^[^/]*:/.test(value?.prefix ?? "")) {
      raise(call, "executing-environment", "tar reaches an archive on another host")
    }
  }
}

const tarGrammar = grammarOf("tar")
const writing: Grammar = {
  ...tarGrammar,
  options: (tarGrammar.options ?? "").replace(" -f=read ", " -f=write ").replace(" --file=read ", " --file=write ")
}

/** An archive's name that unzip takes as it stands: to others it adds a suffix, and in some it sees wildcards. */
const archiveName = /^[^*?[\]\\]+\.(?:zip|jar|war|whl|apk|epub)$/i

/**
 * Reads `unzip`: it only reads with an option that has it list, test or print, and no other than those.
 *
 * Behind the archive a word with a dash names what is unpacked.
 */
export const readUnzip = (call: Call): void => {
  const archive = call.args.findIndex(({ prefix }) => !prefix.startsWith("-"))
  const options = call.args.slice(0, archive < 0 ? undefined : archive)
  const reads =
    options.every(({ value }) => value !== undefined && /^-[lvtpqC1Z]+$/.test(value)) &&
    options.some(({ value }) => /[lvtpZ]/.test(value ?? "")) &&
    !call.args.some((one, at) => mayBeOption(one) || (at >= options.length && one.prefix.startsWith("-"))) &&
    (archive < 0 || archiveName.test(call.args[archive]?.value ?? ""))
  const grammar = reads ? unzipReads : grammarOf("unzip")
  readByGrammar(call, grammar)
}
