/**
 * What became of the model judge's settings files.
 */
import { display } from "../../domain/Display.ts"
import { type Layout, shortPath } from "../../domain/display/Layout.ts"
import { hang } from "../../domain/display/Text.ts"
import { describeProblem, type Problem } from "../../domain/Problem.ts"
import type { SettingsLook } from "../../links/model-judge/SettingsFiles.ts"

const standingTold = {
  "in force": "in force",
  invalid: "invalid: until it is mended, the judge leaves every decision to others",
  untrusted: "not trusted: it counts for nothing (portcullis trust)"
} as const

/** Answers what no one file is to blame for: no model is named, or the trust store cannot be read. */
export const toldOfNoFile = (look: SettingsLook): ReadonlyArray<Problem> => {
  const { files, notices } = look
  const together = look._tag === "Invalid" && !files.some(({ standing }) => standing === "invalid") ? look.problems : []
  const isOfAFile = (notice: Problem): boolean =>
    files.some(({ file, problems }) => file === notice.file || problems.includes(notice))
  return [...together, ...notices.filter((notice) => !isOfAFile(notice))]
}

/** Answers a section of lines, or none where there is no such file. */
export const judgeLines = (look: SettingsLook, layout: Layout): ReadonlyArray<string> => {
  const { columns, home, paint } = layout
  if (look.files.length === 0) return []
  const indent = " ".repeat(11)
  return [
    "",
    paint.heading("MODEL JUDGE"),
    ...look.files.flatMap(({ file, kind, problems, standing }) => [
      `  ${kind.padEnd(7)}  ${paint.bold(shortPath(file, home))}`,
      ...hang(indent, standingTold[standing], columns).map((line) =>
        standing === "in force" ? line : paint.warning(line)
      ),
      ...problems.flatMap((problem) => hang(indent, describeProblem(problem), columns))
    ]),
    ...toldOfNoFile(look).flatMap((problem) => hang("  ", describeProblem(problem), columns).map(paint.warning)),
    ...(look._tag === "Settings" ? hang("  ", settledTold(look.settings), columns) : [])
  ]
}

const settledTold = ({ baseUrl, capabilities, model, timeoutMs, typoPatterns }: Settled): string => {
  const patterns = `${typoPatterns.length} typo ${typoPatterns.length === 1 ? "pattern" : "patterns"}`
  const may = capabilities.length === 1 ? "may deny" : "may deny and allow"
  return `${display(model)} at ${display(baseUrl)}; ${may}; ${patterns}; ${timeoutMs} ms for a review`
}

type Settled = Extract<SettingsLook, { readonly _tag: "Settings" }>["settings"]

/** Answers the same as data, or null where there is no such file. */
export const judgeAnswer = (look: SettingsLook): unknown => {
  if (look.files.length === 0) return null
  return {
    state: { Settings: "in force", Absent: "absent", Invalid: "invalid" }[look._tag],
    files: look.files.map(({ file, kind, problems, standing }) => ({ scope: kind, file, state: standing, problems })),
    settings: look._tag === "Settings" ? look.settings : null,
    problems: look._tag === "Invalid" ? look.problems : [],
    notices: look.notices
  }
}
