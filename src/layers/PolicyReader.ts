/**
 * Reads policy files, and knows without reading when they are the same as before. It never waits.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { decodePolicy } from "../domain/PolicyDocument.ts"
import { type Problem, problemOfFile } from "../domain/Problem.ts"
import type { ScopeKind } from "../domain/Rule.ts"
import { emptyScope, type Scope } from "../domain/Scope.ts"
import { presets } from "../knowledge/presets.ts"
import type { OperatorPlaces } from "../services/Operator.ts"
import type { PolicySnapshot } from "../services/PolicySource.ts"
import { type Identity, identityOf, isBelowLink, problemOf, readSafely, type SafeRead } from "./SafeFile.ts"

export interface PolicyFilesOptions {
  /** Stands in for the user's file; absolute. Without it the layer fails to build, `PolicyFileMissing`. */
  readonly policyFile?: string | undefined
  /** The managed file; absolute. */
  readonly managedFile?: string | undefined
  /** Who may own the managed file, by default root alone. */
  readonly managedOwner?: number | undefined
}

/** Where the managed file is, unless the embedder says otherwise. */
export const managedFileByDefault = "/etc/portcullis/policy.jsonc"

/** Answers where the user's policy is. */
export const userFileOf = ({ configHome }: OperatorPlaces): string =>
  path.join(configHome, "portcullis", "policy.jsonc")

/** Answers where a workspace's policy is. */
export const projectFileOf = (workspace: string): string => path.join(workspace, ".portcullis", "policy.jsonc")

/** The policies for one workspace, but for the word of the trust store. */
export interface PolicyLook {
  /** What the trust store is to be asked; undefined where no project file could be trusted. */
  readonly project: { readonly path: string; readonly text: string } | undefined
  /** Whether there is anything of the project's at all, so that what is wrong with the trust store matters. */
  readonly hasProject: boolean
  /**
   * Answers the policies, given whether the project's file is trusted and what is wrong with the trust store: the very
   * same object as the last time when no part of it changed.
   */
  readonly snapshot: (trusted: boolean, notices: ReadonlyArray<Problem>) => PolicySnapshot
}

export interface PolicyReader {
  /** Looks at every policy file of a workspace (an absolute path), at a moment in milliseconds since 1970. */
  readonly look: (workspace: string, now: number) => PolicyLook
}

/** A file as it was last read. */
interface Remembered {
  readonly identity: Identity
  /** Whether enough time had passed since its last change for its identity to tell the next one. */
  readonly settled: boolean
  readonly read: SafeRead
  readonly scope: Scope | undefined
}

/** A file changed this recently may change again without a trace in its times. */
const settlingMs = 100

/** Workspaces one engine remembers; past these the oldest is read again. */
const maximumWorkspaces = 64

interface Workspace {
  readonly file: string
  project: Remembered | undefined
  /** The project's file by its real path. */
  real: string | undefined
  trusted: Scope | undefined
  snapshot: PolicySnapshot | undefined
}

