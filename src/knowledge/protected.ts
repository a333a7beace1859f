/**
 * What guards the agent: files whose change could lift the guard, and commands that change them. Every name is lower
 * case: they are compared without case, in NFC.
 */

/** A file that guards the agent, or with `below` a directory and all in it. */
export interface Guarded {
  /** Segments separated by slashes; one ending in a star stands for every name that begins so. */
  readonly path: string
  readonly below: boolean
  readonly why: string
}

const file = (path: string, why: string): Guarded => ({ path, below: false, why })
const directory = (path: string, why: string): Guarded => ({ path, below: true, why })

const own = "Portcullis's own policy, trust or state"
const start = "a shell runs it when it starts"

/** Matched wherever it stands, in a workspace as in a home: a host or a shell started there obeys it. */
export const guardedAnywhere: ReadonlyArray<Guarded> = [
  directory(".portcullis", own),

  file(".git", "the repository's own directory, or the file that names it"),
  file(".git/config", "the repository's configuration can run programs"),
  file(".git/config.worktree", "the repository's configuration can run programs"),
  directory(".git/hooks", "git runs the hooks"),
  directory(".git/modules", "a submodule's hooks and configuration can run programs"),
  directory(".git/worktrees", "a worktree's configuration can run programs"),

  file(".bashrc", start),
  file(".bash_profile", start),
  file(".bash_login", start),
  file(".bash_logout", "a shell runs it when it ends"),
  file(".bash_aliases", start),
  file(".profile", start),
  file(".zshrc", start),
  file(".zshenv", start),
  file(".zprofile", start),
  file(".zlogin", start),
  file(".zlogout", "a shell runs it when it ends"),
  file(".kshrc", start),
  file(".mkshrc", start),
  file(".shrc", start),
  file(".cshrc", start),
  file(".tcshrc", start),
  file(".login", start),
  file(".logout", "a shell runs it when it ends"),
  file(".inputrc", "a shell reads its key bindings from it, which run commands"),
  file(".pam_environment", "it sets the environment of every login"),
  file(".xprofile", "a session runs it when it starts"),
  file(".xsessionrc", "a session runs it when it starts"),
  file(".envrc", "direnv runs it when a shell enters the directory"),

  file(".claude", "Claude Code's settings and hooks"),
  file(".claude.json", "Claude Code's settings"),
  file(".claude/settings*", "Claude Code's settings and hooks"),
  directory(".claude/hooks", "Claude Code's hooks"),
  directory(".claude/plugins", "Claude Code's plugins bring hooks"),
  directory(".claude/agents", "an agent's front matter can hold hooks"),
  directory(".claude/skills", "a skill's front matter can hold hooks"),
  directory(".claude/commands", "a command's front matter can hold hooks and permissions"),
  file(".mcp.json", "it names programs that the host starts"),

  file(".codex", "Codex's settings and hooks"),
  file(".codex/config.toml", "Codex's settings and hooks"),
  file(".codex/hooks.json", "Codex's hooks"),
  directory(".codex/hooks", "Codex's hooks"),
  directory(".codex/rules", "Codex's permissions"),
  file(".codex/requirements.toml", "Codex's managed settings"),

  file(".gemini", "Gemini CLI's settings and hooks"),
  file(".gemini/settings.json", "Gemini CLI's settings and hooks"),
  file(".gemini/trustedfolders.json", "which folders Gemini CLI trusts"),
  directory(".gemini/extensions", "Gemini CLI's extensions bring hooks"),
  directory(".gemini/hooks", "Gemini CLI's hooks"),
  directory(".gemini/policies", "Gemini CLI's permissions"),

  file(".cursor", "Cursor's settings and hooks"),
  file(".cursor/hooks.json", "Cursor's hooks"),
  directory(".cursor/hooks", "Cursor's hooks"),
  file(".cursor/mcp.json", "it names programs that the host starts"),
  file(".cursor/cli*", "Cursor's permissions"),
  file(".cursor/permissions.json", "Cursor's permissions"),

  directory(".github/hooks", "Copilot's hooks"),
  directory(".github/copilot", "Copilot's settings and hooks"),
  file(".copilot", "Copilot's settings and hooks"),
  directory(".copilot/hooks", "Copilot's hooks"),
  file(".copilot/settings*", "Copilot's settings and hooks"),
  file(".copilot/config*", "Copilot's settings"),
  file(".copilot/mcp-config.json", "it names programs that the host starts"),
  file(".copilot/permissions-config.json", "Copilot's permissions"),

  file(".vscode", "VS Code's settings and tasks"),
  file(".vscode/settings.json", "VS Code's settings decide what its agents may do"),
  file(".vscode/tasks.json", "VS Code runs tasks when it opens the folder"),
  file(".vscode/mcp.json", "it names programs that the host starts"),

  file(".opencode", "opencode's settings and plugins"),
  directory(".opencode/plugin", "opencode's plugins"),
  directory(".opencode/plugins", "opencode's plugins"),
  directory(".opencode/agent", "an agent's front matter can hold permissions"),
  directory(".opencode/agents", "an agent's front matter can hold permissions"),
  directory(".opencode/tool", "opencode's own tools"),
  directory(".opencode/tools", "opencode's own tools"),
  file(".opencode/opencode.json*", "opencode's settings and plugins"),
  file("opencode.json", "opencode's settings and plugins"),
  file("opencode.jsonc", "opencode's settings and plugins"),

  file(".pi", "Pi's settings and extensions"),
  directory(".pi/extensions", "Pi's extensions"),
  file(".pi/settings.json", "Pi's settings"),
  directory(".pi/agent/extensions", "Pi's extensions"),
  file(".pi/agent/settings.json", "Pi's settings"),
  file(".pi/agent/trust.json", "which projects Pi trusts"),

  file(".amp", "Amp's settings and permissions"),
  file(".amp/settings*", "Amp's settings and permissions"),

  file(".agents", "Goose's plugins"),
  directory(".agents/plugins", "Goose's plugins bring hooks"),
  directory(".goose", "Goose's settings")
]

