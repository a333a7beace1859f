/**
 * Single calls: those that were denied for want of anyone to ask, and those a person approved since. Only hashes are
 * kept, a file for each, so that a name that is taken away is used up, whoever else looks.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { canonical } from "../domain/Canonical.ts"
import { isAlive, type Moment } from "../domain/Lifetime.ts"
import type { ToolCall } from "../domain/ToolCall.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import { approvalsDirectory, isRecord, makeSalt, parsedJson, readSalt, saltedHash } from "./ApprovalFiles.ts"
import { createFile, makePrivateDirectory, replaceFile } from "./OwnFile.ts"
import { readSafely } from "./SafeFile.ts"

/** How long a person has to approve a call that was denied. */
const rememberedMs = 60 * 60 * 1000

/** How long an approved call may be made again. */
const approvedMs = 5 * 60 * 1000

/** More are not remembered: an agent must not fill the disk. */
const maxRemembered = 256

const asksDirectory = (operator: OperatorPlaces): string => path.join(approvalsDirectory(operator), "asks")
const callsDirectory = (operator: OperatorPlaces): string => path.join(approvalsDirectory(operator), "calls")

/** A request's id names a file, so it is nothing but letters and digits. */
const isRequestId = (id: string): boolean => /^[0-9A-Za-z]{1,64}$/.test(id)

/** Everything that makes one call this call. */
const textOfCall = ({ agent, cwd, input, session, tool, workspace }: ToolCall): string | undefined =>
  canonical([tool, input, cwd, workspace, session ?? null, agent ?? null])

/**
 * Remembers a call under its request's id.
 *
 * @throws where the state directory cannot be written
 */
export const rememberCall = (operator: OperatorPlaces, requestId: string, call: ToolCall, now: Moment): void => {
  const text = textOfCall(call)
  if (text === undefined || !isRequestId(requestId)) return
  const salt = makeSalt(operator)
  const directory = asksDirectory(operator)
  makePrivateDirectory(directory)
  if (prune(directory, now, rememberedMs) >= maxRemembered) return
  createFile(path.join(directory, requestId), JSON.stringify({ hash: saltedHash(salt, text), ...now }))
}

const rememberedHash = (operator: OperatorPlaces, requestId: string, now: Moment): string | undefined => {
  if (!isRequestId(requestId)) return undefined
  const kept = readMark(path.join(asksDirectory(operator), requestId), operator)
  return kept !== undefined && isAlive(kept, now, rememberedMs) ? kept.hash : undefined
}

/**
 * Approves a remembered call and answers whether it was one; it can be approved once. The caller holds the lock.
 *
 * @throws where the state directory cannot be written
 */
export const approveRemembered = (operator: OperatorPlaces, requestId: string, now: Moment): boolean => {
  const hash = rememberedHash(operator, requestId, now)
  if (hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return false
  const directory = callsDirectory(operator)
  makePrivateDirectory(directory)
  prune(directory, now, approvedMs)
  if (!takeAway(path.join(asksDirectory(operator), requestId))) return false
  replaceFile(path.join(directory, hash), JSON.stringify({ hash, ...now }))
  return true
}

/** Answers whether this exact call was approved, and uses that up; it never throws. */
export const takeApproved = (operator: OperatorPlaces, call: ToolCall, now: Moment): boolean => {
  try {
    const directory = callsDirectory(operator)
    if (fs.readdirSync(directory).length === 0) return false
    const salt = readSalt(operator)
    const text = textOfCall(call)
    if (salt === undefined || text === undefined) return false
    const file = path.join(directory, saltedHash(salt, text))
    const kept = readMark(file, operator)
    // Only one of several that found it takes it away.
    return kept !== undefined && takeAway(file) && isAlive(kept, now, approvedMs)
  } catch {
    return false
  }
}

/** Takes back every approval of a single call. */
export const forgetCalls = (operator: OperatorPlaces): void => {
  fs.rmSync(callsDirectory(operator), { recursive: true, force: true })
}

interface Mark extends Moment {
  readonly hash: string
}

const readMark = (file: string, operator: OperatorPlaces): Mark | undefined => {
  const found = readSafely(file, { owners: [operator.uid] })
  const mark = found._tag === "Text" ? parsedJson(found.text) : undefined
  if (!isRecord(mark)) return undefined
  const { hash, up, wall } = mark
  if (typeof hash !== "string" || typeof up !== "number" || typeof wall !== "number") return undefined
  return { hash, up, wall }
}

const takeAway = (file: string): boolean => {
  try {
    fs.unlinkSync(file)
    return true
  } catch {
    return false
  }
}

/** Removes what has ended, and answers how much is left. */
const prune = (directory: string, now: Moment, lifeMs: number): number => {
  let left = 0
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name)
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    // By the file's own time, which needs no reading: what a mark says is looked at when it is used.
    if (stats !== undefined && now.wall - stats.mtimeMs > lifeMs) fs.rmSync(file, { recursive: true, force: true })
    else left++
  }
  return left
}
