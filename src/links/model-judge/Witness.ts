/**
 * The faithfulness witness: whether the pieces a model reports are the command, as far as this engine can tell.
 *
 * What it cannot tell is a piece that the model made out of parts of the text, or left out where this engine sees
 * nothing.
 */
import type { OpaqueFacts, PromotedToken } from "./Facts.ts"
import { literalsIn } from "./Literals.ts"
import { shown } from "./Shown.ts"
import { type Checked, type CheckedPermission, checksOf, type Piece, type Report } from "./Transcript.ts"
import { type Haystack, haystackOf, holdsWords } from "./Words.ts"

/** What the witness says; `why` is one clause for a person, without a full stop. */
export type Witnessed = { readonly held: true } | { readonly held: false; readonly why: string }

const held: Witnessed = { held: true }
const broken = (why: string): Witnessed => ({ held: false, why })

/**
 * Answers whether a report is faithful: every piece was checked in this very review and is allowed, its words stand in
 * the command, and among the pieces is every unit, literal and promoted token that this engine sees.
 *
 * A promoted token of the ask is excused from being allowed, as the opaque unit is: that it asks is what is reviewed.
 */
export const witnessOf = (
  report: Pick<Report, "pieces">,
  checks: ReadonlyArray<Checked>,
  facts: OpaqueFacts
): Witnessed => {
  const { pieces } = report
  if (facts.beyond !== undefined) return broken(facts.beyond)
  const denied = checks.find(({ state }) => state === "deny")
  if (denied !== undefined) return broken(`${shownCheck(denied)} is denied`)
  if (pieces.length === 0) return broken("it names no piece")
  const haystack = textOf(facts)
  const covered: Array<CheckedPermission> = []
  for (const piece of pieces) {
    // One that was checked twice counts as both say.
    const found = checksOf(piece, checks)
    const why = whyNot(piece, found, facts, haystack)
    if (why !== undefined) return broken(`the piece ${shownPiece(piece)} ${why}`)
    covered.push(...found)
  }
  return uncovered(covered, facts)
}

/** Where the words of a piece may stand: in the command, unquoted in every way, and in what this engine reads of it. */
const textOf = ({ opaque, text, units }: OpaqueFacts): Haystack =>
  haystackOf([text, ...literalsIn(text).found.map((literal) => literal.text), ...units, ...opaque])

/** No piece holds characters that nobody sees. */
const unseen = /[^\P{C}\n\t]/u

const whyNot = (
  piece: Piece,
  checks: ReadonlyArray<CheckedPermission>,
  facts: OpaqueFacts,
  haystack: Haystack
): string | undefined => {
  if (unseen.test(piece.value)) return "holds characters that cannot be seen"
  if (!holdsWords(haystack, piece.value)) return "is not in the command"
  if (checks.length === 0) return "was not checked"
  return checks.every((check) => isAllowed(check, facts)) ? undefined : "is not allowed"
}

/** Whether recorded authority allows a piece, the ask's own promoted tokens aside. */
const isAllowed = (check: CheckedPermission, { promoted }: OpaqueFacts): boolean => {
  const isExcused = ({ surface, value }: PromotedToken): boolean =>
    promoted.some((token) => token.surface === surface && token.value === value)
  switch (check.state) {
    case "allow":
      return true
    case "deny":
      return false
    case "ask":
      return check.asking.length > 0 && check.asking.every(isExcused)
    default:
      return check.state satisfies never
  }
}

/** What this engine sees and no piece names. */
const uncovered = (pieces: ReadonlyArray<CheckedPermission>, facts: OpaqueFacts): Witnessed => {
  const commands = pieces.filter(({ surface }) => surface === "bash")
  const units = new Set(commands.flatMap(({ values }) => values))
  const texts = new Set(commands.map(({ value }) => value.trim()))
  for (const unit of facts.units) if (!units.has(unit)) return broken(`no piece names ${shown(unit)}`)
  for (const literal of facts.literals) {
    // The whole text was asked about, so that its pieces leave nothing out.
    if (literal.state !== "allow") return broken(`the text ${shown(literal.text)} in it is not allowed`)
    if (!texts.has(literal.text) && !literal.units.every((unit) => units.has(unit))) {
      return broken(`no piece names the text ${shown(literal.text)}`)
    }
  }
  for (const { surface, value } of facts.promoted) {
    const named = pieces.some((piece) => piece.surface === surface && piece.values.includes(value))
    if (!named) return broken(`no piece on ${surface} names ${shown(value)}`)
  }
  return held
}

const shownPiece = ({ surface, value }: Piece): string =>
  surface === "bash" ? shown(value) : `${shown(value)} on ${shown(surface)}`

const shownCheck = (check: Checked): string =>
  check._tag === "Permission" ? shownPiece(check) : `the tool ${shown(check.tool)}`
