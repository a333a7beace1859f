/**
 * Reads `fd`: a search, unless it runs a command on what it finds. fd(1).
 */
import type { Grammar } from "../../knowledge/grammar.ts"
import { unknownWord, wordOf } from "./Argument.ts"
import { readByGrammar } from "./ByGrammar.ts"
import { type Call, raise, unproven } from "./Call.ts"
import type { SimpleCommand } from "./Flow.ts"
import { promoteAll } from "./Operands.ts"

const grammar: Grammar = {
  reads: true,
  options:
    "-HIuUsigFapL10hqV -t= -e= -E= -d= -S= -c= -j= -o= --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --full-path --follow --print0 --type= --extension= --exclude= --max-depth= --min-depth= --exact-depth= --size= --changed-within= --changed-before= --newer= --older= --owner= --color= --threads= --max-results= --one-file-system --prune --quiet --show-errors --help --version --base-directory=names --search-path=names --path-separator= --ignore-file=read --strip-cwd-prefix[=] --format= --no-follow",
  operands: "text names*",
  none: "names",
  when: { "-L --follow": { follows: true } }
}

/** Reads `fd` and `fdfind`. */
export const readFd = (call: Call): void => {
  const { args, command, found } = call
  const at = args.findIndex(({ value, prefix }) =>
    /^(?:-[a-zA-Z]*[xX]$|--exec(?:-batch)?(?:=|$))/.test(value ?? prefix)
  )
  if (at < 0) {
    readByGrammar(call, grammar)
    return
  }
  readByGrammar({ ...call, args: args.slice(0, at) }, grammar)
  unproven(call, `${call.name} runs a command on what it finds`)
  promoteAll(call, args.slice(at))
  const end = args.findIndex(({ value }, index) => index > at && value === ";")
  const words = args.slice(at + 1, end < 0 ? args.length : end)
  const last = words.at(-1)
  if (last === undefined || args[at]?.prefix.includes("=") === true) {
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
