/**
 * Where paths are judged from: the directories a call stands in, and the disk.
 */
import type { WorkspaceView } from "./WorkspaceView.ts"

export interface Places {
  readonly cwd: string
  /** The pinned workspace, absolute. `/`, the home and its ancestors are none: there, nothing is inside. */
  readonly workspace: string
  /** Further roots the operator counts as inside, absolute. */
  readonly roots: ReadonlyArray<string>
  readonly home: string
  /**
   * Further files and directories that guard the agent, absolute: XDG places other than the usual ones, a policy file
   * named by hand.
   */
  readonly guarded?: ReadonlyArray<string> | undefined
  readonly view: WorkspaceView
}
