/**
 * Reads `fd`: a search, unless it runs a command on what it finds. fd(1).
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import { type Argument, dropFirst, unknownWord, wordOf } from "./Argument.ts"
import { readByGrammar } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import type { SimpleCommand } from "./Flow.ts"
import { promoteAll } from "./Operands.ts"
import { prepare } from "./OptionSyntax.ts"

const grammar: Grammar = {
  reads: true,
  options:
    "-HIuUsigFapL10hqV -t= -e= -E= -d= -S= -c= -j= -o= --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --full-path --follow --print0 --type= --extension= --exclude= --max-depth= --min-depth= --exact-depth= --size= --changed-within= --changed-before= --newer= --older= --owner= --color= --threads= --max-results= --one-file-system --prune --quiet --show-errors --help --version --base-directory=names --search-path=names --path-separator= --ignore-file=read --strip-cwd-prefix[=] --format= --no-follow !!-x= !!-X= !!--exec= !!--exec-batch=",
  operands: "text names*",
  none: "names",
  when: { "-L --follow": { follows: true } }
}

/** The place behind an argument's option that runs a command: what follows there, if anything, begins the command. */
const runsAt = ({ prefix }: Argument): number | undefined => {
  if (prefix.startsWith("--")) {
    const end = prefix.indexOf("=")
    const name = end < 0 ? prefix : prefix.slice(0, end)
    return name.length > 3 && ("--exec".startsWith(name) || "--exec-batch".startsWith(name)) ? name.length : undefined
  }
  for (let at = 1; prefix.startsWith("-") && at < prefix.length; at++) {
    const letter = prefix.charAt(at)
    if (letter === "x" || letter === "X") return at + 1
    if (prepare(grammar).options.get(`-${letter}`)?.takes === "required") return undefined
  }
  return undefined
}

/** Reads `fd` and `fdfind`. */
export const readFd = (call: Call): void => {
  const { args, command, found } = call
  const end = args.findIndex(({ value }) => value === "--")
  const at = args.findIndex((argument, index) => (end < 0 || index < end) && runsAt(argument) !== undefined)
  const option = args[at]
  if (option === undefined) {
    readByGrammar(call, grammar)
    return
  }
  readByGrammar({ ...call, args: args.slice(0, at) }, grammar)
  unproven(call, `${call.name} runs a command on what it finds`)
  promoteAll(call, args.slice(at))
  const stop = args.findIndex(({ value }, index) => index > at && value === ";")
  const words = args.slice(at + 1, stop < 0 ? args.length : stop)
  const from = runsAt(option) ?? 0
  if (option.value === undefined || from < option.value.length) {
    // Whether the words behind go on with a command that begins within the option hangs on the version.
    raise(call, "opaque", `${call.name} runs a command on what it finds`)
    words.unshift(dropFirst(option, from + (option.prefix.charAt(from) === "=" ? 1 : 0)))
  }
  const last = words.at(-1)
  if (last === undefined) {
    raise(call, "opaque", `${call.name} runs a command on what it finds`)
    return
  }
  const inner: SimpleCommand = {
    assignments: [],
    words: [
      ...words.map((word) => (word.value?.includes("{") === true ? unknownWord(word.shown, word.word) : wordOf(word))),
      ...(words.some(({ value }) => value?.includes("{") === true) ? [] : [unknownWord("…", last.word)])
    ],
    redirects: [],
    piped: false,
    span: command.span
  }
  found.inner.push({ _tag: "Command", command: inner })
}
