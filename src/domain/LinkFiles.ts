/**
 * The files that links are made of: whoever writes them speaks with the links' authority.
 */
import type { Scope } from "./Scope.ts"

/** Answers the absolute paths of every module, and of every word of a command that is one. */
export const linkFilesOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<string> => {
  const files: Array<string> = []
  for (const { settings } of scopes) {
    for (const source of settings.authorizers.values()) {
      const words = source._tag === "Module" ? [source.module] : source.command
      files.push(...words.filter((word) => word.startsWith("/") && word.length > 1))
    }
  }
  return files
}
