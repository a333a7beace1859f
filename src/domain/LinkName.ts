/**
 * What a link may be called.
 */

/** Names that stand for somebody else in the log. */
const reserved: ReadonlySet<string> = new Set(["model", "terminal"])

/** Answers in one clause why a value is no link's name, `undefined` when it is one. */
export const linkNameFault = (name: unknown): string | undefined => {
  if (typeof name !== "string" || !/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(name)) {
    return "a name is lower-case letters, digits and dashes between them, at most 64"
  }
  return reserved.has(name) ? "the name is taken by what it stands for in the log" : undefined
}
