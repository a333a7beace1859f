/**
 * Readings of commands as tests ask for them: in `/w`, a clean repository with a few files.
 */
import { memoryView, type Tree } from "../../../src/domain/MemoryView.ts"
import { analyze } from "../../../src/domain/shell/Analyze.ts"
import type { ShellAnalysis, Unit } from "../../../src/domain/shell/Analysis.ts"
import { readCommand } from "../../../src/domain/shell/ReadCommand.ts"
import type { Surroundings } from "../../../src/domain/shell/Reading.ts"

/** A repository's own directory, with `config` and what else is asked for. */
export const gitDirectory = (config = "[core]\n\tbare = false\n", more: Tree = {}): Tree => ({
  HEAD: "ref: refs/heads/main\n",
  config,
  objects: { info: {} },
  refs: { heads: {} },
  ...more
})

/** Surroundings in `/w`, which holds `tree`. */
export const surroundingsIn = (tree: Tree): Surroundings => ({
  cwds: ["/w"],
  workspace: "/w",
  roots: [],
  home: "/home/u",
  view: memoryView({ w: tree }),
  promotes: (token) => token === "promoted",
  variables: new Map()
})

const usual = surroundingsIn({ ".git": gitDirectory(), src: { a: "" }, a: "", b: "" })

/** Answers the analysis of a text. */
export const analysisOf = (text: string, surroundings = usual): ShellAnalysis =>
  analyze(text, surroundings, readCommand)

/** Answers the first unit of a text. */
export const unitOf = (text: string, surroundings = usual): Unit => {
  const [unit] = analysisOf(text, surroundings).units
  if (unit === undefined) throw new Error(`no unit in ${text}`)
  return unit
}

/** Answers whether every unit of the text is a proven read and nothing in it raises a floor. */
export const isProven = (text: string, surroundings = usual): boolean => {
  const { floors, units } = analysisOf(text, surroundings)
  return floors.length === 0 && units.every((unit) => unit.proof.read && unit.floors.length === 0)
}

/** Answers the classes of the floors of all units and of the text, each once. */
export const floorsOf = (text: string, surroundings = usual): ReadonlyArray<string> => {
  const { floors, units } = analysisOf(text, surroundings)
  return [...new Set([...floors, ...units.flatMap((unit) => unit.floors)].map((floor) => floor.class))]
}

/** Answers the texts of the units. */
export const unitsOf = (text: string): ReadonlyArray<string> => analysisOf(text).units.map((unit) => unit.text)

/** Answers the paths a text reaches: direction, path (`?` when it is not known), reach when not content, `whole`. */
export const pathsOf = (text: string, surroundings = usual): ReadonlyArray<string> =>
  analysisOf(text, surroundings).paths.map(({ direction, path, reach, whole }) =>
    [direction, path ?? "?", ...(reach === "content" ? [] : [reach]), ...(whole ? ["whole"] : [])].join(" ")
  )
