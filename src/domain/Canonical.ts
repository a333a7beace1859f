/**
 * One text for each value, so that two calls are the same when their texts are.
 */

/** Deeper values have no text. */
const maxDepth = 200

/**
 * Answers JSON with the members of every object in the order of their names; `undefined` for what JSON cannot tell
 * whole: a cycle, a function, a number that is none. It never throws.
 */
export const canonical = (value: unknown): string | undefined => {
  try {
    return textOf(value, 0)
  } catch {
    // A getter or a proxy of somebody's own.
    return undefined
  }
}

const textOf = (value: unknown, depth: number): string | undefined => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value)
    case "boolean":
      return String(value)
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value) : undefined
    case "object":
      if (value === null) return "null"
      if (depth >= maxDepth) return undefined
      return Array.isArray(value) ? listOf(value, depth) : recordOf(value, depth)
    default:
      return undefined
  }
}

const listOf = (values: ReadonlyArray<unknown>, depth: number): string | undefined => {
  const items: Array<string> = []
  for (const value of values) {
    const item = textOf(value, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
  }
  return `[${items.join(",")}]`
}

const recordOf = (record: object, depth: number): string | undefined => {
  const members: Array<string> = []
  const names = Object.keys(record).toSorted((a, b) => (a < b ? -1 : 1))
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(record))
  for (const name of names) {
    const member = values.get(name)
    // As JSON has it: a member without a value is none.
    if (member === undefined) continue
    const text = textOf(member, depth + 1)
    if (text === undefined) return undefined
    members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(",")}}`
}
