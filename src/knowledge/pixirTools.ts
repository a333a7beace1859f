/**
 * The tools of a Pixir session. Pixir.Permissions, `mutating?` and the reasons it asks with.
 */

/** Tools that change nothing, whatever their arguments. */
export const pixirReadTools: ReadonlySet<string> = new Set([
  "read",
  "skills_list",
  "skill_view",
  "wait_agent",
  "list_agents",
  // Its commands run on files in memory.
  "run_virtual_commands",
  // A plan is only shown.
  "update_plan"
])

/** What a person is asked to let a tool do. */
export const pixirReasons: ReadonlyMap<string, string> = new Map([
  ["write", "write a file"],
  ["bash", "run a shell command"],
  ["spawn_agent", "spawn a subagent"],
  ["send_input", "send input to a subagent"],
  ["close_agent", "close a subagent"],
  ["run_workflow", "run a workflow"],
  ["apply_virtual_diff", "apply a virtual diff"]
])
