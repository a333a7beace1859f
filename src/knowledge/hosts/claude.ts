/**
 * Claude Code's tools: what each is of ours, and the few that have no effect outside the conversation.
 *
 * Source: the types of the Claude agent SDK 0.3.332, and the tools of Claude Code up to 2.1.332.
 */
import { type HostTools, powershellTool, shellTool, skillTool, taskTool } from "./hostTool.ts"

/** Tools that reach something, by the host's name. Names of older versions stay: an old host may still run. */
export const claudeTools: HostTools = new Map([
  ["Bash", [shellTool]],
  ["PowerShell", [powershellTool]],
  // Watches by a shell command, or by a web socket.
  [
    "Monitor",
    [
      { tool: "webfetch", fields: { url: ["ws.url"] }, given: "ws" },
      { ...shellTool, given: "command" },
      { ...shellTool, given: "script" },
      shellTool
    ]
  ],
  ["Read", [{ tool: "read" }]],
  ["NotebookRead", [{ tool: "read" }]],
  ["Write", [{ tool: "write" }]],
  ["Edit", [{ tool: "edit" }]],
  ["MultiEdit", [{ tool: "multi_edit" }]],
  ["NotebookEdit", [{ tool: "notebook_edit" }]],
  ["Glob", [{ tool: "find" }]],
  ["Grep", [{ tool: "grep" }]],
  ["LS", [{ tool: "ls" }]],
  ["WebFetch", [{ tool: "webfetch", fields: { url: ["url"], prompt: ["prompt"] } }]],
  ["WebSearch", [{ tool: "websearch", fields: { query: ["query"] } }]],
  ["Agent", [taskTool]],
  ["Task", [taskTool]],
  ["Workflow", [{ tool: "task", fields: { name: ["name", "workflow"] } }]],
  ["Skill", [skillTool]],
  ["SlashCommand", [skillTool]],
  [
    "ReadMcpResourceTool",
    [{ tool: "mcp", fields: { server: ["server"], uri: ["uri"] }, fixed: { tool: "ReadMcpResourceTool" } }]
  ],
  ["ListMcpResourcesTool", [{ tool: "mcp", fields: { server: ["server"] }, fixed: { tool: "ListMcpResourcesTool" } }]]
])

/** Tools without an effect outside the conversation, and why; of these Portcullis has no opinion. */
export const claudeSilentTools: ReadonlyMap<string, string> = new Map([
  ["TodoWrite", "keeps the agent's own list of things to do"],
  ["TodoRead", "reads the agent's own list of things to do"],
  ["TaskCreate", "adds to the agent's own list of things to do"],
  ["TaskUpdate", "changes the agent's own list of things to do"],
  ["TaskGet", "reads the agent's own list of things to do"],
  ["TaskList", "reads the agent's own list of things to do"],
  ["ToolSearch", "looks for tools; calling one is a call of its own"],
  ["EnterPlanMode", "changes how the host asks its user"],
  ["ExitPlanMode", "the host shows its user the plan, and an allow would answer for them"],
  ["AskUserQuestion", "the host asks its user, and an allow would answer for them"],
  ["BashOutput", "shows what a command that was already judged has printed"],
  ["TaskOutput", "shows what a command or an agent that was already judged has said"],
  ["StructuredOutput", "hands the answer of a headless run to its caller"]
])
