/**
 * Analyses of texts as tests ask for them: in `/w`, which holds a little of everything.
 */
import { memoryView } from "../../../src/domain/MemoryView.ts"
import type { ShellAnalysis } from "../../../src/domain/shell/Analysis.ts"
import { analyze } from "../../../src/domain/shell/Analyze.ts"
import { parseText } from "../../../src/domain/shell/Parse.ts"
import { readCommand } from "../../../src/domain/shell/ReadCommand.ts"
import type { Surroundings } from "../../../src/domain/shell/Reading.ts"

export const surroundings: Surroundings = {
  cwds: ["/w"],
  workspace: "/w",
  roots: [],
  home: "/home/u",
  view: memoryView({ w: { sub: { inner: { x: "" }, x: "" }, a: "", b: "", f: "" } }),
  promotes: () => false,
  variables: new Map()
}

/** Answers the analysis of a text run in `/w`. */
export const analyzed = (text: string): ShellAnalysis => analyze(text, surroundings, readCommand)

/** Answers the texts of its units. */
export const unitsOf = (text: string): ReadonlyArray<string> => analyzed(text).units.map((unit) => unit.text)

/** Answers the classes of every floor it carries, each once. */
export const floorsOf = (text: string): ReadonlyArray<string> => {
  const { floors, units } = analyzed(text)
  return [...new Set([...floors, ...units.flatMap((unit) => unit.floors)].map((floor) => floor.class))]
}

/** Answers every place `path` of the text may name, absolute; `?` when the directory is lost. */
export const placesOf = (text: string, path: string): ReadonlyArray<string> =>
  analyzed(text)
    .paths.filter((reached) => reached.path === path)
    .flatMap(({ cwds }) =>
      path.startsWith("/") ? [path] : cwds.length === 0 ? ["?"] : cwds.map((cwd) => `${cwd}/${path}`)
    )

/** Answers the paths its redirects reach, with their direction; `?` when an expansion decides one. */
export const redirectsOf = (text: string): ReadonlyArray<string> =>
  analyzed(text)
    .paths.filter(({ via }) => via === "redirect")
    .map(({ direction, path }) => `${direction} ${path ?? "?"}`)

/** Answers the classes of the floors that reading the text alone raises. */
export const guarded = (text: string): ReadonlyArray<string> => parseText(text).floors.map((floor) => floor.class)
