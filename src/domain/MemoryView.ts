/**
 * A disk in memory, for tests and for judging a call against a disk that is not this one.
 */
import type { Entry, WorkspaceView } from "./WorkspaceView.ts"

/** What stands in a directory: a text is a file, a record a directory. */
export interface Tree {
  readonly [name: string]: string | Tree | { readonly link: string } | { readonly program: string }
}

type Stored =
  | { readonly kind: "file"; readonly text: string; readonly executable: boolean }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly names: Array<string> }

const isLink = (node: Tree[string]): node is { readonly link: string } =>
  typeof node === "object" && "link" in node && typeof node.link === "string"

const isProgram = (node: Tree[string]): node is { readonly program: string } =>
  typeof node === "object" && "program" in node && typeof node.program === "string"

const below = (directory: string, name: string): string => (directory === "/" ? `/${name}` : `${directory}/${name}`)

/**
 * Answers a view of a disk that holds exactly `tree`, whose names stand below `/`; a name may hold slashes.
 *
 * `{ link: target }` is a symbolic link and `{ program: text }` an executable file, so no directory has a single file
 * named `link` or `program`.
 */
export const memoryView = (tree: Tree): WorkspaceView => {
  const stored = new Map<string, Stored>([["/", { kind: "directory", names: [] }]])

  const directoryAt = (path: string): Array<string> => {
    const found = stored.get(path)
    if (found?.kind === "directory") return found.names
    const names: Array<string> = []
    stored.set(path, { kind: "directory", names })
    const slash = path.lastIndexOf("/")
    directoryAt(slash === 0 ? "/" : path.slice(0, slash)).push(path.slice(slash + 1))
    return names
  }

  const put = (path: string, entry: Stored): void => {
    const slash = path.lastIndexOf("/")
    if (!stored.has(path)) directoryAt(slash === 0 ? "/" : path.slice(0, slash)).push(path.slice(slash + 1))
    stored.set(path, entry)
  }

  const plant = (directory: string, nodes: Tree): void => {
    for (const [name, node] of Object.entries(nodes)) {
      const path = below(directory, name)
      if (typeof node === "string") put(path, { kind: "file", text: node, executable: false })
      else if (isLink(node)) put(path, { kind: "link", target: node.link })
      else if (isProgram(node)) put(path, { kind: "file", text: node.program, executable: true })
      else {
        directoryAt(path)
        plant(path, node)
      }
    }
  }
  plant("/", tree)

  /** The entry at `path` with every link on the way followed, the last one only when asked. */
  const find = (path: string, followLast: boolean, links = 0): { path: string; entry: Stored } | undefined => {
    if (links > 40 || path.length >= 4096 || !path.startsWith("/") || path.includes("\0")) return undefined
    let at = "/"
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
    for (const [index, segment] of segments.entries()) {
      if (segment === "..") {
        at = at.slice(0, Math.max(1, at.lastIndexOf("/"))) || "/"
        continue
      }
      const next = below(at, segment)
      const entry = stored.get(next)
      if (entry === undefined) return undefined
      const last = index === segments.length - 1
      if (entry.kind === "link" && (!last || followLast)) {
        const target = entry.target.startsWith("/") ? entry.target : below(at, entry.target)
        return find([target, ...segments.slice(index + 1)].join("/"), followLast, links + 1)
      }
      if (!last && entry.kind !== "directory") return undefined
      at = next
    }
    const entry = stored.get(at)
    return entry === undefined ? undefined : { path: at, entry }
  }

  const listed = (path: string): ReadonlyArray<{ name: string; kind: Entry["kind"] }> | undefined => {
    const found = find(path, true)
    if (found?.entry.kind !== "directory") return undefined
    return found.entry.names.map((name) => ({ name, kind: stored.get(below(found.path, name))?.kind ?? "other" }))
  }

  const textAt = (path: string, most: number): string | undefined => {
    const entry = find(path, true)?.entry
    return entry?.kind === "file" && entry.text.length <= most ? entry.text : undefined
  }

  return {
    lstat: (path) => {
      const entry = find(path, false)?.entry
      if (entry === undefined) return undefined
      const isFile = entry.kind === "file"
      return { kind: entry.kind, size: isFile ? entry.text.length : 0, executable: isFile && entry.executable }
    },
    readlink: (path) => {
      const entry = find(path, false)?.entry
      return entry?.kind === "link" ? entry.target : undefined
    },
    readdir: (path) => listed(path)?.map(({ name }) => name),
    list: listed,
    readFile: textAt,
    readBytes: textAt
  }
}
