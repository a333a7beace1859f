/**
 * The names of surfaces.
 */

/** Surfaces with a meaning of their own; any other tool's name is its own surface. */
export const namedSurfaces: ReadonlySet<string> = new Set([
  "bash",
  "path",
  "external_directory",
  "mcp",
  "skill",
  "task",
  "read",
  "write",
  "webfetch",
  "websearch"
])

/** Tools whose accesses are on another surface, so that a rule on their own name would never be met. */
export const canonicalSurfaceOf: ReadonlyMap<string, "read" | "write" | "bash"> = new Map<
  string,
  "read" | "write" | "bash"
>([
  ["edit", "write"],
  ["multi_edit", "write"],
  ["notebook_edit", "write"],
  ["grep", "read"],
  ["find", "read"],
  ["glob", "read"],
  ["ls", "read"],
  ["powershell", "bash"],
  ["pwsh", "bash"],
  ["cmd", "bash"]
])
