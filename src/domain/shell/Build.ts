/**
 * From the parser's statements to what bash would run, in the order and the shells it would run it in.
 *
 * bash manual, section 3.2 (Shell Commands).
 */
import type {
  AndOr,
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundCommand,
  CompoundList,
  If,
  ParsedScript,
  PipelineNode,
  Redirected,
  Redirection,
  Statement,
  TestExpression,
  Word
} from "unbash"
import { reservedWords } from "../../knowledge/reservedWords.ts"
import type { Flow, ShellAssignment, ShellRedirect, SimpleCommand } from "./Flow.ts"
import { isBlankBetween, isGluedByContinuation } from "./Guard.ts"
import { admit, admitWord, doubt, type Reader, spanOf } from "./Reader.ts"
import { assignmentAsWord, readAssignment, readBody, readPlainAssignment } from "./Assignments.ts"
import { readArithmetic, readArithmeticWord, readWord } from "./Words.ts"
import type { Evaluation, ShellWord } from "./Word.ts"

type IfFlow = Extract<Flow, { readonly _tag: "If" }>

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const nothing: Flow = { _tag: "Sequence", steps: [] }

/** Reads a script as what runs in this shell. */
export const readScript = (script: ParsedScript, reader: Reader): Flow => readStatements(script.commands, reader)

/** Reads a script as what runs in a shell of its own. */
export const readSubshell = (script: ParsedScript, reader: Reader): Flow => ({
  _tag: "Subshell",
  body: readScript(script, reader)
})

const readStatements = (statements: ReadonlyArray<Statement>, reader: Reader): Flow => {
  const [only] = statements
  if (statements.length === 1 && only !== undefined) return readStatement(only, reader)
  const steps: Array<Flow> = []
  const ends = new Set<number>()
  for (const [index, statement] of statements.entries()) {
    if (reader.found.full) break
    if (index > 0 && isLineBetween(statements[index - 1], statement, reader)) ends.add(index - 1)
    // bash 5.2 writes a substitution anew before it runs it, and may leave out a separator behind a here-document.
    if (steps.length > 0 && reader.substituted?.hereDocument === true) {
      doubt(reader, "more commands follow a here-document inside a substitution", statement)
    }
    steps.push(readStatement(statement, reader))
  }
  return ends.size === 0 ? { _tag: "Sequence", steps } : { _tag: "Sequence", steps, ends }
}

/** Whether the line certainly ends between two statements. */
const isLineBetween = (before: Statement | undefined, next: Statement, { source }: Reader): boolean =>
  before !== undefined && source.slice(before.end, next.pos).replaceAll("\\\n", "").includes("\n")

const readList = (list: CompoundList, reader: Reader): Flow => readStatements(list.commands, reader)

const readStatement = (statement: Statement, reader: Reader): Flow => {
  const flow =
    statement.command.type === "AndOr" ? readAndOr(statement.command, reader) : readPipeline(statement.command, reader)
  return statement.background === true ? { _tag: "Subshell", body: flow } : flow
}

const readAndOr = (node: AndOr, reader: Reader): Flow => {
  let flow: Flow | undefined
  for (const [index, command] of node.commands.entries()) {
    if (reader.found.full) break
    const next = readPipeline(command, reader)
    const operator = node.operators[index - 1]
    flow = flow === undefined || operator === undefined ? next : { _tag: "AndOr", operator, left: flow, right: next }
  }
  return flow ?? nothing
}

