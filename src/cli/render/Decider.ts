/**
 * Who decided, as a person says it.
 */
import type { Decision } from "../../domain/Decision.ts"
import { display } from "../../domain/Display.ts"

const deciders: Readonly<Record<string, string>> = {
  policy: "the policy",
  mode: "the mode",
  yolo: "mode auto, which lifts asks",
  session: "an approval for this session",
  human: "a person",
  parent: "the parent node",
  fault: "a fault within Portcullis"
}

/**
 * Answers the name of who decided, from the word the log has for it.
 *
 * @param link the link that decided, where one is known to have: the log calls every model `authorizer:model`
 */
export const deciderOf = (decidedBy: string, link?: string): string =>
  decidedBy.startsWith("authorizer:")
    ? `the link ${display((decidedBy === "authorizer:model" ? link : undefined) ?? decidedBy.slice("authorizer:".length))}`
    : (deciders[decidedBy] ?? display(decidedBy))

/** Answers who decided what and why, in one sentence; an allow of a link or a person is its own reason. */
export const decisionText = ({ decidedBy, decision, reason, trail }: Decision): string => {
  const decider = deciderOf(decidedBy, trail.at(-1)?.link)
  if (decision === "deny") return `${decider} denies it: ${display(reason)}`
  const isOwn = decidedBy === "human" || decidedBy.startsWith("authorizer:")
  return isOwn ? `${decider} allows it` : `${decider} allows it: ${display(reason)}`
}
