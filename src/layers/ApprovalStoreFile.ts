/**
 * The approval store over files: changes under a lock, each file replaced whole.
 */
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Moment } from "../domain/Lifetime.ts"
import type { Problem } from "../domain/Problem.ts"
import type { Suggestion } from "../domain/Suggestion.ts"
import { ApprovalError, ApprovalStore, type StoredApproval } from "../services/ApprovalStore.ts"
import { Operator, type OperatorPlaces } from "../services/Operator.ts"
import {
  approvalReader,
  approvalsDirectory,
  inForce,
  type Kept,
  makeSalt,
  readKept,
  sessionFile,
  sessionFiles,
  textOf,
  uptimeMs
} from "./ApprovalFiles.ts"
import { approveRemembered, forgetCalls, rememberCall, takeApproved } from "./ExactCalls.ts"
import { withFileLock } from "./FileLock.ts"
import { makePrivateDirectory, replaceFile, setAside } from "./OwnFile.ts"

export interface ApprovalStoreOptions {
  /** What the machine's second clock tells, in milliseconds since it started. */
  readonly uptime?: (() => number) | undefined
}

/** Provides the approvals in `stateHome`, each file its owner's alone. */
export const layer = (options: ApprovalStoreOptions = {}): Layer.Layer<ApprovalStore, never, Operator> =>
  Layer.effect(
    ApprovalStore,
    Effect.map(Operator, (operator) => ApprovalStore.of(make(operator, options.uptime ?? uptimeMs)))
  )

/** More in one session nobody reads. */
const maxApprovals = 500

const make = (operator: OperatorPlaces, up: () => number): ApprovalStore["Service"] => {
  const directory = approvalsDirectory(operator)
  const reader = approvalReader(operator, up)
  const moment: Effect.Effect<Moment> = Effect.map(Clock.currentTimeMillis, (wall) => ({ wall, up: up() }))

  const attempt = <A>(act: () => A): Effect.Effect<A, ApprovalError> =>
    Effect.try({
      try: act,
      catch: (error) =>
        error instanceof ApprovalError
          ? error
          : new ApprovalError({ why: error instanceof Error ? error.message : "the approvals cannot be written" })
    })

  const locked = <A>(act: (now: Moment) => A): Effect.Effect<A, ApprovalError> =>
    Effect.gen(function* () {
      yield* attempt(() => {
        makePrivateDirectory(path.dirname(directory))
        makePrivateDirectory(directory)
      })
      const changed = Effect.flatMap(moment, (now) => attempt(() => act(now)))
      return yield* withFileLock(path.join(directory, "lock"), changed)
    }).pipe(
      Effect.catchTag("LockBusy", () =>
        Effect.fail(new ApprovalError({ why: "another process holds the approvals; try again" }))
      )
    )

  /** What was wrong with files that a list was read from. */
  const listed = new Map<string, Problem>()

  const all = (now: Moment): ReadonlyArray<StoredApproval & { readonly wall: number }> =>
    sessionFiles(operator)
      .flatMap(({ file, session }) => {
        const { approvals, problem } = readKept(file, operator)
        if (problem === undefined) listed.delete(file)
        else listed.set(file, problem)
        return approvals
          .filter((kept) => inForce(kept, now))
          .map(({ up: _up, ...kept }) => ({ ...kept, session, at: new Date(kept.wall).toISOString() }))
      })
      .toSorted((a, b) => a.wall - b.wall)

  return {
    of: (session) => Effect.map(Clock.currentTimeMillis, (wall) => reader.read(session, wall)),
    list: Effect.map(moment, (now) => all(now).map(({ wall: _wall, ...approval }) => approval)),
    add: Effect.fn("ApprovalStore.add")((session: string, approvals: ReadonlyArray<Suggestion>) =>
      locked((now) => {
        const file = sessionFile(operator, makeSalt(operator), session)
        const { approvals: kept, problem } = readKept(file, operator)
        const fresh = approvals.map((approval) => ({ ...approval, id: newId(), ...now }))
        const others = kept.filter((one) => inForce(one, now) && !fresh.some((other) => isSame(one, other)))
        const next = [...others, ...fresh]
        if (next.length > maxApprovals) throw new ApprovalError({ why: "the session has too many approvals" })
        if (problem !== undefined) setAside(file)
        replaceFile(file, textOf(next))
      })
    ),
    revoke: Effect.fn("ApprovalStore.revoke")((id: string) =>
      locked((now) => {
        for (const { file } of sessionFiles(operator)) {
          const { approvals } = readKept(file, operator)
          if (!approvals.some((one) => one.id === id && inForce(one, now))) continue
          replaceFile(file, textOf(approvals.filter((one) => one.id !== id)))
          return true
        }
        return false
      })
    ),
    revokeAll: locked(() => {
      forgetCalls(operator)
      for (const { file } of sessionFiles(operator)) {
        if (readKept(file, operator).problem !== undefined) setAside(file)
        else replaceFile(file, textOf([]))
      }
    }),
    remember: (requestId, call) =>
      Effect.flatMap(moment, (now) => attempt(() => rememberCall(operator, requestId, call, now))).pipe(Effect.ignore),
    approveCall: Effect.fn("ApprovalStore.approveCall")((requestId: string) =>
      locked((now) => {
        if (approveRemembered(operator, requestId, now)) return
        throw new ApprovalError({ why: "no denied ask of that id waits for an approval" })
      })
    ),
    takeCall: (call) => Effect.map(moment, (now) => takeApproved(operator, call, now)),
    problems: Effect.sync(() => Array.from(new Map([...listed, ...byFile(reader.problems())]).values()))
  }
}

const byFile = (problems: ReadonlyArray<Problem>): ReadonlyArray<readonly [string, Problem]> =>
  problems.map((problem) => [problem.file, problem])

/** Answers whether one approval stands for another: given anew, it lasts anew. */
const isSame = (a: Kept, b: Kept): boolean =>
  a.surface === b.surface &&
  a.pattern === b.pattern &&
  a.exact === b.exact &&
  a.resolved === b.resolved &&
  a.direction === b.direction &&
  a.floors.length === b.floors.length &&
  a.floors.every((floor) => b.floors.includes(floor))

const newId = (): string => process.getBuiltinModule("node:crypto").randomBytes(4).toString("hex")
