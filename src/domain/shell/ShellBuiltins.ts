/**
 * Whether the builtins that change the shell itself are proven reads, and which paths they name.
 *
 * bash manual, chapter 4. What they do to names and to the reading of the text is in `Builtins`.
 */
import { type Argument, literalArgument } from "./Argument.ts"
import { type Call, raise, unproven } from "./Call.ts"
import { promote, promoteAll, reach, useOf } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"
import { parseArguments } from "./Options.ts"

const directory = { reads: true, options: "-L -P -e -@", operands: "text?" } as const
const pushed = { reads: true, options: "-n", operands: "text?" } as const

/** Reads `cd` and `pushd`: where they go is shown by name. */
export const readCd = (call: Call): void => {
  const { args, found, name, surroundings } = call
  const parsed = parseArguments(prepare(name === "cd" ? directory : pushed), args)
  const [to] = parsed.operands
  found.cwd = { _tag: "Lost" }
  if (parsed.doubt !== undefined || parsed.operands.length > 1) {
    unproven(call, `${name}: ${parsed.doubt ?? "it has an operand too many"}`)
    promoteAll(call, args)
    return
  }
  if (to === undefined) {
    if (name !== "cd") return
    const home = surroundings.variables.has("HOME") ? surroundings.variables.get("HOME") : [surroundings.home]
    const known = typeof home === "object" && home.length === 1 ? home[0] : undefined
    const where: Argument =
      known === undefined
        ? { ...literalArgument("~", call.word), value: undefined, values: undefined }
        : { ...literalArgument(known, call.word), shown: "~" }
    reach(call, where, useOf("names"))
    if (known !== undefined) found.cwd = { _tag: "To", path: known }
    return
  }
  if (to.value === "-" || /^\+\d*$/.test(to.value ?? "")) return
  reach(call, to, useOf("names"))
  if (to.value === undefined) return
  // With CDPATH a bare name may be found elsewhere.
  const wanders = surroundings.variables.has("CDPATH") && !/^\.{0,2}\//.test(`${to.value}/`)
  if (!wanders) found.cwd = { _tag: "To", path: to.value }
}

/** Reads `popd`: where it goes is on the shell's stack. */
export const readPopd = (call: Call): void => {
  call.found.cwd = { _tag: "Lost" }
  for (const argument of call.args) {
    if (!/^[-+]\d+$|^-n$/.test(argument.value ?? "")) unproven(call, `popd: ${argument.shown} is not known`)
  }
}

/** Reads `printf`: it only prints, but for `-v`. */
export const readPrintf = (call: Call): void => {
  const [first] = call.args
  if (first === undefined) return
  if (first.prefix.startsWith("-v")) unproven(call, "printf -v sets a variable")
  else if (first.value === undefined && /^-?$/.test(first.prefix)) {
    unproven(call, `${first.shown} may expand to an option`)
  }
}

const noOptions = { options: "" }
const readers: Readonly<Record<string, { readonly options: string }>> = {
  read: { options: "-e -r -s -E -a= -d= -i= -n= -N= -p= -t= -u=" },
  mapfile: { options: "-t -d= -n= -O= -s= -u= !!-C= -c=" },
  readarray: { options: "-t -d= -n= -O= -s= -u= !!-C= -c=" },
  getopts: { options: "" }
}

/** Reads `read`, `mapfile`, `readarray` and `getopts`: they set variables from their input, and reach nothing else. */
export const readReader = (call: Call): void => {
  const parsed = parseArguments(prepare(readers[call.name] ?? noOptions), call.args)
  if (parsed.doubt !== undefined) {
    unproven(call, `${call.name}: ${parsed.doubt}`)
    promoteAll(call, call.args)
  }
  for (const { spec } of parsed.options) {
    if (spec.runs) raise(call, "opaque", `${call.name} ${spec.name} runs what its value says`)
  }
}

