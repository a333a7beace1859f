/**
 * Real workspaces, and the link in a real chain over them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { DenyingAuthorizer, type Decision, type LogEntry, Portcullis, ReviewLog } from "portcullis"
import * as Layer from "effect/Layer"
import { pathTypo } from "../../../src/links/path-typo.ts"
import { temporaryDirectory, uid, writeOwn } from "../../layers/Temporary.ts"

export interface Ground {
  readonly root: string
  /** Where the workspaces are, and the agent's home. */
  readonly home: string
  readonly workspace: string
}

/** Makes a workspace of empty files; a name that ends in a slash is a directory. */
export const groundOf = (files: ReadonlyArray<string>, name = "code/acme"): Ground => {
  const root = temporaryDirectory()
  const workspace = path.join(root, "home", name)
  fs.mkdirSync(workspace, { recursive: true })
  for (const file of files) {
    const at = path.join(workspace, file)
    fs.mkdirSync(file.endsWith("/") ? at : path.dirname(at), { recursive: true })
    if (!file.endsWith("/")) fs.writeFileSync(at, "")
  }
  return { root, home: path.join(root, "home"), workspace }
}

export interface Answer {
  readonly decision: Decision
  /** The link's own entries. */
  readonly entries: ReadonlyArray<LogEntry>
}

interface Call {
  readonly tool: string
  readonly input: unknown
  readonly cwd?: string
}

/** Decides a call where the link is the whole chain and nobody is behind it. */
export const decide = (ground: Ground, call: Call, permission: object = {}): Effect.Effect<Answer> => {
  const entries: Array<LogEntry> = []
  writeOwn(
    path.join(ground.root, "config", "portcullis", "policy.jsonc"),
    JSON.stringify({ permission, authorizerChain: ["path-typo"] })
  )
  const layer = Portcullis.layer({
    policy: Portcullis.userPolicy({
      home: ground.home,
      uid,
      configHome: path.join(ground.root, "config"),
      stateHome: path.join(ground.root, "state"),
      managedFile: path.join(ground.root, "etc", "policy.jsonc")
    }),
    links: [pathTypo],
    terminal: DenyingAuthorizer.layer,
    log: Layer.succeed(ReviewLog, {
      append: (entry) =>
        Effect.sync(() => {
          entries.push(entry)
          return "written" as const
        }),
      debug: () => Effect.succeed("written" as const)
    })
  })
  return Effect.gen(function* () {
    const portcullis = yield* Portcullis
    const decision = yield* portcullis.decide({ cwd: ground.workspace, workspace: ground.workspace, ...call })
    return { decision, entries: entries.filter(({ event }) => event.startsWith("link.path-typo")) }
  }).pipe(Effect.provide(Layer.fresh(layer)), Effect.orDie)
}

export const read = (file: string): Call => ({ tool: "read", input: { path: file } })

export const bash = (command: string): Call => ({ tool: "bash", input: { command } })

/** The repair that the link told, relative to the workspace; why it deferred; nothing where it was not concerned. */
export const said = ({ decision, entries }: Answer, { workspace }: Ground): string | undefined => {
  if (decision.decidedBy === "authorizer:path-typo") {
    const [, told = ""] = /^that path does not exist; did you mean "(.*)"\?$/.exec(decision.reason) ?? []
    return told.startsWith(`${workspace}/`) ? told.slice(workspace.length + 1) : `not below the workspace: ${told}`
  }
  return entries.length === 0 ? undefined : `(${String(detailsOf(entries)["why"])})`
}

/** What the link wrote of its first ask. */
export const detailsOf = ([entry]: ReadonlyArray<LogEntry>): Readonly<Record<string, unknown>> =>
  entry !== undefined && "details" in entry && typeof entry.details === "object" ? { ...entry.details } : {}
