/**
 * When a report of pieces is faithful to a command, as plainly as can be.
 */

export interface Named {
  readonly surface: string
  readonly value: string
}

export interface Answered extends Named {
  readonly state: "allow" | "ask" | "deny"
}

/** What must be named, and the texts a piece may stand in, each as its words in their order. */
export interface Seen {
  readonly units: ReadonlyArray<string>
  readonly literals: ReadonlyArray<string>
  readonly texts: ReadonlyArray<ReadonlyArray<string>>
}

/** Every piece is in the text, was checked and is allowed; everything seen is a piece; nothing was denied. */
export const faithful = (pieces: ReadonlyArray<Named>, checks: ReadonlyArray<Answered>, seen: Seen): boolean =>
  pieces.length > 0 &&
  checks.every((check) => check.state !== "deny") &&
  pieces.every((piece) => seen.texts.some((words) => stands(piece.value.split(" "), words))) &&
  pieces.every((piece) => checks.some((check) => isOf(check, piece))) &&
  pieces.every((piece) => checks.every((check) => !isOf(check, piece) || check.state === "allow")) &&
  [...seen.units, ...seen.literals].every((text) => pieces.some((one) => one.surface === "bash" && one.value === text))

const isOf = (check: Answered, piece: Named): boolean => check.surface === piece.surface && check.value === piece.value

const stands = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean =>
  all.some((_, at) => some.every((word, place) => all[at + place] === word))
