/**
 * Colour, where the reader can see it.
 */
import type { PermissionState } from "../PermissionState.ts"

/** Wraps text in a style, or leaves it. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly heading: (text: string) => string
  readonly warning: (text: string) => string
  readonly state: (state: PermissionState, text: string) => string
}

const style = (code: string) => (text: string) => (text === "" ? text : `\u001b[${code}m${text}\u001b[0m`)

const states: Readonly<Record<PermissionState, (text: string) => string>> = {
  allow: style("32"),
  ask: style("33"),
  deny: style("31")
}

/** ANSI colour. */
export const colour: Paint = {
  bold: style("1"),
  dim: style("2"),
  heading: style("1;36"),
  warning: style("33"),
  state: (state, text) => style("1")(states[state](text))
}

const same = (text: string): string => text

/** No colour. */
export const plain: Paint = { bold: same, dim: same, heading: same, warning: same, state: (_state, text) => text }

/**
 * Answers the paint for a stream: none where `NO_COLOR` is set to anything, or the terminal is dumb; colour where
 * `FORCE_COLOR` is set to anything but `0` and `false`; else colour on a terminal (https://no-color.org).
 */
export const paintFor = (env: Readonly<Record<string, string | undefined>>, terminal: boolean): Paint => {
  const { FORCE_COLOR: force = "", NO_COLOR: none = "", TERM: term } = env
  if (none !== "") return plain
  if (force !== "") return force === "0" || force === "false" ? plain : colour
  return terminal && term !== "dumb" ? colour : plain
}
