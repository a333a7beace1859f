/**
 * Reads git's configuration files for what could make git run a program.
 *
 * git-config(1), "Syntax" and "Variables".
 */
import { gitProgramKey } from "../../knowledge/git.ts"

/** A key and where it stands. */
export interface ConfigFinding {
  readonly key: string
  /** 1-based. */
  readonly line: number
}

/** What a configuration file holds that matters. */
export interface ConfigReading {
  /** The first key that names a program. */
  readonly program: ConfigFinding | undefined
  /** Where `core.worktree` says the work tree is elsewhere. */
  readonly worktree: ConfigFinding | undefined
  /** Paths of further files it includes, with their lines. */
  readonly includes: ReadonlyArray<{ readonly path: string; readonly line: number }>
  /** The last value of `core.hooksPath`. */
  readonly hooksPath: string | undefined
  /** Whether `extensions.worktreeConfig` is set. */
  readonly worktreeConfig: boolean
  /** The line that could not be read. */
  readonly unreadable: number | undefined
}

// A subsection's name is quoted, or in the old form part of the section's.
const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const variable = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s

/** Reads a configuration file. Total: what it cannot read it says. */
export const readGitConfig = (text: string): ConfigReading => {
  let section = ""
  let program: ConfigFinding | undefined
  let worktree: ConfigFinding | undefined
  let hooksPath: string | undefined
  let worktreeConfig = false
  let unreadable: number | undefined
  const includes: Array<{ readonly path: string; readonly line: number }> = []
  const lines = text.replace(/^\uFEFF/, "").split("\n")
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1
    let rest = lines[at] ?? ""
    const opens = header.exec(rest)
    if (opens !== null) {
      const [whole, name = "", sub] = opens
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, "$1")}`
      rest = rest.slice(whole.length)
    }
    if (/^\s*(?:[#;]|$)/.test(rest)) continue
    // A backslash at the end goes on in the next line.
    const parts = [rest]
    for (let last = rest; continues(last) && at + 1 < lines.length; parts.push(last)) {
      parts[parts.length - 1] = last.replace(/\r$/, "").slice(0, -1)
      at++
      last = lines[at] ?? ""
    }
    rest = parts.join("")
    const set = variable.exec(rest)
    if (set === null || section === "") {
      unreadable ??= line
      continue
    }
    const name = (set[1] ?? "").toLowerCase()
    const key = `${section}.${name}`
    const value = set[2] === undefined ? "true" : valueOf(set[2])
    if (gitProgramKey(key, value)) program ??= { key, line }
    if (key === "core.worktree") worktree = { key, line }
    if (key === "core.hookspath") hooksPath = value
    if (key === "extensions.worktreeconfig") worktreeConfig = true
    if (name === "path" && (section === "include" || section.startsWith("includeif."))) {
      includes.push({ path: value, line })
    }
  }
  return { program, worktree, includes, hooksPath, worktreeConfig, unreadable }
}

/** Whether the line ends in a backslash that is not itself escaped. */
const continues = (line: string): boolean => {
  const stop = line.endsWith("\r") ? line.length - 1 : line.length
  let end = stop
  while (line.charAt(end - 1) === "\\") end--
  return (stop - end) % 2 === 1
}

/** A value with its quotes, escapes and comment taken away. */
const valueOf = (text: string): string => {
  let value = ""
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "\\") {
      at++
      value += text.charAt(at)
    } else if (character === '"') quoted = !quoted
    else if (!quoted && (character === "#" || character === ";")) break
    else value += character
  }
  return value.trim()
}
