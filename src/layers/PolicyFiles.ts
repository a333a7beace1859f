/**
 * Policies in files: the preset and the user's, the project's, the managed one.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Operator } from "../services/Operator.ts"
import { PolicyFileMissing, PolicySource } from "../services/PolicySource.ts"
import { TrustStore } from "../services/TrustStore.ts"
import { type PolicyFilesOptions, type PolicyReader, policyReader } from "./PolicyReader.ts"
import { isMissing } from "./SafeFile.ts"

export { managedFileByDefault, type PolicyFilesOptions, projectFileOf, userFileOf } from "./PolicyReader.ts"

/** Provides policies from files, read again when they change. */
export const layer = (
  options: PolicyFilesOptions = {}
): Layer.Layer<PolicySource, PolicyFileMissing, Operator | TrustStore> =>
  Layer.effect(
    PolicySource,
    Effect.gen(function* () {
      const operator = yield* Operator
      const trust = yield* TrustStore
      const { policyFile } = options
      if (policyFile !== undefined && isMissing(policyFile)) {
        return yield* new PolicyFileMissing({ file: policyFile })
      }
      return PolicySource.of(make(policyReader(options, operator), trust))
    })
  )

const make = (reader: PolicyReader, trust: TrustStore["Service"]): PolicySource["Service"] => ({
  snapshot: (directory) =>
    Effect.clockWith((clock) => {
      const look = reader.look(directory, clock.currentTimeMillisUnsafe())
      if (!look.hasProject) return Effect.succeed(look.snapshot(false, []))
      const { project } = look
      const trusted = project === undefined ? Effect.succeed(false) : trust.isTrusted(project.path, project.text)
      return Effect.zipWith(trusted, trust.problems, look.snapshot)
    })
})
