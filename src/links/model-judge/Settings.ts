/**
 * The judge's mechanism: how it reaches a model, and what it asks it. What its verdicts may do is policy, and not here.
 */

/** Which wire the endpoint speaks; both are the Messages API. */
export type Provider =
  /** The API itself: a key is needed, and answers are streamed. */
  | "anthropic"
  /** A gateway or a local model that speaks it: a key is optional, and answers come whole. */
  | "compatible"

/** What the judge may answer besides a defer. */
export type Capabilities = readonly ["deny"] | readonly ["deny", "allow"]

/** `model-judge.jsonc` with its defaults, as every file that may speak has left it. */
export interface JudgeSettings {
  readonly provider: Provider
  readonly model: string
  /** The operator's own words to the model: the managed file's, then the user's. */
  readonly instructions: ReadonlyArray<string>
  /** A trusted project's words: they add to the operator's, and never stand in their place. */
  readonly projectInstructions?: ReadonlyArray<string> | undefined
  /** Paths that are likely slips; the patterns of `Pattern`, matched against a path's written form. */
  readonly typoPatterns: ReadonlyArray<string>
  /** For a whole review, however many turns it takes. */
  readonly timeoutMs: number
  readonly capabilities: Capabilities
  /** Requests in one review. */
  readonly maxTurns: number
  /** Of one answer. */
  readonly maxTokens: number
  /** From 0 to 1: what a model is less sure of is a defer. */
  readonly confidenceThreshold: number
  /** Where the API is; `https`, or `http` on a loopback address. Never left to the SDK's environment. */
  readonly baseUrl: string
  /** The environment variable that holds the key. */
  readonly apiKeyEnv: string
}
