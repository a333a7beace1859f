/**
 * From text to what bash would run.
 */
import { parse } from "unbash"
import type { Span } from "../Span.ts"
import { literalWord } from "./Argument.ts"
import { readScript, readSubshell } from "./Build.ts"
import type { Flow, ParsedText } from "./Flow.ts"
import {
  checkText,
  endsInLoneBackslash,
  isStrange,
  lastBackslash,
  maxInside,
  maxInsideBroken,
  unread
} from "./Guard.ts"
import type { Reader } from "./Reader.ts"
import type { ShellWord } from "./Word.ts"

/** How a text is read. */
export interface ParseOptions {
  /** Where all of it stands, when it is not the call's own text. */
  readonly within?: Span | undefined
  /** Whether its standard input may be a pipe or a redirect. */
  readonly piped?: boolean | undefined
}

const nothing: Flow = { _tag: "Sequence", steps: [] }

/**
 * Reads a text as bash would, and says by floors in how far that is to be believed; never throws.
 *
 * @param text Shell text, as a host or an outer command gives it.
 */
export const parseText = (text: string, options: ParseOptions = {}): ParsedText => {
  const checked = checkText(text)
  if (!checked.readable) return { flow: nothing, floors: checked.floors, functions: [], empty: false }
  const floors = [...checked.floors]
  const found = {
    floors,
    units: 0,
    words: 0,
    parts: 0,
    inside: 0,
    full: false,
    functions: [],
    empty: true
  } satisfies Reader["found"]
  const reader: Reader = {
    source: text,
    within: options.within,
    strange: isStrange(text),
    substituted: undefined,
    quoted: false,
    piped: options.piped === true,
    found,
    script: readSubshell
  }
  let flow: Flow = nothing
  try {
    const lone = endsInLoneBackslash(text)
    const script = parse(lone ? text.slice(0, -1) : text)
    const [error] = script.errors ?? []
    if (error !== undefined)
      floors.push(unread(`it does not parse: ${error.message}`, pointAt(text, error.pos, options)))
    if (error !== undefined) found.inside = maxInside - maxInsideBroken
    flow = readScript(script, reader)
    const both = lone
      ? eitherWay(flow, literalWord("\\", { span: pointAt(text, text.length - 1, options) }))
      : undefined
    if (both !== undefined) {
      flow = both
      floors.splice(
        floors.findIndex(({ cause }) => cause === lastBackslash),
        1
      )
    }
  } catch {
    // The parser throws on some deep nests, and a nest may be deeper than the stack.
    floors.push(unread("it could not be parsed"))
  }
  return { flow, floors, functions: found.functions, empty: found.empty && floors.length === 0 }
}

/** A flow whose last command has one more word, or has not; `undefined` when that is not easily told. */
const eitherWay = (flow: Flow, word: ShellWord): Flow | undefined => {
  switch (flow._tag) {
    case "Command": {
      const { command } = flow
      if (command.redirects.some(({ target }) => target === undefined)) return undefined
      const more: Flow = { _tag: "Command", command: { ...command, words: [...command.words, word] } }
      return { _tag: "Case", words: [], bodies: [flow, more] }
    }
    case "AndOr": {
      const right = eitherWay(flow.right, word)
      return right === undefined ? undefined : { ...flow, right }
    }
    case "Sequence": {
      const last = flow.steps.at(-1)
      const both = last === undefined ? undefined : eitherWay(last, word)
      return both === undefined ? undefined : { ...flow, steps: [...flow.steps.slice(0, -1), both] }
    }
    default:
      return undefined
  }
}

const pointAt = (text: string, at: number, options: ParseOptions): Span =>
  options.within ?? { start: Math.min(at, text.length), end: Math.min(at + 1, text.length) }
