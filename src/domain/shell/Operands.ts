/**
 * From arguments to paths, by what the command's grammar says each of them is.
 */
import type { Kind } from "../../knowledge/grammar.ts"
import type { Direction } from "../Access.ts"
import { type Argument, dropFirst, literalArgument } from "./Argument.ts"
import { secretShape } from "../Secrets.ts"
import { type Call, raise } from "./Call.ts"
import type { PathUse } from "./Reading.ts"
import { isStream, readsInput } from "./StandardInput.ts"

/** How a path is used. */
export interface Use {
  readonly direction: Direction
  readonly reach: PathUse["reach"]
  readonly whole: boolean
  readonly follows?: boolean | undefined
}

const uses: Readonly<Record<"read" | "write" | "names" | "tree" | "into" | "delete" | "move" | "any", Use>> = {
  read: { direction: "read", reach: "content", whole: false },
  write: { direction: "write", reach: "content", whole: false },
  names: { direction: "read", reach: "names", whole: false },
  tree: { direction: "read", reach: "tree", whole: false },
  into: { direction: "write", reach: "content", whole: false },
  delete: { direction: "write", reach: "tree", whole: true },
  move: { direction: "unknown", reach: "tree", whole: true },
  any: { direction: "unknown", reach: "content", whole: false }
}

/** Records that the command reaches the path the argument names. */
export const reach = (call: Call, argument: Argument, use: Use, via: PathUse["via"] = "operand"): void => {
  for (const value of argument.values ?? [undefined]) {
    if (value?.path === "") continue
    call.found.paths.push({
      text: argument.shown,
      path: value?.path,
      glob: value?.glob === true,
      direction: use.direction,
      via,
      reach: use.reach,
      whole: use.whole,
      ...(use.follows === true ? { follows: true } : {}),
      span: argument.word.span
    })
  }
}

/** The same use, of all below the path: what is written below a directory is changed with it. */
const below = (use: Use): Use => ({
  direction: use.direction,
  reach: "tree",
  whole: use.whole || use.direction === "write"
})

/** Answers the use of a kind that is simply a path; `undefined` for the kinds that are not. */
export const useOf = (
  kind: "read" | "write" | "names" | "tree" | "into" | "delete" | "move" | "any",
  tree = false
): Use => (tree && kind !== "names" && kind !== "into" ? below(uses[kind]) : uses[kind])

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//

/** The path of a `file:` URL, and whether the text is a URL at all. */
const urlPath = (text: string): { readonly url: boolean; readonly from: number | undefined } => {
  if (!scheme.test(text)) return { url: false, from: undefined }
  const lower = text.slice(0, 8).toLowerCase()
  if (!lower.startsWith("file://")) return { url: true, from: undefined }
  const path = text.indexOf("/", 7)
  return { url: true, from: path < 0 ? text.length : path }
}

