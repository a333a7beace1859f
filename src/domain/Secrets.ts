/**
 * Whether a path is shaped like a secret.
 */
import {
  openEndings,
  secretBeginnings,
  secretDirectories,
  secretEndings,
  secretNames,
  secretPlaces
} from "../knowledge/secrets.ts"

/** How names are compared where looking alike must be enough: NFC, without case. */
export const folded = (text: string): string => text.normalize("NFC").toLowerCase()

/** `id_deploy` is a key; `id_generator.ts` is not, and the usual keys are told by their beginnings. */
const isKeyName = (name: string): boolean => name.startsWith("id_") && name.length > 3 && !name.includes(".")

const nameReason = (name: string): string | undefined => {
  if (openEndings.some((ending) => name.endsWith(ending))) return undefined
  const exact = secretNames.get(name)
  if (exact !== undefined) return exact
  for (const [beginning, why] of secretBeginnings) if (name.startsWith(beginning)) return why
  const dot = name.lastIndexOf(".")
  const ending = dot < 0 ? undefined : secretEndings.get(name.slice(dot))
  if (ending !== undefined) return ending
  return isKeyName(name) ? "a private key" : undefined
}

/** Answers whether a file's name alone is shaped like a secret. */
export const isSecretName = (name: string): boolean => nameReason(folded(name)) !== undefined

/** The first segments of `secretDirectories`, with the further segments of each. */
const directoriesByFirst: ReadonlyMap<string, ReadonlyArray<readonly [rest: string, why: string]>> = (() => {
  const grouped = new Map<string, Array<readonly [string, string]>>()
  for (const [path, why] of secretDirectories) {
    const slash = path.indexOf("/")
    const first = slash < 0 ? path : path.slice(0, slash)
    const entry = [slash < 0 ? "" : path.slice(slash), why] as const
    const group = grouped.get(first)
    if (group === undefined) grouped.set(first, [entry])
    else group.push(entry)
  }
  return grouped
})()

const startsWithSegments = (path: string, at: number, segments: string): boolean =>
  path.startsWith(segments, at) && (path.length === at + segments.length || path[at + segments.length] === "/")

/**
 * Answers why a path is shaped like a secret, `undefined` when it is not; without case, in NFC, in linear time.
 *
 * @param path absolute and folded
 */
export const secretShape = (path: string): string | undefined => {
  const text = folded(path)
  let start = 1
  for (let end = text.indexOf("/", 1); ; end = text.indexOf("/", start)) {
    const last = end < 0
    const segment = text.slice(start, last ? text.length : end)
    const directories = directoriesByFirst.get(segment)
    if (directories !== undefined) {
      for (const [rest, why] of directories) {
        if (startsWithSegments(text, start + segment.length, rest)) return why
      }
    }
    if (last) {
      const why = nameReason(segment)
      if (why !== undefined) return why
      break
    }
    start = end + 1
  }
  if (text.startsWith("/proc/") && text.endsWith("/environ")) return "a process's environment"
  for (const [place, why] of secretPlaces) if (startsWithSegments(text, 0, place)) return why
  return undefined
}
