/**
 * What a tool call would do, taken apart: one access a surface and a thing.
 */
import type { Floor } from "./Floor.ts"
import type { Span } from "./Span.ts"

/**
 * Whether an access was shown to change nothing. Read-only is proven, never assumed; `why` says what is missing.
 */
export type Proof = { readonly read: true } | { readonly read: false; readonly why: string }

/**
 * One form of a value, matched as a whole: the last matching rule wins within a form, the stricter form holds.
 */
export interface Form {
  /** A rule matches the form if it matches any of these. */
  readonly spellings: ReadonlyArray<string>
  /** Further spellings that only asks and denies match (a program's base name, say). */
  readonly tighter: ReadonlyArray<string>
}

/** Running one command unit. Surface `bash`. */
export interface UnitAccess {
  readonly _tag: "Unit"
  readonly surface: "bash"
  /** The unit's text, built from unquoted words. */
  readonly value: string
  readonly forms: ReadonlyArray<Form>
  readonly floors: ReadonlyArray<Floor>
  readonly proof: Proof
  /**
   * Set on a transparent wrapper: its name as rules spell it, and the places of its inner units in the call's accesses.
   * Without a deny, or a rule whose pattern begins with that name, it takes their strictest answer.
   */
  readonly wraps?: { readonly name: string; readonly inner: ReadonlyArray<number> } | undefined
  readonly span?: Span | undefined
  /**
   * It stands in text that something else reads, which is judged itself: only a deny, or an ask that names something,
   * speaks of it.
   */
  readonly glimpsed?: true | undefined
  /** Stands for the command line as a whole, not for one of its units; `value` may be shortened. */
  readonly wholeText?: true | undefined
}

/** Which way a path is used. `unknown` is judged as both. */
export type Direction = "read" | "write" | "unknown"

/** Reaching one path. */
export interface PathAccess {
  readonly _tag: "Path"
  /** `path` and `external_directory` for any tool; `read` or `write` for the tool's own surface and for a redirect. */
  readonly surface: "path" | "external_directory" | "read" | "write"
  /** The absolute written form, or the literal text when nothing more is known. */
  readonly value: string
  readonly forms: ReadonlyArray<Form>
  readonly floors: ReadonlyArray<Floor>
  readonly direction: Direction
  /** Inside the workspace, judged on the resolved form. */
  readonly inside: boolean
  /** Why the path's secret shape matters: set when its content is reached and it is shaped like a secret. */
  readonly secret?: string | undefined
  /** Why the path cannot be known (an expansion, a loop). Such an access has no forms and might be any path. */
  readonly unresolved?: string | undefined
  /** Set when no grammar says that a command's word is a path: it looks like one, or a rule on `path` names it. */
  readonly promoted?: true | undefined
  /** Surfaces whose denies hold here too though their allows do not: a deny on `read` denies a shell's read. */
  readonly deniedAlsoBy: ReadonlyArray<"read" | "write">
  readonly span?: Span | undefined
}

/** Using something named: an MCP tool, a skill, a task, a URL, a query, any other tool. */
export interface NameAccess {
  readonly _tag: "Name"
  readonly surface: string
  readonly value: string
  readonly forms: ReadonlyArray<Form>
  readonly floors: ReadonlyArray<Floor>
  readonly proof: Proof
}

export type Access = UnitAccess | PathAccess | NameAccess
