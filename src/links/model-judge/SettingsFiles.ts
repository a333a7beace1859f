/**
 * The judge's settings as they stand in the files now.
 */
import * as Effect from "effect/Effect"
import { LinkSettings, type OperatorPlaces, type Problem } from "portcullis"
import { decodeSettings, type FoundSettings, settingsOf, type SettingsPart } from "./SettingsDocument.ts"

/** One file that exists, and what became of it. */
export interface FoundFile {
  readonly kind: LinkSettings.SettingsKind
  readonly file: string
  readonly standing: "in force" | "invalid" | "untrusted"
  readonly problems: ReadonlyArray<Problem>
}

/** What the files come to, with what a person should know of them. */
export type SettingsLook = FoundSettings & {
  /** The managed file first, then the user's, then the project's. */
  readonly files: ReadonlyArray<FoundFile>
  /** What stops nothing, and is worth one telling each. */
  readonly notices: ReadonlyArray<Problem>
}

/** The name the link is known by, and its files with it. */
export const judgeName = "model-judge"

/** Answers where a workspace's file is. */
export const projectJudgeFileOf = (workspace: string, places: OperatorPlaces): string =>
  LinkSettings.settingsFileOf("project", judgeName, workspace, places)

/**
 * Reads the settings for a workspace (an absolute path) from the operator's files and a trusted project's; it never
 * fails. No key is read here, and nothing of the environment.
 *
 * A project's file that is not trusted is as if it were not there, but for a notice. One that is trusted and has
 * problems makes the whole invalid: what it would have added may have been a warning.
 */
export const settingsFor = (
  workspace: string,
  places: OperatorPlaces,
  options: LinkSettings.LinkSettingsOptions = {}
): Effect.Effect<SettingsLook> =>
  Effect.map(LinkSettings.readSettingsFiles(judgeName, workspace, places, options), ({ files, notices }) => {
    const read = files.map(readFile)
    return {
      ...foundIn(read.filter(({ file }) => file.standing !== "untrusted")),
      files: read.map(({ file }) => file),
      notices: [...read.flatMap(({ notice }) => notice ?? []), ...notices]
    }
  })

interface ReadFile {
  readonly file: FoundFile
  /** What it says, where it was read and counts. */
  readonly part: SettingsPart | undefined
  readonly notice: Problem | undefined
}

const readFile = ({ file, kind, problem, text, trusted }: LinkSettings.SettingsFile): ReadFile => {
  if (!trusted) {
    const said = { file, line: 0, column: 0, key: "", message: "is not trusted, and counts for nothing" }
    const notice = problem ?? { ...said, suggestion: "portcullis trust" }
    const problems = problem === undefined ? [] : [problem]
    return { file: { kind, file, standing: "untrusted", problems }, part: undefined, notice }
  }
  if (problem !== undefined || text === undefined) {
    const problems = problem === undefined ? [] : [problem]
    return { file: { kind, file, standing: "invalid", problems }, part: undefined, notice: undefined }
  }
  const { part, problems } = decodeSettings(text, kind, file)
  const standing = problems.length === 0 ? "in force" : "invalid"
  return { file: { kind, file, standing, problems }, part, notice: undefined }
}

const foundIn = (counting: ReadonlyArray<ReadFile>): FoundSettings => {
  if (counting.every(({ file }) => file.kind === "project")) return { _tag: "Absent" }
  const problems = counting.flatMap(({ file }) => file.problems)
  if (problems.length > 0) return { _tag: "Invalid", problems }
  return settingsOf(counting.flatMap(({ part }) => part ?? []))
}
