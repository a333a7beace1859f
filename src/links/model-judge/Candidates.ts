/**
 * The literals of a command line that may be commands inside what is opaque of it.
 */
import type { Access, PromptPermissionDetails, Span } from "portcullis"
import { languageLiteralsIn } from "./LanguageLiterals.ts"
import { type Literal, type Literals, literalsIn, type Outermost, type Taken } from "./Literals.ts"

/** The units of a command line, by what is known of them. */
export interface UnitsSeen {
  /** Those that are opaque themselves. */
  readonly opaque: ReadonlyArray<Access>
  /** Those that run one, and were read whole themselves. */
  readonly read: ReadonlyArray<Access>
  /** The texts of all others. */
  readonly others: ReadonlyArray<string>
  /** What others say into a pipe, in their own words. */
  readonly piped: ReadonlyArray<string>
  /** The text is opaque as a whole, at no unit. */
  readonly anywhere: boolean
}

/**
 * Answers the literals that may be commands inside an opaque payload: those in the opaque units' own words, and those
 * of the command line that are their arguments, or that may reach them.
 */
export const candidatesOf = (call: PromptPermissionDetails["call"], seen: UnitsSeen): Literals => {
  const opaque = seen.opaque.map(({ value }) => value)
  if (opaque.length === 0 && !seen.anywhere) return { found: [], more: false }
  const { text } = call
  const end = endOf(call, seen)
  const reaches = seen.anywhere || flows.test(text)
  const ofOthers = (reading: string): boolean =>
    seen.others.some((unit) => unit.includes(reading)) && !opaque.some((unit) => unit.includes(reading))
  const take = (literal: Outermost): Taken => {
    // Outside of every quote the command line itself is read, but for the body of a here-document.
    if (literal.gap) return text.includes("<<") ? "whole" : "not"
    if (literal.readings.some((reading) => isProgram(reading, literal.before, opaque))) return "not"
    const line = literal.readings.find((reading) => isRead(reading, literal.before, seen.read))
    if (line !== undefined) return { line }
    if (reaches && literal.open < end) return "whole"
    return literal.readings.some(ofOthers) ? "not" : "whole"
  }
  const found = new Map<string, Literal>()
  const all = [
    ...opaque.map((unit) => literalsIn(unit, true)),
    ...opaque.map(languageLiteralsIn),
    { found: seen.piped.map((words) => ({ text: words, gap: false })), more: false },
    literalsIn(text, false, take),
    // A program may stand in a here-document.
    ...(text.includes("<<") ? [languageLiteralsIn(text)] : [])
  ]
  for (const one of all.flatMap((literals) => literals.found)) {
    if (found.get(one.text)?.gap !== false) found.set(one.text, one)
  }
  return { found: Array.from(found.values()), more: all.some(({ more }) => more) }
}

/** Text outside of the opaque units reaches them only by these: pipes, redirects, expansions, assignments. */
const flows = /[|<>$`=]/

/** What makes text further on reach what stands before it: loops and functions, files, and what runs beside it. */
const backwards = /[<>$`=]|\(\)|\b(?:for|while|until|select|function|coproc|trap)\b/

/** The place from which on no text reaches an opaque unit any more, so that a literal there is its own command's. */
const endOf = ({ input, text }: PromptPermissionDetails["call"], { anywhere, opaque }: UnitsSeen): number => {
  // Only in a text that is the whole of the call do places tell what stands where.
  const whole = typeof input === "object" && input !== null && Reflect.get(input, "command") === text
  if (!whole || anywhere || backwards.test(text) || text.replaceAll("&&", "").includes("&")) return Infinity
  return Math.max(...opaque.map((access) => (access._tag === "Unit" ? (access.span?.end ?? Infinity) : Infinity)))
}

/** Answers whether one stretch of the text lies in another. */
export const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end

/** What takes its program from an option, and whose quotes are found: what is given so is no command line. */
const interpreter = /^(?:\S*\/)?(?:python|pypy|node|nodejs|deno|bun|perl|ruby|php|lua|luajit)[\d.]*(?: |$)/

/** The options, and the subcommand, that do. */
const programOption = /^(?:-[A-Za-z]*[ceEp]|--?(?:eval|print|execute|run|command)=?|eval)$/
const programOptionOfPhp = /^-[rRBE]$/

const awk = /^(?:\S*\/)?[gmn]?awk /
const beforeAwkProgram = /^(?:(?:\S*\/)?[gmn]?awk|-F\S*)$/

/** Whether a literal is the program that an interpreter is given: the opaque unit, whose own words are looked at. */
const isProgram = (literal: string, before: string, opaque: ReadonlyArray<string>): boolean =>
  opaque.some((unit) => {
    if (!unit.includes(`${before} ${literal}`) && !unit.includes(`${before}${literal}`)) return false
    if (awk.test(unit)) return beforeAwkProgram.test(before)
    if (!interpreter.test(unit)) return false
    return programOption.test(before) || (unit.startsWith("php ") && programOptionOfPhp.test(before))
  })

/** Shells whose text is read as the command line is. */
const shells: ReadonlySet<string> = new Set(["bash", "sh", "dash", "ash", "ksh"])

/** What takes text for commands as this engine reads them: where there is any to be read, its units are told. */
const reader = /^(?:(?:\S*\/)?(?:(?:r?ba|da|a|k|mk|z|fi|c|tc|ya)?sh|elvish|nu|pwsh|xonsh)|eval|source|\.|trap)(?: |$)/

/** Whether a unit is a shell, or has this very shell run a text. */
export const isShell = (unit: string): boolean => reader.test(unit)

/** Whether a literal is the text of a shell that was read whole: what it runs are units. */
const isRead = (literal: string, before: string, read: ReadonlyArray<Access>): boolean =>
  /^-[A-Za-z]*c$/.test(before) &&
  read.some(
    (access) =>
      access._tag === "Unit" &&
      access.wraps !== undefined &&
      shells.has(access.wraps.name) &&
      access.value.includes(`${before} ${literal}`)
  )
