/**
 * Claude Code's tools, and those of MCP servers as it names them.
 */
import { claudeTools } from "../knowledge/hosts/claude.ts"
import { type Fields, fieldOf, isFields, textOf, translate, type Translated } from "./HostFields.ts"

/** Answers what a tool is under Claude Code's own names; `fields` is the whole payload. */
export const claudeTool = (fields: Fields, name: string, input: unknown): Translated | undefined =>
  translate(claudeTools, name, input) ?? mcpTool(fields, name, input)

/** Servers' names as they stand in tools' names. */
const inToolName = (server: string): string => server.replace(/[^A-Za-z0-9_-]/g, "_")

/** Answers an MCP server's tool, its server as the host tells it, where the tool's name bears that out. */
const mcpTool = (fields: Fields, name: string, input: unknown): Translated | undefined => {
  const record = fieldOf(fields, "mcp_server")
  const server = isFields(record) ? textOf(record, "name") : undefined
  if (!name.startsWith("mcp__")) {
    if (server === undefined) return undefined
    return { calls: [{ tool: "mcp", input: { server, tool: name, arguments: input } }], notes: [] }
  }
  for (const spelled of server === undefined ? [] : [server, inToolName(server)]) {
    const prefix = `mcp__${spelled}__`
    if (name.startsWith(prefix) && name.length > prefix.length) {
      const tool = name.slice(prefix.length)
      return { calls: [{ tool: "mcp", input: { server: spelled, tool, arguments: input } }], notes: [] }
    }
  }
  // Where the server ends is not known: every way to part the name is judged, and the strictest holds.
  return { calls: [{ tool: name, input }], notes: [] }
}
