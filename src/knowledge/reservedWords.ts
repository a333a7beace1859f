/** Words that are grammar where a command may stand. bash manual, section 3.2.1. */
export const reservedWords: ReadonlySet<string> = new Set(
  "! [[ { } case coproc do done elif else esac fi for function if in select then time until while".split(" ")
)