const declarationOptions = /^[-+][aAilunxrtgIcfFp]+$/

/** Reads `export`, `declare`, `typeset`, `local` and `readonly`: with names they only set, without they print. */
export const readDeclaration = (call: Call): void => {
  const { args, name } = call
  const operands = args.filter(({ prefix }) => !/^[-+]/.test(prefix))
  const options = args.filter(({ prefix }) => /^[-+]/.test(prefix))
  if (operands.length === 0 || options.some(({ value }) => /^-[a-zA-Z]*p/.test(value ?? ""))) {
    unproven(call, `${name} prints variables, which may hold secrets`)
  }
  for (const { value, shown } of options) {
    if (value !== "--" && (value === undefined || !declarationOptions.test(value))) {
      unproven(call, `${name}: the option ${shown} is not known`)
    }
  }
}

/** Reads `unset`: it reaches nothing but the shell's own names. */
export const readUnset = (call: Call): void => {
  if (call.args.some(({ value, prefix }) => prefix.startsWith("-") && value !== "-v" && value !== "--")) {
    unproven(call, "unset may remove a function")
  }
}

// With `-f` no glob names files: that it was given must show wherever globs are taken for what they name.
const setOptions = /^[-+][abeEhmuvxBCHPT]*$/
const setNames: ReadonlySet<string> = new Set(
  "allexport braceexpand errexit errtrace functrace noclobber nounset pipefail verbose xtrace".split(" ")
)

/** Reads `set`: the common options change nothing that is judged here. */
export const readSet = (call: Call): void => {
  const { args } = call
  if (args.length === 0) unproven(call, "set alone prints variables, which may hold secrets")
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value
    if (value === undefined) {
      unproven(call, "set has an option decided by an expansion")
      return
    }
    if (value === "--" || value === "-" || !/^[-+]/.test(value)) return
    if (/^[-+][a-zA-Z]*o$/.test(value)) {
      const name = args[at + 1]?.value
      if (name === undefined || !setNames.has(name)) unproven(call, "set -o may change how the shell reads")
      if (!setOptions.test(value.slice(0, -1))) unproven(call, `set ${value} is not known`)
      at++
    } else if (!setOptions.test(value)) unproven(call, `set ${value} is not known`)
  }
}

const shoptNames: ReadonlySet<string> = new Set(
  "nullglob failglob globstar dotglob inherit_errexit checkwinsize histappend cmdhist".split(" ")
)

/** Reads `shopt`: what changes where or how commands run is opaque. */
export const readShopt = (call: Call): void => {
  // Without `-s` or `-u` it only asks or prints.
  if (!call.args.some(({ value }) => value === undefined || /^-\w*[su]/.test(value))) return
  for (const { value, shown, word } of call.args) {
    if (value !== undefined && (/^-[supqo]+$/.test(value) || shoptNames.has(value))) continue
    raise(call, "opaque", `${shown} may change how the shell runs what follows`, word.span)
  }
}

/** Reads what gives names another meaning: `alias`, `hash`, `enable`. With words that set nothing it only prints. */
export const readNaming = (call: Call): void => {
  const { args, name } = call
  const sets =
    name === "alias"
      ? args.some(({ value }) => value === undefined || value.includes("="))
      : !args.every(({ value }) => value === "-r" || value === "-l" || value === "-t")
  if (!sets) return
  const why = `${name} gives a name another meaning`
  // That an alias may change later words is a floor the reader of the text raises.
  if (name === "alias") unproven(call, why)
  else raise(call, "opaque", why)
  for (const argument of args) promote(call, argument)
  if (name !== "alias") return
  call.found.glimpse = "here"
  for (const { value, word } of args) {
    const equals = value?.indexOf("=") ?? -1
    if (value === undefined || equals < 0) continue
    call.found.inner.push({ _tag: "Text", text: value.slice(equals + 1), dialect: "bash", span: word.span })
  }
}
