/**
 * What happens where no rule speaks.
 */
import * as Schema from "effect/Schema"

/**
 * The three modes of the Pixir seed: `ask` allows proven reads and asks for the rest, `read_only` denies the rest,
 * `auto` allows it.
 */
export const Mode = Schema.Literals(["ask", "read_only", "auto"])
export type Mode = typeof Mode.Type
