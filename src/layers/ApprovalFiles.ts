/**
 * The approvals of a session as files, read at once and without waiting: a file for each session in the state
 * directory, named by a hash that only this machine's salt can make.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Direction } from "../domain/Access.ts"
import type { FloorClass } from "../domain/Floor.ts"
import { isAlive, type Moment } from "../domain/Lifetime.ts"
import { type Problem, problemOfFile } from "../domain/Problem.ts"
import type { SessionApproval } from "../domain/SessionApproval.ts"
import { approvalOf, type Suggestion } from "../domain/Suggestion.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import { createFile, makePrivateDirectory, setAside } from "./OwnFile.ts"
import { identityOf, isMissing, problemOf, readSafely } from "./SafeFile.ts"

/** How long an approval for a session lasts. */
export const sessionLifeMs = 12 * 60 * 60 * 1000

/** Answers where approvals are. */
export const approvalsDirectory = ({ stateHome }: OperatorPlaces): string =>
  path.join(stateHome, "portcullis", "approvals")

/** Answers what the machine's second clock tells, in milliseconds since it started. */
export const uptimeMs = (): number => os.uptime() * 1000

/** An approval as it stands in its session's file. */
export interface Kept extends Suggestion {
  readonly id: string
  /** When it was given, in milliseconds since 1970. */
  readonly wall: number
  /** The same since the machine started. */
  readonly up: number
}

/** What a session's file holds; while there is a problem with it, nothing. */
export interface KeptApprovals {
  readonly approvals: ReadonlyArray<Kept>
  readonly problem: Problem | undefined
}

/** Answers the text of a session's file. */
export const textOf = (approvals: ReadonlyArray<Kept>): string => `${JSON.stringify({ version: 1, approvals })}\n`

/** Reads a session's file: every approval it holds, those that ended included. */
export const readKept = (file: string, { uid }: OperatorPlaces): KeptApprovals => {
  const found = readSafely(file, { owners: [uid] })
  switch (found._tag) {
    case "Missing":
      return { approvals: [], problem: undefined }
    case "Refused": {
      const problem = problemOf(found.refusal)
      return { approvals: [], problem: { ...problem, message: `${problem.message}; nothing in it is approved` } }
    }
    case "Text": {
      const approvals = keptIn(found.text)
      if (approvals !== undefined) return { approvals, problem: undefined }
      const advice = "it is kept aside when the next approval is given"
      return {
        approvals: [],
        problem: problemOfFile(file, "is not a list of approvals; nothing in it is approved", advice)
      }
    }
  }
}

const keptIn = (text: string): ReadonlyArray<Kept> | undefined => {
  const stored = parsedJson(text)
  if (!isRecord(stored) || stored["version"] !== 1) return undefined
  const { approvals } = stored
  return Array.isArray(approvals) && approvals.every(isKept) ? approvals : undefined
}

/** Answers what a text is as JSON, `undefined` where it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Answers whether a value is a record. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  typeof value["surface"] === "string" &&
  typeof value["pattern"] === "string" &&
  typeof value["exact"] === "boolean" &&
  (value["resolved"] === undefined || typeof value["resolved"] === "string") &&
  (value["direction"] === undefined || isDirection(value["direction"])) &&
  Array.isArray(value["floors"]) &&
  value["floors"].every(isFloorClass) &&
  Number.isFinite(value["wall"]) &&
  Number.isFinite(value["up"])

const floorClasses: Readonly<Record<FloorClass, true>> = {
  unread: true,
  opaque: true,
  privilege: true,
  "executing-environment": true,
  "self-protection": true
}

const isDirection = (value: unknown): value is Direction => value === "read" || value === "write" || value === "unknown"

const isFloorClass = (value: unknown): value is FloorClass =>
  typeof value === "string" && Object.hasOwn(floorClasses, value)

/** Answers whether an approval is in force at a moment. */
export const inForce = ({ up, wall }: Kept, now: Moment): boolean => isAlive({ wall, up }, now, sessionLifeMs)

