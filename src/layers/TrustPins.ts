/**
 * The pins of the trust store, read without waiting: `trust.json` in the state directory.
 */
import * as path from "node:path"
import { type Problem, problemOfFile } from "../domain/Problem.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import type { TrustedFile } from "../services/TrustStore.ts"
import { problemOf, readSafely } from "./SafeFile.ts"

/** What the store holds. */
export interface Stored {
  readonly pins: ReadonlyArray<TrustedFile>
  /** What is wrong with the store itself; while there is anything, it holds no pin. */
  readonly problems: ReadonlyArray<Problem>
}

/** Answers where the pins are. */
export const storeOf = ({ stateHome }: OperatorPlaces): string => path.join(stateHome, "portcullis", "trust.json")

/** Answers a text's hash as a pin holds it, in lower-case hexadecimal. */
export const hashOf = (text: string): string =>
  // Asked for only here: most calls meet no pin, and loading it is a good part of a cold start.
  process.getBuiltinModule("node:crypto").createHash("sha256").update(text, "utf8").digest("hex")

/** Answers whether a file (by its real path) is pinned with this text. */
export const isPinned = ({ pins }: Stored, file: string, text: string): boolean => {
  if (!pins.some((pin) => pin.path === file)) return false
  const sha256 = hashOf(text)
  return pins.some((pin) => pin.path === file && pin.sha256 === sha256)
}

/** Reads the store; one that cannot be read trusts nothing, and says so. */
export const loadPins = (operator: OperatorPlaces): Stored => {
  const store = storeOf(operator)
  const found = readSafely(store, { owners: [operator.uid, 0] })
  switch (found._tag) {
    case "Missing":
      return { pins: [], problems: [] }
    case "Refused": {
      const problem = problemOf(found.refusal)
      return { pins: [], problems: [{ ...problem, message: `${problem.message}; no project file is trusted` }] }
    }
    case "Text": {
      const pins = pinsIn(found.text)
      if (pins !== undefined) return { pins, problems: [] }
      const advice = "run portcullis trust again in each project; the file is kept aside"
      return {
        pins: [],
        problems: [problemOfFile(store, "is not a list of pins; no project file is trusted", advice)]
      }
    }
  }
}

const pinsIn = (text: string): ReadonlyArray<TrustedFile> | undefined => {
  const stored = parsed(text)
  if (!isRecord(stored) || stored["version"] !== 1) return undefined
  const { trusted } = stored
  return Array.isArray(trusted) && trusted.every(isPin) ? trusted : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isPin = (value: unknown): value is TrustedFile =>
  isRecord(value) && ["path", "sha256", "at"].every((key) => typeof value[key] === "string")
