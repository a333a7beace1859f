/**
 * How a command's options and operands are written down, so that one interpreter reads them all.
 */

/**
 * What a value or an operand is.
 *
 * `text`: no path. `read`, `write`: a path whose content is read or written. `names`: a path of which only names and
 * metadata are shown. `tree`: read with all below it. `into`: written, or if it is a directory what is written into it.
 * `delete`: deleted, moved or changed as a whole. `move`: read, and gone afterwards. `any`: a path of unknown direction. `at`: `@PATH`, else text.
 * `form`: `NAME=@PATH` or `NAME=<PATH`. `url`: `file://PATH`, else no path. `volume`: `PATH:…`. `mount`: `source=PATH`
 * among commas. `remote`, `remote-write`: a path unless it names a host. `rev`: a revision, `REV:PATH` or a path.
 * `ref`: `NAME=PATH`. `range`: `LINES:PATH`. `script`: a file of what is run, which
 * a stream is not. `shell`: shell text that is run.
 */
export type Kind =
  | "text"
  | "read"
  | "write"
  | "names"
  | "tree"
  | "into"
  | "delete"
  | "move"
  | "any"
  | "at"
  | "form"
  | "url"
  | "volume"
  | "mount"
  | "remote"
  | "remote-write"
  | "rev"
  | "ref"
  | "range"
  | "script"
  | "shell"

/** What changes in a grammar when one of some options is given. */
export interface When {
  readonly operands?: string
  readonly none?: Kind
  readonly tree?: true
  /** It follows the links it meets below its paths. */
  readonly follows?: true
  readonly unpacks?: string
  /** Hidden files are looked into too. */
  readonly hidden?: true
  readonly unsettles?: "operands" | "anything"
}

/**
 * One command's grammar.
 *
 * `options` is a blank-separated list. `-abc` are three letters without a value; `-n=` takes a text, attached or as the
 * next word; `-f=read` takes a path that is read; `-i[=]` takes a value only attached; `--name`, `--name=`,
 * `--name=read` and `--name[=]` are the same for long options, which are matched by their exact name; `-#` is `-NUMBER`.
 * `!` in front: understood, but with it the command is no proven read. `!!`: it makes another program run.
 *
 * `operands` is a blank-separated list of kinds by position; one may end in `*` (any number), and what follows it counts
 * from the end; one may end in `?` (may be missing); `!` in front: given at all, the command is no proven read. An
 * operand too many is not proven.
 */
export interface Grammar {
  /** With these options and operands alone the command is a proven read. Absent: why it is not is in `does`. */
  readonly reads?: true
  /** What it does beyond reading, as a clause: "deletes files". */
  readonly does?: string
  readonly options?: string
  readonly operands?: string
  /** What it works on when none of its operands is a path: the working directory, as this kind. */
  readonly none?: Kind
  /** By blank-separated option names. */
  readonly when?: Readonly<Record<string, When>>
  /** No option it has writes or runs anything, so a word that may expand to one leaves it a proven read. */
  readonly anyOption?: true
  /** Options end at the first operand. */
  readonly posix?: true
  /** Long options have one dash, and letters are not clustered. */
  readonly oneDash?: true
  /** An argument that is no known option is an operand, whatever it begins with (`echo`). */
  readonly lenient?: true
  /** Operands read `KEY=VALUE`, each key with the kind of its value (`dd`). */
  readonly keys?: Readonly<Record<string, Kind>>
  /** Paths it may create or replace so that what was seen below them no longer holds. */
  readonly unsettles?: "operands" | "anything"
  /**
   * It writes files whose names are not in the text, below the directory that one of these options names, or a `write?`
   * operand, or else below the working directory.
   */
  readonly unpacks?: string
  /** Subcommands by their first operand; `options` are those before it. */
  readonly sub?: Readonly<Record<string, Grammar>>
  /** It works on all below its paths. */
  readonly tree?: true
  /** It follows the links it meets below its paths. */
  readonly follows?: true
  /** Of what is below its paths it passes hidden files by. */
  readonly skipsHidden?: true
  /** What it runs is not in the text: why. */
  readonly opaque?: string
  /** The grammar of all of its arguments where `sub` lacks the subcommand. */
  readonly other?: Grammar
}
