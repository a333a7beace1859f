/**
 * Values as text in which a model can tell data from what is said about it.
 */
import { maskText } from "portcullis"

/** What could end a block of data, cannot be seen, or turns a line around. */
const loud = /[<>&]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const escaped = (character: string): string => {
  let text = ""
  for (let at = 0; at < character.length; at++) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
  }
  return text
}

/**
 * Answers a value as one line of JSON without `<`, `>` or `&` and without a character that cannot be seen, its secrets
 * masked. So no text in it can end the block it stands in, begin a line, or look like another than it is.
 */
export const dataOf = (value: unknown): string => (JSON.stringify(maskedIn(value)) ?? "null").replace(loud, escaped)

const maskedIn = (value: unknown): unknown => {
  if (typeof value === "string") return maskText(value)
  if (Array.isArray(value)) return value.map(maskedIn)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, maskedIn(member)]))
}
