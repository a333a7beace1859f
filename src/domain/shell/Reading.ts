/**
 * What one simple command would do, by what is known of its program.
 */
import type { Direction, Proof } from "../Access.ts"
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import type { WorkspaceView } from "../WorkspaceView.ts"
import type { SimpleCommand } from "./Flow.ts"

/** The values a variable may hold, any of them; `integer` for some whole number; `undefined` when not in the text. */
export type VariableValue = ReadonlyArray<string> | "integer" | undefined

/** How much may still be read, in characters; shared by all that follows one text, and below 0 when it is spent. */
export interface Work {
  left: number
}

/** Where and for whom a command would run. */
export interface Surroundings {
  /** Directories the command may stand in, absolute; empty when none is known. */
  readonly cwds: ReadonlyArray<string>
  readonly workspace: string
  /** Further directories the operator counts as inside. */
  readonly roots: ReadonlyArray<string>
  readonly home: string
  readonly view: WorkspaceView
  /**
   * Whether an asking or denying `path` rule other than `*` matches this bare token in one of the directories
   * (rule-driven promotion).
   */
  readonly promotes: (token: string, cwds: ReadonlyArray<string>) => boolean
  /**
   * What shell variables may hold, as far as this text tells: `HOME` and `PWD` unless it changes them, and what it sets.
   * A variable that is absent was not set by it.
   */
  readonly variables: ReadonlyMap<string, VariableValue>
  /** One that is absent may have been given a value all the same. */
  readonly lost?: boolean | undefined
  /** What expanding words may still cost; unlimited without. */
  readonly work?: Work | undefined
  /**
   * The names a glob yields, at least those that bash would find; `undefined` when that cannot be told, as where
   * something in the text may change what stands on the disk.
   */
  readonly globbed?: ((pattern: string, cwds: ReadonlyArray<string>) => ReadonlyArray<string> | undefined) | undefined
  /** Whether the text defines a function of that name. */
  readonly defines?: ((name: string) => boolean) | undefined
}

/** A path a command would reach. */
export interface PathUse {
  /** As written, for people. */
  readonly text: string
  /** The literal path, relative to the working directory or absolute; `undefined` when an expansion decides it. */
  readonly path: string | undefined
  /** Whether `path` still holds an unquoted glob; a backslash in it then quotes what follows it. */
  readonly glob: boolean
  readonly direction: Direction
  readonly via: "operand" | "redirect" | "promoted"
  /** `names`: names and metadata only. `content`: the thing itself. `tree`: everything below it too. */
  readonly reach: "names" | "content" | "tree"
  /** Deleted, moved or changed as a whole, so that what stands below it goes with it. */
  readonly whole: boolean
  /** A walk below it passes over names that begin with a dot, as `rg` does by itself. */
  readonly skipsHidden?: boolean | undefined
  /** A walk below it follows the links it meets. */
  readonly follows?: boolean | undefined
  readonly span: Span
}

/** A command that another would run. */
export type Inner =
  | { readonly _tag: "Command"; readonly command: SimpleCommand }
  /** Shell text, and the shell that reads it: `bash`, or a POSIX shell for which text only bash reads is opaque. */
  | { readonly _tag: "Text"; readonly text: string; readonly dialect: "bash" | "posix"; readonly span: Span }

/** What `cd`, `pushd` or `popd` does to the working directory. */
export type CwdEffect =
  | { readonly _tag: "To"; readonly path: string }
  /** Not in the text. */
  | { readonly _tag: "Lost" }

/**
 * Why commands are looked at for what forbids them alone: `here`, they may run as they stand and may not; `elsewhere`,
 * they run on another system, or among other files. What shows them is opaque, or makes another program run.
 */
export type Glimpse = "here" | "elsewhere"

/** What one simple command would do. */
export interface CommandReading {
  /** Of the command alone, its operands apart: a path outside asks by itself. */
  readonly proof: Proof
  readonly floors: ReadonlyArray<Floor>
  readonly paths: ReadonlyArray<PathUse>
  /** The command words another program would run, when all of the wrapper's options are understood. */
  readonly inner: ReadonlyArray<Inner>
  /** The inner commands are glimpsed. */
  readonly glimpse?: Glimpse | undefined
  /** The words that the command word stands for, where a program goes by several names. */
  readonly plainly?: string | undefined
  /** A wrapper whose own unit says nothing its inner commands do not: judged only by denies and rules that name it. */
  readonly transparent: boolean
  /** A directory the inner commands start in (`env -C`, `sudo -D`). */
  readonly innerCwd?: string | undefined
  readonly cwd?: CwdEffect | undefined
  /** Paths it may create or replace so that what was seen below them no longer holds; `"anything"` when unknown. */
  readonly unsettles: ReadonlyArray<string> | "anything"
  /** Variables it gives a value that the text does not fix (`read x`, `printf -v`, `declare -n`). */
  readonly forgets: ReadonlyArray<string>
}
