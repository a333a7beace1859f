/**
 * What the operator says of the log.
 */
import type { Scope } from "../Scope.ts"
import { isSound } from "../Scopes.ts"

export interface LogSettings {
  /** Whether a review log is kept. */
  readonly log: boolean
  /** Whether a call is denied when its entry cannot be written. */
  readonly requireReviewLog: boolean
  /** Whether what is only of use to find a fault is written too. */
  readonly debugLog: boolean
}

/**
 * Answers the log's settings: on unless the operator's file turns it off, or the managed one does. A project's file has
 * no say. To require the log keeps it on, and a file that is invalid can require it but turn nothing off.
 */
export const logSettingsOf = (scopes: ReadonlyArray<Scope>): LogSettings => {
  const operators = scopes.filter(({ kind }) => kind === "user" || kind === "managed")
  const requireReviewLog = operators.some(({ settings }) => settings.requireReviewLog === true)
  const sound = operators.filter(isSound)
  const managed = sound.find(({ kind }) => kind === "managed")?.settings
  const user = sound.find(({ kind }) => kind === "user")?.settings
  return {
    log: requireReviewLog || (managed?.log ?? user?.log ?? true),
    requireReviewLog,
    debugLog: managed?.debugLog ?? user?.debugLog ?? false
  }
}
