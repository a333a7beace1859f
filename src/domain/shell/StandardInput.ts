/**
 * What a command reads on its standard input, as far as it stands in the text.
 */
import type { Span } from "../Span.ts"
import type { Argument } from "./Argument.ts"
import type { Flow, SimpleCommand } from "./Flow.ts"

/** Text on a standard input. */
export interface StandardInput {
  readonly text: string
  /** It is what is read, to the letter; otherwise what is read looks about so. */
  readonly certain: boolean
  readonly span: Span
}

/** Answers the text on a command's standard input; `undefined` when nothing of it stands in the text. */
export const inputOf = ({ fed, redirects }: SimpleCommand): StandardInput | undefined => {
  const input = redirects.findLast(({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0)
  if (input === undefined) return fed === undefined ? undefined : { ...fed, certain: false }
  const { body, operator, span, target } = input
  if (operator === "<<<") {
    if (target === undefined) return undefined
    return { text: target.value ?? target.shown, certain: target.value !== undefined, span }
  }
  return body === undefined ? undefined : { text: body.text, certain: !body.expands, span }
}

/** Answers a pipeline's stage, given what the stage before it writes when that stands in the text. */
export const feed = (stage: Flow, before: Flow | undefined): Flow => {
  const reads = commandIn(stage)
  const writes = before === undefined ? undefined : commandIn(before)
  const text = reads === undefined || writes === undefined ? undefined : writtenBy(writes)
  if (reads === undefined || writes === undefined || text === undefined) return stage
  return { _tag: "Subshell", body: { _tag: "Command", command: { ...reads, fed: { text, span: writes.span } } } }
}

const commandIn = (stage: Flow): SimpleCommand | undefined =>
  stage._tag === "Subshell" && stage.body._tag === "Command" ? stage.body.command : undefined

/** What `echo`, `printf` and `cat` write, expansions as they stand. */
const writtenBy = (command: SimpleCommand): string | undefined => {
  const [name, ...rest] = command.words
  const args = rest.map(({ shown }) => shown)
  switch (name?.value) {
    case "cat":
    case "tee":
      return inputOf(command)?.text
    case "echo":
      return bothWays(args.filter((one, at) => at > 0 || !/^-[neE]+$/.test(one)).join(" "))
    case "printf": {
      const [format, ...values] = args[0] === "--" ? args.slice(1) : args
      // Each value on a line of its own, in case the format ends one.
      return format === undefined ? undefined : bothWays([format, ...values].join("\n"))
    }
    default:
      return undefined
  }
}

/** Whether escapes are written or replaced hangs on the shell, the options and the format: both are looked at. */
const bothWays = (text: string): string => {
  const unescaped = text.replace(/\\n/g, "\n").replace(/\\t/g, "\t")
  return unescaped === text ? text : `${unescaped}\n${text}`
}

/** Answers whether a program that takes a file takes its standard input for it. */
export const readsInput = ({ value }: Argument): boolean =>
  value === "-" || value === "/dev/stdin" || value === "/dev/fd/0"

/** What is no file but another command's output, or something of the system's, however the way there is written. */
const stream =
  /^\/+(?:\.\/+)*(?:dev|proc)\/|(?:^|\/)dev\/+(?:\.\/+)*(?:stdin|fd\/)|(?:^|\/)proc\/+(?:\.\/+)*(?:self|[0-9]+)\//

/** Answers whether what an argument names is no file, so that nobody can have looked at it. */
export const isStream = ({ values, word }: Argument): boolean =>
  word.pieces.some((piece) => piece._tag === "Unknown" && piece.text.startsWith("<(")) ||
  values?.some(({ path }) => stream.test(path)) === true
