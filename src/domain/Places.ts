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
  readonly view: WorkspaceView
}
