/**
 * Tools of the hosts that also run the hooks of Claude Code's settings files: Copilot, VS Code and Cursor.
 *
 * Source: Copilot CLI 1.0.102 as measured; VS Code's and Cursor's documentation, and captures of what they send.
 */
import { type HostTools, powershellTool, shellTool, skillTool, taskTool } from "./hostTool.ts"

/** Copilot's own names; in the payload that looks like Claude Code's some have Claude Code's names instead. */
export const copilotTools: HostTools = new Map([
  ["bash", [shellTool]],
  ["powershell", [powershellTool]],
  ["write_bash", [{ tool: "bash", fields: { command: ["input"] }, note: "it types into a shell that already runs" }]],
  [
    "write_powershell",
    [{ ...powershellTool, fields: { command: ["input"] }, note: "it types into a shell that already runs" }]
  ],
  ["view", [{ tool: "read" }]],
  ["create", [{ tool: "write" }]],
  ["edit", [{ tool: "edit" }]],
  ["str_replace_editor", [{ tool: "edit" }]],
  ["apply_patch", [{ tool: "edit" }]],
  ["grep", [{ tool: "grep" }]],
  ["rg", [{ tool: "grep" }]],
  ["glob", [{ tool: "find" }]],
  ["web_fetch", [{ tool: "webfetch", fields: { url: ["url"] } }]],
  ["web_search", [{ tool: "websearch", fields: { query: ["query"] } }]],
  ["task", [taskTool]],
  ["skill", [skillTool]]
])

/** VS Code's names. */
export const vscodeTools: HostTools = new Map([
  ["run_in_terminal", [shellTool]],
  ["read_file", [{ tool: "read" }]],
  ["list_dir", [{ tool: "ls" }]],
  ["file_search", [{ tool: "find" }]],
  ["grep_search", [{ tool: "grep" }]],
  ["editFiles", [{ tool: "edit" }]],
  ["create_file", [{ tool: "write" }]],
  ["replace_string_in_file", [{ tool: "edit" }]],
  ["insert_edit_into_file", [{ tool: "edit" }]],
  ["apply_patch", [{ tool: "edit" }]],
  ["fetch_webpage", [{ tool: "webfetch", fields: { urls: ["urls"], url: ["url"] } }]],
  ["runSubagent", [{ ...taskTool, fixed: { name: "runSubagent" } }]]
])

/** Cursor's names. */
export const cursorTools: HostTools = new Map([
  ["Shell", [shellTool]],
  ["Read", [{ tool: "read" }]],
  ["ReadFile", [{ tool: "read" }]],
  ["TabRead", [{ tool: "read" }]],
  ["Write", [{ tool: "write" }]],
  ["TabWrite", [{ tool: "write" }]],
  ["StrReplace", [{ tool: "edit" }]],
  ["Delete", [{ tool: "write" }]],
  ["Grep", [{ tool: "grep" }]],
  ["Task", [taskTool]]
])

/** Cursor's events that are about one tool each, whose payload is the tool's input. */
export const cursorEvents: HostTools = new Map([
  ["beforeShellExecution", [shellTool]],
  ["beforeReadFile", [{ tool: "read", fields: { file_path: ["file_path"] } }]],
  ["beforeTabFileRead", [{ tool: "read", fields: { file_path: ["file_path"] } }]]
])
