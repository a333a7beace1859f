/**
 * Values of any shape, made fit to be written down: masked, bounded, and plain data.
 */
import type { JsonRecord, JsonValue } from "./Entry.ts"
import { masked, maskText } from "./MaskText.ts"
import { isSecretName } from "./SecretName.ts"

/** Longer text is cut before it is masked, in UTF-16 code units. */
const longestRead = 64 * 1024

/** More values than this are not looked at. */
const mostValues = 4000

/** Deeper values are left out. */
const deepest = 16

/**
 * Answers text masked, then cut to `most` UTF-16 code units with a word on how many are missing; anything but a string
 * is named by its type.
 */
export const boundedText = (text: unknown, most: number): string => {
  if (typeof text !== "string") return `[${text === null ? "null" : typeof text}]`
  if (text.length <= longestRead) return cut(maskText(text), most, 0)
  // A secret this cut runs through may have lost its shape, so the last word is left out.
  let end = longestRead
  while (end > 0 && !isBlank(text.charCodeAt(end - 1))) end -= 1
  return cut(maskText(text.slice(0, end)), most, text.length - end)
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const cut = (text: string, most: number, missing: number): string => {
  if (text.length <= most && missing === 0) return text
  const kept = wholeCharacters(text.slice(0, most))
  return `${kept}… [${text.length - kept.length + missing} more]`
}

/** Takes away half a character at the end. */
const wholeCharacters = (text: string): string => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text
}

/**
 * Answers a value as plain data: texts masked, and masked whole what goes by a secret's name. One that throws, cycles,
 * or takes more than `most` characters of JSON is replaced by a note that says so. It never throws.
 */
export const detailsOf = (value: unknown, most: number): JsonValue => {
  const found = readWithin(value, most, most)
  return found._tag === "Plain" ? found.value : note(found.why)
}

/** Answers a tool's input as `detailsOf` does, but cuts the long texts in it before it leaves out the whole. */
export const inputOf = (value: unknown, most: number): JsonValue => {
  const whole = readWithin(value, most, most / 2)
  const found = whole._tag === "Plain" ? whole : readWithin(value, most, most / 32)
  return found._tag === "Plain" ? found.value : note(found.why)
}

const note = (why: string): JsonRecord => ({ note: `left out: ${why}` })

type Reading = { readonly _tag: "Plain"; readonly value: JsonValue } | { readonly _tag: "Unfit"; readonly why: string }

/** A walk through a value, and what made the value unfit to be written down. */
interface Walk {
  readonly longest: number
  readonly above: Set<object>
  left: number
  unfit: string | undefined
}

const readWithin = (value: unknown, most: number, longest: number): Reading => {
  const walk: Walk = { longest, above: new Set(), left: mostValues, unfit: undefined }
  try {
    const plain = plainOf(value, walk)
    if (walk.unfit !== undefined) return { _tag: "Unfit", why: walk.unfit }
    const { length } = JSON.stringify(plain)
    return length > most
      ? { _tag: "Unfit", why: `${length} characters, and at most ${most} are kept` }
      : { _tag: "Plain", value: plain }
  } catch {
    return { _tag: "Unfit", why: "it throws when it is read" }
  }
}

const plainOf = (value: unknown, walk: Walk): JsonValue => {
  walk.left -= 1
  if (walk.left < 0) walk.unfit ??= `more than ${mostValues} values`
  if (walk.unfit !== undefined) return null
  switch (typeof value) {
    case "string":
      return boundedText(value, walk.longest)
    case "number":
      return Number.isFinite(value) ? value : String(value)
    case "boolean":
      return value
    case "object":
      return value === null ? null : plainObject(value, walk)
    case "undefined":
      return null
    case "bigint":
      return boundedText(String(value), walk.longest)
    case "function":
    case "symbol":
      return `[${typeof value}]`
  }
}

const plainObject = (value: object, walk: Walk): JsonValue => {
  if (walk.above.has(value)) walk.unfit ??= "it holds itself"
  if (walk.above.size >= deepest) return "[deeper]"
  if (walk.unfit !== undefined) return null
  walk.above.add(value)
  const plain = Array.isArray(value) ? plainItems(value, walk) : plainMembers(value, walk)
  walk.above.delete(value)
  return plain
}

const plainItems = (items: ReadonlyArray<unknown>, walk: Walk): JsonValue => {
  const plain: Array<JsonValue> = []
  // An option and its value may be two items of one vector.
  let named = false
  for (let place = 0; place < items.length && walk.unfit === undefined; place++) {
    const item = items[place]
    plain.push(named && typeof item === "string" && !item.startsWith("-") ? masked : plainOf(item, walk))
    named = typeof item === "string" && item.startsWith("-") && !item.includes("=") && isSecretName(item)
  }
  return plain
}

const plainMembers = (value: object, walk: Walk): JsonValue => {
  const members: Array<readonly [string, JsonValue]> = []
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (walk.unfit !== undefined) break
    const member: unknown = Reflect.get(value, key)
    members.push([boundedText(key, 200), isSecretName(key) ? hidden(member, walk) : plainOf(member, walk)])
  }
  // `fromEntries` defines own properties, so that `__proto__` is a name like any other.
  return Object.fromEntries(members)
}

/** What goes by a secret's name: nothing of it is told but that it is there. */
const hidden = (value: unknown, walk: Walk): JsonValue =>
  value === null || value === undefined || typeof value === "boolean" || value === "" ? plainOf(value, walk) : masked
