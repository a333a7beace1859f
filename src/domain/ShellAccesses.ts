/**
 * The accesses of a command line, from what was read of it.
 */
import type { Access, Form, PathAccess, UnitAccess } from "./Access.ts"
import type { Budget } from "./Budget.ts"
import type { Floor } from "./Floor.ts"
import { pathAccesses, type PathRules, unknownPathAccess } from "./PathAccesses.ts"
import type { Ground } from "./Paths.ts"
import { guardingCommand } from "./Protected.ts"
import type { ReachedPath, ShellAnalysis, Unit } from "./shell/Analysis.ts"

const maxShown = 200

/** A text short enough to show. */
const shown = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`)

const noSpellings: ReadonlyArray<string> = []

const textForm = (text: string, tighter: ReadonlyArray<string> = noSpellings): ReadonlyArray<Form> => [
  { spellings: [text], tighter }
]

/** Answers the access of a text as a whole, for what is true of it and of none of its units. */
export const textAccess = (text: string, floors: ReadonlyArray<Floor>, read: boolean): UnitAccess => ({
  _tag: "Unit",
  surface: "bash",
  value: shown(text),
  forms: textForm(text),
  floors,
  proof: read ? { read: true } : { read: false, why: "it was not read whole" },
  wholeText: true
})

const spellings = ({ baseText, plainText }: Unit): ReadonlyArray<string> =>
  baseText === undefined && plainText === undefined
    ? noSpellings
    : [baseText, plainText].filter((one) => one !== undefined)

const unitFloors = (unit: Unit): ReadonlyArray<Floor> => {
  if (unit.glimpsed === "elsewhere") return unit.floors
  const guarding = [unit.text, ...spellings(unit)].map(guardingCommand).find((one) => one !== undefined)
  if (guarding === undefined) return unit.floors
  return [...unit.floors, { class: "self-protection", cause: guarding, span: unit.span }]
}

/** @param offset the place of the text's first unit among the call's accesses */
const unitAccess = (unit: Unit, offset: number): UnitAccess => ({
  _tag: "Unit",
  surface: "bash",
  value: unit.text,
  forms: textForm(unit.text, spellings(unit)),
  floors: unitFloors(unit),
  proof: unit.proof,
  wraps: unit.wraps === undefined ? undefined : { name: unit.name, inner: unit.wraps.map((place) => offset + place) },
  span: unit.span,
  ...(unit.glimpsed === undefined ? {} : { glimpsed: true })
})

const ofReached = (path: ReachedPath, ground: Ground, budget: Budget, rules: PathRules): ReadonlyArray<PathAccess> => {
  const { direction, span } = path
  if (path.path === undefined) {
    return [unknownPathAccess(path.text, `what \`${shown(path.text)}\` names is not in the text`, direction, span)]
  }
  const found = pathAccesses(
    {
      readings: [path.path],
      cwds: path.cwds,
      glob: path.glob,
      direction,
      reach: path.reach,
      whole: path.whole,
      skipsHidden: path.skipsHidden === true,
      follows: path.follows === true,
      // A redirect that writes is the shell's own act: no rule for the command covers it.
      own: path.via === "redirect" && direction !== "read" ? "write" : undefined,
      span
    },
    ground,
    budget,
    rules
  )
  if (path.unsettled === undefined || found.length === 0) return found
  return [...found, unknownPathAccess(path.text, path.unsettled, direction, span)]
}

/** What two uses of a path must share for the second to reach nothing new. */
const useOf = (path: ReachedPath): string => {
  const flags = `${path.glob ? "g" : ""}${path.whole ? "w" : ""}${path.skipsHidden === true ? "h" : ""}${path.follows === true ? "f" : ""}`
  const how = `${path.direction} ${path.reach} ${path.via} ${flags}`
  return [path.path ?? `$${path.text}`, how, path.unsettled ?? "", ...path.cwds].join("\0")
}

/** What two accesses of one call must share for the second to say nothing new. */
const keyOf = (access: PathAccess): string => {
  const guarded = access.floors.length > 0 ? "!" : ""
  const secret = access.secret === undefined ? "" : "s"
  return `${access.surface}\0${access.value}\0${access.direction}\0${access.unresolved ?? ""}\0${guarded}${secret}`
}

/**
 * Answers the accesses of a command line: one for each unit, in order and first, one for the text as a whole where it
 * carries floors of its own or no command stands in it, and those of every path it reaches.
 *
 * @param offset how many accesses of the call come before these
 */
export const shellAccesses = (
  text: string,
  analysis: ShellAnalysis,
  ground: () => Ground,
  budget: Budget,
  rules: PathRules,
  offset: number
): ReadonlyArray<Access> => {
  const found: Array<Access> = analysis.units.map((unit) => unitAccess(unit, offset))
  const floors = [...analysis.floors]
  const paths = new Map<string, PathAccess>()
  const uses = new Set<string>()
  for (const path of analysis.paths) {
    const use = useOf(path)
    if (uses.has(use)) continue
    uses.add(use)
    budget.paths -= Math.max(1, path.cwds.length)
    if (budget.paths < 0) {
      floors.push({ class: "unread", cause: "it reaches more paths than can be looked at" })
      break
    }
    for (const access of ofReached(path, ground(), budget, rules)) {
      const key = keyOf(access)
      const so = paths.get(key)
      // What is certainly a path somewhere is no mere likeness of one.
      if (so === undefined || (so.promoted === true && path.via !== "promoted")) {
        paths.set(key, path.via === "promoted" ? { ...access, promoted: true } : access)
      }
    }
  }
  if (floors.length > 0) found.push(textAccess(text, floors, false))
  else if (found.length === 0) found.push(textAccess(text, floors, true))
  found.push(...paths.values())
  return found
}
