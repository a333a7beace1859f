/**
 * A stretch of text, in UTF-16 code units of the text it was read from; `end` is exclusive.
 */
export interface Span {
  readonly start: number
  readonly end: number
}
