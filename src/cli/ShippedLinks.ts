/**
 * The links a chain may name without saying where they come from.
 */
import { modelJudge } from "../links/model-judge.ts"
import { pathTypo } from "../links/path-typo.ts"
import type { Authorizer } from "../services/Authorizer.ts"

export const shippedLinks: ReadonlyArray<Authorizer> = [pathTypo, modelJudge()]
