/**
 * The canonical tools, and where each keeps what it reaches in its input. Hosts' own names are the hosts' business.
 */

/** Fields that hold one path, in every tool that reaches paths. */
export const pathFields: ReadonlyArray<string> = [
  "path",
  "file_path",
  "filePath",
  "filepath",
  "file",
  "filename",
  "absolute_path",
  "notebook_path",
  "notebookPath",
  "dir_path",
  "dirPath",
  "directory",
  "dir",
  "root",
  "target_file",
  "old_path",
  "new_path",
  "source",
  "destination"
]

/** Fields that hold several paths, or records with a path field each. */
export const pathListFields: ReadonlyArray<string> = [
  "paths",
  "files",
  "file_paths",
  "filePaths",
  "directories",
  "edits",
  "changes"
]

/** What a tool that reaches paths does with them. */
export interface PathTool {
  readonly surface: "read" | "write"
  readonly reach: "names" | "content" | "tree"
  /** Works on the working directory where no path is given; otherwise a missing path asks. */
  readonly anywhere: boolean
  /** Fields whose pattern is itself a path with wildcards. */
  readonly patterns: ReadonlyArray<string>
}

export const pathTools: ReadonlyMap<string, PathTool> = new Map<string, PathTool>([
  ["read", { surface: "read", reach: "content", anywhere: false, patterns: ["include", "glob"] }],
  ["write", { surface: "write", reach: "content", anywhere: false, patterns: [] }],
  ["edit", { surface: "write", reach: "content", anywhere: false, patterns: [] }],
  ["multi_edit", { surface: "write", reach: "content", anywhere: false, patterns: [] }],
  ["notebook_edit", { surface: "write", reach: "content", anywhere: false, patterns: [] }],
  // What grep searches for is no path; the names it is narrowed to stay below the path it searches.
  ["grep", { surface: "read", reach: "tree", anywhere: true, patterns: [] }],
  ["find", { surface: "read", reach: "names", anywhere: true, patterns: ["pattern", "glob", "patterns"] }],
  ["glob", { surface: "read", reach: "names", anywhere: true, patterns: ["pattern", "glob", "patterns"] }],
  ["ls", { surface: "read", reach: "names", anywhere: true, patterns: [] }]
])

/** Tools judged by one kind of text, and the fields that may hold it, each a text or a list of them. */
export const namedTools: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["skill", ["skill", "name", "skill_name", "skillName"]],
  ["task", ["subagent_type", "subagentType", "agent_type", "agent_name", "agentName", "agent", "name"]],
  ["webfetch", ["url", "urls", "uri", "href"]],
  ["websearch", ["query", "queries", "q", "search_query"]]
])

/** Fields in which a tool nobody knows may hold a command line. */
export const commandFields: ReadonlyArray<string> = ["command", "cmd", "script"]

/** Fields of `bash` that name the shell. */
export const dialectFields: ReadonlyArray<string> = ["dialect", "shell"]

/** Shells whose text is never read, as tools and as dialects. */
export const unreadShells: ReadonlyMap<string, string> = new Map([
  ["powershell", "PowerShell text is not read"],
  ["pwsh", "PowerShell text is not read"],
  ["cmd", "text for cmd is not read"]
])

/** Shells whose text is read as bash's. */
export const bashLike: ReadonlySet<string> = new Set(["bash", "sh"])

/** Where an MCP call names its server and its tool. */
export const mcpServerFields: ReadonlyArray<string> = ["server", "server_name", "serverName"]
export const mcpToolFields: ReadonlyArray<string> = ["tool", "tool_name", "toolName"]

/** Fields of `bash` that name the directory it starts in. */
export const directoryFields: ReadonlyArray<string> = ["cwd", "workdir", "working_directory", "dir_path", "directory"]
