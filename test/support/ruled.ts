/**
 * What rules on `bash` say of a command line, its paths apart.
 */
import type { FloorClass } from "../../src/domain/Floor.ts"
import { judge } from "../../src/domain/Judge.ts"
import { type PermissionState, strictest } from "../../src/domain/PermissionState.ts"
import { shellAccesses } from "../../src/domain/ShellAccesses.ts"
import { analyze } from "../../src/domain/shell/Analyze.ts"
import type { WorkspaceView } from "../../src/domain/WorkspaceView.ts"
import { authority, ruleSet } from "./rules.ts"

/**
 * Answers the gate of command lines in `/w` under some rules.
 *
 * @param floorsByRule classes of floors that a rule may answer
 */
export const checked = (
  rules: Readonly<Record<string, PermissionState>>,
  view: WorkspaceView,
  floorsByRule: ReadonlyArray<FloorClass> = []
): ((text: string) => PermissionState) => {
  const written = Object.entries(rules).map(([pattern, state]) => `bash ${pattern} ${state}`)
  const recorded = authority(ruleSet(...written), { floorsByRule: new Set(floorsByRule) })
  const surroundings = {
    cwds: ["/w"],
    workspace: "/w",
    roots: [],
    home: "/home/u",
    view,
    promotes: () => false,
    variables: new Map()
  }
  return (text) => {
    const analysis = { ...analyze(text, surroundings), paths: [] }
    const nowhere = (): never => {
      throw new Error("no path is looked at")
    }
    const accesses = shellAccesses(text, analysis, nowhere, { paths: 0, names: 0 }, {}, 0)
    return strictest(judge(recorded, accesses, { session: undefined }).map(({ state }) => state))
  }
}