/** Answers a reader of an operator's policy files. */
export const policyReader = (options: PolicyFilesOptions, operator: OperatorPlaces): PolicyReader => {
  const userFile = options.policyFile ?? userFileOf(operator)
  const managedFile = options.managedFile ?? managedFileByDefault
  const presetScopes = new Map<string, Scope>()
  const workspaces = new Map<string, Workspace>()
  let user: Remembered | undefined
  let managed: Remembered | undefined

  const decode = (kind: ScopeKind, file: string, text: string): Scope =>
    decodePolicy(text, {
      kind,
      file,
      trusted: kind !== "project",
      home: operator.home,
      presets: [...presets.keys()]
    })

  /** Looks at a file again, and answers the very same record when its text is the same. */
  const look = (
    kind: ScopeKind,
    file: string,
    owners: ReadonlyArray<number>,
    before: Remembered | undefined,
    now: number
  ): Remembered => {
    const identity = identityOf(file)
    if (before?.settled === true && before.identity.key === identity.key) return before
    const read = readSafely(file, { owners })
    const settled = now - identity.changedMs > settlingMs
    const same = before !== undefined && sameRead(before.read, read)
    return { identity, settled, read, scope: same ? before.scope : scopeOf(kind, file, read) }
  }

  const scopeOf = (kind: ScopeKind, file: string, read: SafeRead): Scope | undefined => {
    switch (read._tag) {
      case "Text":
        return decode(kind, file, read.text)
      case "Refused":
        return emptyScope(kind, file, [problemOf(read.refusal)])
      case "Missing":
        // The file the operator named was there when the engine started.
        return file === options.policyFile
          ? emptyScope(kind, file, [problemOfFile(file, "is missing", "put it back, or name another")])
          : undefined
    }
  }

  const presetOf = (name: string | undefined): Scope | undefined => {
    const text = name === undefined ? undefined : presets.get(name)
    if (name === undefined || text === undefined) return undefined
    const known = presetScopes.get(name) ?? decode("preset", name, text)
    presetScopes.set(name, known)
    return known
  }

  const workspaceOf = (directory: string): Workspace => {
    const known = workspaces.get(directory)
    if (known !== undefined) return known
    const [oldest] = workspaces.keys()
    if (oldest !== undefined && workspaces.size >= maximumWorkspaces) workspaces.delete(oldest)
    const fresh: Workspace = {
      file: projectFileOf(directory),
      project: undefined,
      real: undefined,
      trusted: undefined,
      snapshot: undefined
    }
    workspaces.set(directory, fresh)
    return fresh
  }

  /** Answers the project's scope, trusted where it is; the very same while it stays so. */
  const projectScope = (workspace: Workspace, trusted: boolean): Scope | undefined => {
    const scope = workspace.project?.scope
    if (scope === undefined || !trusted) return scope
    if (workspace.trusted?.rules !== scope.rules) workspace.trusted = { ...scope, trusted }
    return workspace.trusted
  }

  /** Answers the very snapshot of before while all of its parts are the same. */
  const snapshotWith = (workspace: Workspace, project: Scope | undefined, notices: ReadonlyArray<Problem>) => {
    const scopes = [presetOf(user?.scope?.preset), user?.scope, project, managed?.scope].filter(
      (scope) => scope !== undefined
    )
    const before = workspace.snapshot
    if (before !== undefined && sameItems(before.scopes, scopes) && sameItems(before.notices, notices)) return before
    workspace.snapshot = { scopes, notices }
    return workspace.snapshot
  }

  return {
    look: (directory, now) => {
      const workspace = workspaceOf(directory)
      user = look("user", userFile, [operator.uid, 0], user, now)
      managed = look("managed", managedFile, [options.managedOwner ?? 0], managed, now)
      const project = look("project", workspace.file, [operator.uid, 0], workspace.project, now)
      if (project !== workspace.project) workspace.real = realPathOf(workspace.file)
      workspace.project = project
      const { real } = workspace
      const { read, scope } = project
      const mayBeTrusted = scope !== undefined && read._tag === "Text" && real !== undefined
      return {
        project: mayBeTrusted ? { path: real, text: read.text } : undefined,
        hasProject: scope !== undefined,
        snapshot: (trusted, notices) =>
          snapshotWith(workspace, projectScope(workspace, mayBeTrusted && trusted), scope === undefined ? [] : notices)
      }
    }
  }
}

const sameRead = (a: SafeRead, b: SafeRead): boolean => {
  switch (a._tag) {
    case "Text":
      return b._tag === "Text" && a.text === b.text
    case "Missing":
      return b._tag === "Missing"
    case "Refused":
      return b._tag === "Refused" && JSON.stringify(a.refusal) === JSON.stringify(b.refusal)
  }
}

const sameItems = <A>(a: ReadonlyArray<A>, b: ReadonlyArray<A>): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

/**
 * Answers the path by which a project's file is trusted, if it can be.
 *
 * Links above the project are followed. One within it is not: a repository that links to a project somebody trusts would
 * be trusted with it.
 */
export const realPathOf = (file: string): string | undefined => {
  if (isBelowLink(file)) return undefined
  try {
    return path.join(fs.realpathSync.native(path.dirname(file)), path.basename(file))
  } catch {
    return undefined
  }
}
