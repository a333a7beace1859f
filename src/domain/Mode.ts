/**
 * What happens where no rule speaks.
 */
import * as Schema from "effect/Schema"

/** The modes' names. */
export const modes = ["ask", "read_only", "auto"] as const

/**
 * The three modes of the Pixir seed: `ask` allows proven reads and asks for the rest, `read_only` denies the rest,
 * `auto` allows it.
 */
export const Mode = /* @__PURE__ */ Schema.Literals(modes)
export type Mode = typeof Mode.Type

const strictness: Readonly<Record<Mode, number>> = { auto: 0, ask: 1, read_only: 2 }

/** Answers the stricter of two modes: `read_only` over `ask` over `auto`. */
export const stricterMode = (a: Mode, b: Mode): Mode => (strictness[a] > strictness[b] ? a : b)
