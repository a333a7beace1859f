/**
 * From the parser's words to ours: what a word is fixed to be, and what its expansion runs.
 *
 * bash manual, section 3.5 (Shell Expansions).
 */
import type {
  ArrayValue,
  ArithmeticExpression,
  ArithmeticExpansionPart,
  ArithmeticWord,
  Assignment,
  CommandExpansionPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  Word,
  WordPart
} from "unbash"
import { readLiteralArithmetic } from "./Arithmetic.ts"
import type { Flow, ShellAssignment } from "./Flow.ts"
import { holdsBraces, holdsSubstitution, isStrange, opaque, unread } from "./Guard.ts"
import { doubt, enter, type Reader, spanOf } from "./Reader.ts"
import type { Evaluation, Piece, ShellWord } from "./Word.ts"

/** A stretch of the source. */
interface Stretch {
  readonly pos: number
  readonly end: number
}

interface Draft {
  readonly reader: Reader
  readonly at: Stretch
  readonly pieces: Array<Piece>
  readonly nested: Array<Flow>
  readonly evaluations: Array<Evaluation>
}

const draftAt = (reader: Reader, at: Stretch): Draft => ({ reader, at, pieces: [], nested: [], evaluations: [] })

const none: ReadonlyArray<never> = []
/** Words longer than this are counted: their parts are read anew at each level of nesting. */
const longWord = 64
const unreadBraces = "it may hold a brace expansion that was not read"

