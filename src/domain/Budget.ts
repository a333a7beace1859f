/**
 * How much of the disk one call may make us look at.
 */

/** Counts down over a whole call; what it no longer covers is unknown, and asks. */
export interface Budget {
  /** Names still to be looked at. */
  names: number
  /** Paths still to be taken apart. */
  paths: number
}

/** About 20 ms of looking, and more paths than a person would write. */
export const newBudget = (): Budget => ({ names: 10_000, paths: 600 })
