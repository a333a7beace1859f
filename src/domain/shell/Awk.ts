/**
 * Whether an awk program only prints: a positive reading of its tokens.
 *
 * POSIX awk; GNU awk manual, chapters 5.6 (redirection), 9 (functions), 12.3 (two-way pipes), 2.7 and 17 (`@`).
 */

/** What a program does. */
export interface AwkProgram {
  /** It runs a command, or could. */
  readonly runs: string | undefined
  /** It writes files, or could. */
  readonly writes: boolean
  /** Why it is no plain printing, apart from these. */
  readonly doubt: string | undefined
}

/** Names that reach beyond the program's input. */
const special: Readonly<Record<string, "runs" | "doubt">> = {
  system: "runs",
  getline: "doubt",
  ENVIRON: "doubt",
  ARGV: "doubt",
  ARGC: "doubt",
  SYMTAB: "doubt",
  FUNCTAB: "doubt",
  PROCINFO: "doubt"
}

/** Words after which a slash opens a regular expression. */
const openers: ReadonlySet<string> = new Set(
  "print printf return in case else do if while exit delete next nextfile getline default BEGIN END".split(" ")
)

type Before = "start" | "operand" | "closing"

/** Reads a program. Linear in its length; total. */
export const readAwk = (text: string): AwkProgram => {
  let runs: string | undefined
  let writes = false
  let doubt: string | undefined
  let depth = 0
  /** The depth of parentheses at which a print statement stands. */
  let printing: number | undefined
  let before: Before = "start"
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (/[ \t\r]/.test(character)) {
      at++
      continue
    }
    if (character === "#") {
      const end = text.indexOf("\n", at)
      at = end < 0 ? text.length : end
      continue
    }
    if (character === "\\" && /\r?\n/.test(text.slice(at + 1, at + 3))) {
      at += 2
      continue
    }
    if (character === '"') {
      const end = closing(text, at, '"')
      if (end < 0) return { runs, writes, doubt: doubt ?? "a string does not end" }
      at = end + 1
      before = "operand"
      continue
    }
    if (/[A-Za-z_]/.test(character)) {
      const name = nameAt(text, at)
      at += name.length
      const kind = Object.hasOwn(special, name) ? special[name] : undefined
      if (kind === "runs") runs ??= name
      else if (kind === "doubt") doubt ??= `${name} reaches beyond its input`
      if (name === "print" || name === "printf") printing = depth
      before = openers.has(name) ? "start" : "operand"
      continue
    }
    if (/[0-9.]/.test(character)) {
      at++
      before = "operand"
      continue
    }
    if (character === "/") {
      if (before === "closing") return { runs, writes, doubt: doubt ?? "a slash may divide or open a pattern" }
      if (before === "start") {
        const end = closing(text, at, "/")
        if (end < 0) return { runs, writes, doubt: doubt ?? "a pattern does not end" }
        at = end + 1
        before = "operand"
      } else {
        at++
        before = "start"
      }
      continue
    }
    const two = text.slice(at, at + 2)
    if (two === "||") at++
    else if (character === "|") runs ??= "a pipe"
    else if (two === ">=" || two === "==") at++
    else if (character === ">") {
      if (printing !== undefined && depth <= printing) writes = true
      else if (two === ">>") writes = true
    } else if (character === "@") runs ??= "@"
    else if (character === "(") depth++
    else if (character === ")") depth--
    // A newline may go on with what it follows, after a comma for one: it ends no print statement here.
    else if (character === ";" || character === "}" || character === "{") printing = undefined
    if (two === "++" || two === "--") {
      at += 2
      before = "closing"
      continue
    }
    at++
    before = character === ")" || character === "$" ? "closing" : character === "]" ? "operand" : "start"
  }
  return { runs, writes, doubt }
}

const nameAt = (text: string, from: number): string => {
  let end = from
  while (end < text.length && /\w/.test(text.charAt(end))) end++
  return text.slice(from, end)
}

/** The place of the closing mark; -1 when the line ends first. In brackets a slash stands for itself to some: doubt. */
const closing = (text: string, from: number, mark: string): number => {
  for (let at = from + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "\\") at++
    else if (character === mark) {
      return mark === "/" && opensBracket(text.slice(from + 1, at)) ? -1 : at
    } else if (character === "\n") return -1
  }
  return -1
}

/** Whether a bracket expression is open at the end of the pattern. */
const opensBracket = (pattern: string): boolean => {
  let open = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === "\\") at++
    else if (!open && character === "[") {
      open = true
      if (pattern.charAt(at + 1) === "^") at++
      if (pattern.charAt(at + 1) === "]") at++
    } else if (open && character === "]") open = false
  }
  return open
}
