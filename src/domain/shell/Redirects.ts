/**
 * The files a redirect reaches.
 *
 * bash manual, section 3.6 (Redirections).
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import { type Known, literalValues, yieldsInteger } from "./Expand.ts"
import type { ShellRedirect } from "./Flow.ts"
import { opaque } from "./Guard.ts"
import type { PathUse } from "./Reading.ts"
import type { ShellWord } from "./Word.ts"

/** What one redirect does. */
export interface RedirectReading {
  readonly paths: ReadonlyArray<PathUse>
  readonly floors: ReadonlyArray<Floor>
}

const nothing: RedirectReading = { paths: [], floors: [] }

/** Answers which files a redirect reaches. */
export const readRedirect = (redirect: ShellRedirect, known: Known): RedirectReading => {
  const { operator, target, span } = redirect
  if (redirect.variable?.includes("[") === true) {
    return { paths: [], floors: [opaque("an array's subscript is evaluated", span)] }
  }
  if (target === undefined || operator === "<<<") return nothing
  if (operator === "<&" || operator === ">&") {
    if (operator === "<&" || isDescriptor(target, known)) return nothing
    // `2>&word` is an error unless the word is a descriptor; only `>&word` and `1>&word` open a file.
    if (redirect.descriptor !== undefined && redirect.descriptor !== 1) return nothing
    if (redirect.variable !== undefined) return nothing
    if (!expandsToItself(target, known)) {
      const floor = opaque(`bash expands what ${target.shown} yields once more`, span)
      return { ...reach(target, "write", span, known), floors: [floor] }
    }
  }
  return reach(target, operator === "<" ? "read" : "write", span, known)
}

/** Answers whether expanding what a word expands to changes nothing more: bash makes `&>word` of `>&word` and begins anew. */
const expandsToItself = (target: ShellWord, known: Known): boolean => {
  const values = literalValues(target, known)
  return values.known && values.values.every(({ path, glob }) => !glob && /^[\w./+:,@%= -]*$/u.test(path))
}

const isDescriptor = (target: ShellWord, known: Known): boolean => {
  // `1-` moves the descriptor, but in quotes names a file.
  if (target.value !== undefined) return /^(?:\d+|-)$/u.test(target.value) || /^\d+-$/u.test(target.text)
  const [only] = target.pieces
  if (target.pieces.length !== 1) return false
  if (only?._tag === "Variable") {
    const value = known.variables.get(only.name)
    // ` 1`, `+1` and `0x1` are numbers, and as names they are files.
    return value === "integer" || (value !== undefined && value.length > 0 && value.every((one) => /^\d+$/u.test(one)))
  }
  return only?._tag === "Unknown" && yieldsInteger(only.text)
}

const reach = (target: ShellWord, direction: "read" | "write", span: Span, known: Known): RedirectReading => {
  const values = literalValues(target, known)
  const base = { text: target.shown, direction, via: "redirect", reach: "content", whole: false, span } as const
  if (!values.known) return { paths: [{ ...base, path: undefined, glob: false }], floors: [] }
  const paths = values.values.map(({ path, glob }): PathUse => ({ ...base, path, glob }))
  // bash connects to these itself, whether or not such a file exists.
  const connects = values.values.some(({ path }) => /^\/+dev\/+(?:tcp|udp)\//u.test(path))
  return { paths, floors: connects ? [opaque(`${target.shown} is a connection, not a file`, span)] : [] }
}
