/**
 * JSON for a machine that is also safe on a terminal.
 */

// What JSON.stringify leaves raw and a terminal would act on or hide; the line feeds of indented output stay.
const unseen = /[\u007f-\u00a0\u00ad\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const escape = (character: string): string => {
  let text = ""
  for (let at = 0; at < character.length; at++) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`
  }
  return text
}

/** Answers `value` as JSON whose every invisible character is escaped: the same data, read back. */
export const json = (value: unknown, indent = 0): string => JSON.stringify(value, null, indent).replace(unseen, escape)
