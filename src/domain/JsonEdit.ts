/**
 * Edits of a JSON text that leave every character alone which they are not about.
 *
 * What is appended can be removed again and leaves the text it was appended to, to the byte: nothing is formatted,
 * and white space is only ever put in front of what is appended.
 */
import type { JsonNode } from "./JsonTree.ts"

/** A value that holds others. */
export type JsonContainer = Extract<JsonNode, { readonly _tag: "Object" | "Array" }>

/** What may be appended. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<JsonValue>
  | { readonly [key: string]: JsonValue }

/** A member of a container, from its key or its value on. */
interface Child {
  readonly start: number
  readonly end: number
}

/** What stands between two members: a comma perhaps, and where the last thing in it ends that is not white space. */
interface Gap {
  readonly comma: number | undefined
  readonly end: number
  /** The last thing is a comment that only the end of its line ends. */
  readonly open: boolean
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Answers `text` with `value` as the last member of `container`, under `key` where that is an object.
 *
 * It goes behind every comment in the container, and is laid out as its neighbours are: on one line where the
 * container is written on one.
 */
export const append = (text: string, container: JsonContainer, key: string | undefined, value: JsonValue): string => {
  const open = container.offset
  const close = open + container.length - 1
  const children = childrenOf(container)
  const last = children.at(-1)
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n"
  const spread = children.length === 0 || /[\r\n]/.test(text.slice(open, close))
  const indent = spread ? indentOfChildren(text, open, children) : ""
  const layout = spread ? { unit: unitOf(text), lineEnd: lineEnd + indent } : undefined
  const member = (key === undefined ? "" : `${JSON.stringify(key)}: `) + written(value, layout)
  const lead = spread ? lineEnd + indent : " "
  const gap = gapOf(text, last?.end ?? open + 1, close)
  if (last === undefined) {
    const tail = /[\r\n]/.test(text.slice(gap.end, close)) ? "" : lineEnd + indentOfLine(text, open)
    return apply(text, [{ from: gap.end, to: gap.end, text: lead + member + tail }])
  }
  // A comma at the end is a habit to keep, and tells on removal that there was one.
  if (gap.comma !== undefined) return apply(text, [{ from: gap.end, to: gap.end, text: `${lead}${member},` }])
  return apply(text, [
    { from: last.end, to: last.end, text: "," },
    { from: gap.end, to: gap.end, text: lead + member }
  ])
}

/**
 * Answers `text` without the member of `container` at `index`, its comma and the white space in front of it.
 *
 * @param inner what to leave between the brackets of a container left empty, unless other comments stand there now
 */
export const remove = (text: string, container: JsonContainer, index: number, inner = ""): string => {
  const open = container.offset
  const close = open + container.length - 1
  const children = childrenOf(container)
  const child = children[index]
  if (child === undefined) return text
  const before = gapOf(text, children[index - 1]?.end ?? open + 1, child.start)
  const next = children[index + 1]
  const after = gapOf(text, child.end, next?.start ?? close)
  const comma = after.comma ?? before.comma
  const follows =
    after.comma === undefined ? text.slice(child.end) : text.slice(child.end, after.comma) + text.slice(after.comma + 1)
  // A comment that ends with its line would otherwise swallow what comes next.
  const lead = before.open && !/^[ \t]*[\r\n]/.test(follows) ? endOfLine(text, before.end) : before.end
  const edits: Array<Edit> = [{ from: lead, to: child.end, text: "" }]
  if (comma !== undefined) {
    // In front of the member the comma is the last thing of the gap, or comments stand between.
    if (comma < child.start) edits.unshift({ from: comma, to: comma + 1, text: "" })
    else edits.push({ from: comma, to: comma + 1, text: "" })
  }
  if (children.length > 1) return apply(text, edits)
  const left = apply(text, edits)
  const rest = left.slice(open + 1, left.length - (text.length - close))
  const same = rest.trim() === inner.trim()
  return text.slice(0, open + 1) + (same ? inner : rest.trim() === "" ? "" : rest) + text.slice(close)
}

/** Answers what stands between the brackets of a container. */
export const innerOf = (text: string, container: JsonContainer): string =>
  text.slice(container.offset + 1, container.offset + container.length - 1)

const childrenOf = (container: JsonContainer): ReadonlyArray<Child> => {
  switch (container._tag) {
    case "Array":
      return container.items.map(({ length, offset }) => ({ start: offset, end: offset + length }))
    case "Object":
      return container.properties.map((property) => {
        const last = property.value ?? property
        return { start: property.offset, end: last.offset + last.length }
      })
  }
}

/** Between members stand only commas, comments and white space: the text has been parsed. */
const gapOf = (text: string, from: number, to: number): Gap => {
  let comma: number | undefined
  let end = from
  let open = false
  let at = from
  while (at < to) {
    if (text.startsWith("//", at)) {
      while (at < to && text[at] !== "\n" && text[at] !== "\r") at += 1
      end = at
      open = true
    } else if (text.startsWith("/*", at)) {
      const closing = text.indexOf("*/", at + 2)
      at = closing < 0 ? to : closing + 2
      end = at
      open = false
    } else {
      if (text[at] === ",") {
        comma = at
        end = at + 1
        open = false
      }
      at += 1
    }
  }
  return { comma, end, open }
}

const endOfLine = (text: string, offset: number): number => offset + (text.startsWith("\r\n", offset) ? 2 : 1)

const indentOfLine = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  let end = start
  while (text[end] === " " || text[end] === "\t") end += 1
  return text.slice(start, end)
}

const beginsItsLine = (text: string, offset: number): boolean => {
  let at = offset - 1
  while (text[at] === " " || text[at] === "\t") at -= 1
  return text[at] === "\n" || text[at] === "\r"
}

const indentOfChildren = (text: string, open: number, children: ReadonlyArray<Child>): string => {
  const model = children.findLast(({ start }) => beginsItsLine(text, start))
  return model === undefined ? indentOfLine(text, open) + unitOf(text) : indentOfLine(text, model.start)
}

/** One step of indentation: that of the first indented line, else two spaces. */
const unitOf = (text: string): string => /(?:^|[\r\n])(\t| {1,8})[ \t]*"/.exec(text)?.[1] ?? "  "

interface Spread {
  readonly unit: string
  /** A line end and the indentation of the line that follows it. */
  readonly lineEnd: string
}

const written = (value: JsonValue, spread: Spread | undefined): string => {
  if (spread === undefined) return JSON.stringify(value)
  return JSON.stringify(value, null, spread.unit).replaceAll("\n", () => spread.lineEnd)
}

/** Edits stand in the order of the text, and do not overlap. */
const apply = (text: string, edits: ReadonlyArray<Edit>): string => {
  let result = ""
  let at = 0
  for (const edit of edits) {
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}
