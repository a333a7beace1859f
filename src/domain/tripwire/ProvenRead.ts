/**
 * Whether a command line is proven to only read, and to stay below where it starts as far as it climbs.
 */
import { isSafeDevice } from "../PathAccesses.ts"
import { analyze } from "../shell/Analyze.ts"
import type { ReachedPath, ShellAnalysis, Unit } from "../shell/Analysis.ts"
import type { MeetWord } from "../shell/Machine.ts"
import type { Surroundings } from "../shell/Reading.ts"
import { partsOf } from "./Candidates.ts"
import { climbs, confine, type Confinement, type Confines, leaves } from "./Confinement.ts"

/** Answers where a command stands that starts in the workspace. */
export const surroundingsOf = ({ ground, home, workspace }: Confinement): Surroundings => ({
  cwds: [workspace],
  workspace,
  roots: [],
  home,
  view: ground.view,
  promotes: () => false,
  variables: new Map()
})

/** Answers whether every command of a text is proven to only read; a text without a command is not. */
export const isProvenRead = ({ floors, units }: ShellAnalysis): boolean => {
  if (floors.length > 0 || units.length === 0) return false
  // What a wrapper runs is among the units, so that its own word for itself is enough.
  const isProven = ({ floors, proof, wraps }: Unit): boolean =>
    floors.length === 0 && (proof.read || (wraps !== undefined && wraps.length > 0))
  return units.every(isProven)
}

const isRead = ({ direction, path, unsettled }: ReachedPath): boolean => {
  if (path === undefined || unsettled !== undefined) return false
  return direction === "read" || isSafeDevice(path)
}

/**
 * Answers whether a command line is proven to only read: every command, every path it reaches, and no word that climbs
 * out of the workspace. Where an absolute path leads is not its question.
 */
export const onlyReads = (command: string, confines: Confines): boolean => {
  const within = confine(confines)
  let climbsOut = false
  const meet: MeetWord = (word, state, role) => {
    if (climbsOut || role !== "argument" || word.value?.includes("..") === false) return
    within.budget.paths -= 1
    if (within.budget.paths < 0) climbsOut = true
    if (climbsOut) return
    const texts = partsOf(word, state.variables).flatMap((part) => part.texts)
    climbsOut = texts.some((text) => climbs(text.path) && leaves(text, state.cwds, within))
  }
  const analysis = analyze(command, surroundingsOf(within), undefined, meet)
  if (climbsOut || !isProvenRead(analysis) || !analysis.paths.every(isRead)) return false
  return analysis.paths.every(
    ({ cwds, glob, path = "" }) => !climbs(path) || !leaves({ path, glob, partial: false }, cwds, within)
  )
}
