/**
 * A link's own settings files: `NAME.jsonc` beside each policy file, opened and trusted as policies are.
 */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { type Problem, problemOfFile } from "../domain/Problem.ts"
import type { ScopeKind } from "../domain/Rule.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import { managedFileByDefault, projectFileOf, realPathOf, userFileOf } from "./PolicyReader.ts"
import { problemOf, readSafely } from "./SafeFile.ts"
import { isPinned, loadPins } from "./TrustPins.ts"

/** Whose file it is: the machine's, the user's, or a project's. */
export type SettingsKind = Exclude<ScopeKind, "preset">

/** One file that exists. */
export interface SettingsFile {
  readonly kind: SettingsKind
  /** Absolute. */
  readonly file: string
  /** Undefined where it was not read, which the problem says. */
  readonly text: string | undefined
  /** Whether what it says counts: always for an operator's file, for a project's while this very text is trusted. */
  readonly trusted: boolean
  readonly problem: Problem | undefined
}

/** What stands beside the policies. */
export interface SettingsFiles {
  /** Those that exist: the managed one first, then the user's, then the project's. */
  readonly files: ReadonlyArray<SettingsFile>
  /** What is wrong with the trust store, where a project's file is waiting for its word. */
  readonly notices: ReadonlyArray<Problem>
}

export interface LinkSettingsOptions {
  /** The managed file; absolute. */
  readonly managedFile?: string | undefined
  /** Who may own the managed file, by default root alone. */
  readonly managedOwner?: number | undefined
}

/** Answers where a link's settings are, by whose they are. */
export const settingsFileOf = (kind: SettingsKind, link: string, workspace: string, places: OperatorPlaces): string =>
  path.join(path.dirname(policyFileOf(kind, workspace, places)), `${link}.jsonc`)

/**
 * Reads a link's settings as they stand now; it never fails.
 *
 * The rules are those of policies: regular files, reached by no link of their own, owned by the operator or by root (the
 * managed one by root alone), writable by their owner alone, at most 1 MiB of UTF-8.
 *
 * @param link the link's name
 * @param workspace absolute
 */
export const readSettingsFiles = (
  link: string,
  workspace: string,
  places: OperatorPlaces,
  options: LinkSettingsOptions = {}
): Effect.Effect<SettingsFiles> =>
  Effect.sync(() => {
    const own = [places.uid, 0]
    const managedFile = options.managedFile ?? settingsFileOf("managed", link, workspace, places)
    const managed = operatorsFile("managed", managedFile, [options.managedOwner ?? 0])
    const user = operatorsFile("user", settingsFileOf("user", link, workspace, places), own)
    const { file: project, notices } = projectsFile(settingsFileOf("project", link, workspace, places), own, places)
    return { files: [managed, user, project].filter((file) => file !== undefined), notices }
  })

const policyFileOf = (kind: SettingsKind, workspace: string, places: OperatorPlaces): string => {
  switch (kind) {
    case "managed":
      return managedFileByDefault
    case "user":
      return userFileOf(places)
    case "project":
      return projectFileOf(workspace)
  }
}

const operatorsFile = (kind: SettingsKind, file: string, owners: ReadonlyArray<number>): SettingsFile | undefined => {
  const read = readSafely(file, { owners })
  switch (read._tag) {
    case "Text":
      return { kind, file, text: read.text, trusted: true, problem: undefined }
    case "Refused":
      return { kind, file, text: undefined, trusted: true, problem: problemOf(read.refusal) }
    case "Missing":
      return undefined
  }
}

const projectsFile = (
  file: string,
  owners: ReadonlyArray<number>,
  places: OperatorPlaces
): { readonly file: SettingsFile | undefined; readonly notices: ReadonlyArray<Problem> } => {
  const found = operatorsFile("project", file, owners)
  if (found === undefined) return { file: undefined, notices: [] }
  const stored = loadPins(places)
  const real = realPathOf(file)
  const throughLink = problemOfFile(path.dirname(file), "is a link, so that nothing in it can be trusted")
  const trusted = found.text !== undefined && real !== undefined && isPinned(stored, real, found.text)
  const problem = found.problem ?? (real === undefined ? throughLink : undefined)
  return { file: { ...found, trusted, problem }, notices: stored.problems }
}
