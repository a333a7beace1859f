/**
 * Text from outside, made safe to show to a person.
 */

// Controls, format characters (bidirectional overrides, zero-width joiners, tags), lone surrogates, private use, line and
// paragraph separators, every character that is drawn as nothing, and every blank but the space: what a reader cannot see,
// or sees in another place than the machine does.
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/gu

const named: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"]
])

const escape = (character: string): string => {
  const name = named.get(character)
  if (name !== undefined) return name
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`
}

/**
 * Answers `text` as one line in which every character is visible and stands where it is: control, bidirectional,
 * zero-width and odd blank characters become escapes.
 */
export const display = (text: string): string => text.replace(unseen, escape)
