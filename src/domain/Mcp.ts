/**
 * How a call of an MCP tool is spelled for the rules.
 */
import type { Form } from "./Access.ts"

const prefix = "mcp__"
const separator = "__"

/** Answers the form of one server's tool: `server:tool`, `server_tool` and `server`. */
const formOf = (server: string, tool: string): Form => {
  const full = `${server}:${tool}`
  const others = [`${server}_${tool}`, server]
  // A server named `github:get_issue` must not be let in by the rule for that tool of `github`.
  return server.includes(":") ? { spellings: [full], tighter: others } : { spellings: [full, ...others], tighter: [] }
}

const maxSplits = 16

/** Every way to split `mcp__server__tool`: either part may hold the separator. */
const splits = (name: string): ReadonlyArray<readonly [server: string, tool: string]> => {
  const rest = name.slice(prefix.length)
  const found: Array<readonly [string, string]> = []
  for (let at = rest.indexOf(separator, 1); at > 0 && found.length < maxSplits; at = rest.indexOf(separator, at + 1)) {
    if (at + separator.length < rest.length) found.push([rest.slice(0, at), rest.slice(at + separator.length)])
  }
  return found
}

/** Answers whether a tool's name says that it is an MCP server's. */
export const isMcpName = (tool: string): boolean => tool.startsWith(prefix) && splits(tool).length > 0

/** A call of an MCP tool, as rules see it. */
export interface McpCall {
  /** `server:tool`. */
  readonly value: string
  /** One form for each server it could be; the strictest holds. */
  readonly forms: ReadonlyArray<Form>
}

/** Answers how a call of a known server's tool is spelled. */
export const mcpCall = (server: string, tool: string): McpCall => ({
  value: `${server}:${tool}`,
  forms: [formOf(server, tool)]
})

/** What a rule would call `server_tool`, wherever its server may end. */
const serversIn = (tool: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = tool.indexOf("_", 1); at > 0 && found.length < 2 * maxSplits; at = tool.indexOf("_", at + 1)) {
    if (at + 1 < tool.length) found.push(`${tool.slice(0, at)}:${tool.slice(at + 1)}`, tool.slice(0, at))
  }
  return found
}

/**
 * Answers how a call is spelled whose server nobody named: it might be any, so no rule for one server allows it, and
 * every rule that would ask for or deny the bare tool's name does, or the server its name may begin with.
 */
export const mcpCallAnywhere = (tool: string): McpCall => ({
  value: tool,
  forms: [{ spellings: [`?:${tool}`], tighter: [tool, ...serversIn(tool)] }]
})

/** Answers how a call is spelled of which only the name `mcp__server__tool` is known. */
export const mcpCallNamed = (name: string): McpCall => {
  const found = splits(name)
  const calls = found.map(([server, tool]) => mcpCall(server, tool))
  // Whatever was not tried might be the server that a rule denies.
  if (found.length === 0 || found.length === maxSplits) calls.push(mcpCallAnywhere(name))
  return { value: calls[0]?.value ?? name, forms: calls.flatMap(({ forms }) => forms) }
}