/** Answers the salt, `undefined` when there is none or it cannot be read: then no approval can be found. */
export const readSalt = (operator: OperatorPlaces): string | undefined => {
  const found = readSafely(saltFile(operator), { owners: [operator.uid] })
  return found._tag === "Text" && isSalt(found.text) ? found.text.trim() : undefined
}

/** Answers the salt, made if there is none. One that cannot be read is kept aside, and ends what was approved under it. */
export const makeSalt = (operator: OperatorPlaces): string => {
  const file = saltFile(operator)
  const there = readSalt(operator)
  if (there !== undefined) return there
  makePrivateDirectory(path.dirname(path.dirname(file)))
  makePrivateDirectory(path.dirname(file))
  if (!isMissing(file)) setAside(file)
  // Asked for only here, as loading it is a good part of a cold start.
  createFile(file, `${process.getBuiltinModule("node:crypto").randomBytes(32).toString("hex")}\n`)
  const made = readSalt(operator)
  if (made === undefined) throw new Error(`${file} cannot be read`)
  return made
}

const saltFile = (operator: OperatorPlaces): string => path.join(approvalsDirectory(operator), "salt")

const isSalt = (text: string): boolean => /^[0-9a-f]{64}\n$/.test(text)

/** Answers a salted hash, in lower-case hexadecimal. */
export const saltedHash = (salt: string, text: string): string =>
  process.getBuiltinModule("node:crypto").createHmac("sha256", salt).update(text, "utf8").digest("hex")

/** Answers the file of a session's approvals. */
export const sessionFile = (operator: OperatorPlaces, salt: string, session: string): string =>
  path.join(approvalsDirectory(operator), `${saltedHash(salt, session)}.json`)

const sessionName = /^([0-9a-f]{64})\.json$/

/** Answers every session's hash and file. */
export const sessionFiles = (
  operator: OperatorPlaces
): ReadonlyArray<{ readonly session: string; readonly file: string }> => {
  const directory = approvalsDirectory(operator)
  try {
    return fs.readdirSync(directory).flatMap((name) => {
      const [, session] = sessionName.exec(name) ?? []
      return session === undefined ? [] : [{ session, file: path.join(directory, name) }]
    })
  } catch {
    return []
  }
}

export interface ApprovalReader {
  /** Answers the approvals in force for a session at a moment in milliseconds since 1970; it never throws. */
  readonly read: (session: string, wall: number) => ReadonlyArray<SessionApproval>
  /** What was wrong with what has been read so far. */
  readonly problems: () => ReadonlyArray<Problem>
}

/** A write of a record this young may be followed by another that leaves the same times: look again. */
const settlingMs = 100

interface Cached {
  readonly session: string
  readonly file: string
  readonly key: string
  readonly kept: ReadonlyArray<Kept>
}

/** Answers a reader of an operator's approvals, which looks at the disk each time and reads what changed. */
export const approvalReader = (operator: OperatorPlaces, up: () => number = uptimeMs): ApprovalReader => {
  const problems = new Map<string, Problem>()
  const directory = approvalsDirectory(operator)
  let cached: Cached | undefined

  const keptOf = (session: string, wall: number): ReadonlyArray<Kept> => {
    // The usual case, and the cheapest: nobody approved anything yet.
    if (isMissing(directory)) return []
    if (cached?.session === session && identityOf(cached.file).key === cached.key) return cached.kept
    cached = undefined
    const salt = readSalt(operator)
    if (salt === undefined) {
      const file = saltFile(operator)
      if (!isMissing(file)) problems.set(file, problemOfFile(file, "cannot be read; nothing is approved"))
      return []
    }
    const file = sessionFile(operator, salt, session)
    const identity = identityOf(file)
    const { approvals, problem } = readKept(file, operator)
    if (problem !== undefined) problems.set(file, problem)
    else if (wall - identity.changedMs > settlingMs) cached = { session, file, key: identity.key, kept: approvals }
    return approvals
  }

  return {
    read: (session, wall) => {
      try {
        const kept = keptOf(session, wall)
        if (kept.length === 0) return []
        const now = { wall, up: up() }
        return kept.filter((one) => inForce(one, now)).map((one) => approvalOf(one, session))
      } catch {
        return []
      }
    },
    problems: () => Array.from(problems.values())
  }
}