const readPipeline = (node: PipelineNode, reader: Reader): Flow => {
  if (node.type !== "Pipeline") return readNode(node, reader)
  const [only] = node.commands
  let flow: Flow
  if (only === undefined) flow = nothing
  else if (node.commands.length === 1) flow = readNode(only, reader)
  else {
    const stages = node.commands.map((command, index): Flow => {
      const stage = index === 0 || reader.piped ? reader : { ...reader, piped: true }
      return { _tag: "Subshell", body: readNode(command, stage) }
    })
    flow = { _tag: "Pipeline", stages }
  }
  // At the front of a substitution bash 5.2 takes `time` for the name of a command first, and what follows for its words.
  if (reader.substituted !== undefined && negationsOf(node) < node.prefixes.length && only?.type !== "Command") {
    doubt(reader, "time before more than a plain command is read otherwise inside a substitution", node)
  }
  const negations = negationsOf(node)
  return negations % 2 === 1 ? { _tag: "Not", body: flow } : flow
}

const negationsOf = (node: Extract<PipelineNode, { readonly type: "Pipeline" }>): number =>
  node.prefixes.filter((prefix) => prefix.type === "Negation").length

const readNode = (node: CommandNode, reader: Reader): Flow => {
  if (reader.found.full) return nothing
  switch (node.type) {
    case "Command":
      return admit(reader) ? { _tag: "Command", command: readCommand(node, reader) } : nothing
    case "Redirected":
      return readRedirected(node, reader)
    case "Function": {
      if (!admit(reader)) return nothing
      // It may be called anywhere, at the end of a pipe too.
      const inside = { ...reader, piped: true }
      const name = readWord(node.name, reader)
      const body = node.body.type === "CompoundList" ? readList(node.body, inside) : readNode(node.body, inside)
      reader.found.functions.push({ name: name.shown, body })
      return { _tag: "Function", name: name.shown, body, span: spanOf(reader, node) }
    }
    case "Coproc": {
      if (reader.substituted !== undefined) doubt(reader, "a coproc inside a substitution is another command", node)
      const next = node.body.type === "Command" ? node.body.suffix[0] : undefined
      if (next?.type === "Word" && reservedWords.has(next.text)) {
        doubt(reader, "behind a coproc's name a reserved word is one", next)
      }
      const inside = { ...reader, piped: true }
      const body = node.body.type === "CompoundList" ? readList(node.body, inside) : readNode(node.body, inside)
      const subshell: Flow = { _tag: "Subshell", body }
      if (node.name === undefined) return subshell
      // It sets the variable of that name.
      const word = readWord(node.name, reader)
      const evaluations = [word.shown, `${word.shown}_PID`].map((name): Evaluation => ({
        _tag: "Assigns",
        name,
        span: word.span
      }))
      return { _tag: "Sequence", steps: [{ _tag: "Words", words: [{ ...word, evaluations }], tests: [] }, subshell] }
    }
    default:
      return readCompound(node, reader)
  }
}

const readRedirected = (node: Redirected, reader: Reader): Flow => {
  const redirects = node.redirects.map((redirect) => readRedirect(redirect, reader))
  const fed = redirects.some(({ operator }) => operator.startsWith("<"))
  const body = readNode(node.command, fed ? { ...reader, piped: true } : reader)
  return { _tag: "Redirected", redirects, body }
}

const readCompound = (node: CompoundCommand, reader: Reader): Flow => {
  switch (node.type) {
    case "Subshell":
      return { _tag: "Subshell", body: readList(node.body, reader) }
    case "BraceGroup":
      return readList(node.body, reader)
    case "If":
      return readIf(node, reader)
    case "Case":
      return readCase(node, reader)
    case "For":
    case "Select": {
      // What `select` reads decides whether its variable is one of the words or empty.
      const listed = node.wordlist?.map((word) => readWord(word, reader))
      return {
        _tag: "Loop",
        name: readWord(node.name, reader).shown,
        over: listed,
        known: node.type === "For",
        test: undefined,
        body: readList(node.body, reader),
        span: spanOf(reader, node)
      }
    }
    case "While":
      return {
        _tag: "Loop",
        name: undefined,
        over: undefined,
        known: false,
        test: readList(node.clause, reader),
        body: readList(node.body, reader),
        span: spanOf(reader, node)
      }
    case "ArithmeticFor": {
      const evaluate = (expression: typeof node.test): Flow => {
        if (expression === undefined) return nothing
        const text = reader.source.slice(expression.pos, expression.end)
        return { _tag: "Words", words: [readArithmetic(expression, text, expression, reader)], tests: [] }
      }
      const loop: Flow = {
        _tag: "Loop",
        name: undefined,
        over: undefined,
        known: false,
        test: evaluate(node.test),
        body: { _tag: "Sequence", steps: [readList(node.body, reader), evaluate(node.update)] },
        span: spanOf(reader, node)
      }
      return { _tag: "Sequence", steps: [evaluate(node.initialize), loop] }
    }
    case "TestCommand": {
      const words: Array<ShellWord> = []
      const tests: Array<{ readonly operator: string; readonly operand: ShellWord }> = []
      readTest(node.expression, reader, words, tests)
      return { _tag: "Words", words, tests }
    }
    case "ArithmeticCommand":
      return { _tag: "Words", words: [readArithmetic(node.expression, node.body, node, reader)], tests: [] }
  }
}

