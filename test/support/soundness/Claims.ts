/**
 * What the engine says a text does, in the terms in which bash can be seen to do otherwise.
 */
import { memoryView } from "../../../src/domain/MemoryView.ts"
import { fold } from "../../../src/domain/Paths.ts"
import type { ReachedPath } from "../../../src/domain/shell/Analysis.ts"
import { analyze } from "../../../src/domain/shell/Analyze.ts"
import { type LiteralValue, literalValues } from "../../../src/domain/shell/Expand.ts"
import { readCommand } from "../../../src/domain/shell/ReadCommand.ts"
import type { Surroundings } from "../../../src/domain/shell/Reading.ts"
import type { ShellWord } from "../../../src/domain/shell/Word.ts"
import { home, type Seen } from "./Sandbox.ts"

/** What a word of a command is said to become. */
type WordClaim =
  | { readonly _tag: "Exactly"; readonly value: string }
  /** As many arguments as it likes, each one of these. */
  | {
      readonly _tag: "Among"
      readonly values: ReadonlyArray<LiteralValue>
      readonly atLeast: 0 | 1
      readonly many: boolean
    }
  | { readonly _tag: "Anything" }

interface UnitClaim {
  /** Its name, and its text's first word. */
  readonly names: ReadonlyArray<string>
  readonly words: ReadonlyArray<WordClaim>
}

/** What the engine says a text does. */
export interface Claims {
  /** It carries a floor that says that not all of it is known. */
  readonly excused: boolean
  readonly units: ReadonlyArray<UnitClaim>
  readonly writes: ReadonlyArray<ReachedPath>
}

const claimOf = (word: ShellWord, known: Surroundings): WordClaim => {
  if (word.value !== undefined) return { _tag: "Exactly", value: word.value }
  const result = literalValues(word, known)
  if (!result.known) return { _tag: "Anything" }
  const splits = word.pieces.some((piece) => piece._tag === "Variable" && !piece.quoted)
  const globs = result.values.some(({ glob }) => glob)
  const many = splits || globs || word.pieces.some(({ _tag }) => _tag === "Brace")
  // What a brace expansion leaves empty is no argument.
  const empties = result.values.some(({ path }) => path === "")
  return { _tag: "Among", values: result.values, atLeast: splits || globs || empties ? 0 : 1, many }
}

/**
 * Answers what the engine says of a text.
 *
 * @param cwd The directory it would run in, which holds the empty files `a`, `b` and `f`.
 */
export const claimsOf = (text: string, cwd: string): Claims => {
  const view = memoryView({ [cwd.slice(1)]: { a: "", b: "", f: "" }, "home/u": {} })
  const promotes = (): boolean => false
  const around = { cwds: [cwd], workspace: cwd, roots: [], home, view, promotes, variables: new Map() }
  const read: Array<ReadonlyArray<WordClaim>> = []
  const { floors, paths, units } = analyze(text, around, (command, known) => {
    read.push(command.words.map((word) => claimOf(word, known)))
    return readCommand(command, known)
  })
  // A text may be followed twice; each unit was read once each time, and the last time counts.
  const words = read.slice(read.length - units.length)
  const classes = [...floors, ...units.flatMap((unit) => unit.floors)].map((floor) => floor.class)
  return {
    excused: classes.some((one) => one !== "privilege" && one !== "self-protection"),
    units: units.map((unit, place) => ({
      names: [unit.name, unit.text.split(" ", 1)[0] ?? ""],
      words: words[place] ?? []
    })),
    writes: paths.filter(({ direction }) => direction !== "read")
  }
}

/** Answers whether a glob may yield a name; what a bracket expression holds is not looked at. */
const mayYield = (glob: string, name: string): boolean => {
  if (glob.includes("[")) return true
  let at = 0
  for (const part of glob.replace(/\\(.)/gsu, "$1").split(/[*?]/u)) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

const isOne = (value: LiteralValue, argument: string): boolean =>
  value.glob ? mayYield(value.path, argument) : value.path === argument

/** Answers whether a unit may have been called so. */
const mayCall = (unit: UnitClaim, call: ReadonlyArray<string>): boolean => {
  let reached = new Set([0])
  for (const claim of unit.words) {
    const next = new Set<number>()
    for (const from of reached) {
      if (claim._tag === "Anything") for (let to = from; to <= call.length; to++) next.add(to)
      else if (claim._tag === "Exactly") {
        if (call[from] === claim.value) next.add(from + 1)
      } else {
        if (claim.atLeast === 0) next.add(from)
        for (let to = from; to < call.length; to++) {
          const argument = call[to] ?? ""
          if (!claim.values.some((value) => isOne(value, argument))) break
          next.add(to + 1)
          if (!claim.many) break
        }
      }
    }
    reached = next
  }
  return reached.has(call.length)
}

const mayWrite = (path: ReachedPath, cwd: string, name: string): boolean => {
  if (path.path === undefined || path.cwds.length === 0) return true
  if (path.glob) return mayYield(path.path.slice(path.path.lastIndexOf("/") + 1), name)
  const written = path.path
  return path.cwds.some((from) => fold(written.startsWith("/") ? written : `${from}/${written}`) === `${cwd}/${name}`)
}

/** Something bash did that the engine did not say. */
export interface Miss {
  /** `name`: a command. `call`: a command with other arguments. `write`: a file. */
  readonly what: "name" | "call" | "write"
  readonly shown: string
}

/** Answers everything bash did with a text that the engine says it would not do. */
export const missesOf = (text: string, seen: Seen): ReadonlyArray<Miss> => {
  const claims = claimsOf(text, seen.cwd)
  if (claims.excused) return []
  const misses: Array<Miss> = []
  for (const call of seen.calls) {
    const named = claims.units.filter(({ names }) => names.includes(call[0] ?? ""))
    if (named.length === 0) misses.push({ what: "name", shown: call[0] ?? "" })
    else if (!named.some((unit) => mayCall(unit, call))) misses.push({ what: "call", shown: JSON.stringify(call) })
  }
  for (const name of seen.writes) {
    if (!claims.writes.some((path) => mayWrite(path, seen.cwd, name))) misses.push({ what: "write", shown: name })
  }
  return misses
}
