/**
 * Causes found in a call itself that turn an allow into an ask; a deny stays a deny.
 */
import * as Schema from "effect/Schema"
import type { Span } from "./Span.ts"

/** The classes' names. */
export const floorClasses = ["unread", "opaque", "privilege", "executing-environment", "self-protection"] as const

/**
 * The classes of floor.
 *
 * `unread`: the text could not be read whole. `opaque`: it was read, but what runs is not in the text. `privilege`:
 * more rights than the agent has. `executing-environment`: an assignment or option that makes another program run.
 * `self-protection`: it touches what guards the agent.
 */
export const FloorClass = /* @__PURE__ */ Schema.Literals(floorClasses)
export type FloorClass = typeof FloorClass.Type

/** One floor and what raised it. */
export interface Floor {
  readonly class: FloorClass
  /** One clause for a person, without a full stop: "what runs is decided by $X". */
  readonly cause: string
  /** Where in the command text it stands, when it stands in one. */
  readonly span?: Span | undefined
}
