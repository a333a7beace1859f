/**
 * What each key of `model-judge.jsonc` may hold: the bounds that both its reader and its Schema keep.
 */
import type { Capabilities, JudgeSettings, Provider } from "./Settings.ts"

/** Every key, in the order a person reads about them. */
export const settingsKeys = [
  "$schema",
  "provider",
  "model",
  "instructions",
  "typoPatterns",
  "timeoutMs",
  "capabilities",
  "maxTurns",
  "maxTokens",
  "confidenceThreshold",
  "baseUrl",
  "apiKeyEnv"
] as const

export type SettingsKey = (typeof settingsKeys)[number]

/** What a project's file may say: words and patterns, which only ever add to the operator's. */
export const projectKeys: ReadonlySet<SettingsKey> = new Set<SettingsKey>(["$schema", "instructions", "typoPatterns"])

/** What holds where no file says otherwise; a model has to be named. */
export const settingsDefaults = {
  provider: "anthropic",
  timeoutMs: 5000,
  capabilities: ["deny"],
  maxTurns: 8,
  maxTokens: 1024,
  confidenceThreshold: 0.8,
  baseUrl: "https://api.anthropic.com",
  apiKeyEnv: "ANTHROPIC_API_KEY"
} as const satisfies Partial<JudgeSettings>

export const providers = ["anthropic", "compatible"] as const satisfies ReadonlyArray<Provider>

/** From the narrowest on. */
export const capabilities = [["deny"], ["deny", "allow"]] as const satisfies ReadonlyArray<Capabilities>

/** The least and the greatest whole number of each of these. */
export const wholeNumbers = {
  timeoutMs: { least: 1, greatest: 600_000 },
  maxTurns: { least: 1, greatest: 32 },
  maxTokens: { least: 1, greatest: 16_384 }
} as const

/** A name as an endpoint knows it: printable, in one word. */
export const modelName = /^[^\s\p{C}]{1,256}$/u

export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/u

/** In UTF-16 code units: every review sends them. */
export const longestInstructions = 16_384

/** In UTF-16 code units: no pattern this short is too costly to match. */
export const longestPattern = 1024

/** In one file: each is matched against each path that asks. */
export const mostPatterns = 1000

/** A pattern with no more than slashes beside its wildcards is one of nearly every path. */
export const namesSomething = /[^*?/]/u

/** How an address looks that has no fault: `https` anywhere, `http` on a loopback address, with a path at most. */
export const baseUrlShape =
  /^(?:https:\/\/[^\s/?#@\\]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#\\]*)?$/u

/** Answers what to do about an address, or nothing; the address itself is not repeated: it may hold a secret. */
export const baseUrlFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return "write an address such as https://api.anthropic.com"
  const { hash, hostname, password, protocol, search, username } = new URL(text)
  if (username !== "" || password !== "") return "leave the user's name and password out of it"
  if (search !== "" || hash !== "" || /[?#]/u.test(text)) return "end it before the ? or the #"
  if (protocol !== "https:" && protocol !== "http:") return "begin it with https://"
  if (protocol === "http:" && !isLoopback(hostname)) return "use https; http is for 127.0.0.1, [::1] and localhost"
  return baseUrlShape.test(text) ? undefined : "write it plainly, as in https://api.anthropic.com"
}

/** Answers whether a host, as a URL spells it, is this machine itself. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/u.test(hostname)

/** Answers an address that has no fault in its one spelling, without a slash at the end. */
export const plainUrl = (text: string): string => new URL(text).href.replace(/\/$/u, "")
