/**
 * The check-up of what is ours: the program, the wrapper, the policies, the model judge's settings, the log.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { chainSettingsOf } from "../../domain/ChainSettings.ts"
import { describeProblem } from "../../domain/Problem.ts"
import { judgeName, type SettingsLook } from "../../links/model-judge/SettingsFiles.ts"
import { reviewLogFile } from "../../layers/ReviewLogFile.ts"
import { readWrapper, wrapperFileOf } from "../../layers/WrapperFile.ts"
import type { OperatorPlaces } from "../../services/Operator.ts"
import type { PolicySnapshot } from "../../services/PolicySource.ts"
import { wrapperNow } from "../Hosts.ts"
import { toldOfNoFile } from "../render/JudgeView.ts"
import { shortPath } from "../../domain/display/Layout.ts"
import { about, type Finding } from "./Finding.ts"

const program = about("Program")
const policy = about("Policy")
const judge = about("Model judge")
const log = about("Review log")

/** Answers what is found of Node, the hook's program and the wrapper. */
export const programFindings = (operator: OperatorPlaces): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const node = program.ok(`Node ${process.versions.node} at ${shortPath(process.execPath, operator.home)}`)
    const again = "portcullis install claude writes it anew"
    const current = yield* Effect.result(wrapperNow(operator))
    if (current._tag === "Failure") return [node, program.fault(current.failure.lines[0] ?? "it is not whole")]
    const file = wrapperFileOf(operator)
    const name = shortPath(file, operator.home)
    const text = readWrapper(file)
    if (text === undefined) return [node, program.warning(`there is no wrapper at ${name}`, again)]
    const stats = fs.statSync(file)
    if ((stats.mode & 0o100) === 0) return [node, program.fault(`${name} cannot be run`, again)]
    if ((stats.mode & 0o022) !== 0)
      return [node, program.fault(`${name} can be changed by others`, `chmod 700 ${name}`)]
    return [
      node,
      text === current.success
        ? program.ok(`the wrapper ${name} is this version's`)
        : program.warning(`the wrapper ${name} is for another version, another Node or other places`, again)
    ]
  })

/** Answers what is found of the policies for the directory one is in. */
export const policyFindings = (snapshot: PolicySnapshot, home: string): ReadonlyArray<Finding> => {
  const files = snapshot.scopes.filter(({ kind }) => kind !== "preset")
  const found = files.flatMap(({ file, kind, problems, trusted }): ReadonlyArray<Finding> => {
    const name = shortPath(file, home)
    if (problems.length > 0) {
      return problems.map((problem) =>
        policy.fault(describeProblem(problem), "until it is mended, nothing is allowed without a question")
      )
    }
    if (!trusted) return [policy.warning(`${name} is not trusted, and can only tighten`, "portcullis trust")]
    return [policy.ok(`${name} is valid (${kind})`)]
  })
  const own = files.some(({ kind }) => kind === "user")
  return [
    ...(own
      ? []
      : [policy.warning("you have no policy of your own: all that is no proven read asks", "portcullis init")]),
    ...found,
    ...snapshot.notices.map((notice) => policy.warning(describeProblem(notice)))
  ]
}

/** Answers what is found of the model judge's settings: nothing, where nobody has any and no chain names it. */
export const judgeFindings = (look: SettingsLook, snapshot: PolicySnapshot, home: string): ReadonlyArray<Finding> => {
  const named = chainSettingsOf(snapshot.scopes).chain.some(({ link }) => link === judgeName)
  const mend = "until it is mended, the judge leaves every decision to others"
  const found = look.files.flatMap(({ file, kind, problems, standing }): ReadonlyArray<Finding> => {
    const name = shortPath(file, home)
    switch (standing) {
      case "invalid":
        return problems.map((problem) => judge.fault(describeProblem(problem), mend))
      case "untrusted":
        return [
          judge.warning(`${name} is not trusted, and counts for nothing`, "portcullis trust"),
          ...problems.map((problem) => judge.warning(describeProblem(problem)))
        ]
      case "in force":
        return [judge.ok(`${name} is valid (${kind})`)]
    }
  })
  const finding = look._tag === "Invalid" ? judge.fault : judge.warning
  return [
    ...(named && look._tag === "Absent"
      ? [judge.warning("authorizerChain names it, and it has no settings: it leaves every decision to others")]
      : []),
    ...found,
    ...toldOfNoFile(look).map((problem) => finding(describeProblem(problem)))
  ]
}

/** Answers whether the review log can be written. */
export const logFindings = (operator: OperatorPlaces): ReadonlyArray<Finding> => {
  const file = reviewLogFile(operator.stateHome)
  const name = shortPath(file, operator.home)
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stats !== undefined && !stats.isFile()) return [log.fault(`${name} is not a regular file`, "move it away")]
    fs.accessSync(stats === undefined ? nearest(path.dirname(file)) : file, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(nearest(path.dirname(file)))
    const room = bavail * bsize
    if (room < leastRoom) return [log.fault(`no space is left for ${name}`, "free some")]
    return [log.ok(`${name} can be written`)]
  } catch (error) {
    return [log.fault(`${name} cannot be written: ${error instanceof Error ? error.message : "unknown"}`)]
  }
}

/** In bytes. */
const leastRoom = 1024 * 1024

const nearest = (directory: string): string =>
  fs.existsSync(directory) || directory === "/" ? directory : nearest(path.dirname(directory))