const readIf = (node: If, reader: Reader): Flow => {
  const read = ({ clause, then }: Pick<If, "clause" | "then">): Pick<IfFlow, "test" | "body"> => ({
    test: readList(clause, reader),
    body: readList(then, reader)
  })
  // In the order of the text.
  const first = read(node)
  const others = node.elif.map(read)
  const last = node.else === undefined ? undefined : readList(node.else, reader)
  const otherwise = others.reduceRight<Flow | undefined>((next, one) => ({ _tag: "If", ...one, otherwise: next }), last)
  return { _tag: "If", ...first, otherwise }
}

const readCase = (node: Case, reader: Reader): Flow => {
  const words = [readWord(node.word, reader)]
  const bodies: Array<Flow> = []
  for (const item of node.items) {
    // Written anew without its parenthesis, it ends the `case`.
    if (reader.substituted !== undefined && item.pattern[0]?.text === "esac") {
      doubt(reader, "a pattern that is a reserved word ends the case inside a substitution", item)
    }
    for (const pattern of item.pattern) words.push(readWord(pattern, reader))
    bodies.push(readList(item.body, reader))
  }
  return { _tag: "Case", words, bodies }
}

// bash manual, section 6.4: these compare numbers, each operand evaluated as arithmetic.
const numericTests: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"])
const textTests: ReadonlySet<string> = new Set(["-n", "-z", "-o", "-t"])
const fileComparisons: ReadonlySet<string> = new Set(["-nt", "-ot", "-ef"])

const readTest = (
  expression: TestExpression,
  reader: Reader,
  words: Array<ShellWord>,
  tests: Array<{ readonly operator: string; readonly operand: ShellWord }>
): void => {
  switch (expression.type) {
    case "TestUnary": {
      const { operator } = expression
      const operand = readWord(expression.operand, reader)
      words.push(operand)
      // `-v` and `-R` are among the tests too: their operand is a name, and its subscript is evaluated.
      if (operator.startsWith("-") && !textTests.has(operator)) tests.push({ operator, operand })
      return
    }
    case "TestBinary": {
      const { operator } = expression
      if (numericTests.has(operator)) {
        words.push(readArithmeticWord(expression.left, reader), readArithmeticWord(expression.right, reader))
        return
      }
      const left = readWord(expression.left, reader)
      const right = readWord(expression.right, reader)
      words.push(left, right)
      if (fileComparisons.has(operator)) tests.push({ operator, operand: left }, { operator, operand: right })
      return
    }
    case "TestLogical":
      for (const operand of expression.operands) readTest(operand, reader, words, tests)
      return
    case "TestNot":
      return readTest(expression.operand, reader, words, tests)
    case "TestGroup":
      return readTest(expression.expression, reader, words, tests)
  }
}

