/**
 * How long a grant lasts, by two clocks: one a person may set, and one that only counts.
 */

/** A moment as both clocks tell it, in milliseconds. */
export interface Moment {
  /** Since 1970. */
  readonly wall: number
  /** Since the machine started. */
  readonly up: number
}

/** A clock that is corrected by a little is not one that was set back. */
const slackMs = 60_000

/**
 * Answers whether what was given at one moment still holds at another: both clocks must say so. A wall clock that was
 * set back behind the giving ends it, one that was set back since is overruled by the other, and a machine that was
 * started since ends it.
 *
 * @param lifeMs how long it lasts
 */
export const isAlive = (given: Moment, now: Moment, lifeMs: number): boolean => {
  const wall = now.wall - given.wall
  const up = now.up - given.up
  return wall >= -slackMs && wall < lifeMs && up >= -1000 && up < lifeMs
}
