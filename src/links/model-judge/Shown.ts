/**
 * A text as a clause for a person quotes it.
 */

/** What is quoted of the longest texts, in UTF-16 code units. */
const longest = 80

/** Answers a text between backticks, its end left out where it is long. */
export const shown = (text: string): string => `\`${text.length <= longest ? text : `${text.slice(0, longest)}…`}\``
