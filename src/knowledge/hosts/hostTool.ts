/**
 * How a host's tool is one of ours: the shape of the hosts' tables.
 */

/** One of our tools that a host's tool is. */
export interface HostTool {
  /** The canonical tool. */
  readonly tool: string
  /**
   * Where our input's fields are found: ours, then the host's, the first given one counting; a dot goes into a record.
   * Without it the host's input is ours, whole.
   */
  readonly fields?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
  /** What our input has besides. */
  readonly fixed?: Readonly<Record<string, string>> | undefined
  /** Counts only where the host's input has this field; the last of a list always counts when none did. */
  readonly given?: string | undefined
  /** What a person should know of it. */
  readonly note?: string | undefined
}

/** A host's tools, by the host's names; one that can do several things has them all. */
export type HostTools = ReadonlyMap<string, ReadonlyArray<HostTool>>

// Only these: a directory or a dialect the host does not know would be judged, and not be what runs.
const commandLine = { command: ["command"], cmd: ["cmd"], script: ["script"] }

/** A tool that gives its text to bash. */
export const shellTool: HostTool = { tool: "bash", fields: commandLine }

/** A tool that gives its text to PowerShell. */
export const powershellTool: HostTool = { tool: "bash", fields: commandLine, fixed: { dialect: "powershell" } }

/** A tool that hands work to another agent. */
export const taskTool: HostTool = {
  tool: "task",
  fields: {
    subagent_type: ["subagent_type", "subagentType", "agent_type", "agentName"],
    description: ["description"],
    prompt: ["prompt"]
  }
}

/** A tool that follows the instructions of a skill. */
export const skillTool: HostTool = { tool: "skill", fields: { skill: ["skill", "name", "command"], args: ["args"] } }
