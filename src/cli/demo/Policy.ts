/**
 * The policy the demonstration is decided under.
 */
export const policyName = "demo.jsonc"

export const policyText = `{
  // Where no rule speaks: proven reads run, everything else asks.
  "mode": "ask",
  "permission": {
    "write": { "*/src/*": "allow" },
    "read": { "*/.env": { "action": "deny", "reason": "it holds a key" } },
    "bash": {
      "npm test *": "allow",
      "git commit *": "allow",
      // The last rule that matches wins, so the exceptions stand below.
      "git push *": { "action": "ask", "reason": "others will see it" },
      "git push *--force*": { "action": "deny", "reason": "it loses work" }
    },
    "mcp": {
      "github:get_*": "allow",
      "github:delete_*": { "action": "deny", "reason": "a person's job" }
    },
    "webfetch": {
      "https://docs.example.com/*": "allow",
      "http://169.254.*": { "action": "deny", "reason": "keys live there" }
    }
  },
  // What asks goes through these links, and then to a person.
  "authorizerChain": ["ticket", "quick"],
  "modelDelegation": {
    "allowedSurfaces": ["bash"],
    "excludedSurfaces": ["external_directory"]
  }
}
`
