/**
 * The first word of a command line that leads out of the workspace: a tripwire in front of a gate, not the gate.
 */
import type { Floor } from "../Floor.ts"
import type { Span } from "../Span.ts"
import { isSafeDevice } from "../PathAccesses.ts"
import { analyze } from "../shell/Analyze.ts"
import type { ShellAnalysis } from "../shell/Analysis.ts"
import type { MeetWord, WordRole } from "../shell/Machine.ts"
import type { State } from "../shell/State.ts"
import type { ShellWord } from "../shell/Word.ts"
import { fallbacksOf, gluedToOption, homeToken, partsOf, piecesOf, shownText } from "./Candidates.ts"
import { type Candidate, confine, type Confinement, type Confines, leaves } from "./Confinement.ts"
import { isProvenRead, surroundingsOf } from "./ProvenRead.ts"

/** A token that leaves. */
interface Find {
  readonly token: string
  /** Its place among the others. */
  readonly at: number
  /** The stretch of the command it stands for. */
  readonly span: Span
}

/** The first find of a kind, in the order of the text. */
interface First {
  found: Find | undefined
}

const hasEarlier = (first: First, at: number): boolean => first.found !== undefined && first.found.at <= at

const note = (first: First, token: string, span: Span, at = span.start): void => {
  if (!hasEarlier(first, at)) first.found = { token, at, span }
}

const plain = (path: string): Candidate => ({ path, glob: false, partial: path.includes("$") })

const leavingPart = (word: ShellWord, state: State, within: Confinement): string | undefined =>
  homeToken(word) ??
  partsOf(word, state.variables).find(({ texts }) => texts.some((text) => leaves(text, state.cwds, within)))?.token

/** The first piece of a text that leaves, after those to skip. */
const leavingPiece = (text: string, within: Confinement, skipped = 0): Find | undefined => {
  let passed = 0
  for (const { 0: token, index: at } of piecesOf(text)) {
    if (passed++ < skipped || !leaves(plain(token), [within.workspace], within)) continue
    return { token, at, span: { start: at, end: at + token.length } }
  }
  return undefined
}

const leavingInside = (word: ShellWord, role: WordRole, within: Confinement): string | undefined => {
  const text = shownText(word)
  const glued = gluedToOption(text)
  if (glued !== undefined && leaves(plain(glued), [within.workspace], within)) return word.text
  // A value is the variable's; what stands behind a blank in it reads like a command.
  return leavingPiece([text, ...fallbacksOf(word)].join(" "), within, role === "value" ? 1 : 0)?.token
}

const isUnread = (floors: ReadonlyArray<Floor>): boolean => floors.some((floor) => floor.class === "unread")

/** Whether every command is proven to only read and every path it reaches is in the text. */
const isTold = (analysis: ShellAnalysis): boolean =>
  isProvenRead(analysis) && analysis.paths.every((path) => path.path !== undefined)

/**
 * Answers the first token of a command line that leads out of the workspace, as it is written; `undefined` when none
 * does.
 *
 * Each word counts, whatever its command means by it. In a text that could do more than read, or whose paths are not all
 * told, the pieces of quoted text count too; where the text could not be read whole, every piece of it.
 */
export const firstLeaving = (command: string, confines: Confines): string | undefined => {
  const within = confine(confines)
  const words: First = { found: undefined }
  const inside: First = { found: undefined }
  const meet: MeetWord = (word, state, role) => {
    const at = word.span.start
    if (role === "argument" && !hasEarlier(words, at)) {
      const token = leavingPart(word, state, within)
      if (token !== undefined) note(words, token, word.span)
    }
    if (hasEarlier(inside, at)) return
    const token = leavingInside(word, role, within)
    if (token !== undefined) note(inside, token, word.span)
  }
  const analysis = analyze(command, surroundingsOf(within), undefined, meet)
  for (const { cwds, glob, path, span, text } of analysis.paths) {
    // A word in the same place says it better, and what a process substitution opens is no file.
    if (path === undefined || hasEarlier(words, span.end) || isSafeDevice(path)) continue
    if (leaves({ path, glob, partial: false }, cwds, within)) note(words, text, span, span.end)
  }
  if (!isTold(analysis) && inside.found !== undefined) note(words, inside.found.token, inside.found.span)
  if (isUnread(analysis.floors) || analysis.units.some((unit) => isUnread(unit.floors))) {
    const found = leavingPiece(command, within)
    if (found !== undefined) note(words, found.token, found.span)
  }
  return words.found === undefined ? undefined : asWritten(words.found, command)
}

/** A token of a text within the text may be spelled otherwise there: then the word that holds it stands for it. */
const asWritten = ({ span, token }: Find, command: string): string =>
  token !== "" && command.includes(token) ? token : command.slice(span.start, span.end)
