/**
 * Policies to start from, by name, as the text of a policy file.
 */

const standard = `{
  // Reads and edits inside the workspace run; every command that is not a proven read asks.
  "mode": "ask",
  "permission": {
    "write": {
      // An edit inside the workspace shows in version control. Outside it, and of a secret, it still asks.
      "*": "allow",
      // These run by themselves, later or elsewhere, before anybody has read them.
      "*.github/workflows/*": { "action": "ask", "reason": "a workflow runs with the repository's secrets" },
      "*.gitlab-ci.yml": { "action": "ask", "reason": "a pipeline runs with the repository's secrets" },
      "*.husky/*": { "action": "ask", "reason": "git runs it on the next commit" },
      "*.pre-commit-config.yaml": { "action": "ask", "reason": "git runs what it names on the next commit" },
      "*.devcontainer/*": { "action": "ask", "reason": "an editor runs it when the folder is opened" },
      "*.vscode/tasks.json": { "action": "ask", "reason": "an editor can run it when the folder is opened" }
    },
    "path": {
      // Keys that open other machines have no business in a coding session.
      "~/.ssh": { "action": "deny", "reason": "SSH keys are not for agents" },
      "~/.ssh/*": { "action": "deny", "reason": "SSH keys are not for agents", "match": ["~/.ssh/id_ed25519"] },
      "~/.gnupg": { "action": "deny", "reason": "private keys are not for agents" },
      "~/.gnupg/*": { "action": "deny", "reason": "private keys are not for agents" },
      "~/.aws": { "action": "deny", "reason": "cloud credentials are not for agents" },
      "~/.aws/*": { "action": "deny", "reason": "cloud credentials are not for agents" }
    },
    "bash": {
      // What cannot be undone, and no session needs.
      "rm * / *": {
        "action": "deny",
        "reason": "it deletes the whole disk",
        "match": ["rm -rf /", "rm -rf / --no-preserve-root"],
        "notMatch": ["rm -rf /tmp/x"]
      },
      "rm * /? *": { "action": "deny", "reason": "it deletes the whole disk", "match": ["rm -rf /*"] },
      "rm * ~ *": { "action": "deny", "reason": "it deletes your home", "match": ["rm -rf ~"], "notMatch": ["rm -r ~/x"] },
      "rm * $HOME *": { "action": "deny", "reason": "it deletes your home", "match": ["rm -rf $HOME"] },
      "mkfs*": { "action": "deny", "reason": "it formats a disk", "match": ["mkfs.ext4 /dev/sda1"] },
      "shutdown *": { "action": "deny", "reason": "it stops the machine" },
      "reboot *": { "action": "deny", "reason": "it stops the machine" }
    }
  }
}
`

const strict = `{
  // Proven reads inside the workspace run; all else asks, and what leads out of the workspace is denied.
  "mode": "ask",
  "permission": {
    // Whatever no line below answers asks, whichever tool it is.
    "external_directory": {
      "*": { "action": "deny", "reason": "this policy keeps the agent inside the workspace" }
    },
    "path": {
      "*.env": { "action": "deny", "reason": "it holds secrets", "match": [".env", "/app/.env"] },
      "*.env.*": { "action": "deny", "reason": "it holds secrets", "match": [".env.local"] },
      // Written after the two above, so that it overrules them.
      "*.env.example": "allow",
      "*.env.sample": "allow",
      "*.env.template": "allow",
      "*.pem": { "action": "deny", "reason": "it holds a key" },
      "*.key": { "action": "deny", "reason": "it holds a key" },
      "*id_rsa*": { "action": "deny", "reason": "it holds a key" },
      "*id_ed25519*": { "action": "deny", "reason": "it holds a key" }
    },
    "bash": {
      "sudo *": { "action": "deny", "reason": "this policy lets nothing run with more rights than yours" },
      "su *": { "action": "deny", "reason": "this policy lets nothing run with more rights than yours" },
      "doas *": { "action": "deny", "reason": "this policy lets nothing run with more rights than yours" },
      "rm * / *": { "action": "deny", "reason": "it deletes the whole disk" },
      "rm * /? *": { "action": "deny", "reason": "it deletes the whole disk" },
      "rm * ~ *": { "action": "deny", "reason": "it deletes your home" },
      "rm * $HOME *": { "action": "deny", "reason": "it deletes your home" },
      "mkfs*": { "action": "deny", "reason": "it formats a disk" },
      "shutdown *": { "action": "deny", "reason": "it stops the machine" },
      "reboot *": { "action": "deny", "reason": "it stops the machine" }
    },
    "webfetch": { "*": { "action": "deny", "reason": "this policy keeps the agent off the network" } },
    "websearch": { "*": { "action": "deny", "reason": "this policy keeps the agent off the network" } }
  }
}
`

const readOnly = `{
  // Proven reads run and everything else is denied, so nobody is asked whether something may change.
  "mode": "read_only"
}
`

const auto = `{
  // Everything runs but what these rules deny; leaving the workspace still asks.
  "mode": "auto",
  "permission": {
    "path": {
      "~/.ssh": { "action": "deny", "reason": "SSH keys are not for agents" },
      "~/.ssh/*": { "action": "deny", "reason": "SSH keys are not for agents" },
      "~/.gnupg": { "action": "deny", "reason": "private keys are not for agents" },
      "~/.gnupg/*": { "action": "deny", "reason": "private keys are not for agents" },
      "~/.aws": { "action": "deny", "reason": "cloud credentials are not for agents" },
      "~/.aws/*": { "action": "deny", "reason": "cloud credentials are not for agents" }
    },
    "bash": {
      "sudo *": { "action": "deny", "reason": "nobody watches, so nothing runs with more rights than yours" },
      "rm * / *": { "action": "deny", "reason": "it deletes the whole disk" },
      "rm * /? *": { "action": "deny", "reason": "it deletes the whole disk" },
      "rm * ~ *": { "action": "deny", "reason": "it deletes your home" },
      "rm * $HOME *": { "action": "deny", "reason": "it deletes your home" },
      "mkfs*": { "action": "deny", "reason": "it formats a disk" },
      "shutdown *": { "action": "deny", "reason": "it stops the machine" },
      "reboot *": { "action": "deny", "reason": "it stops the machine" },
      "git push *--force*": { "action": "deny", "reason": "it can overwrite what others pushed" },
      "git push -f *": { "action": "deny", "reason": "it can overwrite what others pushed" },
      "git push * -f *": { "action": "deny", "reason": "it can overwrite what others pushed" }
    }
  }
}
`

export const presets: ReadonlyMap<string, string> = new Map([
  ["standard", standard],
  ["strict", strict],
  ["read-only", readOnly],
  ["auto", auto]
])
