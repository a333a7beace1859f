/**
 * Commands whose first words tell what kind of thing they do, whatever follows them.
 */

/**
 * By program, the words after its name that make the kind; `?` stands for one word that names something of the project
 * and belongs to the kind. What is absent here is approved as its exact text: of an unknown command, and of one that
 * publishes, deletes, installs or takes further targets, another argument may be another kind of thing
 * (`git push --force`, `make deploy`, `npm install other`).
 *
 * Whatever follows is still judged for the paths it reaches and the floors it raises.
 */
export const repeatable: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  // A commit is local, and what it records can be found again.
  ["git", ["add", "commit"]],
  // What is compiled, tested or linted is the project's own.
  ["cargo", ["bench", "build", "check", "clippy", "doc", "fmt", "test"]],
  ["dotnet", ["build", "test"]],
  ["bun", ["run ?", "test"]],
  ["npm", ["run ?", "run-script ?", "t", "test"]],
  ["pnpm", ["run ?", "t", "test"]],
  ["yarn", ["run ?", "test"]],
  ["npx", ["eslint", "jest", "oxlint", "tsc", "vitest"]],
  ["poetry", ["run pytest"]],
  ["python", ["-m pytest", "-m unittest"]],
  ["python3", ["-m pytest", "-m unittest"]],
  ["uv", ["run pytest"]],
  ["eslint", [""]],
  ["jest", [""]],
  ["mypy", [""]],
  ["oxlint", [""]],
  ["pytest", [""]],
  ["ruff", ["check", "format"]],
  ["tsc", [""]],
  ["vitest", [""]],
  // They show what is on the server.
  ["gh", ["issue list", "issue view", "pr checks", "pr diff", "pr list", "pr view", "run list", "run view"]]
])