const readCommand = (node: Command, reader: Reader): SimpleCommand => {
  guardGaps(node, reader)
  // Written anew, a redirect stands behind the words, and the first of them is what it would be in front.
  const redirected = node.prefix[0] !== undefined && node.prefix[0].type !== "Assignment"
  if (reader.substituted !== undefined && redirected && reservedWords.has(node.name?.text ?? "")) {
    doubt(reader, "a redirect in front of a reserved word moves behind it inside a substitution", node)
  }
  const assignments: Array<ShellAssignment> = []
  const words: Array<ShellWord> = []
  const redirects: Array<ShellRedirect> = []
  const declares: Array<ShellAssignment> = []
  for (const part of node.prefix) {
    if (!admitWord(reader)) break
    if (part.type === "Assignment") assignments.push(readPlainAssignment(part, reader))
    else redirects.push(readRedirect(part, reader))
  }
  if (node.name !== undefined) {
    reader.found.empty = false
    words.push(readWord(node.name, reader))
  }
  for (const part of node.suffix) {
    if (!admitWord(reader)) break
    if (part.type === "Word") words.push(readWord(part, reader))
    else if (part.type === "Assignment") words.push(declare(part, reader, declares))
    else redirects.push(readRedirect(part, reader))
  }
  const command: SimpleCommand = {
    assignments,
    words,
    redirects,
    piped: reader.piped,
    span: spanOf(reader, node)
  }
  return declares.length === 0 ? command : { ...command, declares }
}

const declare = (node: Assignment, reader: Reader, declares: Array<ShellAssignment>): ShellWord => {
  const read = readAssignment(node, reader)
  declares.push(read)
  return assignmentAsWord(node, read, reader)
}

const readRedirect = (node: Redirection, reader: Reader): ShellRedirect => {
  const { source } = reader
  const base: Mutable<ShellRedirect> = {
    operator: node.operator,
    descriptor: node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : undefined,
    variable: node.descriptor?.type === "FileDescriptorVariable" ? node.descriptor.name : undefined,
    target: undefined,
    body: undefined,
    span: spanOf(reader, node)
  }
  const targetAt = node.type === "HereDoc" ? node.delimiter?.pos : node.target?.pos
  if (isGluedByContinuation(source, node.pos) || source.slice(node.pos, targetAt ?? node.end).includes("\\\n")) {
    doubt(reader, "a line continuation touches a redirect", node)
  }
  // bash takes a number that no descriptor can have for a word.
  if (base.descriptor !== undefined && base.descriptor > 0x7fff_ffff) {
    doubt(reader, "a number in front of a redirect is no descriptor", node)
  }
  if (node.type === "HereDoc") {
    if (reader.substituted !== undefined) reader.substituted.hereDocument = true
    if (node.closing === undefined || node.delimiter === undefined) {
      doubt(reader, "a here-document has no closing line", node)
    }
    const expands = node.delimiter?.quoted !== true
    const word = expands ? readBody(node.body, reader) : undefined
    const changes = word !== undefined && word.pieces.some((piece) => piece._tag !== "Literal")
    base.body = { text: node.body.text, expands: changes, word: changes ? word : undefined }
    return base
  }
  if (node.target === undefined) {
    doubt(reader, "a redirect has no target", node)
    return base
  }
  base.target = readWord(node.target, reader)
  const { text } = node.target
  if ((node.operator === ">&" || node.operator === "<&") && text.length > 1 && text.startsWith("-")) {
    doubt(reader, "bash ends this redirect before the word does", node)
  }
  return base
}

/** Between the nodes of a simple command there is nothing but blanks, or the parser has lost something. */
const guardGaps = (node: Command, reader: Reader): void => {
  let from: number | undefined
  const step = (part: Word | Assignment | Redirection): void => {
    if (from !== undefined && !isBlankBetween(reader.source, from, part.pos)) {
      doubt(reader, "something between the words of a command was not read", { pos: from, end: part.pos })
    }
    from = part.end
  }
  for (const part of node.prefix) step(part)
  if (node.name !== undefined) step(node.name)
  for (const part of node.suffix) step(part)
}
