/**
 * What tests of the judge are configured with.
 */
import type { JudgeSettings } from "../../../src/links/model-judge/Settings.ts"

/** Where the tests keep their key. */
export const keyVariable = "JUDGE_TEST_KEY"

/** A key without a shape of its own, so that nothing masks it by its shape. */
export const key = "plain-words-are-a-key-4711"

/** Answers settings with what a test cares about. */
export const settingsOf = (settings: Partial<JudgeSettings>): JudgeSettings => ({
  provider: "anthropic",
  model: "test-model",
  instructions: [],
  typoPatterns: ["*/packages/packages/*"],
  // Long enough for a machine on which much else runs.
  timeoutMs: 15_000,
  capabilities: ["deny"],
  maxTurns: 4,
  maxTokens: 1024,
  confidenceThreshold: 0.8,
  baseUrl: "http://127.0.0.1:9",
  apiKeyEnv: keyVariable,
  ...settings
})
