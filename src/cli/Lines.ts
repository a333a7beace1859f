/**
 * Bytes cut into lines, within bounded memory.
 */

/** One line: its text, or what is wrong with its bytes. */
export type Line = { readonly _tag: "Text"; readonly text: string } | { readonly _tag: "Bad"; readonly why: string }

/** Takes bytes and answers the lines they complete. */
export interface Splitter {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<Line>
  /** Answers the last line, when no line feed ended it. */
  readonly end: () => ReadonlyArray<Line>
}

const lineFeed = 0x0a

/** Answers a splitter whose lines are of at most `maxBytes` bytes; the bytes of a longer one are let go as they come. */
export const splitter = (maxBytes: number): Splitter => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let parts: Array<Uint8Array> = []
  let size = 0
  let number = 0

  const take = (part: Uint8Array): void => {
    size += part.length
    if (size > maxBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }

  const finish = (): Line => {
    number++
    const bytes = Buffer.concat(parts)
    const tooLong = size > maxBytes
    parts = []
    size = 0
    if (tooLong) return { _tag: "Bad", why: `line ${number} is longer than ${maxBytes} bytes` }
    try {
      // A byte order mark is dropped by the decoder.
      const text = decoder.decode(bytes)
      return { _tag: "Text", text: text.endsWith("\r") ? text.slice(0, -1) : text }
    } catch {
      return { _tag: "Bad", why: `line ${number} is not UTF-8` }
    }
  }

  return {
    push: (chunk) => {
      const lines: Array<Line> = []
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
        take(chunk.subarray(from, at))
        lines.push(finish())
        from = at + 1
      }
      take(chunk.subarray(from))
      return lines
    },
    end: () => (size === 0 ? [] : [finish()])
  }
}
