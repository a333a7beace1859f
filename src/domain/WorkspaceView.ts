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
  /**
   * The path with every link followed, where the disk can say so in one look; only to save many looks, and never
   * believed when links were followed: a process may see others than the next one does.
   */
  readonly realpath?: ((path: string) => string | undefined) | undefined
  /** The text of the regular file at `path`; `undefined` too when it is larger than `maxBytes`. */
  readonly readFile: (path: string, maxBytes: number) => string | undefined
  /**
   * The bytes of the regular file at `path`, one character each; `undefined` too when it is larger than `maxBytes`. What
   * only bytes can tell (git's index) counts as unreadable without it.
   */
  readonly readBytes?: ((path: string, maxBytes: number) => string | undefined) | undefined
}

const remembering = <A>(
  look: (path: string) => A,
  seen: Map<string, { readonly found: A }> = new Map()
): ((path: string) => A) => {
  return (path) => {
    const before = seen.get(path)
    if (before !== undefined) return before.found
    const found = look(path)
    seen.set(path, { found })
    return found
  }
}

const directory: { readonly found: Entry } = { found: { kind: "directory", size: 0, executable: true } }

/**
 * Answers the same view, asking the disk at most once a path.
 *
 * It lives as long as one call: a later call must see the disk as it is then.
 *
 * @param frequented folded absolute directories whose ancestors will be asked for again and again
 */
export const rememberingView = (view: WorkspaceView, frequented: ReadonlyArray<string>): WorkspaceView => {
  const entries = new Map<string, { readonly found: Entry | undefined }>()
  for (const path of frequented) {
    if (entries.has(path) || view.realpath?.(path) !== path) continue
    // No link stands on the way, so every ancestor is a directory.
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
      entries.set(path.slice(0, end), directory)
  }
  const files = new Map<number, (path: string) => string | undefined>()
  return {
    lstat: remembering(view.lstat, entries),
    readlink: remembering(view.readlink),
    readdir: remembering(view.readdir),
    list: remembering(view.list),
    readFile: (path, maxBytes) => {
      const read = files.get(maxBytes) ?? remembering((file) => view.readFile(file, maxBytes))
      files.set(maxBytes, read)
      return read(path)
    },
    readBytes: view.readBytes,
    realpath: view.realpath === undefined ? undefined : remembering(view.realpath)
  }
}