/** Reads one word. */
export const readWord = (word: Word, reader: Reader): ShellWord => {
  const { text } = word
  if (text.length > longWord && !enter(reader, word)) {
    return wordOf(text, [{ _tag: "Unknown", text, quoted: false }], spanOf(reader, word))
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
  const draft = draftAt(reader, word)
  for (const part of parts) addPart(draft, part)
  return finish(draft, text)
}

/** Reads the value of an assignment or an argument that is one. */
export const readAssignment = (assignment: Assignment, reader: Reader): ShellAssignment => {
  const words: Array<ShellWord> = []
  let value: ShellWord | undefined
  if (assignment.index !== undefined) words.push(readArithmeticWord(assignment.index, reader))
  if (assignment.value.type === "ArrayValue") words.push(...readElements(assignment.value, reader))
  else {
    const read = readWord(assignment.value, reader)
    words.push(read)
    // After a colon a tilde expands too, and what stands in an array is the array's.
    const fixed = assignment.index === undefined && !/:~/u.test(read.text)
    value = fixed ? read : undefined
  }
  return {
    name: assignment.name,
    value,
    append: assignment.append === true,
    words,
    span: spanOf(reader, assignment)
  }
}

/** Reads an assignment among the arguments of a declaration builtin as the word it also is. */
export const assignmentAsWord = (assignment: Assignment, read: ShellAssignment, reader: Reader): ShellWord => {
  const { text } = assignment
  const pieces: Array<Piece> = []
  if (read.value === undefined) pieces.push({ _tag: "Unknown", text, quoted: false })
  else {
    const name = `${read.name}${read.append ? "+=" : "="}`
    pieces.push({ _tag: "Literal", value: name, quoted: false })
    const { tilde } = read.value
    for (const [index, piece] of read.value.pieces.entries()) {
      if (index === 0 && tilde !== undefined && piece._tag === "Literal") pieces.push(...homePieces(piece.value, tilde))
      else pieces.push(piece)
    }
  }
  // What its words run is in the assignment.
  return { ...wordOf(text, pieces, spanOf(reader, assignment)), nested: none, evaluations: none }
}

/** Reads a here-document's body that expands. */
export const readBody = (
  body: { readonly text: string; readonly parts: ReadonlyArray<WordPart> | undefined } & Stretch,
  reader: Reader
): ShellWord => {
  const draft = draftAt(reader, body)
  if (body.parts === undefined) {
    if (holdsSubstitution(body.text, true)) doubt(reader, "a here-document holds a substitution that was not read", body)
    draft.pieces.push({ _tag: "Literal", value: body.text, quoted: true })
  } else {
    for (const part of body.parts) addQuoted(draft, part)
  }
  return finish(draft, body.text)
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
  draft.pieces.push({ _tag: "Unknown", text, quoted: true })
  return finish(draft, text)
}

const readElements = (array: ArrayValue, reader: Reader): ReadonlyArray<ShellWord> =>
  array.elements.map((element) => {
    const word = readWord(element, reader)
    // `[EXPRESSION]=value`: the subscript is evaluated.
    if (!element.text.startsWith("[") || !element.text.includes("]=") || /^\[\d+\]\+?=/u.test(element.text)) return word
    const floor = opaque("an array's subscript is evaluated", word.span)
    return { ...word, evaluations: [...word.evaluations, { _tag: "Raises", floor }] }
  })

const finish = (draft: Draft, text: string): ShellWord => {
  const unquoted = unquotedText(draft.pieces)
  if (unquoted !== undefined && holdsBraces(unquoted)) {
    doubt(draft.reader, unreadBraces, draft.at)
  }
  const word = wordOf(text, draft.pieces, spanOf(draft.reader, draft.at))
  return draft.nested.length === 0 && draft.evaluations.length === 0
    ? word
    : { ...word, nested: draft.nested, evaluations: draft.evaluations }
}

/** The unquoted text of a word with a place held for each other piece; `undefined` when no brace opens in it. */
const unquotedText = (pieces: ReadonlyArray<Piece>): string | undefined => {
  let text = ""
  let opens = false
  for (const piece of pieces) {
    if (piece._tag === "Literal" && !piece.quoted) {
      text += piece.value
      opens = opens || piece.value.includes("{")
    } else if (piece._tag === "Glob") text += piece.text
    else text += "\0"
  }
  return opens ? text : undefined
}

const wordOf = (text: string, pieces: ReadonlyArray<Piece>, span: ShellWord["span"]): ShellWord => {
  let shown = ""
  let fixed = true
  for (const piece of pieces) {
    if (piece._tag === "Literal") shown += piece.value
    else {
      shown += piece.text
      fixed = false
    }
  }
  const tilde = leadingTilde(text, pieces)
  return {
    text,
    pieces,
    value: fixed && tilde === undefined ? shown : undefined,
    shown,
    tilde,
    nested: none,
    evaluations: none,
    span
  }
}

/** What an unquoted tilde in front names: the value cannot tell `~/x` from `\~/x`, so the source does. */
const leadingTilde = (text: string, pieces: ReadonlyArray<Piece>): string | undefined => {
  if (!text.startsWith("~")) return undefined
  const first = pieces[0]
  if (first === undefined || first._tag !== "Literal" || first.quoted || !first.value.startsWith("~")) return undefined
  const slash = first.value.indexOf("/")
  // `~"x"`: a quote before the first slash, and the tilde is literal. `~$x` is too.
  if (slash < 0 && pieces.length > 1) return undefined
  return first.value.slice(1, slash < 0 ? undefined : slash)
}

/** `~/x` after `NAME=`: the home as the variable it is, another user's as unknown. */
const homePieces = (value: string, tilde: string): ReadonlyArray<Piece> => {
  const rest = value.slice(1 + tilde.length)
  const home: Piece =
    tilde === ""
      ? { _tag: "Variable", name: "HOME", text: "~", quoted: true }
      : { _tag: "Unknown", text: `~${tilde}`, quoted: true }
  return rest === "" ? [home] : [home, { _tag: "Literal", value: rest, quoted: false }]
}

const addPart = (draft: Draft, part: WordPart): void => {
  switch (part.type) {
    case "Literal":
      return addLiteral(draft, part.text, part)
    case "SingleQuoted":
    case "AnsiCQuoted":
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
      draft.pieces.push({ _tag: "Brace", text: part.text })
      return
    default:
      addExpansion(draft, part, false)
  }
}

/** Reads parts for what they run; what they say stands in the piece around them. */
const addInside = (draft: Draft, parts: ReadonlyArray<WordPart>): void => {
  const inside: Draft = { ...draft, pieces: [] }
  for (const part of parts) addPart(inside, part)
}

const addQuoted = (draft: Draft, part: DoubleQuotedChild | WordPart): void => {
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

/** Adds unquoted source text, in which a backslash quotes the next character. */
const addLiteral = (draft: Draft, text: string, at: Stretch): void => {
  guardLiteral(draft.reader, text, text, at)
  if (!text.includes("\\")) {
    const equals = draft.pieces.length === 0 ? assignedTilde(text) : -1
    if (equals < 0) {
      draft.pieces.push({ _tag: "Literal", value: text, quoted: false })
      return
    }
    // `if=~/x` as an argument: bash expands the tilde where the word looks like an assignment.
    const value = text.slice(equals + 1)
    const slash = value.indexOf("/")
    draft.pieces.push({ _tag: "Literal", value: text.slice(0, equals + 1), quoted: false })
    draft.pieces.push(...homePieces(value, value.slice(1, slash < 0 ? undefined : slash)))
    return
  }
  let plain = ""
  for (let from = 0; from < text.length; ) {
    const backslash = text.indexOf("\\", from)
    plain += text.slice(from, backslash < 0 ? undefined : backslash)
    if (backslash < 0) break
    const next = String.fromCodePoint(text.codePointAt(backslash + 1) ?? 0x5c)
    if (next !== "\n") {
      if (plain !== "") draft.pieces.push({ _tag: "Literal", value: plain, quoted: false })
      plain = ""
      draft.pieces.push({ _tag: "Literal", value: next, quoted: true })
    }
    from = backslash + 1 + next.length
  }
  if (plain !== "" || draft.pieces.length === 0) draft.pieces.push({ _tag: "Literal", value: plain, quoted: false })
}

/** The place of the `=` in `NAME=~…`, or -1. */
const assignedTilde = (text: string): number => {
  const at = text.indexOf("=~")
  return at > 0 && /^[A-Za-z_]\w*\+?$/u.test(text.slice(0, at)) ? at : -1
}

/** Raises a doubt where unquoted text is not what it seems. */
const guardLiteral = (reader: Reader, text: string, visible: string, at: Stretch): void => {
  if (holdsSubstitution(text, false)) doubt(reader, "it holds a substitution that was not read", at)
  if (reader.strange && isStrange(visible)) doubt(reader, "a letter of it looks like a blank, or cannot be seen", at)
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
      addScript(draft, part)
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

const addScript = (draft: Draft, part: CommandExpansionPart | ProcessSubstitutionPart): void => {
  const { reader } = draft
  if (!enter(reader, part)) return
  const { script } = part
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
  draft.nested.push(
    reader.script(script, { ...reader, ...own, substituted: true, piped: reader.piped || fed })
  )
}

const arithmeticBody = (part: ArithmeticExpansionPart): string =>
  part.text.startsWith("$((") ? part.text.slice(3, -2) : part.text.slice(2, -1)

const addArithmetic = (draft: Draft, expression: ArithmeticExpression | undefined, text: string): void => {
  if (expression === undefined) {
    if (/^\s*$/u.test(text)) return
    if (holdsSubstitution(text, true)) doubt(draft.reader, "arithmetic holds a substitution that was not read", draft.at)
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
      addScript(draft, { ...stretchOf(expression), type: "CommandExpansion", text: expression.text, script: expression.script })
      draft.evaluations.push({
        _tag: "Raises",
        floor: opaque("the output of a command is evaluated as arithmetic", spanOf(draft.reader, expression))
      })
      return
  }
}

const stretchOf = (node: Stretch): Stretch => ({ pos: node.pos, end: node.end })

const withParts = (word: { readonly value: string; readonly parts?: ReadonlyArray<WordPart> | undefined } & Stretch) => ({
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
  const expand = (word: Word | undefined, arithmetic = false): void => {
    if (word === undefined) return
    const read = arithmetic ? readArithmeticWord(word, reader) : readWord(word, reader)
    draft.nested.push(...read.nested)
    draft.evaluations.push(...read.evaluations)
  }
  if (index !== undefined && index.text !== "@" && index.text !== "*") expand(index, true)
  // `${!x*}` and `${!a[@]}` list names; any other `!` evaluates what the variable holds.
  const listsKeys = index !== undefined && (index.text === "@" || index.text === "*") && operation === undefined
  if (prefix === "!" && operation?.type !== "Names" && !listsKeys) raise("it expands the variable another one names")
  switch (operation?.type) {
    case undefined:
    case "Names":
      break
    case "Default":
      expand(operation.operand)
      if (operation.operator.endsWith("=")) draft.evaluations.push({ _tag: "Assigns", name: part.parameter, span })
      break
    case "Remove":
      expand(operation.operand)
      break
    case "Replace":
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
      raise("it is an expansion that was not read")
      if (holdsSubstitution(part.text.slice(2), true)) doubt(reader, "it holds a substitution that was not read", part)
      break
  }
  draft.pieces.push({ _tag: "Unknown", text: part.text, quoted })
}
