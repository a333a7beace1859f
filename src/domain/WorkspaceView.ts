/**
 * What domain functions may know of the disk: a synchronous, read-only record.
 *
 * A layer builds it from `node:fs`, a test in memory. Same text, same view, same answer. No function of it throws.
 */

/** What stands at a path, without following a link. */
export interface Entry {
  readonly kind: "file" | "directory" | "link" | "other"
  /** Size in bytes; 0 for anything but a file. */
  readonly size: number
  /** Whether any execute bit is set. */
  readonly executable: boolean
}

/** Looks at the disk; every path is absolute. `undefined` means absent or unreadable. */
export interface WorkspaceView {
  /** What stands at `path`, not following a link in its last segment. */
  readonly lstat: (path: string) => Entry | undefined
  /** The target of the link at `path`, exactly as stored. */
  readonly readlink: (path: string) => string | undefined
  /** The names in the directory at `path`, unsorted. */
  readonly readdir: (path: string) => ReadonlyArray<string> | undefined
  /** The text of the regular file at `path`; `undefined` too when it is larger than `maxBytes`. */
  readonly readFile: (path: string, maxBytes: number) => string | undefined
}
