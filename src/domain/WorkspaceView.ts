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

/** A name in a directory and what stands there, no link followed. */
export interface Listed {
  readonly name: string
  readonly kind: Entry["kind"]
}

/** Looks at the disk; every path is absolute. `undefined` means absent or unreadable. */
export interface WorkspaceView {
  /** What stands at `path`, not following a link in its last segment. */
  readonly lstat: (path: string) => Entry | undefined
  /** The target of the link at `path`, exactly as stored. */
  readonly readlink: (path: string) => string | undefined
  /** The names in the directory at `path`, unsorted. */
  readonly readdir: (path: string) => ReadonlyArray<string> | undefined
  /** The same with what stands at each name, so that a look below need not ask for every one. */
  readonly list: (path: string) => ReadonlyArray<Listed> | undefined
  /** The text of the regular file at `path`; `undefined` too when it is larger than `maxBytes`. */
  readonly readFile: (path: string, maxBytes: number) => string | undefined
}

const remembering = <A>(look: (path: string) => A): ((path: string) => A) => {
  const seen = new Map<string, { readonly found: A }>()
  return (path) => {
    const before = seen.get(path)
    if (before !== undefined) return before.found
    const found = look(path)
    seen.set(path, { found })
    return found
  }
}

/**
 * Answers the same view, asking the disk at most once a path.
 *
 * It lives as long as one call: a later call must see the disk as it is then.
 */
export const rememberingView = (view: WorkspaceView): WorkspaceView => ({
  lstat: remembering(view.lstat),
  readlink: remembering(view.readlink),
  readdir: remembering(view.readdir),
  list: remembering(view.list),
  readFile: view.readFile
})
