/**
 * A shell word, as much of it as the text tells.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { Flow } from "./Flow.ts"

/** A stretch of a word. */
export type Piece =
  /** Text that stands for itself. */
  | { readonly _tag: "Literal"; readonly value: string; readonly quoted: boolean }
  /** An unquoted `*`, `?` or bracket expression. */
  | { readonly _tag: "Glob"; readonly text: string }
  /** A plain `$NAME` or `${NAME}`. */
  | { readonly _tag: "Variable"; readonly name: string; readonly text: string; readonly quoted: boolean }
  /** An unquoted brace expansion, as its source text. */
  | { readonly _tag: "Brace"; readonly text: string }
  /** An expansion whose result is not in the text: a substitution, arithmetic, any other parameter form. */
  | { readonly _tag: "Unknown"; readonly text: string; readonly quoted: boolean }

/** What expanding a word does besides yielding text. */
export type Evaluation =
  /** It evaluates what is not in the text, or could not be read. */
  | { readonly _tag: "Raises"; readonly floor: Floor }
  /** Arithmetic: bash evaluates the text of every variable it reads, and gives those it assigns a number. */
  | {
      readonly _tag: "Arithmetic"
      readonly reads: ReadonlyArray<string>
      readonly assigns: ReadonlyArray<string>
      /** The variables whose value decides what it assigns, where it certainly comes to that. */
      readonly sure?: ReadonlyArray<string> | undefined
      readonly span: Span
    }
  /** `${x=…}`. */
  | { readonly _tag: "Assigns"; readonly name: string; readonly operand?: ShellWord | undefined; readonly span: Span }

/** One word. */
export interface ShellWord {
  /** Its source text. */
  readonly text: string
  readonly pieces: ReadonlyArray<Piece>
  /**
   * The word after quote removal when it is one fixed string (no expansion, glob, brace or unquoted leading tilde);
   * `undefined` otherwise.
   */
  readonly value: string | undefined
  /** What the unit's text shows for it: unquoted, expansions as written. */
  readonly shown: string
  /** The text after an unquoted leading tilde up to the first slash (`""` for the home), when there is one. */
  readonly tilde: string | undefined
  /** What runs while the word is expanded: substitutions of every kind, each in its own subshell. */
  readonly nested: ReadonlyArray<Flow>
  /** What else its expansion does. */
  readonly evaluations: ReadonlyArray<Evaluation>
  readonly span: Span
}
