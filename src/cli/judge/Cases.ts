/**
 * Labelled asks: a file of tool calls, each with what a judge should say of it.
 */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { AuthorizerVerdict } from "../../domain/Verdict.ts"
import { badInput, type Stop } from "../Exit.ts"
import { type Line, splitter } from "../Lines.ts"
import { type Defaults, type Request, requestOf } from "../Request.ts"

/** What a judge can say, as it is written in files and answers. */
export const verdictWords = ["allow", "deny", "defer"] as const

export type VerdictWord = (typeof verdictWords)[number]

const words = { Allow: "allow", Deny: "deny", Defer: "defer" } as const

/** Answers a verdict's word. */
export const wordOf = ({ _tag }: AuthorizerVerdict): VerdictWord => words[_tag]

/** One labelled call. */
export interface Case extends Request {
  /** Counted from 1. */
  readonly line: number
  readonly expect: VerdictWord
}

/** A line that is none. */
export interface BadLine {
  readonly line: number
  /** One clause without a full stop. */
  readonly why: string
}

export interface Cases {
  readonly cases: ReadonlyArray<Case>
  readonly bad: ReadonlyArray<BadLine>
}

/** More is no file of labelled calls, in bytes. */
const maxBytes = 64 * 1024 * 1024

/** Reads a file, `-` for standard input; stops when it cannot be read. */
export const readCases = (file: string, defaults: Defaults): Effect.Effect<Cases, Stop> =>
  Effect.map(
    Effect.try({
      try: () => fs.readFileSync(file === "-" ? 0 : file),
      catch: (error) => badInput(`${file} cannot be read: ${error instanceof Error ? error.message : "unknown"}`)
    }),
    (bytes) => casesOf(bytes, defaults)
  )

/** Answers the cases that bytes hold, and what is wrong with each line that holds none. */
export const casesOf = (bytes: Uint8Array, defaults: Defaults): Cases => {
  const lines = splitter(maxBytes)
  const cases: Array<Case> = []
  const bad: Array<BadLine> = []
  for (const [index, line] of [...lines.push(bytes), ...lines.end()].entries()) {
    const read = caseOf(line, index + 1, defaults)
    if (Result.isSuccess(read)) cases.push(read.success)
    else bad.push({ line: index + 1, why: read.failure })
  }
  return { cases, bad }
}

const caseOf = (line: Line, number: number, defaults: Defaults): Result.Result<Case, string> => {
  const request = requestOf(line, defaults)
  if (Result.isFailure(request)) return Result.fail(request.failure)
  const expect = expected(line)
  return expect === undefined
    ? Result.fail(`"expect" has to be one of ${verdictWords.map((word) => `"${word}"`).join(", ")}`)
    : Result.succeed({ ...request.success, line: number, expect })
}

/** Of a line that is known to be an object in JSON. */
const expected = (line: Line): VerdictWord | undefined => {
  if (line._tag === "Bad") return undefined
  const value: unknown = JSON.parse(line.text)
  if (typeof value !== "object" || value === null || !("expect" in value)) return undefined
  return verdictWords.find((word) => word === value.expect)
}
