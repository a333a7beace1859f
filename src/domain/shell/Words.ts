/**
 * From the parser's words to ours: what a word is fixed to be, and what its expansion runs.
 *
 * bash manual, section 3.5 (Shell Expansions).
 */
import type {
  ArithmeticExpansionPart,
  ArithmeticExpression,
  ArithmeticWord,
  CommandExpansionPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  Word,
  WordPart
} from "unbash"
import { readLiteralArithmetic } from "./Arithmetic.ts"
import {
  addBraces,
  addLiteral,
  type Draft,
  draftAt,
  finish,
  guardLiteral,
  longWord,
  none,
  type Stretch,
  unreadBraces,
  withAssignedTildes,
  wordOf
} from "./Draft.ts"
import { holdsBraces, holdsSubstitution, opaque, unread } from "./Guard.ts"
import { isSureSum } from "./Failing.ts"
import { admitParts, doubt, enter, type Reader, spanOf } from "./Reader.ts"
import type { Piece, ShellWord } from "./Word.ts"

/** Reads one word. */
export const readWord = (word: Word, reader: Reader): ShellWord => {
  const read = readValue(word, reader)
  return word.text.includes("~") ? withAssignedTildes(read) : read
}

/** Reads the value of an assignment: what looks like an assignment within it is none. */
export const readValue = (word: Word, reader: Reader): ShellWord => {
  const { text } = word
  if (text.length > longWord && !enter(reader, word)) {
    return unreadWord(word, reader)
  }
  const parts = word.parts
  if (parts === undefined) {
    if (text === word.value && !text.includes("\\") && !text.includes("~")) {
      guardLiteral(reader, text, text, word)
      if (holdsBraces(text)) doubt(reader, unreadBraces, word)
      return {
        text,
        pieces: [{ _tag: "Literal", value: text, quoted: false }],
        value: text,
        shown: text,
        tilde: undefined,
        nested: none,
        evaluations: none,
        span: spanOf(reader, word)
      }
    }
    const draft = draftAt(reader, word)
    addLiteral(draft, text, word)
    return finish(draft, text)
  }
  if (!admitParts(reader, parts.length)) return unreadWord(word, reader)
  if (parts.some(({ type }) => type === "ProcessSubstitution")) guardEnds(word, reader)
  const draft = draftAt(reader, word)
  for (const part of parts) addPart(draft, part)
  return finish(draft, text)
}

const unreadWord = (word: Word, reader: Reader): ShellWord =>
  wordOf(word.text, [{ _tag: "Unknown", text: word.text, quoted: false }], spanOf(reader, word))

