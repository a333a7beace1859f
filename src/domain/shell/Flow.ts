/**
 * What bash would run, in the order and the shells it would run it in.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { ShellWord } from "./Word.ts"

/** A leading `NAME=value`, or one as an argument of a declaration builtin. */
export interface ShellAssignment {
  readonly name: string
  /** `undefined` for an array or an element of one. */
  readonly value: ShellWord | undefined
  readonly append: boolean
  /** The elements of an array, or of one the value. */
  readonly elements?: ReadonlyArray<ShellWord> | undefined
  /** Every word that expands in it: the value, a subscript, an array's elements. */
  readonly words: ReadonlyArray<ShellWord>
  readonly span: Span
}

/** A redirect of one command. */
export interface ShellRedirect {
  /** `<` `>` `>>` `<>` `>|` `&>` `&>>` `<&` `>&` `<<` `<<-` `<<<`. */
  readonly operator: string
  /** The file descriptor written in front of it. */
  readonly descriptor: number | undefined
  /** The variable written in front of it as `{NAME}`, which it sets. */
  readonly variable?: string | undefined
  /** The target; `undefined` for a here-document. */
  readonly target: ShellWord | undefined
  /** A here-document's body: its text, whether it holds an expansion, and the body as a word when it does. */
  readonly body: { readonly text: string; readonly expands: boolean; readonly word?: ShellWord | undefined } | undefined
  readonly span: Span
}

/** A simple command. Without words it is assignments or redirects alone. */
export interface SimpleCommand {
  readonly assignments: ReadonlyArray<ShellAssignment>
  /** The command word and its arguments; declaration builtins have their assignments among them as words. */
  readonly words: ReadonlyArray<ShellWord>
  readonly redirects: ReadonlyArray<ShellRedirect>
  /** The assignments among the words of a declaration builtin. */
  readonly declares?: ReadonlyArray<ShellAssignment> | undefined
  /** What a pipe certainly brings it, where that stands in the text. */
  readonly fed?: { readonly text: string; readonly span: Span } | undefined
  /** Whether its standard input is, or may be, a pipe or a redirect of a command around it. */
  readonly piped: boolean
  readonly span: Span
}

/** What bash would run. */
export type Flow =
  | { readonly _tag: "Command"; readonly command: SimpleCommand }
  /** One after another in this shell; `ends` says which of them a line of the text ends behind. */
  | { readonly _tag: "Sequence"; readonly steps: ReadonlyArray<Flow>; readonly ends?: ReadonlySet<number> | undefined }
  /** `left && right` or `left || right`. */
  | { readonly _tag: "AndOr"; readonly operator: "&&" | "||"; readonly left: Flow; readonly right: Flow }
  /** In a shell of its own, whose directory and variables do not come back: `( )`, a pipeline's stage, `&`, `$( )`. */
  | { readonly _tag: "Subshell"; readonly body: Flow }
  /** The stages of a pipeline, each already a `Subshell`. */
  | { readonly _tag: "Pipeline"; readonly stages: ReadonlyArray<Flow> }
  /** `! body`. */
  | { readonly _tag: "Not"; readonly body: Flow }
  /** `if`: the test, then one of two. */
  | { readonly _tag: "If"; readonly test: Flow; readonly body: Flow; readonly otherwise: Flow | undefined }
  /** `case`: its words expand, then any of the bodies or none; a body may fall through into the next. */
  | { readonly _tag: "Case"; readonly words: ReadonlyArray<ShellWord>; readonly bodies: ReadonlyArray<Flow> }
  /** Any loop: its words expand, then test and body run any number of times. */
  | {
      readonly _tag: "Loop"
      /** The variable that a `for` or `select` sets. */
      readonly name: string | undefined
      /** What it is set to; `undefined` when that is not in the text. */
      readonly over: ReadonlyArray<ShellWord> | undefined
      /** Whether the variable is always one of the words. */
      readonly known: boolean
      readonly test: Flow | undefined
      readonly body: Flow
      readonly span: Span
    }
  /** A function's definition: its body runs where it is called. */
  | { readonly _tag: "Function"; readonly name: string; readonly body: Flow; readonly span: Span }
  /** Redirects of a compound command. */
  | { readonly _tag: "Redirected"; readonly redirects: ReadonlyArray<ShellRedirect>; readonly body: Flow }
  /** Words that expand though no command runs: `[[ ]]` and arithmetic. */
  | {
      readonly _tag: "Words"
      readonly words: ReadonlyArray<ShellWord>
      /** The tests of a file among them. */
      readonly tests: ReadonlyArray<{ readonly operator: string; readonly operand: ShellWord }>
    }

/** A text, read. */
export interface ParsedText {
  readonly flow: Flow
  /** What the guard found: with any of these the tree is not to be believed whole, though denies still match it. */
  readonly floors: ReadonlyArray<Floor>
  /** The bodies of the functions it defines, by name. */
  readonly functions: ReadonlyArray<{ readonly name: string; readonly body: Flow }>
  /** No command stands in it: empty, a comment, assignments. */
  readonly empty: boolean
}
