/**
 * The terminal where no authority can be reached: it denies, and says so.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { deny } from "../domain/Verdict.ts"
import { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"

/** Denies every ask. The chain's owner remembers each, so that a person can approve that very call afterwards. */
export const layer: Layer.Layer<TerminalAuthorizer> = Layer.succeed(
  TerminalAuthorizer,
  TerminalAuthorizer.of({
    decidedBy: "policy",
    authorize: ({ reason, requestId }) =>
      Effect.succeed(
        deny(
          `this needs an approval and no authority could be reached to give one: ${reason}. ` +
            `A person may run: portcullis approve ${requestId}`
        )
      )
  })
)
