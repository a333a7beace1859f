/**
 * The links that ship, for an embedder: each decides nothing until the operator's `authorizerChain` names it.
 */
export { modelJudge, type ModelJudgeOptions } from "./links/model-judge.ts"
export type { Capabilities, JudgeSettings, Provider } from "./links/model-judge/Settings.ts"
export { pathTypo } from "./links/path-typo.ts"