/** Below the home. */
export const guardedAtHome: ReadonlyArray<Guarded> = [
  directory(".config/portcullis", own),
  directory(".local/state/portcullis", own),
  directory(".local/share/portcullis", own),
  directory(".cache/portcullis", own),
  directory("library/caches/portcullis", own),
  directory("library/application support/portcullis", own),

  directory(".config/fish", start),
  directory(".config/nushell", start),
  directory(".config/zsh", start),
  directory(".config/environment.d", "it sets the environment of every login"),

  directory(".config/amp", "Amp's settings and permissions"),
  directory(".config/opencode", "opencode's settings and plugins"),
  directory(".config/goose", "Goose's settings"),
  file(".config/code/user/settings.json", "VS Code's settings decide what its agents may do"),
  file(".config/code/user/mcp.json", "it names programs that the host starts"),
  file("library/application support/code/user/settings.json", "VS Code's settings decide what its agents may do"),
  file("library/application support/code/user/mcp.json", "it names programs that the host starts"),
  file(".config/cursor/user/settings.json", "Cursor's settings"),
  file("library/application support/cursor/user/settings.json", "Cursor's settings")
]

/** Absolute places. */
export const guardedPlaces: ReadonlyArray<Guarded> = [
  directory("/etc/portcullis", own),
  file("/etc/profile", start),
  directory("/etc/profile.d", start),
  file("/etc/bashrc", start),
  file("/etc/bash.bashrc", start),
  file("/etc/bash.bash_logout", "a shell runs it when it ends"),
  file("/etc/environment", "it sets the environment of every login"),
  directory("/etc/fish", start),
  directory("/etc/zsh", start),
  file("/etc/zshrc", start),
  file("/etc/zshenv", start),
  file("/etc/zprofile", start),
  file("/etc/csh.cshrc", start),
  directory("/etc/claude-code", "Claude Code's managed settings"),
  directory("/library/application support/claudecode", "Claude Code's managed settings"),
  directory("/etc/codex", "Codex's managed settings"),
  directory("/etc/gemini-cli", "Gemini CLI's managed settings"),
  directory("/library/application support/geminicli", "Gemini CLI's managed settings"),
  directory("/etc/cursor", "Cursor's managed hooks"),
  directory("/library/application support/cursor", "Cursor's managed hooks"),
  directory("/etc/github-copilot", "Copilot's managed hooks"),
  directory("/etc/opencode", "opencode's managed settings"),
  directory("/library/application support/opencode", "opencode's managed settings")
]

/** Where a user's sockets stand: `portcullis` right below any directory in one of these. */
export const socketParents: ReadonlyArray<string> = ["/run/user", "/var/run/user"]

/** Programs that change what guards the agent, with the words after the program's name that do. */
export const guardingCommands: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["portcullis", ["trust", "approve", "session", "install", "uninstall", "init"]],
  ["claude", ["config", "mcp", "plugin", "plugins"]],
  ["codex", ["mcp", "features", "plugin", "plugins", "config"]],
  ["gemini", ["mcp", "extensions", "extension", "hooks", "skills"]],
  ["cursor-agent", ["mcp", "hooks"]],
  ["copilot", ["plugin", "plugins", "mcp", "config"]],
  ["opencode", ["mcp", "plugin", "auth", "agent"]],
  ["pi", ["install", "remove", "config"]],
  ["amp", ["permissions", "mcp", "plugins"]],
  ["goose", ["configure", "plugin", "plugins", "mcp"]],
  ["code", ["--install-extension", "--uninstall-extension", "--add-mcp"]],
  ["cursor", ["--install-extension", "--uninstall-extension", "--add-mcp"]]
])

/** Programs that run another one named among their words. */
export const packageRunners: ReadonlySet<string> = new Set([
  "npx",
  "npm",
  "pnpm",
  "pnpx",
  "yarn",
  "bunx",
  "bun",
  "node"
])

/** Below the directory an environment variable names. Source: Claude Code's settings reference. */
export const guardedByVariable: ReadonlyArray<{ readonly variable: string; readonly names: ReadonlyArray<string> }> = [
  {
    variable: "CLAUDE_CONFIG_DIR",
    names: ["settings.json", "settings.local.json", "hooks", "plugins", "agents", "skills", "commands"]
  }
]
