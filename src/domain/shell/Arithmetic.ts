/**
 * What evaluating text as arithmetic reads and assigns.
 *
 * bash manual, section 6.5: a variable's value is evaluated in its turn, and a subscript is expanded, so that `$((x))`
 * runs what stands in `x='a[$(…)]'`. Only numbers, operators and the names of known numbers are safe.
 */
import type { Span } from "../Span.ts"
import { opaque } from "./Guard.ts"
import type { Evaluation, Piece } from "./Word.ts"

// Numbers (`16#ff` too), names, operators and blanks, and nothing else: no quote, no subscript, no dollar.
const plain = /^[\w\s#+\-*/%<>=!&|^~?:(),]*$/u
const names = /(?<![\w#])[A-Za-z_]\w*/gu
const assigns = /(?:^|[^=!<>])=(?!=)|<<=|>>=|\+\+|--/u

/** Special parameters and forms whose value is a whole number whatever happens. */
const numeric = /^\$(?:[#?$!]|\{[#?$!]\}|\{#(?:\w+(?:\[[@*]\])?|[@*])\})$/u

/** Answers what evaluating these pieces as arithmetic does. */
export const readLiteralArithmetic = (pieces: ReadonlyArray<Piece>, span: Span): Evaluation => {
  const reads: Array<string> = []
  let text = ""
  for (const piece of pieces) {
    switch (piece._tag) {
      case "Literal":
        text += piece.value
        break
      case "Glob":
        text += piece.text
        break
      case "Variable":
        // Its text becomes part of the expression, so it must be a number too.
        reads.push(piece.name)
        text += "0"
        break
      case "Brace":
      case "Unknown":
        if (numeric.test(piece.text)) text += "0"
        else return { _tag: "Raises", floor: opaque("what an expansion yields is evaluated as arithmetic", span) }
        break
    }
  }
  if (!plain.test(text)) return { _tag: "Raises", floor: opaque("arithmetic evaluates more than numbers", span) }
  const found = text.match(names) ?? []
  return {
    _tag: "Arithmetic",
    reads: [...reads, ...found],
    assigns: assigns.test(text) ? found : [],
    span
  }
}