/** Records what an argument of that kind reaches. `tree`: the command works on all below its paths. */
export const reachKind = (call: Call, argument: Argument, kind: Kind, tree = false): void => {
  const { value, prefix } = argument
  switch (kind) {
    case "text":
      return
    case "read":
    case "write":
    case "names":
    case "tree":
    case "into":
    case "delete":
    case "move":
    case "any":
      // A single dash is standard input or output.
      if (value !== "-" || kind === "delete") reach(call, argument, useOf(kind, tree))
      return
    case "at":
      if (prefix.startsWith("@")) reachKind(call, dropFirst(argument, 1), "read")
      else if (value === undefined && prefix === "") reach(call, argument, uses.read)
      return
    case "form": {
      const mark = prefix.search(/[@<]/)
      if (mark < 0) return
      // `files=@a,b;type=text/plain`: several files, each with its own fields.
      if (value === undefined) reach(call, dropFirst(argument, mark + 1), uses.read)
      else {
        for (const part of value.slice(mark + 1).split(",")) {
          const end = part.indexOf(";")
          const path = (end < 0 ? part : part.slice(0, end)).replace(/^"|"$/g, "")
          if (path !== "-") reach(call, literalArgument(path, argument.word), uses.read)
        }
      }
      return
    }
    case "url": {
      const { from } = urlPath(prefix)
      if (from !== undefined) reach(call, dropFirst(argument, Math.min(from, prefix.length)), uses.read)
      return
    }
    case "volume": {
      const end = prefix.indexOf(":")
      if (value === undefined && end < 0) reach(call, argument, below(uses.any))
      else {
        const source = end < 0 ? prefix : prefix.slice(0, end)
        // A bare word is a named volume.
        if (end >= 0 && /^[/.~]/.test(source)) reach(call, literalArgument(source, argument.word), below(uses.any))
      }
      return
    }
    case "mount": {
      if (value === undefined) reach(call, argument, below(uses.any))
      else {
        for (const field of value.split(",")) {
          const named = /^(?:source|src|dest)=(.*)$/s.exec(field)
          if (named?.[1] !== undefined) reach(call, literalArgument(named[1], argument.word), below(uses.any))
        }
      }
      return
    }
    case "remote":
    case "remote-write": {
      const colon = prefix.indexOf(":")
      const slash = prefix.indexOf("/")
      const elsewhere = colon > 0 && (slash < 0 || colon < slash)
      if (!elsewhere && value !== "-") reach(call, argument, useOf(kind === "remote" ? "read" : "write", tree))
      return
    }
    case "rev": {
      const colon = prefix.indexOf(":")
      // `HEAD:x` shows what x was: it is judged as x, so that a rule about x holds.
      if (colon > 0 && argument.value !== undefined) {
        if (colon < prefix.length - 1) reach(call, dropFirst(argument, colon + 1), uses.read)
      } else reach(call, argument, useOf("read", tree))
      return
    }
    case "range": {
      const colon = value === undefined ? -1 : value.lastIndexOf(":")
      if (value === undefined) reach(call, argument, uses.read)
      else if (colon >= 0) reach(call, dropFirst(argument, colon + 1), uses.read)
      return
    }
    case "ref": {
      const equals = prefix.indexOf("=")
      if (equals >= 0) reachKind(call, dropFirst(argument, equals + 1), "read")
      return
    }
    case "script":
      if (readsInput(argument)) raise(call, "opaque", `${call.name} runs what its input says`)
      else {
        if (isStream(argument)) raise(call, "opaque", `${call.name} runs what ${argument.shown} says`)
        reach(call, argument, uses.read)
      }
      return
    case "shell": {
      if (value === undefined) raise(call, "opaque", `what runs is decided by ${argument.shown}`, argument.word.span)
      else call.found.inner.push({ _tag: "Text", text: value, dialect: "posix", span: argument.word.span })
      return
    }
  }
}

/** What a bare token must begin with, or hold, to look like a path. */
const pathShape = /^[~./]|\/|^[^\s]*\.[A-Za-z0-9_-]{1,10}$/

/** Records the paths an argument may hold when no grammar says what it is. */
export const promote = (call: Call, argument: Argument): void => {
  if (argument.values === undefined) {
    // What is certainly no path in front of an expansion, `--name=$x` aside, stays none.
    if (argument.prefix === "" || argument.many || pathShape.test(argument.prefix) || argument.prefix.includes("=")) {
      reach(call, argument, uses.any, "promoted")
    }
    return
  }
  for (const { path: text, glob } of argument.values) {
    const tokens = new Set([text])
    // `--option=PATH`, `key=PATH`, `key=@PATH`, `@PATH`, `-XPATH`
    const equals = text.indexOf("=")
    if (equals >= 0) tokens.add(text.slice(equals + (text.charAt(equals + 1) === "@" ? 2 : 1)))
    if (text.startsWith("@")) tokens.add(text.slice(1))
    if (/^-[A-Za-z][^-]/.test(text)) tokens.add(text.slice(2))
    for (const token of tokens) promoteToken(call, argument, token, glob)
  }
}

const promoteToken = (call: Call, argument: Argument, token: string, glob: boolean): void => {
  if (token === "" || token.startsWith("-")) return
  const { url, from } = urlPath(token)
  // Blanks make prose, unless it begins as a path does.
  const path = url ? (from === undefined ? undefined : token.slice(from)) : token
  if (path === undefined || (/\s/.test(path) && !/^[~./]/.test(path))) return
  // A bare name may be that of a secret: `id_rsa`.
  const shaped = url || pathShape.test(path) || secretShape(`/${path}`) !== undefined
  if (shaped || call.surroundings.promotes(path, call.surroundings.cwds)) {
    const one: Argument = { ...argument, values: [{ path, glob }] }
    reach(call, one, uses.any, "promoted")
  }
}

/** Records the paths that all of the arguments may hold. */
export const promoteAll = (call: Call, args: ReadonlyArray<Argument>): void => {
  for (const argument of args) promote(call, argument)
}
