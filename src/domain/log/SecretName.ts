/**
 * Whether a name is that of a secret.
 */
import { harmlessEndings, secretKeys, secretWordEndings, secretWords } from "../../knowledge/secretTexts.ts"

/** What nearly every name lacks. */
const hint = /pass|pwd|secret|token|auth|key|cred|cookie|bearer|jwt|otp|sig/i

/** Longer names are told by their ends, in UTF-16 code units. */
const longest = 80

/**
 * Answers whether what goes by this name is a secret: a key of an object, a variable, an option, a header.
 *
 * `PWD` and `OLDPWD` are directories.
 */
export const isSecretName = (name: string): boolean => {
  const end = name.length > longest ? name.slice(-longest) : name
  if (!hint.test(end) || end === "PWD" || end === "OLDPWD") return false
  const words = wordsOf(end)
  const last = words.at(-1)
  if (last === undefined || harmlessEndings.has(last)) return false
  return words.some((word, place) => {
    if (secretWords.has(word) || secretWordEndings.some((ending) => word.endsWith(ending))) return true
    const before = words[place - 1]
    return word === "key" && before !== undefined && secretKeys.has(before)
  })
}

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