/** The parser ends a word where a process substitution begins and where it ends; bash does neither. */
const guardEnds = (word: Word, reader: Reader): void => {
  const { source } = reader
  const escaped = /(?<!\\)\\(?:\\\\)*$/u.test(source.slice(Math.max(0, word.pos - longWord), word.pos - 1))
  const begins = !escaped && " \t\n;&|(<>`".includes(source.charAt(word.pos - 1))
  const ends = /^(?:[ \t\n;&|)`]|[<>](?!\()|$)/u.test(source.slice(word.end, word.end + 2))
  if (begins && ends) return
  doubt(reader, "what touches a process substitution is one word with it", word)
}

/** Reads a word that bash evaluates as arithmetic: an operand of `[[ -eq ]]`, a subscript, an offset. */
export const readArithmeticWord = (word: Word, reader: Reader): ShellWord => {
  const read = readWord(word, reader)
  return { ...read, evaluations: [...read.evaluations, readLiteralArithmetic(read.pieces, read.span)] }
}

/** Reads an arithmetic expression as the word it would be. */
export const readArithmetic = (
  expression: ArithmeticExpression | undefined,
  text: string,
  at: Stretch,
  reader: Reader
): ShellWord => {
  const draft = draftAt(reader, at)
  addArithmetic(draft, expression, text)
  if (expression !== undefined) addSure(draft, expression)
  draft.pieces.push({ _tag: "Unknown", text, quoted: true })
  return finish(draft, text)
}

// `\x{…}`, a control character of more than one byte, half a surrogate pair, and what is no character at all.
const otherwiseDecoded =
  /(?:^|[^\\])(?:\\\\)*\\(?:x\{|c[^\0-\x7f]|u0*[dD][89a-fA-F]|U0*(?:[dD][89a-fA-F][\da-fA-F]{2}(?![\da-fA-F])|[1-9a-fA-F][\da-fA-F]{5}))/u

const addPart = (draft: Draft, part: WordPart): void => {
  switch (part.type) {
    case "Literal":
      return addLiteral(draft, part.text, part)
    case "SingleQuoted":
    case "AnsiCQuoted":
      // bash keeps both characters in `$'…'`; the parser joins the lines.
      if (part.type === "AnsiCQuoted" && part.text.includes("\\\n"))
        doubt(draft.reader, "a line continuation stands in $'…'", part)
      if (part.type === "AnsiCQuoted" && otherwiseDecoded.test(part.text))
        doubt(draft.reader, "bash decodes an escape of $'…' otherwise", part)
      // In `"${x:-$'…'}"`, and in a here-document even in `${x:-'…'}`, what they hold is expanded.
      if (draft.reader.quoted && /`|\$[({[]/u.test(part.text))
        doubt(draft.reader, "a substitution stands in quotes within quotes", part)
      draft.pieces.push({ _tag: "Literal", value: part.value, quoted: true })
      return
    case "DoubleQuoted":
    case "LocaleString":
      // An empty pair of quotes still makes a word.
      if (part.parts.length === 0) draft.pieces.push({ _tag: "Literal", value: "", quoted: true })
      for (const child of part.parts) addQuoted(draft, child)
      return
    case "Glob":
      if (part.kind === "bracket") addInside(draft, part.parts)
      draft.pieces.push({ _tag: "Glob", text: part.text })
      return
    case "ExtendedGlob":
      if (part.parts === undefined) guardLiteral(draft.reader, part.text, "", part)
      else addInside(draft, part.parts)
      draft.pieces.push({ _tag: "Glob", text: part.text })
      return
    case "BraceExpansion":
      if (part.parts === undefined) guardLiteral(draft.reader, part.text, "", part)
      else addInside(draft, part.parts)
      return addBraces(draft, part.text, part)
    default:
      addExpansion(draft, part, false)
  }
}

/** Reads parts for what they run; what they say stands in the piece around them. */
const addInside = (draft: Draft, parts: ReadonlyArray<WordPart>): void => {
  const inside: Draft = { ...draft, pieces: [] }
  for (const part of parts) addPart(inside, part)
}

/** Adds a part that stands inside double quotes, or where they would change nothing. */
export const addQuoted = (draft: Draft, part: DoubleQuotedChild | WordPart): void => {
  switch (part.type) {
    case "Literal":
      if (holdsSubstitution(part.text, true)) doubt(draft.reader, "it holds a substitution that was not read", part)
      draft.pieces.push({ _tag: "Literal", value: part.value, quoted: true })
      return
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return addExpansion(draft, part, true)
    default:
      return addPart(draft, part)
  }
}

type Expansion = Exclude<WordPart, { readonly type: "Literal" | "Glob" | "SingleQuoted" | "AnsiCQuoted" }>

const addExpansion = (draft: Draft, part: Expansion, quoted: boolean): void => {
  switch (part.type) {
    case "SimpleExpansion":
      draft.pieces.push(variable(part.text, part.text.replaceAll("\\\n", "").slice(1), quoted))
      return
    case "ParameterExpansion":
      return addParameter(draft, part, quoted)
    case "CommandExpansion":
    case "ProcessSubstitution":
      addScript(draft, part, quoted)
      break
    case "ArithmeticExpansion":
      if (enter(draft.reader, part)) addArithmetic(draft, part.expression, arithmeticBody(part))
      break
    default:
      return addPart(draft, part)
  }
  draft.pieces.push({ _tag: "Unknown", text: part.text, quoted })
}

const variable = (text: string, name: string, quoted: boolean): Piece =>
  /^[A-Za-z_]/u.test(name) ? { _tag: "Variable", name, text, quoted } : { _tag: "Unknown", text, quoted }

const addScript = (draft: Draft, part: CommandExpansionPart | ProcessSubstitutionPart, quoted: boolean): void => {
  const { reader } = draft
  if (!enter(reader, part)) return
  const { script, text } = part
  // Behind a backtick bash joins lines within single quotes too.
  if (text.startsWith("`") && text.includes("\\\n") && /'|\\\\/u.test(text))
    doubt(reader, "a line continuation between backticks may stand in quotes", part)
  if (script === undefined) {
    doubt(reader, "a substitution could not be read", part)
    return
  }
  const errors = script.errors
  if (errors !== undefined && errors.length > 0) {
    const floor = unread(`a substitution does not parse: ${errors[0]?.message ?? "an error"}`, spanOf(reader, part))
    draft.evaluations.push({ _tag: "Raises", floor })
  }
  if (part.text.startsWith("${")) {
    const floor = opaque("newer versions of bash run it in this very shell", spanOf(reader, part))
    draft.evaluations.push({ _tag: "Raises", floor })
  }
  const fed = part.type === "ProcessSubstitution" && part.operator === ">"
  // What an escaped backtick decodes to has positions of its own.
  const own = script.source === undefined ? {} : { source: script.source, within: spanOf(reader, part) }
  const substituted = { hereDocument: false, quoted: quoted || reader.quoted || reader.substituted?.quoted === true }
  draft.nested.push(
    reader.script(script, { ...reader, ...own, substituted, quoted: false, piped: reader.piped || fed })
  )
}

const arithmeticBody = (part: ArithmeticExpansionPart): string =>
  part.text.startsWith("$((") ? part.text.slice(3, -2) : part.text.slice(2, -1)

const addArithmetic = (draft: Draft, expression: ArithmeticExpression | undefined, text: string): void => {
  if (expression === undefined) {
    if (/^\s*$/u.test(text)) return
    if (holdsSubstitution(text, true))
      doubt(draft.reader, "arithmetic holds a substitution that was not read", draft.at)
    const span = spanOf(draft.reader, draft.at)
    draft.evaluations.push({ _tag: "Raises", floor: opaque("arithmetic that was not read is evaluated", span) })
    return
  }
  switch (expression.type) {
    case "ArithmeticBinary":
      // `x=1` assigns without reading.
      if (expression.operator !== "=" || !isName(expression.left)) addArithmetic(draft, expression.left, text)
      addArithmetic(draft, expression.right, text)
      if (/^(?:=|[^=!<>]=|<<=|>>=)$/u.test(expression.operator)) addAssigned(draft, expression.left)
      return
    case "ArithmeticUnary":
      addArithmetic(draft, expression.operand, text)
      if (expression.operator === "++" || expression.operator === "--") addAssigned(draft, expression.operand)
      return
    case "ArithmeticTernary":
      addArithmetic(draft, expression.test, text)
      addArithmetic(draft, expression.consequent, text)
      addArithmetic(draft, expression.alternate, text)
      return
    case "ArithmeticGroup":
      addArithmetic(draft, expression.expression, text)
      return
    case "ArithmeticWord": {
      const word = readWord({ type: "Word", text: expression.value, ...withParts(expression) }, draft.reader)
      draft.nested.push(...word.nested)
      draft.evaluations.push(...word.evaluations, readLiteralArithmetic(word.pieces, spanOf(draft.reader, expression)))
      return
    }
    case "ArithmeticCommandExpansion":
      addScript(
        draft,
        { ...stretchOf(expression), type: "CommandExpansion", text: expression.text, script: expression.script },
        true
      )
      draft.evaluations.push({
        _tag: "Raises",
        floor: opaque("the output of a command is evaluated as arithmetic", spanOf(draft.reader, expression))
      })
      return
  }
}

const stretchOf = (node: Stretch): Stretch => ({ pos: node.pos, end: node.end })

const withParts = (
  word: { readonly value: string; readonly parts?: ReadonlyArray<WordPart> | undefined } & Stretch
) => ({
  ...stretchOf(word),
  value: word.value,
  parts: word.parts
})

const isName = (target: ArithmeticExpression): target is ArithmeticWord =>
  target.type === "ArithmeticWord" && /^[A-Za-z_]\w*$/u.test(target.value)

const addAssigned = (draft: Draft, target: ArithmeticExpression): void => {
  const span = spanOf(draft.reader, target)
  if (isName(target)) {
    draft.evaluations.push({ _tag: "Arithmetic", reads: none, assigns: [target.value], span })
  } else {
    draft.evaluations.push({ _tag: "Raises", floor: opaque("arithmetic assigns to what is not a plain name", span) })
  }
}

/**
 * `i=0, n=m+1` as a whole, so that the variables are numbers then; answers the variables whose values decide that none of
 * it fails, `undefined` where more does.
 */
const addSure = (
  draft: Draft,
  expression: ArithmeticExpression,
  before: ReadonlyArray<string> = none
): ReadonlyArray<string> | undefined => {
  if (expression.type !== "ArithmeticBinary") return undefined
  const { left, operator, right } = expression
  if (operator === ",") {
    const decided = addSure(draft, left, before)
    return decided === undefined ? undefined : addSure(draft, right, decided)
  }
  const text = draft.reader.source.slice(right.pos, right.end)
  if (operator !== "=" || !isName(left) || !isSureSum(text)) return undefined
  const sure = [...before, ...(text.match(/[A-Za-z_]\w*/gu) ?? [])]
  const span = spanOf(draft.reader, left)
  draft.evaluations.push({ _tag: "Arithmetic", reads: none, assigns: [left.value], sure, span })
  return [...sure, left.value]
}

/** Whether no shell takes it for an expansion: `${{ name }}`, `${call(name.of)}`. */
const isNoExpansion = (text: string): boolean =>
  /^\$\{\{[\w .-]*\}?$/u.test(text) || /^\$\{[A-Za-z_]\w*(?:\.\w+)*\([\w., ]*\)\}$/u.test(text)

const addParameter = (draft: Draft, part: ParameterExpansionPart, quoted: boolean): void => {
  const { reader } = draft
  const { operation, index, prefix } = part
  const span = spanOf(reader, part)
  if (prefix === undefined && index === undefined && operation === undefined) {
    draft.pieces.push(variable(part.text, part.parameter, quoted))
    return
  }
  if (!enter(reader, part)) {
    draft.pieces.push({ _tag: "Unknown", text: part.text, quoted })
    return
  }
  const raise = (cause: string): void => {
    draft.evaluations.push({ _tag: "Raises", floor: opaque(cause, span) })
  }
  const quotes = quoted || reader.substituted?.quoted === true
  const inside = quotes && !reader.quoted ? { ...reader, quoted: true } : reader
  const expand = (word: Word | undefined, arithmetic = false): ShellWord | undefined => {
    if (word === undefined) return undefined
    const read = arithmetic ? readArithmeticWord(word, inside) : readWord(word, inside)
    draft.nested.push(...read.nested)
    draft.evaluations.push(...read.evaluations)
    return read
  }
  if (index !== undefined && index.text !== "@" && index.text !== "*") expand(index, true)
  // `${!x*}` and `${!a[@]}` list names; any other `!` evaluates what the variable holds.
  const listsKeys = index !== undefined && (index.text === "@" || index.text === "*") && operation === undefined
  if (prefix === "!" && operation?.type !== "Names" && !listsKeys) raise("it expands the variable another one names")
  switch (operation?.type) {
    case undefined:
    case "Names":
      break
    case "Default": {
      const operand = expand(operation.operand)
      if (operation.operator.endsWith("="))
        draft.evaluations.push({ _tag: "Assigns", name: part.parameter, operand, span })
      break
    }
    case "Remove":
      expand(operation.operand)
      break
    case "Replace":
      // The parser ends the pattern at the first slash, also at one within a substitution.
      if (/`|[$<>]\(/u.test(operation.pattern.text)) {
        draft.evaluations.push({ _tag: "Raises", floor: unread("a substitution stands in a pattern", span) })
      }
      expand(operation.pattern)
      expand(operation.replacement)
      break
    case "Slice":
      expand(operation.offset, true)
      expand(operation.length, true)
      break
    case "CaseModification":
      expand(operation.operand)
      break
    case "Transform":
      if (!/^[QEAaKkUuL]$/u.test(operation.operand.text)) raise("it evaluates what the variable holds")
      break
    case "Unknown":
      // Of a template, or of another language: bash reports it and runs nothing.
      if (!isNoExpansion(part.text)) raise("it is an expansion that was not read")
      if (holdsSubstitution(part.text.slice(2), true)) doubt(reader, "it holds a substitution that was not read", part)
      break
  }
  draft.pieces.push({ _tag: "Unknown", text: part.text, quoted })
}
