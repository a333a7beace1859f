/**
 * The terminal where no authority can be reached: it denies, and says so.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { deny } from "../domain/Verdict.ts"
import { ApprovalStore } from "../services/ApprovalStore.ts"
import { TerminalAuthorizer } from "../services/TerminalAuthorizer.ts"

/** Answers why an ask is denied for want of anyone to ask, and what a person can do where the ask is remembered. */
export const unreachable = (reason: string, requestId: string | undefined): string => {
  const said = `this call needs an approval and no authority could be reached to give one: ${reason}`
  return requestId === undefined ? said : `${said}; a person may run \`portcullis approve ${requestId}\``
}

/**
 * Denies every ask. Where there is an approval store the ask is remembered there, so that a person can approve that
 * very call afterwards.
 */
export const layer: Layer.Layer<TerminalAuthorizer> = Layer.effect(
  TerminalAuthorizer,
  Effect.map(Effect.serviceOption(ApprovalStore), (store) =>
    TerminalAuthorizer.of({
      decidedBy: "policy",
      authorize: ({ call: { text: _text, ...call }, reason, requestId }) =>
        Option.match(store, {
          onNone: () => Effect.succeed(deny(unreachable(reason, undefined))),
          onSome: ({ remember }) => Effect.as(remember(requestId, call), deny(unreachable(reason, requestId)))
        })
    })
  )
)
