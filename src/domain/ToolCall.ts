/**
 * The request everything else answers: one tool call an agent wants to make.
 */

/** A tool call as its host described it. */
export interface ToolCall {
  /** The tool's name: canonical (`bash`, `read`, …) or the host's own, which falls to its own surface. */
  readonly tool: string
  /** The tool's arguments, of any shape: an unexpected one asks, it never throws. */
  readonly input: unknown
  /** Absolute path of the working directory. */
  readonly cwd: string
  /** Absolute path of the workspace, pinned for the session. */
  readonly workspace: string
  /** The agent's name, which selects the `agents` section of each policy file. */
  readonly agent?: string | undefined
  /** The host's session id, which scopes approvals. */
  readonly session?: string | undefined
}
