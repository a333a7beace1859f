/**
 * The trees that the labelled commands are judged in, built for real under a temporary directory.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Schema from "effect/Schema"
import { PermissionState } from "../../src/domain/PermissionState.ts"

const caseFile = (name: string): unknown =>
  JSON.parse(fs.readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf8"))

/** A command with the label a careful user would give it, no rules configured. */
const LabelledCommand = Schema.Struct({
  id: Schema.String,
  command: Schema.String,
  expected: Schema.Literals(["safe", "needs-approval", "dangerous"]),
  why: Schema.String
})
export type LabelledCommand = typeof LabelledCommand.Type

/** A command under one policy, with a floor on strictness or the only right answer. */
const GatedCommand = Schema.Struct({
  id: Schema.String,
  command: Schema.String,
  atLeast: Schema.optionalKey(PermissionState),
  exactly: Schema.optionalKey(PermissionState),
  final: Schema.optionalKey(PermissionState)
})
export type GatedCommand = typeof GatedCommand.Type

export const labelledCommands: ReadonlyArray<LabelledCommand> = Schema.decodeUnknownSync(
  Schema.Struct({ cases: Schema.Array(LabelledCommand) })
)(caseFile("commands")).cases

const policyGate = Schema.decodeUnknownSync(
  Schema.Struct({
    policy: Schema.Unknown,
    fixture: Schema.Struct({
      dirs: Schema.Array(Schema.String),
      files: Schema.Array(Schema.String),
      symlinks: Schema.Record(Schema.String, Schema.String),
      home: Schema.String
    }),
    cases: Schema.Array(GatedCommand)
  })
)(caseFile("policy-gate"))

export const gatedCommands: ReadonlyArray<GatedCommand> = policyGate.cases

/** The policy of the gated commands, as the text of a policy file. */
export const gatePolicy: string = JSON.stringify(policyGate.policy)

/** Where a case is judged. */
export interface Ground {
  readonly root: string
  readonly workspace: string
  readonly home: string
}

const makeRoot = (name: string): string =>
  fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `portcullis-${name}-`)))

/** Builds the labelled commands' workspace: a git repository below the home it is judged with. */
export const labelledGround = (): Ground => {
  const home = makeRoot("home")
  const workspace = path.join(home, "ws")
  for (const dir of ["src", "sub"]) fs.mkdirSync(path.join(workspace, dir), { recursive: true })
  for (const file of ["README.md", "file.txt", "src/a.ts"]) fs.writeFileSync(path.join(workspace, file), `${file}\n`)
  fs.writeFileSync(path.join(workspace, "package.json"), "{}\n")
  execFileSync("git", ["init", "-q", workspace])
  return { root: home, workspace, home }
}

/** Builds the gated commands' tree. Its home is not a real directory. */
export const gateGround = (): Ground => {
  const root = makeRoot("gate")
  const at = (name: string) => path.join(root, name)
  for (const dir of policyGate.fixture.dirs) fs.mkdirSync(at(dir), { recursive: true })
  for (const file of policyGate.fixture.files) fs.writeFileSync(at(file), `${file}\n`)
  for (const [name, target] of Object.entries(policyGate.fixture.symlinks)) fs.symlinkSync(target, at(name))
  return { root, workspace: at("proj"), home: policyGate.fixture.home }
}

/** Puts the ground's real paths where a labelled command has placeholders. */
export const placed = (command: string, ground: Ground): string =>
  command.replaceAll("{WS}", ground.workspace).replaceAll("{HOME}", ground.home)

export const removeGround = (ground: Ground): void => fs.rmSync(ground.root, { recursive: true, force: true })
